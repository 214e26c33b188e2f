"""What does the camera have to say?  Its findings as sentences; the only place for such words."""

from collections.abc import Iterable, Sequence

from companion.errors import RuleViolation
from companion.game import Say
from companion.istanbul.actions import Action, Rolled, UseYellowTile
from companion.istanbul.cards import CARD_NEEDED, PAID
from companion.istanbul.engine import play
from companion.istanbul.names import Color, Good, Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import YELLOW_TILE_FEE
from companion.istanbul.view.offer_words import offer_words
from companion.istanbul.view.vocabulary import CARDS, PLACES, TILE_NAMES
from companion.sync.observation import Kind, Thing
from companion.sync.status import Applied, Hypothesis, Print, UnderWay
from companion.sync.table import NEUTRAL, Carry, Misfit, SwappedTile, expected
from companion.sync.turns import Turn, turns_of
from companion.words import COLORS, mark
from vision.params import REASONS

Names = Sequence[str]

LOOKING = mark("Looking at the table.")
HAND = mark("A hand is over the board: waiting.")
IN_STEP = mark("Table and game agree.")
ASKING = mark("What happened on the table?")
LOST = mark("The table differs from the game.")
NONE_OF_THESE = mark("Something else happened")
WITH_TILE = mark("(with the {tile}, {lira} Lira)")
WITH_CARD = mark("(with the card “{card}”)")
BY_TILE_FOR_GOOD = mark("With the yellow mosque tile, and from now on always. A card is then played on the phone.")
MOVING = mark("A move is under way.")
SEEING = mark("Seeing: {what}")
AHEAD = mark("{name} first tells what happened at the {place}. Then: {what}")
SEEN = mark("Seen: {what}")
OF_PLAYER = mark("{name}: {what}.")
CARRY = mark("Some pieces still have to be moved.")
ASKING_BACK = mark("Was this taken back?")
TAKEN_BACK = mark("{name} takes the move back.")
TAKEN_BACK_FOR = mark("{name} takes the move back. Instead: {what}")
DICE = mark("The dice show {first} and {second}.")
GOES = mark("{name}: the {thing} goes from the {start} to the {to}.")
COMES = mark("{name}: the {thing} goes to the {to}.")
LEAVES = mark("{name}: the {thing} goes from the {start} back under the merchant.")
STILL = mark("The {thing} is still at the {start}; it belongs at the {to}.")
STILL_AFTER_DICE = mark("The {thing} is still at the {start}; the dice said: {to}.")

BROKEN = {
    "two_merchants": mark("More than one merchant was moved; only {name} is to move."),
    "assistant_of_another": mark("The {thing} at the {place} is not {name}'s."),
    "second_assistant": mark("Only one assistant is left in a turn."),
    "assistant_elsewhere": mark("The assistant belongs where the merchant stands, not at the {place}."),
    "assistant_at_fountain": mark("No assistant is left at the Fountain."),
    "assistant_without_move": mark("The {thing} at the {place}: an assistant is left only by a merchant who arrives."),
    "moved_without_dice": mark("The {thing} moves only where dice send it."),
}
"""The rules that only a look at the table can find broken."""

PRINTS = {
    "mail": mark("Mail indicators down: {shown} on the table, {wanted} in the game."),
    "large": mark("The demand tile on the {place} is not the one in the game."),
    "small": mark("The demand tile on the {place} is not the one in the game."),
    "ruby": mark("Rubies on the {place}: {shown} on the table, {wanted} in the game."),
    "mosque": mark("The top {tile} asks for {shown} goods on the table, for {wanted} in the game."),
    "mosque gone": mark("No {tile} lies on the table; in the game one is left."),
    "mosque over": mark("A {tile} lies on the table; in the game none is left."),
}

NEUTRAL_ASSISTANT = mark("neutral assistant")
TOKENS = {
    Kind.MERCHANT: mark("{color} merchant"),
    Kind.ASSISTANT: mark("{color} assistant"),
    Kind.FAMILY: mark("{color} family member"),
    Kind.GOVERNOR: mark("Governor"),
    Kind.SMUGGLER: mark("Smuggler"),
}


IS_FAR = mark("The tiles are small in the camera's picture, and wood is easily missed. Set it up nearer, or higher.")

IS_NAMELESS = mark("At the {place} lies something that the camera cannot name. Does wood lie on its side there?")

EYE_SILENT = "eye_silent"
EYE_REASONS = {
    EYE_SILENT: mark("The eye at the table says nothing. Look at its computer: bazaar eye must run there."),
}
"""What an eye on another computer has to say beside what is wrong with a picture."""


def reason_words(reason: str, say: Say) -> str:
    """Why a picture could not be read, and what to do."""
    return say(EYE_REASONS.get(reason) or REASONS[reason])


def difference_words(misfits: Iterable[Misfit], tiles: Iterable[SwappedTile], say: Say) -> list[str]:
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


def nameless_words(place: int, say: Say) -> str:
    """That something lies on a place that has no name."""
    return say(IS_NAMELESS).format(place=_place(place, say))


