"""What do pages say to the server?  Look, act, undo, join; every answer is JSON, every refusal has words."""

from random import SystemRandom
from typing import Annotated

import msgspec
from flask import Blueprint, Response, jsonify, request

from companion.errors import RuleViolation, Stale
from companion.game import Action
from companion.session.log import may_redo, undo_reach
from companion.session.session import GameSession
from webui.http.errors import Refused
from webui.http.trust import is_loopback
from webui.locales.words import language, say_for_request
from webui.play.views import Reader, view_of
from webui.rights.device import (
    body,
    device,
    forget,
    house,
    need_seat,
    refuse_foreign_seat,
    remember,
    token,
)

blueprint = Blueprint("api", __name__, url_prefix="/api")
MOST_ACTIONS = 60
"""In one tap; the longest turn has fewer."""


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """Actions in the game's notation, meant for one version of one game."""

    do: str | Annotated[list[str], msgspec.Meta(min_length=1, max_length=MOST_ACTIONS)]
    version: int
    game_id: str = ""
    seat: int | None = None


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """Take back; ``keep`` is for the host, who may go back to any entry."""

    version: int
    keep: int | None = None
    seat: int | None = None


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """A code from a QR, a link or typed."""

    code: str


class Host(msgspec.Struct, forbid_unknown_fields=True):
    """The PIN that the computer's own screen shows."""

    pin: str


class CardsOfHand(msgspec.Struct, forbid_unknown_fields=True):
    """The cards of a hand by their kinds, ``?`` for what is not told."""

    cards: list[str]
    version: int
    seat: int | None = None


class Leave(msgspec.Struct, forbid_unknown_fields=True):
    """Give up a seat."""

    seat: int


@blueprint.get("/view")
def view() -> Response | tuple[str, int]:
    """The view of the device's seat; 204 where nothing changed since ``since``."""
    since = request.args.get("since", type=int)
    if since is not None and since == house().pulse()["tick"]:
        return "", 204
    wanted = request.args.get("seat", type=int)
    refuse_foreign_seat(wanted)
    return jsonify(seen(wanted))


@blueprint.post("/act")
def act() -> Response | tuple[Response, int]:
    """Play actions for the device's seat, or bring the dice and cards that the table owes."""
    asked: Act = body(Act)
    refuse_foreign_seat(asked.seat)
    session = house().running()
    if asked.game_id not in ("", house().game_id):
        return _stale(asked.seat)
    texts = [asked.do] if isinstance(asked.do, str) else asked.do
    actions = [session.game.parse_action(text) for text in texts]
    seat = _acting_seat(session, asked.seat, actions)
    try:
        house().taps.add(asked.version, session.submit(actions, seat, asked.version))
    except Stale:
        return _stale(asked.seat)
    return jsonify(seen(asked.seat))


@blueprint.post("/undo")
def undo() -> Response | tuple[Response, int]:
    """Take the last action back, as far as the device may."""
    asked: Undo = body(Undo)
    refuse_foreign_seat(asked.seat)
    session = house().running()
    keep, seat = _reach(session, asked)
    try:
        session.undo(keep, seat, asked.version)
    except Stale:
        return _stale(asked.seat)
    return jsonify(seen(asked.seat))


@blueprint.post("/redo")
def redo() -> Response | tuple[Response, int]:
    """Bring back what the last undo took."""
    asked: Undo = body(Undo)
    refuse_foreign_seat(asked.seat)
    session = house().running()
    seat = None if device().host else need_seat(asked.seat)
    if not may_redo(session.log, seat):
        raise Refused("nothing_to_redo", 409)
    try:
        session.redo(seat, asked.version)
    except Stale:
        return _stale(asked.seat)
    return jsonify(seen(asked.seat))


@blueprint.post("/join")
def join() -> Response:
    """Take a seat, or the host's rights, with a one-time code; a typed one waits for the host's consent."""
    asked: Join = body(Join)
    address = request.remote_addr or ""
    new_token, rights = house().access.redeem(asked.code, token(), is_loopback(), house().begun, address)
    waits = house().access.wish_of(new_token) is not None
    return remember(jsonify({"seats": list(rights.seats), "host": rights.host, "waiting": waits}), new_token)


@blueprint.post("/be_host")
def be_host() -> Response:
    """The host's rights for another device, with the PIN that the computer shows."""
    asked: Host = body(Host)
    new_token, rights = house().access.be_host(asked.pin, token(), request.remote_addr or "")
    return remember(jsonify({"seats": list(rights.seats), "host": rights.host}), new_token)


@blueprint.post("/leave")
def leave() -> Response:
    """Give the seat back; another phone can take it then."""
    seat = need_seat(body(Leave).seat)
    house().access.release(seat)
    answer = jsonify({"seats": list(device().seats)})
    return answer if device().is_known else forget(answer)


@blueprint.post("/hand")
def hand() -> Response:
    """A player tells which real cards he holds; nobody else is shown them."""
    asked: CardsOfHand = body(CardsOfHand)
    seat, session = need_seat(asked.seat), house().running()
    session.submit([house().face.tell_hand(seat, asked.cards)], None, asked.version)
    return jsonify(seen(asked.seat))


@blueprint.get("/hint")
def hint() -> Response:
    """What the strong app would do, and why; only for the seat that is to act."""
    session = house().running()
    seat = need_seat(request.args.get("seat", type=int))
    acting = session.game.seat_to_act(session.state)
    if seat != acting:
        raise RuleViolation("not_your_turn", seat=seat, to_act=acting)
    names = [person.name for person in house().sitting.people]
    return jsonify(house().face.hint(session.state, SystemRandom(), names, say_for_request()))


def seen(wanted: int | None = None) -> dict[str, object]:
    """What the asking device sees, and what it is; from the seat wanted as long as that is its own."""
    return view_of(house(), Reader(token(), language()), wanted)


def _acting_seat(session: GameSession, wanted: int | None, actions: list[Action]) -> int | None:
    """The device's seat; None, the table, where a device of this game tells what lies there: one throw or card, or
    what is printed.  Raises Refused for anything else that is no seat's to say."""
    game = session.game
    tells = all(isinstance(action, game.told) for action in actions)
    tells = tells or (len(actions) == 1 and isinstance(actions[0], game.chance))
    if tells and (device().seats or device().host):
        return None
    seat = need_seat(wanted)
    if not all(game.is_own(action) for action in actions):
        raise Refused("not_yours_to_say", 403)
    return seat


def _reach(session: GameSession, asked: Undo) -> tuple[int, int | None]:
    if asked.keep is not None and device().host:
        return asked.keep, None
    seat = need_seat(asked.seat)
    keep = undo_reach(session.game, session.log, seat, house().sitting.rivals)
    if keep is None:
        raise Refused("nothing_to_undo", 409)
    return house().taps.whole(session, keep, seat), seat


def _stale(wanted: int | None) -> tuple[Response, int]:
    """409 with the fresh view, so that the page need not ask again."""
    fresh = seen(wanted)
    message = house().words_for(Stale("stale"), say_for_request())
    return jsonify({"code": "stale", "message": message, "facts": {}, "version": house().version, "view": fresh}), 409
