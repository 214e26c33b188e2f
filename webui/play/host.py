"""What may only the host do?  Start games, hand out seats, take them back, correct the table."""

import random
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, jsonify, request

from companion.session.log import HOST
from companion.words import mark
from webui.camera.phone_camera import let_in
from webui.http.errors import Refused
from webui.http.trust import is_loopback
from webui.locales.words import say_for_request
from webui.play.api import MOST_ACTIONS, seen
from webui.play.games import KINDS, Opening, listing, open_game
from webui.play.sitting import Sitting
from webui.rights.device import body, device, house, need_host, token
from webui.rights.links import outside_address, qr_path

blueprint = Blueprint("host", __name__, url_prefix="/api")
MOST_CHANGES, LONGEST_REASON = 60, 200
Amount = Annotated[int, msgspec.Meta(ge=0, le=999)]
"""No number of the game is larger."""


OWN_THINGS = ("lira", "goods", "capacity", "rubies", "crystals", "markers")
"""What lies open before a player, who may put it right without the host; nothing that is hidden, nothing of others."""
BESIDE = ("rubies", "extensions")
"""What of the table changes where one's own things do: they come from there."""


class SeatOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat."""

    seat: int


class WhichHost(msgspec.Struct, forbid_unknown_fields=True):
    """A device, by the id it has in the list of hosts."""

    id: str


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """The host's word on a device that waits."""

    id: str
    let_in: bool


class TableAction(msgspec.Struct, forbid_unknown_fields=True):
    """Actions for the table or for whoever is to act: corrections, dice, a player without a phone."""

    do: Annotated[list[str], msgspec.Meta(min_length=1, max_length=MOST_ACTIONS)]
    version: int


class OneChange(msgspec.Struct, forbid_unknown_fields=True):
    """One value to set, as the views show it."""

    what: str
    value: str | Amount | dict[str, Amount] | list[str | Amount] | None
    seat: int | None = None


AT_THE_TABLE = mark("corrected at the table")
"""Why something is put right, where people do not say; each reads it in his own language."""


class Correction(msgspec.Struct, forbid_unknown_fields=True):
    """Values to set and why, nothing where people do not say; ``despite``: even if the numbers do not add up."""

    changes: Annotated[list[OneChange], msgspec.Meta(max_length=MOST_CHANGES)]
    reason: Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)]
    version: int
    despite: bool = False


@blueprint.post("/game")
def start_game() -> Response:
    """Begin a new game; phones stay with their people, and those of who is gone are signed out."""
    need_host()
    if request.mimetype != "application/json":
        raise Refused("bad_request", 415)
    name, opening = open_game(request.get_data(), random.SystemRandom(), house().data_dir)
    return _begin(name, opening)


@blueprint.post("/rematch")
def rematch() -> Response:
    """The same people once more, on their seats, with a new deal."""
    need_host()
    session, sitting = house().running(), house().sitting
    last = Opening(session.setup, sitting.people, sitting.dice, sitting.cards, sitting.copy)
    kind = KINDS[session.game.name]
    return _begin(session.game.name, kind.again(session.setup, last, random.SystemRandom(), house().data_dir))


@blueprint.get("/games")
def games() -> Response:
    """The games that can be started, with the copies that are known of them."""
    return jsonify(listing(say_for_request(), house().data_dir))


@blueprint.get("/seats")
def seats() -> Response:
    """For each seat whether it is taken, else its link, QR and typed code; once the game has begun only on request."""
    need_host()
    taken = house().access.taken()
    people = house().sitting.people
    return jsonify([_seat(seat, person.name, person.color, seat in taken) for seat, person in enumerate(people)])


@blueprint.post("/seats/code")
def new_code() -> Response:
    """A code with which a new phone takes over a seat; the old phone is signed out when it is used."""
    need_host()
    seat = _persons_seat(body(SeatOrder).seat)
    return jsonify(_way_in(seat, take_over=True))


