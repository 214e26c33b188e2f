"""What do people say of the app's seats?  Begin, the wood lies right, and who plays a seat from now on."""

import msgspec
from flask import Blueprint, Response, current_app, jsonify

from webui.http.errors import Refused
from webui.play.api import seen
from webui.play.games import KINDS
from webui.play.rival_told import RivalsTold
from webui.play.rivals import Rivals
from webui.rights.device import body, device, house, need_host

blueprint = Blueprint("rivals", __name__, url_prefix="/api/rival")


class WoodMoved(msgspec.Struct, forbid_unknown_fields=True):
    """The wood lies as the app's seats have played up to entry ``n``."""

    n: int


class SeatOwner(msgspec.Struct, forbid_unknown_fields=True):
    """Who plays a seat from now on: the app in a ``strength``, or a person (empty)."""

    seat: int
    strength: str = ""


@blueprint.post("/begin")
def begin() -> Response:
    """The app may begin before everybody is seated."""
    _need_anybody()
    _rivals().begin()
    return jsonify(seen())


@blueprint.post("/moved")
def moved() -> Response:
    """Somebody has moved the wood for the app."""
    _need_anybody()
    told: RivalsTold = current_app.extensions["rivals_told"]
    told.moved(body(WoodMoved).n)
    return jsonify(seen())


@blueprint.post("/owner")
def owner() -> Response:
    """The app plays a seat from now on, or a person does; the host says so."""
    need_host()
    asked: SeatOwner = body(SeatOwner)
    session, sitting = house().running(), house().sitting
    if not 0 <= asked.seat < len(sitting.people):
        raise Refused("no_such_seat", 404, seat=asked.seat)
    rivals = KINDS[session.game.name].rivals
    if asked.strength and (rivals is None or asked.strength not in rivals.strengths):
        raise Refused("no_such_strength", 400)
    if asked.strength and rivals and not rivals.may_play_with(sitting.cards):
        raise Refused("rival_needs_cards", 409)
    if asked.strength and not set(range(len(sitting.people))) - sitting.rivals - {asked.seat}:
        raise Refused("nobody_plays", 409)
    house().reseat(asked.seat, asked.strength)
    _rivals().look()
    return jsonify(seen())


def _need_anybody() -> None:
    """Raise Refused for those who only watch."""
    if not device().seats:
        need_host()


def _rivals() -> Rivals:
    held: Rivals = current_app.extensions["rivals"]
    return held
