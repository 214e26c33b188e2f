"""What does a case show of the rules?  Short labels, and the list of labels that the suite must have."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.codes import PROBLEM_CODES, RULE_CODES
from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState, Options, Step
from companion.istanbul.steps.rules import place_of
from companion.istanbul.tables import MARKET_TILES, MOSQUE_STACK, RUBY_INDEX, RUBY_PLACES
from companion.istanbul.view.offer_words import FREE

AT_A_PLACE = (Step.ACTION, Step.AGAIN, Step.TAKE_CARD, Step.GIVE_CARD, Step.RED_TILE, Step.CHOOSE_GOOD)
PLAYERS = (2, 3, 4, 5)
TELLING = ("why", "how", "card", "good", "tile", "place", "neutral", "deduced", "forced", "down", "lost", "to")
"""Fields of an event whose values are rules of their own."""


def covered(state: GameState, action: a.Action, events: Sequence[Any], legal: Sequence[a.Action]) -> set[str]:
    """The labels of an action that was taken."""
    pending, kind = state.agenda[-1] if state.agenda else None, type(action).__name__
    step = pending.step if pending else "over"
    names = " ".join(type(event).__name__ for event in events if not isinstance(event, e.STORYLESS))
    offered = " ".join(sorted({type(one).__name__ for one in legal}))
    labels = {f"step {step}", f"action {kind}", f"{step} {kind}", f"{step} {kind}: {names}", f"{step} offers {offered}"}
    labels |= {f"option {option} {kind}" for option in _options(state)}
    labels |= set(_at_a_place(state, kind)) | set(_cards(state, action)) | {f"players {len(state.players)} {kind}"}
    return labels | {label for event in events for label in _of_event(state, event)}


def refused(state: GameState, action: a.Action, code: str) -> set[str]:
    """The labels of an action that was refused."""
    step, kind = state.agenda[-1].step if state.agenda else "over", type(action).__name__
    return {f"refused {code}", f"refused {code} {kind}", f"refused {code} {kind} at {step}", f"refuses {kind}"}


def wanted() -> set[str]:
    """The labels every suite must have: one for each rule that a table of the rules holds."""
    return {
        *(f"action {kind.__name__}" for kind in a.Action.__args__),
        *(f"refuses {kind.__name__}" for kind in a.Action.__args__ if kind not in NEVER_REFUSED),
        *(f"step {step}" for step in Step),
        *(f"event {kind.__name__}" for kind in e.Event.__args__ if kind not in (*e.STORYLESS,)),
        *(f"card {card}" for card in Card if card is not Card.UNKNOWN),
        *(f"sold at {tile}" for tiles in MARKET_TILES.values() for tile in tiles),
        *(f"family at place {int(place)}" for place in Place if place is not Place.POLICE_STATION),
        *(f"winners {number}" for number in (1, 2)),
        *_wanted_of_places(),
        *_wanted_codes(),
    }


NEVER_REFUSED: tuple[type, ...] = ()
LARGER_BOARDS_ONLY = frozenset({"dice_places_in_line"})
"""Refusals that only the layouts of the expansions know."""

NOT_WRITTEN = frozenset({"negative_lira", "demand"})
"""Problems that no position in the notation can show."""


def _wanted_of_places() -> Iterator[str]:
    for number in PLAYERS:
        yield from (f"place {int(place)} players {number}" for place in Place)
        yield f"setup {number} players"
        for good in "RGYB":
            yield from (f"tile {good}{need} players {number}" for need in MOSQUE_STACK[number])
        yield from (f"ruby from {int(place)} players {number}" for place in RUBY_PLACES)


def _wanted_codes() -> Iterator[str]:
    yield from (f"problem {code}" for code in PROBLEM_CODES if code not in NOT_WRITTEN)
    for code in RULE_CODES:
        if code in LARGER_BOARDS_ONLY:
            continue
        yield f"{'setup ' if code in SETUP_CODES else ''}refused {code}"


SETUP_CODES = frozenset(
    {
        "wrong_number_of_players", "color_twice", "variant_players", "not_every_place_once", "not_a_total_of_dice",
        "unknown_card", "unknown_tile", "fountain_not_central", "dice_places_too_close",
    }
)  # fmt: skip


def _options(state: GameState) -> Iterator[str]:
    usual = Options()
    for name in Options.__struct_fields__:
        value = getattr(state.options, name)
        if value != getattr(usual, name):
            yield f"{name}={value}"


def _at_a_place(state: GameState, kind: str) -> Iterator[str]:
    if not state.agenda or state.agenda[-1].step not in AT_A_PLACE:
        return
    pending = state.agenda[-1]
    place, number = int(place_of(state, pending)), len(state.players)
    if kind not in ("Skip", "Done", "Override", "TellHand", *(free.__name__ for free in FREE)):
        yield f"place {place} players {number}"
        yield f"place {place} players {number} {kind} neutral {state.options.neutral_assistants}"
        yield f"{pending.figure} at place {place}"
    yield f"{pending.figure} at place {place} {kind} {pending.step}"


def _cards(state: GameState, action: a.Action) -> Iterator[str]:
    if isinstance(action, FREE):
        yield f"{type(action).__name__} at {state.agenda[-1].step} {state.agenda[-1].figure}"


def _of_event(state: GameState, event: Any) -> Iterator[str]:
    name, number = type(event).__name__, len(state.players)
    yield f"event {name}"
    for field in TELLING:
        if hasattr(event, field):
            value = getattr(event, field)
            yield f"event {name} {field}={value if not isinstance(value, tuple) else any(value)}"
    yield from (_SPECIAL[type(event)](state, event, number) if type(event) in _SPECIAL else ())


def _ruby(state: GameState, event: e.RubyTaken, number: int) -> Iterator[str]:
    yield f"ruby from {int(event.place)} players {number}"
    yield f"ruby from {int(event.place)} players {number} left {state.rubies[RUBY_INDEX[event.place]]}"


def _tile(state: GameState, event: e.TileTaken, number: int) -> Iterator[str]:
    need = state.mosques["RGYB".index(event.good)][0]
    yield f"tile {event.good}{need} players {number}"


def _turned(state: GameState, event: e.DemandTurned, number: int) -> Iterator[str]:
    stack = state.demand_large if event.market is Place.LARGE_MARKET else state.demand_small
    yield f"sold at {stack[0]}"


def _rolled(state: GameState, event: e.DiceRolled, number: int) -> Iterator[str]:
    yield f"rolled {event.why} {event.first + event.second}"


def _played(state: GameState, event: e.CardPlayed, number: int) -> Iterator[str]:
    yield f"card {event.card}"
    yield f"card {event.card} at {state.agenda[-1].step if state.agenda else 'over'} players {number}"


def _ended(state: GameState, event: e.GameEnded, number: int) -> Iterator[str]:
    yield f"winners {len(event.winners)}"
    yield f"winners {len(event.winners)} players {number}"


_SPECIAL: dict[type, Any] = {
    e.RubyTaken: _ruby,
    e.TileTaken: _tile,
    e.DemandTurned: _turned,
    e.DiceRolled: _rolled,
    e.CardPlayed: _played,
    e.GameEnded: _ended,
}
