#!/bin/sh
# Installs the companion for a server without a camera: sh server.sh FOLDER WHEEL
# FOLDER becomes a virtual environment with the wheel and what HTTPS, bazaar.local and a club need in it.
set -eu
folder=$1
wheel=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --no-cache-dir "bazaar-companion[https,local,club] @ file://$wheel"
"$folder/bin/bazaar" --version
