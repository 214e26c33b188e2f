"""What do pages say to the server?  Look, act, undo, join; every answer is JSON, every refusal has words."""

from random import SystemRandom

import msgspec
from flask import Blueprint, Response, jsonify, request

from companion.errors import RuleViolation, Stale
from companion.game import Action
from companion.session.log import undo_reach
from companion.session.session import GameSession
from webui.camera_view import without_answers
from webui.device import body, device, forget, house, need_seat, own_seat, remember, token
from webui.errors import Refused
from webui.trust import is_loopback
from webui.words import language, say_for_request

blueprint = Blueprint("api", __name__, url_prefix="/api")


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """Actions in the game's notation, meant for one version of one game."""

    do: str | list[str]
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


class Hand(msgspec.Struct, forbid_unknown_fields=True):
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
    return jsonify(seen(request.args.get("seat", type=int)))


@blueprint.post("/act")
def act() -> Response | tuple[Response, int]:
    """Play actions for the device's seat, or bring the dice and cards that the table owes."""
    asked: Act = body(Act)
    session = house().running()
    if asked.game_id not in ("", house().game_id):
        return _stale(asked.seat)
    texts = [asked.do] if isinstance(asked.do, str) else asked.do
    actions = [session.game.parse_action(text) for text in texts]
    seat = _acting_seat(session, asked.seat, actions)
    _refuse_wishes(seat, actions)
    try:
        house().tapped(asked.version, session.submit(actions, seat, asked.version))
    except Stale:
        return _stale(asked.seat)
    return jsonify(seen(asked.seat))


@blueprint.post("/undo")
def undo() -> Response | tuple[Response, int]:
    """Take the last action back, as far as the device may."""
    asked: Undo = body(Undo)
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
    session = house().running()
    last = session.log.entries[-1] if session.log.entries else None
    seat = None if device().host else need_seat(asked.seat)
    if last is None or last.kind != "undo" or (seat is not None and last.seat != seat):
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
    new_token, rights = house().access.redeem(asked.code, token(), is_loopback(), house().begun)
    return remember(jsonify({"seats": list(rights.seats), "host": rights.host} | _waiting(new_token)), new_token)


@blueprint.post("/be_host")
def be_host() -> Response:
    """The host's rights for another device, with the PIN that the computer shows."""
    asked: Host = body(Host)
    new_token, rights = house().access.be_host(asked.pin, token())
    return remember(jsonify({"seats": list(rights.seats), "host": rights.host}), new_token)


@blueprint.post("/leave")
def leave() -> Response:
    """Give the seat back; another phone can take it then."""
    seat = need_seat(body(Leave).seat)
    house().access.release(seat)
    answer = jsonify({"seats": list(device().seats)})
    return answer if device().seats or device().host else forget(answer)


@blueprint.post("/hand")
def hand() -> Response:
    """A player tells which real cards he holds; nobody else is shown them."""
    asked: Hand = body(Hand)
    seat, session = need_seat(asked.seat), house().running()
    session.submit([house().face.tell_hand(seat, asked.cards)], None, asked.version)
    return jsonify(seen(asked.seat))


@blueprint.get("/hint")
def hint() -> Response:
    """What a sensible player would do; only for the seat that is to act."""
    session = house().running()
    seat = need_seat(request.args.get("seat", type=int))
    acting = session.game.seat_to_act(session.state)
    if seat != acting:
        raise RuleViolation("not_your_turn", seat=seat, to_act=acting)
    names = [person.name for person in house().sitting.people]
    return jsonify(house().face.hint(session.state, SystemRandom(), names, say_for_request()))


def seen(wanted: int | None = None) -> dict[str, object]:
    """What the asking device sees, and what it is."""
    seat, asking = own_seat(wanted), device()
    you: dict[str, object] = {"seat": seat, "seats": list(asking.seats), "host": asking.host, "camera": asking.camera}
    you |= {"language": language(), **_waiting(token())}
    wishes = {"wishes": [{"id": one.id, "seat": one.seat} for one in house().access.wishes()]} if asking.host else {}
    view = house().view(seat, say_for_request())
    view["camera"] = without_answers(view["camera"], asking.seats, asking.host)
    return {"you": you, **wishes, **view}


def _waiting(asking: str | None) -> dict[str, bool]:
    """Does this device wait for the host to let it in?"""
    return {"waiting": house().access.wish_of(asking) is not None}


def _acting_seat(session: GameSession, wanted: int | None, actions: list[Action]) -> int | None:
    """The device's seat; None, the table, where dice or cards are due or what lies on the table is told, and the
    device belongs to this game."""
    told = all(isinstance(action, house().face.told_by_anybody) for action in actions)
    if (told or session.game.seat_to_act(session.state) is None) and (device().seats or device().host):
        return None
    return need_seat(wanted)


def _refuse_wishes(seat: int | None, actions: list[Action]) -> None:
    """Nobody names dice or cards that the app brings: from a seat only its own actions, for the table one at a time."""
    own = [house().face.asked_by_seat(action) for action in actions]
    if (seat is None and (len(own) != 1 or own[0])) or (seat is not None and not all(own)):
        raise Refused("not_yours_to_say", 403)


def _reach(session: GameSession, asked: Undo) -> tuple[int, int | None]:
    if asked.keep is not None and device().host:
        return asked.keep, None
    seat = need_seat(asked.seat)
    keep = undo_reach(session.game, session.log, seat)
    if keep is None:
        raise Refused("nothing_to_undo", 409)
    return _whole_tap(session, keep, seat), seat


def _whole_tap(session: GameSession, keep: int, seat: int) -> int:
    """A tap that did several things is taken back as one, unless dice or cards were shown in between."""
    start = house().tap_start(keep + 1)
    inside = [entry for entry in session.log.effective if start < entry.number <= keep]
    hidden = any(session.game.barrier(event) for entry in inside for event in entry.events)
    return keep if hidden or any(entry.seat != seat for entry in inside) else min(start, keep)


def _stale(wanted: int | None) -> tuple[Response, int]:
    """409 with the fresh view, so that the page need not ask again."""
    fresh = seen(wanted)
    message = house().words_for(Stale("stale"), say_for_request())
    return jsonify({"code": "stale", "message": message, "facts": {}, "version": house().version, "view": fresh}), 409