@blueprint.post("/seats/take")
def take_seat() -> Response:
    """The host's device plays for a player without a phone."""
    need_host()
    house().access.take(token() or "", _persons_seat(body(SeatOrder).seat))
    return jsonify(seen())


@blueprint.post("/seats/free")
def free_seat() -> Response:
    """Free a seat."""
    need_host()
    house().access.release(_known_seat(body(SeatOrder).seat))
    return jsonify(seen())


@blueprint.post("/wishes")
def decide() -> Response:
    """Let a waiting device in, or not."""
    need_host()
    asked: Decision = body(Decision)
    if asked.let_in:
        let_in(asked.id)
    else:
        house().access.decide(asked.id, let_in=False)
    return jsonify(seen())


@blueprint.get("/hosts")
def hosts() -> Response:
    """The devices that are the host's, since when, and which one asks."""
    need_host()
    return jsonify(house().access.hosts(token()))


@blueprint.post("/hosts/sign_out")
def sign_out() -> Response:
    """A device is the host's no longer; the PIN changes."""
    need_host()
    house().access.sign_out_host(body(WhichHost).id)
    return jsonify(seen())


@blueprint.get("/pin")
def pin() -> Response:
    """The host's PIN; told to this computer's own browser only, None to a host elsewhere."""
    need_host()
    return jsonify({"pin": house().access.pin.number if is_loopback() else None})


@blueprint.post("/table")
def table_action() -> Response:
    """Play for the table or for whoever is to act."""
    need_host()
    asked: TableAction = body(TableAction)
    session = house().running()
    session.submit([session.game.parse_action(text) for text in asked.do], None, asked.version, "table")
    return jsonify(seen())


@blueprint.post("/correct")
def correct() -> Response:
    """The table is right: set values, with a reason; players put their own things right."""
    if not device().seats:
        need_host()
    asked: Correction = body(Correction)
    by = HOST if device().host else _own_correction(asked)
    session = house().running()
    changes = [msgspec.to_builtins(change) for change in asked.changes]
    action = house().face.correction(changes, asked.reason or AT_THE_TABLE, asked.despite)
    session.submit([action], None, asked.version, "table", by)
    return jsonify(seen())


def _own_correction(asked: Correction) -> str:
    """Whose correction it is, where somebody puts only the own things right.  Raises Refused."""
    own = [change for change in asked.changes if change.seat is not None or change.what not in BESIDE]
    seats = {change.seat for change in own}
    seat = seats.pop() if len(seats) == 1 else None
    if seat not in device().seats or asked.despite or any(change.what not in OWN_THINGS for change in own):
        raise Refused("not_host", 403)
    return str(seat)


def _begin(name: str, opening: Opening) -> Response:
    sitting = Sitting(opening.people, opening.dice, opening.cards, opening.copy)
    house().start(name, opening.setup, sitting, keep_seats=True)
    return jsonify(seen())


def _persons_seat(seat: int) -> int:
    """The seat, where a person plays it.  Raises Refused."""
    if _known_seat(seat) in house().sitting.rivals:
        raise Refused("app_plays_it", 409)
    return seat


def _known_seat(seat: int) -> int:
    if not 0 <= seat < len(house().sitting.people):
        raise Refused("no_such_seat", 404, seat=seat)
    return seat


def _seat(seat: int, name: str, color: str, taken: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": seat, "name": name, "color": color, "taken": taken}
    if seat in house().sitting.rivals:
        return entry
    if house().access.codes.waiting(seat, take_over=True):
        return entry | _way_in(seat, take_over=True)
    return entry if taken or house().begun else entry | _way_in(seat)


def _way_in(seat: int, take_over: bool = False) -> dict[str, Any]:
    code = house().access.seat_code(seat, take_over)
    link = f"{outside_address()}/#j={code.secret}"
    return {"seat": seat, "link": link, "code": code.short, "qr": qr_path(link), "address": outside_address()}
