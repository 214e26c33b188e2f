"""What may the host do with the pictures of an evening?  Keep them, take them along, forget them."""

import msgspec
from flask import Blueprint, Response, jsonify, send_file

from webui.http.parts import part
from webui.keepsakes.recorder import Recorder
from webui.locales.words import say_for_request
from webui.play.api import seen
from webui.rights.device import body, house, need_host

blueprint = Blueprint("recorder", __name__, url_prefix="/api/recorder")


class RecorderSwitch(msgspec.Struct, forbid_unknown_fields=True):
    """On or off."""

    on: bool


@blueprint.post("")
def switch() -> Response:
    """Keep pictures from now on, or no longer."""
    need_host()
    _recorder().switch(body(RecorderSwitch).on)
    return jsonify(seen())


@blueprint.post("/delete")
def delete() -> Response:
    """Forget the pictures of this game."""
    need_host()
    _recorder().delete()
    return jsonify(seen())


@blueprint.get("/evening.zip")
def bundle() -> Response:
    """Pictures, copy of the game and how to follow them, to be sent with a report."""
    need_host()
    file = _recorder().zipped(say_for_request())
    return send_file(file, "application/zip", as_attachment=True, download_name=f"{house().game_id}.zip")


def _recorder() -> Recorder:
    held: Recorder = part("recorder")
    return held
