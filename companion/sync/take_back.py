"""Did somebody take a move back by hand?  Earlier tables of the open turn, compared with the table as it lies.

Only what one seat did since its turn began is looked at, never past dice, draws or corrections.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.game import Game
from companion.istanbul.actions import Action, Override
from companion.istanbul.state import GameState
from companion.session.log import Entry
from companion.sync.explain import Hypothesis, explain
from companion.sync.misfit import Misfit, misfits
from companion.sync.observation import Kind
from companion.sync.params import Policy
from companion.sync.reading import Evidence
from companion.sync.table import expected
from companion.sync.verdict import Apply, judge, seen_choices


class TakeBack(msgspec.Struct, frozen=True):
    """Entries after ``keep`` are gone from the table; ``instead`` is what ``seat`` did in their place, if anything.

    ``certain``: the camera alone had played what is gone, and the turn is still open or all lies clearly as before it.
    """

    keep: int
    seat: int
    state: GameState
    instead: Hypothesis
    certain: bool


class _Point(msgspec.Struct, frozen=True):
    """The game before some entry of the turn, whose action is ``gone``; ``by_camera``: so was everything since."""

    keep: int
    gone: Action
    state: GameState
    by_camera: bool


def find_take_back(
    game: Game, state: GameState, effective: Sequence[Entry], start: GameState, evidence: Evidence, policy: Policy
) -> TakeBack | None:
    """The latest point of the turn at which the table fits, else a point from which something else was done.

    ``start`` is the state before the first of ``effective``.
    """
    seat = _last_seat(effective)
    if seat is None:
        return None
    points = list(_points(game, start, effective, seat))
    open_turn = state.turn == seat and not state.over
    for point in points:
        if _are_hidden(misfits(point.state, evidence, policy), evidence, state, point.state):
            nothing = Hypothesis((), point.state, 0.0, 0.0, (), ())
            clear = open_turn or _lies_as_before(point.state, state, evidence, policy)
            return TakeBack(point.keep, seat, point.state, nothing, clear and point.by_camera)
    for point in points:
        verdict = judge(
            point.state, found := explain(point.state, evidence, policy, rolls=False, payments=True), policy
        )
        if isinstance(verdict, Apply) and verdict.actions[0] != point.gone:
            instead = next(seen_choices(point.state, found))
            hidden = _are_hidden(instead.misfits, evidence, state, instead.state)
            if not hidden or (instead.strain >= policy.apply_strain and not open_turn):
                continue
            return TakeBack(point.keep, seat, point.state, instead, open_turn and point.by_camera)
    return None


def _are_hidden(left: Iterable[Misfit], evidence: Evidence, state: GameState, back: GameState) -> bool:
    """Whether a merchant may hide all that does not fit, be it one who has just gone ``back`` there."""
    came = {place for thing, place in expected(back) - expected(state) if thing.kind is Kind.MERCHANT}
    return all(
        not one.seen
        and (
            evidence.may_be_hidden((one.thing, one.place))
            or (one.place in came and one.thing.kind is not Kind.MERCHANT)
        )
        for one in left
    )


def put_back(entries: Sequence[Entry], source: str) -> frozenset[tuple[object, ...]]:
    """What ``source`` had taken back and people put back into the game, where that was the last thing done."""
    last = entries[-2:]
    again = len(last) > 1 and last[1].kind == "redo" and last[0].source == source
    return frozenset({("back", last[0].keep)}) if again else frozenset()


def _lies_as_before(before: GameState, now: GameState, evidence: Evidence, policy: Policy) -> bool:
    """Whether everything that was moved is clearly back, and clearly gone from where it went."""
    old, new = expected(before), expected(now)
    back = all(evidence.log_odds(standing) >= policy.strong for standing in old - new)
    return back and all(evidence.log_odds(standing) <= -policy.strong for standing in new - old)


def _last_seat(effective: Sequence[Entry]) -> int | None:
    return next((entry.seat for entry in reversed(effective) if entry.seat is not None), None)


def _points(game: Game, start: GameState, effective: Sequence[Entry], seat: int) -> Iterator[_Point]:
    """The game before each entry of the seat's last turn, latest first."""
    first = _begin(game, effective, seat)
    states, now = list[GameState](), start
    for entry in effective:
        states.append(now)
        for event in entry.events:
            now = game.evolve(now, event)
    for at in range(len(effective) - 1, first - 1, -1):
        by_camera = all(entry.source == "camera" for entry in effective[at:])
        keep = effective[at - 1].number if at else 0
        yield _Point(keep, effective[at].action, states[at], by_camera)


def _begin(game: Game, effective: Sequence[Entry], seat: int) -> int:
    """The index of the first entry that may be taken back."""
    at = len(effective)
    while at > 0 and _may_go(game, effective[at - 1], seat):
        at -= 1
    return at


def _may_go(game: Game, entry: Entry, seat: int) -> bool:
    barred = isinstance(entry.action, Override) or any(game.barrier(event) for event in entry.events)
    return entry.seat == seat and not barred
