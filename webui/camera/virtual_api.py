"""How do people move things on the virtual table?  For the host, who has no real one before him."""

from typing import Literal

import msgspec
from flask import Blueprint, Response, jsonify

from vision.painted.table_of_game import Hands
from webui.http.errors import Refused
from webui.play.api import seen
from webui.rights.device import body, house, need_host

blueprint = Blueprint("virtual", __name__, url_prefix="/api/virtual")


class CarryOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Take a token from one place to another; ``usual`` leaves or picks up an assistant as the rules would."""

    kind: Literal["merchant", "assistant", "family", "governor", "smuggler"]
    color: str
    place: int
    to: int
    usual: bool = True


class Mishap(msgspec.Struct, forbid_unknown_fields=True):
    """A hand over the board, a knock against the camera, or everything laid as the game says."""

    what: Literal["hand", "no_hand", "bump", "tidy"]


@blueprint.post("/carry")
def carry() -> Response:
    """Move a token."""
    need_host()
    asked: CarryOrder = body(CarryOrder)
    if not 1 <= asked.to <= 16:
        raise Refused("bad_request", 400)
    try:
        _hands().carry(asked.kind, asked.color, asked.place, asked.to, asked.usual)
    except ValueError as error:
        raise Refused("bad_request", 409, why=str(error)) from error
    return jsonify(seen())


@blueprint.post("/mishap")
def mishap() -> Response:
    """Something that happens at every table."""
    need_host()
    _hands().mishap(body(Mishap).what)
    return jsonify(seen())


def _hands() -> Hands:
    hands: Hands | None = getattr(house().desk, "hands", None)
    if hands is None:
        raise Refused("no_virtual_table", 409)
    return hands
