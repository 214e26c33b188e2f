"""What happened in a turn, as somebody at the table saw it?  Facts for the question and the lines of a recording."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.istanbul.actions import Action
from companion.istanbul.engine import play
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.table import Misfit


class Turn(msgspec.Struct, frozen=True, rename={"start": "from"}):
    """One turn by what can be seen of it.

    ``assistant`` is left, picked or none; ``recalled`` the places from which assistants came back; ``family``,
    ``governor`` and ``smuggler`` the place where it newly stands; ``caught`` the colours of family members sent home.
    """

    player: str
    start: int
    to: int
    assistant: str
    recalled: tuple[int, ...] = ()
    family: int | None = None
    caught: tuple[str, ...] = ()
    governor: int | None = None
    smuggler: int | None = None


class SetUp(msgspec.Struct, frozen=True):
    """The first look that shows the whole table."""

    frame: str
    layout: tuple[tuple[int, ...], ...]


class TurnSeen(msgspec.Struct, frozen=True):
    """A turn that is over; ``frame`` is the last look at it."""

    frame: str
    turn: Turn


class Asked(msgspec.Struct, frozen=True):
    """A turn that is long over, or all since the last line once the recording is over, was never settled: what may have
    been played instead, the likeliest first."""

    frame: str
    alternatives: tuple[tuple[Turn, ...], ...]


class LostTrack(msgspec.Struct, frozen=True):
    """No legal turn explains the look."""

    frame: str
    differences: tuple[Misfit, ...]


Line = SetUp | TurnSeen | Asked | LostTrack


def turns_of(state: GameState, actions: Sequence[Action]) -> Iterator[tuple[int, Turn]]:
    """Seat and turn for each turn that ``actions`` touch, the last one as far as it goes."""
    begin = now = state
    for action in actions:
        after = play(now, action)
        if after.turn != now.turn or after.over:
            yield now.turn, turn_between(begin, after, now.turn)
            begin = after
        now = after
    if now is not begin:
        yield now.turn, turn_between(begin, now, now.turn)


def turn_between(before: GameState, after: GameState, seat: int) -> Turn:
    """What ``seat`` did between two states of its turn."""
    old, new = before.players[seat], after.players[seat]
    to = new.merchant
    neutral = after.neutral_assistants.count(to) - before.neutral_assistants.count(to)
    left = (to in new.assistants and to not in old.assistants) or neutral > 0
    own = to in old.assistants and to not in new.assistants and to != Place.FOUNTAIN
    picked = own or neutral < 0
    gone = set(old.assistants) - set(new.assistants) - ({to} if own else set())
    return Turn(
        player=str(new.color),
        start=int(old.merchant),
        to=int(to),
        assistant="left" if left else "picked" if picked else "none",
        recalled=tuple(sorted(int(place) for place in gone)),
        family=int(new.family) if new.family != old.family else None,
        caught=tuple(sorted(_caught(before, after, seat))),
        governor=int(after.governor) if after.governor != before.governor else None,
        smuggler=int(after.smuggler) if after.smuggler != before.smuggler else None,
    )


def _caught(before: GameState, after: GameState, seat: int) -> Iterator[str]:
    for other, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if other != seat and old.family != new.family:
            yield str(new.color)
