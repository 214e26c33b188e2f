"""Under which address do phones come here, and how does a link look as a QR code?"""

from typing import Any

import qrcode
from flask import request

from webui.http.addresses import addresses
from webui.http.trust import without_port
from webui.rights.device import settings

ONLY_HERE = ("127.0.0.1", "localhost", "::1")
"""A server that listens there is reached from this computer only."""


def outside_address() -> str:
    """The numeric address phones should use: the one in use, unless that is this machine's own loopback."""
    scheme = "https" if settings().secure else "http"
    name = without_port(request.host)
    port = str(settings().port) if settings().secure else request.host[len(name) + 1 :]
    only_here = settings().host in ONLY_HERE
    loopback = name in ("localhost", "127.0.0.1", "[::1]") and not only_here
    return f"{scheme}://{addresses()[0] if loopback else name}" + (f":{port}" if port else "")


def qr_path(text: str) -> dict[str, Any]:
    """A QR code as an SVG path in a square of ``size`` units."""
    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    rows = code.get_matrix()
    return {"size": len(rows), "path": "".join(_row(y, row) for y, row in enumerate(rows))}


def _row(y: int, row: list[bool]) -> str:
    return "".join(f"M{x} {y}h1v1h-1z" for x, dark in enumerate(row) if dark)
