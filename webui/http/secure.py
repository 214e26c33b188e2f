"""What does HTTPS bring, and how does a phone come to trust it?  The help page, the certificate, the app's worker."""

from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, jsonify, request

from webui.http.errors import Refused
from webui.http.trust import without_port
from webui.pages.assets import ROOTS
from webui.rights.device import settings

if TYPE_CHECKING:
    from webui.http.certificates import Certificates

blueprint = Blueprint("secure", __name__)


def certificates() -> "Certificates":
    """The certificates this app is served with.  Raises Refused where it is served over plain HTTP."""
    known: Certificates | None = current_app.extensions["certificates"]
    if known is None:
        raise Refused("no_https", 404)
    return known


@blueprint.get("/api/https")
def https() -> Response:
    """Is there HTTPS here, where, and by which authority?"""
    known: Certificates | None = current_app.extensions["certificates"]
    if known is None:
        return jsonify({"on": False})
    address = f"https://{without_port(request.host)}:{settings().port}/"
    return jsonify({"on": True, "address": address, "fingerprint": known.fingerprint()})


@blueprint.get("/ca.crt")
def authority() -> Response:
    """The authority's certificate, for phones to install."""
    answer = Response(certificates().authority_der(), mimetype="application/x-x509-ca-cert")
    answer.headers["Content-Disposition"] = 'attachment; filename="bazaar-companion.crt"'
    return answer


@blueprint.get("/sw.js")
def worker() -> Response:
    """The app's worker; served from the top so that it may answer for every page."""
    answer = Response((ROOTS["static"] / "js" / "http" / "sw.js").read_bytes(), mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
