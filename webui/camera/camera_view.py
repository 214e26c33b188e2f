"""What does a screen show of the camera?  The follower's status as plain data, in the reader's words."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import structs

from companion.game import Say
from companion.istanbul.notation.lines import format_action
from companion.istanbul.state import GameState
from companion.sync.courses import is_secret
from companion.sync.status import Hypothesis, Question, Status
from companion.sync.table import Carry, Standing, expected
from webui.camera import camera_words as words
from webui.house import House

Plain = dict[str, Any]
Names = Sequence[str]
NONE_OF_THESE, BY_TILE_FOR_GOOD = -1, -2
"""Options of a question beside its hypotheses."""
KINDS = {
    "hand": words.HAND,
    "in_step": words.IN_STEP,
    "carry": words.CARRY,
    "asking": words.ASKING,
    "lost": words.LOST,
}


def camera_view(status: Status, house: House, say: Say, nameless: Collection[int] = ()) -> Plain:
    """Detail, question, differences, what was played, what is to be carried, and what helps with the next tap.

    On the places of ``nameless`` lies something without a name, which may be what is missing.
    """
    differences = words.difference_words(status.misfits, status.tiles, say)
    if status.kind == "lost":
        differences += [words.nameless_words(place, say) for place in sorted(nameless)]
    names = [person.name for person in house.sitting.people]
    return {
        "detail": detail_words(status, house, say),
        "question": _question(status.question, names, say),
        "differences": [{"text": text} for text in differences],
        "differing": _differing(status),
        "seen": _seen(status, names, say),
        "carry": [
            {"seat": carry.seat, "text": words.carry_words(carry, status.late, names, say)}
            for carry in map(_by_owner(house), status.carries)
        ],
        "missing": _missing(status, house, say),
        "prints": [{"text": words.print_words(one, say)} for one in status.prints],
        "late": status.late,
        "usual": None if status.usual is None else [format_action(status.usual)],
        "dice": None if status.dice is None else list(status.dice),
    }


def _differing(status: Status) -> list[int]:
    """The places at which table and game differ, where the camera has lost track."""
    if status.kind != "lost":
        return []
    tiles = (int(place) for swap in status.tiles for place in (swap.expected, swap.seen))
    return sorted({*tiles, *(misfit.place for misfit in status.misfits)})


def _missing(status: Status, house: House, say: Say) -> list[Plain]:
    """Wood of the app's seats that is not seen where it belongs, though nothing speaks against it."""
    rivals = {house.sitting.people[seat].color: seat for seat in house.sitting.rivals}
    mine = [] if status.kind == "lost" else [one for one in status.misfits if one.thing.color in rivals]
    return [{"seat": rivals[one.thing.color], "text": words.difference_words([one], (), say)[0]} for one in mine]


def _by_owner(house: House) -> Callable[[Carry], Carry]:
    """Wood in a player's colour is carried by that player, whoever acted last."""
    seats = {person.color: seat for seat, person in enumerate(house.sitting.people)}

    def owned(carry: Carry) -> Carry:
        seat = seats.get(carry.thing.color, carry.seat)
        return structs.replace(carry, seat=seat)

    return owned


def without_answers(camera: Plain, seats: Collection[int], host: bool, taken: Collection[int] = ()) -> Plain:
    """The same for a device that may not answer the question: that it is asked, not what of, for it may name a card.

    The host's screen stands on the table: a card that somebody holds whose seat is ``taken`` is named to him alone.
    """
    question = camera["question"]
    if question is None or question["seat"] in seats:
        return camera
    if host and not (question.get("secret") and question["seat"] in taken):
        return camera
    return camera | {"question": question | {"options": []}}


def without_errands(camera: Plain) -> Plain:
    """The same where everything lies as the game says, though the camera has not looked at it yet: nothing is to be
    moved."""
    status = "looking" if camera["status"] == "carry" else camera["status"]
    return camera | {"status": status, "carry": [], "missing": [], "prints": [], "late": False}


def detail_words(status: Status, house: House, say: Say) -> str:
    """How things stand, in a sentence."""
    names = [person.name for person in house.sitting.people]
    if status.kind == "not_seen":
        return words.reason_words(status.reason, say)
    if status.kind == "seeing":
        return words.likely_words(status.likely, names, say)
    if status.broken is not None:
        own = words.broken_words(status.broken, house.running().state, names, say)
        return own or house.words_for(status.broken, say)
    return say(KINDS.get(status.kind, words.LOOKING))


def _seen(status: Status, names: Names, say: Say) -> Plain | None:
    """What was played without a question, for its player to take back."""
    applied = status.applied
    if applied is None:
        return None
    return {"seat": applied.seat, "version": applied.version, "text": words.applied_words(applied, names, say)}


def _question(question: Question | None, names: Names, say: Say) -> Plain | None:
    if question is None:
        return None
    told = [_option(question, number, one, names, say) for number, one in enumerate(question.hypotheses)]
    if question.tile is not None:
        told.append(told[question.tile] | {"id": BY_TILE_FOR_GOOD, "text": say(words.BY_TILE_FOR_GOOD)})
    told.append({"id": NONE_OF_THESE, "text": say(words.NONE_OF_THESE), "moves": []})
    text = say(words.ASKING if question.keep is None else words.ASKING_BACK)
    secret = any(is_secret(question.state, action) for one in question.hypotheses for action in one.actions)
    return {"id": question.id, "seat": question.seat, "text": text, "options": told, "secret": secret}


def _option(question: Question, number: int, one: Hypothesis, names: Names, say: Say) -> Plain:
    what = words.hypothesis_words(question.state, one, names, say)
    moves = _moves(question.state, one.state)
    if question.keep is not None:
        name = names[question.seat]
        what = say(words.TAKEN_BACK_FOR if one.actions else words.TAKEN_BACK).format(name=name, what=what)
    return {"id": number, "text": what, "moves": moves}


def _moves(before: GameState, after: GameState) -> list[Plain]:
    """The tokens that stand newly somewhere, to be drawn."""
    new: list[Standing] = sorted(expected(after) - expected(before))
    return [{"kind": thing.kind, "color": thing.color, "place": place} for thing, place in new]
