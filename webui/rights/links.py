"""Under which address do phones come here, and how does a link look as a QR code?"""

from typing import Any

import qrcode
from flask import current_app, request

from webui.http.trust import without_port
from webui.reach.ways import Ways
from webui.rights.device import settings

ONLY_HERE = ("127.0.0.1", "localhost", "::1")
"""A server that listens there is reached from this computer only."""


def ways() -> Ways:
    """The addresses of this computer."""
    known: Ways = current_app.extensions["ways"]
    return known


def outside_address() -> str:
    """Where phones come in: as the settings say, else the address the host chose, else the one this request came by."""
    return _machine() + request.script_root


def _machine() -> str:
    if settings().url:
        return settings().url
    if settings().shared:
        return f"{request.scheme}://{request.host}"
    scheme = "https" if settings().secure else "http"
    name = without_port(request.host)
    port = str(settings().port) if settings().secure else request.host[len(name) + 1 :]
    loopback = name in ("localhost", "127.0.0.1", "[::1]")
    other = settings().host not in ONLY_HERE and (loopback or ways().chosen())
    return f"{scheme}://{ways().address() if other else name}" + (f":{port}" if port else "")


def qr_path(text: str) -> dict[str, Any]:
    """A QR code as an SVG path in a square of ``size`` units."""
    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    rows = code.get_matrix()
    return {"size": len(rows), "path": "".join(_row(y, row) for y, row in enumerate(rows))}


def _row(y: int, row: list[bool]) -> str:
    return "".join(f"M{x} {y}h1v1h-1z" for x, dark in enumerate(row) if dark)