def hypothesis_words(state: GameState, hypothesis: Hypothesis, names: Names, say: Say) -> str:
    """What happened according to a hypothesis: one phrase for each turn it touches, and what was paid for it."""
    if _moves_wood(state, hypothesis.actions):
        return _told(state, hypothesis.actions, names, say)
    return say(OF_PLAYER).format(name=names[state.turn], what=_plain_words(state, hypothesis.actions, names, say))


def _told(state: GameState, actions: Sequence[Action], names: Names, say: Say) -> str:
    turns = [_turn_words(names[seat], turn, say) for seat, turn in turns_of(state, actions)]
    return " ".join((*turns, *(_with_what(one, say) for one in actions if isinstance(one, PAID))))


def _with_what(action: Action, say: Say) -> str:
    """With which card or tile it was done."""
    if isinstance(action, UseYellowTile):
        return say(WITH_TILE).format(tile=say(TILE_NAMES[Good.FRUIT]), lira=YELLOW_TILE_FEE)
    return say(WITH_CARD).format(card=say(CARDS[CARD_NEEDED[type(action)]]))


def applied_words(applied: Applied, names: Names, say: Say) -> str:
    """What was played without a question."""
    words = _told if _moves_wood(applied.state, applied.actions) else _plain_words
    return say(SEEN).format(what=words(applied.state, applied.actions, names, say))


def _moves_wood(state: GameState, actions: Sequence[Action]) -> bool:
    after = state
    for action in actions:
        after = play(after, action)
    return expected(after) != expected(state)


def _plain_words(state: GameState, actions: Sequence[Action], names: Names, say: Say) -> str:
    """What was done without any wood."""
    return " ".join(_action_words(state, one, names, say) for one in actions)


def likely_words(likely: UnderWay | None, names: Names, say: Say) -> str:
    """What seems to be under way; no card is named, for everybody reads it."""
    if likely is None:
        return say(MOVING)
    state = likely.state
    turns = [_turn_words(names[seat], turn, say) for seat, turn in turns_of(state, likely.hypothesis.actions)]
    if not likely.ahead:
        return say(SEEING).format(what=" ".join(turns)) if turns else say(MOVING)
    acting = state.player.family if state.agenda[-1].figure == "family" else state.player.merchant
    return say(AHEAD).format(name=names[state.turn], place=_place(acting, say), what=turns[-1])


def carry_words(carry: Carry, late: bool, names: Names, say: Say) -> str:
    """Who moves which token where."""
    words = {
        "name": "" if carry.seat is None else names[carry.seat],
        "thing": thing_words(carry.thing, say),
        "start": "" if carry.start is None else _place(carry.start, say),
        "to": "" if carry.to is None else _place(carry.to, say),
    }
    rolled = carry.thing.kind in (Kind.GOVERNOR, Kind.SMUGGLER)
    still = late and carry.start is not None and carry.to is not None
    text = LEAVES if carry.to is None else COMES if carry.start is None else GOES
    told = say((STILL_AFTER_DICE if rolled else STILL) if still else text).format(**words)
    told = told if words["name"] else told.lstrip(" \u00a0:")
    return told[:1].upper() + told[1:]


def print_words(one: Print, say: Say) -> str:
    """What a printed space shows, and what it should show."""
    kind, _, which = one.name.partition(" ")
    markets = {"large": Place.LARGE_MARKET, "small": Place.SMALL_MARKET}
    at = int(which) if which.isdecimal() else markets.get(kind)
    place, tile = _place(at, say) if at else "", say(TILE_NAMES[Good(which)]) if kind == "mosque" else ""
    state = {one.wanted: " over", one.shown: " gone"}.get(0, "") if kind == "mosque" else ""
    return say(PRINTS[kind + state]).format(shown=one.shown, wanted=one.wanted, place=place, tile=tile)


def broken_words(broken: RuleViolation, state: GameState, names: Names, say: Say) -> str | None:
    """The rule that the table breaks; None where the game words it."""
    if broken.code not in BROKEN:
        return None
    facts = broken.facts
    thing = facts.get("thing") or Thing(Kind.ASSISTANT, str(facts.get("color", "")))
    place = _place(facts["place"], say) if "place" in facts else ""
    return say(BROKEN[broken.code]).format(name=names[state.turn], thing=thing_words(thing, say), place=place)


def _action_words(state: GameState, action: Action, names: Names, say: Say) -> str:
    if isinstance(action, Rolled):
        return say(DICE).format(first=action.first, second=action.second)
    return offer_words(state, action, names, say)[0]


def thing_words(thing: Thing, say: Say) -> str:
    """A token's name with its colour."""
    if thing == NEUTRAL:
        return say(NEUTRAL_ASSISTANT)
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


def _tile_words(tile: SwappedTile, say: Say) -> str:
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
    return say(OF_PLAYER).format(name=name, what=", ".join(part for part in parts if part))


def _way_words(turn: Turn, say: Say) -> str:
    if turn.start == turn.to:
        return ""
    return say("{start} → {to}").format(start=_place(turn.start, say), to=_place(turn.to, say))


def _assistant_words(turn: Turn, say: Say) -> list[str]:
    words = {"left": say("leaves an assistant"), "picked": say("picks an assistant up"), "none": ""}[turn.assistant]
    if turn.recalled:
        places = ", ".join(_place(place, say) for place in turn.recalled)
        return [words, say("calls assistants back from: {places}").format(places=places)]
    return [words]
