"""Which games are kept here, and how are they gone on with?  For the host alone."""

from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify

from companion.face import Plain
from companion.game import Say
from webui.keepsakes.earlier import Earlier, state_of
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
def saved() -> Response:
    """The games that were left before they were over, and those played to their end; the newest first."""
    need_host()
    session, say = house().session, say_for_request()
    running = session.store.name if session else ""
    left, over = list[Plain](), list[Plain]()
    for one in house().archive.earlier():
        if one.part.game.is_over(state := state_of(one)):
            over.append(_row(one, say) | _result(one, state, say))
        elif one.name != running:
            left.append(_row(one, say) | {"standing": _result(one, state, say)["ranks"]})
    return jsonify({"earlier": left, "over": over})


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


def _row(one: Earlier, say: Say) -> Plain:
    """The name of a game, its title, players, when somebody last did something, and whether it is damaged."""
    return {
        "file": one.name,
        "title": say(KINDS[one.part.game.name].title),
        "players": _names(one),
        "last_s": one.part.entries[-1].at_s,
        "damaged": one.damaged,
    }


def _result(one: Earlier, state: Any, say: Say) -> Plain:
    """Who has won a game that stands as ``state`` says, or would, and everybody's name and rubies, the best first."""
    names = _names(one)
    result = KINDS[one.part.game.name].face.standing(state, names, say)
    if not names:
        return {"winners": [], "ranks": []}
    ranks = [{"name": names[row["seat"]], "rubies": row["rubies"]} for row in result["rows"]]
    return {"winners": [names[seat] for seat in result["winners"]], "ranks": ranks}


def _names(one: Earlier) -> list[str]:
    return [person.name for person in _sitting(one).people]


def _sitting(game: Earlier) -> Sitting:
    try:
        return sitting_told(game.part.notes.get(SITTING))
    except msgspec.ValidationError:
        return Sitting(())
