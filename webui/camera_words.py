"""What does the camera have to say?  Its findings as sentences; the only place for such words."""

from collections.abc import Iterable, Sequence

from companion.game import Say
from companion.istanbul.names import Color, Place
from companion.istanbul.state import GameState
from companion.istanbul.vocabulary import PLACES
from companion.sync.explain import Hypothesis, Misfit
from companion.sync.observation import Kind, Thing
from companion.sync.tiles import Swap
from companion.sync.turns import Turn, turns_of
from companion.words import COLORS, mark
from vision.params import REASONS

Names = Sequence[str]

LOOKING = mark("Looking at the table.")
HAND = mark("A hand is over the board: waiting.")
IN_STEP = mark("Table and game agree.")
ASKING = mark("Something moved. Is this what happened?")
LOST = mark("The table differs from the game.")
PUT_RIGHT = mark("Put the table as the game says; this goes away by itself.")
NONE_OF_THESE = mark("Something else happened")

TOKENS = {
    Kind.MERCHANT: mark("{color} merchant"),
    Kind.ASSISTANT: mark("{color} assistant"),
    Kind.FAMILY: mark("{color} family member"),
    Kind.GOVERNOR: mark("Governor"),
    Kind.SMUGGLER: mark("Smuggler"),
}


def reason_words(reason: str, say: Say) -> str:
    """Why a picture could not be read, and what to do."""
    return say(REASONS[reason])


def difference_words(misfits: Iterable[Misfit], tiles: Iterable[Swap], say: Say) -> list[str]:
    """Each difference between table and game in a sentence; a thing that only stands elsewhere is one difference."""
    found = list(misfits)
    elsewhere = {misfit.thing: misfit for misfit in found if misfit.seen and misfit.thing.kind is not Kind.ASSISTANT}
    missing = {misfit.thing for misfit in found if not misfit.seen}
    sentences = [_tile_words(tile, say) for tile in tiles]
    for misfit in found:
        if misfit.thing in elsewhere and misfit.thing in missing:
            if not misfit.seen:
                sentences.append(_moved_words(misfit, elsewhere[misfit.thing], say))
        else:
            sentences.append(_one_words(misfit, say))
    return sentences


def hypothesis_words(state: GameState, hypothesis: Hypothesis, names: Names, say: Say) -> str:
    """What happened according to a hypothesis: one phrase for each turn it touches."""
    return " ".join(_turn_words(names[seat], turn, say) for seat, turn in turns_of(state, hypothesis.actions))


def thing_words(thing: Thing, say: Say) -> str:
    """A token's name with its colour."""
    color = say(COLORS[Color(thing.color)]) if thing.color in COLORS else ""
    return say(TOKENS[thing.kind]).format(color=color)


def _moved_words(expected: Misfit, seen: Misfit, say: Say) -> str:
    return say("The {thing} stands at the {seen}; the game has it at the {expected}.").format(
        thing=thing_words(expected.thing, say), seen=_place(seen.place, say), expected=_place(expected.place, say)
    )


def _one_words(misfit: Misfit, say: Say) -> str:
    seen, missing = (
        say("The {thing} at the {place} is not in the game."),
        say("The {thing} at the {place} is not there."),
    )
    words = {"thing": thing_words(misfit.thing, say), "place": _place(misfit.place, say)}
    return (seen if misfit.seen else missing).format(**words)


def _tile_words(tile: Swap, say: Say) -> str:
    text = say("The {seen} lies where the game has the {expected}.")
    return text.format(seen=_place(tile.seen, say), expected=_place(tile.expected, say))


def _place(place: int, say: Say) -> str:
    return say(PLACES[Place(place)])


def _turn_words(name: str, turn: Turn, say: Say) -> str:
    parts = [_way_words(turn, say), *_assistant_words(turn, say)]
    if turn.family is not None:
        parts.append(say("family member at the {place}").format(place=_place(turn.family, say)))
    if turn.caught:
        colors = ", ".join(say(COLORS[Color(color)]) for color in turn.caught)
        parts.append(say("catches family member: {colors}").format(colors=colors))
    if turn.governor is not None:
        parts.append(say("Governor to the {place}").format(place=_place(turn.governor, say)))
    if turn.smuggler is not None:
        parts.append(say("Smuggler to the {place}").format(place=_place(turn.smuggler, say)))
    return f"{name}: {', '.join(part for part in parts if part)}."


def _way_words(turn: Turn, say: Say) -> str:
    if turn.start == turn.to:
        return ""
    return say("{start} → {to}").format(start=_place(turn.start, say), to=_place(turn.to, say))


def _assistant_words(turn: Turn, say: Say) -> list[str]:
    words = {"left": say("an assistant left"), "picked": say("an assistant picked up"), "none": ""}[turn.assistant]
    if turn.recalled:
        places = ", ".join(_place(place, say) for place in turn.recalled)
        return [words, say("assistants called back from: {places}").format(places=places)]
    return [words]
