"""What may the host do about the list of the set-up?  Skip it, or have the table checked once more."""

from flask import Blueprint, Response, jsonify

from webui.http.parts import part
from webui.play.api import seen
from webui.rights.device import need_host
from webui.setup.setup_desk import SetupDesk

blueprint = Blueprint("setup", __name__, url_prefix="/api/setup-check")


@blueprint.post("/skip")
def skip() -> Response:
    """Begin without it."""
    need_host()
    _desk().skip()
    return jsonify(seen())


@blueprint.post("/again")
def again() -> Response:
    """Look once more."""
    need_host()
    _desk().again()
    return jsonify(seen())


def _desk() -> SetupDesk:
    held: SetupDesk = part("setup_desk")
    return held
