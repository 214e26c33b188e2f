"""How does a table call the organiser?"""

import msgspec
from flask import Blueprint, Response, jsonify

from webui.http.errors import Refused
from webui.http.parts import part
from webui.play.api import seen
from webui.rights.device import body, device

blueprint = Blueprint("help", __name__, url_prefix="/api")


class Call(msgspec.Struct, forbid_unknown_fields=True):
    """Whether somebody shall come."""

    needs: bool


@blueprint.post("/help")
def call() -> Response:
    """The organiser shall come to this table, or need not any more; for those who play here."""
    if not device().is_known:
        raise Refused("not_joined", 403)
    asked: Call = body(Call)
    table = part("table")
    part("board").call_for_help(table.hold.code, asked.needs)
    table.note_help(asked.needs)
    return jsonify(seen())
