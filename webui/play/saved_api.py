"""Which games are kept here, and how are they gone on with?  For the host alone."""

from collections.abc import Iterable

import msgspec
from flask import Blueprint, Response, jsonify

from companion.face import Plain
from companion.game import Say
from webui.keepsakes.earlier import Earlier
from webui.locales.words import say_for_request
from webui.play.api import seen
from webui.play.games import KINDS
from webui.play.sitting import SITTING, Sitting, sitting_told
from webui.rights.device import body, house, need_host

blueprint = Blueprint("saved", __name__, url_prefix="/api/saved")


class WhichFile(msgspec.Struct, forbid_unknown_fields=True):
    """An earlier game, or a file that was set aside."""

    file: str


@blueprint.get("")
def earlier() -> Response:
    """The games that were left before they were over, the newest first."""
    need_host()
    session = house().session
    running = session.store.name if session else ""
    left = (one for one in house().archive.earlier() if one.name != running)
    return jsonify({"earlier": _rows(left, say_for_request())})


@blueprint.post("/try_again")
def try_again() -> Response:
    """Open the newest saved game once more, where it was out of reach at the start."""
    need_host()
    if house().session is None:
        house().open_newest()
    return jsonify(seen())


@blueprint.post("/recover")
def recover() -> Response:
    """Go on with an earlier game, or from before the damage of one that was set aside."""
    need_host()
    house().recover(body(WhichFile).file)
    return jsonify(seen())


def _rows(games: Iterable[Earlier], say: Say) -> list[Plain]:
    """For each game its name, title, players, when somebody last did something, and whether it is damaged."""
    return [
        {
            "file": one.name,
            "title": say(KINDS[one.part.game.name].title),
            "players": [person.name for person in _sitting(one).people],
            "last_s": one.part.entries[-1].at_s,
            "damaged": one.damaged,
        }
        for one in games
    ]


def _sitting(game: Earlier) -> Sitting:
    try:
        return sitting_told(game.part.notes.get(SITTING))
    except msgspec.ValidationError:
        return Sitting(())
