#!/bin/sh
# Installs the companion for a server without a camera: sh server.sh FOLDER WHEEL
# FOLDER becomes a virtual environment with the wheel and what HTTPS and bazaar.local need in it.
set -eu
folder=$1
wheel=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --no-cache-dir "bazaar-companion[https,local] @ file://$wheel"
"$folder/bin/bazaar" --version
