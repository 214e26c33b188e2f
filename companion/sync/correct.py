"""What must be set so that the game is as the table shows?  One correction of the wood, never of purses or goods."""

from collections.abc import Iterator

from companion.istanbul.actions import Change, Override
from companion.istanbul.names import Place
from companion.istanbul.notation.fields import get_value, set_value
from companion.istanbul.notation.values import NOTHING, format_list
from companion.istanbul.state import GameState, Player
from companion.istanbul.tables import START_STACK
from companion.sync.episodes import STRONG, Seen
from companion.sync.observation import Kind, Thing
from companion.sync.table import GOVERNOR, SMUGGLER
from companion.words import mark

REASON = mark("the table is right")


def correction(state: GameState, seen: Seen) -> Override:
    """The correction that puts every token where it is clearly seen.

    A token that is nowhere clearly seen stays where the game has it; assistants that left the board go back under
    their merchant, and those that appeared come from there.
    """
    changes = [change for seat in range(len(state.players)) for change in _of_player(state, seat, seen)]
    changes += _differing(state, None, governor=_seen_at(GOVERNOR, state.governor, seen))
    changes += _differing(state, None, smuggler=_seen_at(SMUGGLER, state.smuggler, seen))
    return Override(tuple(changes), REASON)


def _of_player(state: GameState, seat: int, seen: Seen) -> Iterator[Change]:
    player = state.players[seat]
    lying = _assistants(player, seen)
    yield from _differing(
        state,
        seat,
        merchant=_seen_at(Thing(Kind.MERCHANT, player.color), player.merchant, seen),
        family=_seen_at(Thing(Kind.FAMILY, player.color), player.family, seen),
        assistants=lying,
        stack=_stack(player, len(lying)),
    )


def _seen_at(thing: Thing, expected: Place, seen: Seen) -> tuple[int, ...]:
    places = {place: score for (one, place), score in seen.scores.items() if one == thing}
    best = max(places, key=lambda place: places[place], default=None)
    return (int(expected) if best is None or places[best] < STRONG else best,)


def _assistants(player: Player, seen: Seen) -> tuple[int, ...]:
    assistant = Thing(Kind.ASSISTANT, player.color)
    there = {place for thing, place in seen.clear() if thing == assistant and place != Place.FOUNTAIN}
    kept = {int(place) for place in player.assistants if seen.log_odds((assistant, int(place))) > -STRONG}
    return tuple(sorted(there | kept))[: _own(player)]


def _own(player: Player) -> int:
    return player.stack.count(START_STACK[0]) + len(player.assistants)


def _stack(player: Player, lying: int) -> str:
    own = START_STACK[0] * (_own(player) - lying)
    return own + player.stack.replace(START_STACK[0], "") or NOTHING


def _differing(state: GameState, seat: int | None, **values: tuple[int, ...] | str) -> list[Change]:
    """The values that are not so yet, as the notation of positions writes them."""
    texts = {what: _text(value) for what, value in values.items()}
    after = {what: get_value(set_value(state, what, text, seat), what, seat) for what, text in texts.items()}
    return [Change(what, text, seat) for what, text in after.items() if text != get_value(state, what, seat)]


def _text(value: tuple[int, ...] | str) -> str:
    return value if isinstance(value, str) else format_list(value)
