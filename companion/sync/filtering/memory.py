"""What is remembered from look to look?  The last agreement of table and game, what is owed, what people said."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.game import Game
from companion.istanbul import actions as act
from companion.istanbul import events as ev
from companion.istanbul.actions import Action, Override
from companion.istanbul.state import GameState, Step
from companion.session.log import Entry
from companion.sync.filtering.courses import Lag, Ways, lies
from companion.sync.filtering.episodes import Seen
from companion.sync.filtering.habits import RECALL_SOME, Counts, kind_of
from companion.sync.filtering.places import CLEARLY, Agreed, Fit, Wood
from companion.sync.misfit import Misfit
from companion.sync.observation import Kind, Thing
from companion.sync.owed import Carry
from companion.sync.table import Standing, expected

OWED, NOT_PUT_DOWN, SEEN_DONE = 0.7, 4.9, 6.0
"""How much likelier a look must be if something was not carried yet, or an assistant not put down, before it counts as
owed (natural logarithm); more where the camera told of it."""


class Point(msgspec.Struct, frozen=True):
    """The game before some entry of the turn, whose action is ``gone``; ``by_camera``: so was everything since."""

    keep: int
    gone: Action
    state: GameState
    by_camera: bool


def history(game: Game, start: GameState, effective: Sequence[Entry]) -> tuple[tuple[Point, ...], Counts]:
    """The game before each entry of the last turn that its seat may take back, latest first; how often each seat did
    what people differ in."""
    first = _first_of_turn(game, effective)
    now, found = start, list[Point]()
    did: dict[str, list[int]] = {name: [] for name in DIFFER}
    for at, entry in enumerate(effective):
        if at >= first:
            by_camera = all(one.source == "camera" for one in effective[at:])
            keep = effective[at - 1].number if at else 0
            found.append(Point(keep, entry.action, now, by_camera))
        if name := _differs(now, entry):
            did[name].append(now.turn)
        for event in entry.events:
            now = game.evolve(now, event)
    return tuple(reversed(found)), Counts(**{name: tuple(seats) for name, seats in did.items()})


DIFFER = ("refused", "left", "spared", "recalled")


def _differs(state: GameState, entry: Entry) -> str:
    """What of ``DIFFER`` somebody did, if any."""
    match entry.action:
        case act.EndTurn():
            ended = (one for one in entry.events if isinstance(one, ev.TurnEnded))
            return "refused" if any(one.why == "no_assistant" for one in ended) else ""
        case act.LeaveAssistant():
            return "left"
        case act.Recall() if len(state.player.assistants) > 1:
            return "spared" if kind_of(state, entry.action) == RECALL_SOME else "recalled"
    return ""


def _first_of_turn(game: Game, effective: Sequence[Entry]) -> int:
    seat = next((one.seat for one in reversed(effective) if one.seat is not None), None)
    at = len(effective)
    while at > 0 and seat is not None and _may_go(game, effective[at - 1], seat):
        at -= 1
    return at


def _may_go(game: Game, entry: Entry, seat: int) -> bool:
    barred = isinstance(entry.action, Override) or any(game.barrier(event) for event in entry.events)
    return entry.seat == seat and not barred


def owed(state: GameState, fit: Fit, ways: Ways, seen_done: bool) -> Lag:
    """What the game has moved and the table has not, as far as the look is likelier so."""
    wanted, lying = expected(state), fit.agreed.wood
    lag: Lag = frozenset()
    for pair in _pairs(lying, wanted):
        more = lag | {pair}
        with_it = lies(state, msgspec.structs.replace(ways, lag=more))
        without = lies(state, msgspec.structs.replace(ways, lag=lag))
        seldom = SEEN_DONE if seen_done else NOT_PUT_DOWN if pair[1] is None and not _with(lag, pair[0]) else OWED
        if fit.gain(with_it) > fit.gain(without) + seldom:
            lag = more
    return lag


def _with(lag: Lag, left: Standing | None) -> bool:
    """Whether the merchant who is to leave this assistant has not gone there himself yet."""
    return left is not None and (Thing(Kind.MERCHANT, left[0].color), left[1]) in {wanted for wanted, _ in lag}


def _pairs(lying: Wood, wanted: Wood) -> Iterator[tuple[Standing | None, Standing | None]]:
    """Where the game has things that lie elsewhere, each with where it lay; None is under a merchant.

    Assistants come last: how well one would be seen depends on whether his merchant has gone there.
    """
    old = {one[0]: one for one in lying - wanted if one[0].kind is not Kind.ASSISTANT}
    for one in sorted(wanted - lying, key=lambda one: (one[0].kind is Kind.ASSISTANT, one)):
        if one[0].kind is Kind.ASSISTANT:
            yield one, None
        elif one[0] in old:
            yield one, old[one[0]]
    yield from ((None, one) for one in sorted(lying - wanted) if one[0].kind is Kind.ASSISTANT)


def carries(lag: Lag) -> tuple[Carry, ...]:
    """What people are to carry."""
    return tuple(sorted((_carry(wanted, old) for wanted, old in lag), key=lambda one: (one.thing, one.to or 0)))


def _carry(wanted: Standing | None, old: Standing | None) -> Carry:
    thing: Thing = (wanted or old or (Thing(Kind.ASSISTANT, ""), 0))[0]
    return Carry(thing, old[1] if old else None, wanted[1] if wanted else None)


def agreeing(agreed: Agreed, state: GameState, wood: Wood, seen: Seen, misfits: Iterable[Misfit]) -> Agreed:
    """The agreement after a look that fits: of places that differ, and of those nobody sees, what was seen before.

    While an assistant may just have been left, stack and picture of his merchant are still news.
    """
    before, high = agreed.seen, {str(one.color): len(one.stack) for one in state.players}
    if before is None:
        return Agreed(wood, seen, high)
    kept = {one.place for one in misfits} | (seen.blind - before.blind)
    scores = {one: score for one, score in seen.scores.items() if one[1] not in kept}
    scores |= {one: score for one, score in before.scores.items() if one[1] in kept}
    appearance = {**seen.appearance, **{place: at for place, at in before.appearance.items() if place in kept}}
    counted = {**before.stacks, **seen.stacks}
    stacks = {**agreed.stacks, **{color: high[color] for color in seen.stacks if color in high}}
    if state.agenda and state.agenda[-1].step is Step.ASSISTANT:
        color = str(state.player.color)
        appearance.pop(int(state.player.merchant), None)
        counted[color], stacks[color] = before.stacks.get(color, -1), agreed.stacks.get(color, -1)
    blind = (seen.blind - kept) | (before.blind & kept)
    then = msgspec.structs.replace(seen, scores=scores, appearance=appearance, blind=blind, stacks=counted)
    return Agreed(wood, then, stacks)


def touched(agreed: Agreed, places: Iterable[int]) -> Agreed:
    """The agreement after people did something without a name at these places: what was seen of them tells no more."""
    if agreed.seen is None:
        return agreed
    blind = agreed.seen.blind | frozenset(places)
    return msgspec.structs.replace(agreed, seen=msgspec.structs.replace(agreed.seen, blind=blind))


def played(agreed: Agreed, before: GameState, now: GameState, seen: Seen) -> Agreed:
    """The agreement after something was played: what is seen where that put it lies there."""
    old, new = expected(before), expected(now)
    moved = {one for one in old ^ new if (seen.bin(one) >= CLEARLY) == (one in new)}
    wood = (agreed.wood - (moved & old)) | (moved & new)
    if agreed.seen is None:
        return Agreed(wood)
    scores = {**agreed.seen.scores, **{one: seen.scores.get(one, seen.absent) for one in moved}}
    places = {place for _, place in moved}
    appearance = {place: at for place, at in agreed.seen.appearance.items() if place not in places}
    seen_then = msgspec.structs.replace(agreed.seen, scores=scores, appearance=appearance)
    return Agreed(wood, seen_then, agreed.stacks)
