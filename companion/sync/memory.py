"""What is remembered from look to look?  The last agreement of table and game, what is owed, what people said."""

import math
from collections.abc import Iterable, Iterator, Sequence, Set

import msgspec

from companion.game import Game
from companion.istanbul import actions as act
from companion.istanbul import events as ev
from companion.istanbul.actions import Action, Override
from companion.istanbul.engine import outcomes
from companion.istanbul.state import GameState, Step
from companion.session.log import Entry
from companion.sync.courses import NEVER, Lag, Lifts, Proposals, lies
from companion.sync.episodes import STRONG, Seen
from companion.sync.model import CLEARLY, RECALL_SOME, Costs, Counts, is_odd, kind_of
from companion.sync.observation import Kind, Thing
from companion.sync.places import Agreed, Fit, Wood
from companion.sync.table import Carry, Misfit, Standing, expected

SURELY_OWED = math.log(Costs().wrong)
"""How much likelier a look must be (natural logarithm) with an assistant not put down yet, who may only be hidden, or
with what was seen lying not carried yet, before it counts as owed: as sure as what is played.  All else is owed as soon
as that is likelier."""
MAY_ROLL = math.log(0.5)
"""Log-probability that people throw their own dice, before any throw of the evening: who knows?"""


class Moment(msgspec.Struct, frozen=True):
    """The game as it stands: its version, its state, the entries that count, and the state before them."""

    game: Game
    version: int
    state: GameState
    effective: tuple[Entry, ...]
    start: GameState


class Point(msgspec.Struct, frozen=True):
    """The game before some entry of the turn, whose action is ``gone``; ``by_camera``: so was everything since."""

    keep: int
    gone: Action
    state: GameState
    by_camera: bool


def history(
    game: Game, start: GameState, effective: Sequence[Entry], lifted: Lifts = frozenset()
) -> tuple[tuple[Point, ...], Counts]:
    """The game before each entry of the last turn that its seat may take back, latest first; how often each seat did
    what people differ in."""
    first = _first_of_turn(game, effective)
    now, found = start, list[Point]()
    did: dict[str, list[int]] = {name: [] for name in Counts.__struct_fields__}
    for at, entry in enumerate(effective):
        if at >= first:
            by_camera = all(one.source == "camera" for one in effective[at:])
            keep = effective[at - 1].number if at else 0
            found.append(Point(keep, entry.action, now, by_camera))
        for name in _differs(now, entry, lifted):
            did[name].append(now.turn)
        for event in entry.events:
            now = game.evolve(now, event)
    return tuple(reversed(found)), Counts(**{name: tuple(seats) for name, seats in did.items()})


def _differs(state: GameState, entry: Entry, lifted: Lifts) -> Iterator[str]:
    """What of ``Counts`` somebody did."""
    if is_odd(state, entry.action):
        yield "odd"
    match entry.action:
        case act.EndTurn():
            ended = (one for one in entry.events if isinstance(one, ev.TurnEnded))
            yield from ("refused" for one in ended if one.why == "no_assistant")
        case act.LeaveAssistant():
            yield "left"
        case act.Recall(places) if len(state.player.assistants) > 1:
            yield "spared" if kind_of(state, entry.action) == RECALL_SOME else "recalled"
            if len(places) > 1:
                fewer = any((state.round, state.turn, count) in lifted for count in range(1, len(places)))
                yield "slowly" if fewer else "at_once"


def _first_of_turn(game: Game, effective: Sequence[Entry]) -> int:
    seat = next((one.seat for one in reversed(effective) if one.seat is not None), None)
    at = len(effective)
    while at > 0 and seat is not None and _may_go(game, effective[at - 1], seat):
        at -= 1
    return at


def _may_go(game: Game, entry: Entry, seat: int) -> bool:
    barred = isinstance(entry.action, Override) or any(game.barrier(event) for event in entry.events)
    return entry.seat == seat and not barred


def owed(state: GameState, fit: Fit, ways: Proposals, seen_done: bool) -> Lag:
    """What the game has moved and the table has not, as far as the look is likelier so."""
    wanted, lying = expected(state), fit.agreed.wood
    lag: Lag = frozenset()
    for pair in _pairs(lying, wanted):
        more = lag | {pair}
        with_it = lies(state, msgspec.structs.replace(ways, lag=more))
        without = lies(state, msgspec.structs.replace(ways, lag=lag))
        to_put_down = pair[1] is None and not _with(lag, pair[0])
        least = SURELY_OWED if seen_done or to_put_down else 0.0
        if fit.gain(with_it) > fit.gain(without) + least:
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
    """The agreement after a look that fits: of places that differ, and of those nobody sees, what was seen before."""
    before, high = agreed.seen, {str(one.color): len(one.stack) for one in state.players}
    missing, turn = frozenset((one.thing, one.place) for one in misfits), (state.round, state.turn)
    if before is None:
        return Agreed(wood, seen, high, missing, turn)
    then = _as_before(seen, before, {place for _, place in missing} | (seen.blind - before.blind))
    then = msgspec.structs.replace(then, stacks={**before.stacks, **seen.stacks})
    stacks = {**agreed.stacks, **{color: high[color] for color in seen.stacks if color in high}}
    if state.agenda and state.agenda[-1].step is Step.ASSISTANT:
        color = str(state.player.color)
        then, stacks[color] = _still_news(then, before, state), agreed.stacks.get(color, -1)
    return Agreed(wood, then, stacks, missing, turn)


def passed_on(agreed: Agreed, state: GameState) -> Agreed:
    """The agreement when the next player is to act: what was out of sight before then, he had nothing to do with."""
    turn = (state.round, state.turn)
    if turn == agreed.turn or agreed.seen is None or not agreed.missing:
        return agreed
    scores = {one: score for one, score in agreed.seen.scores.items() if one not in agreed.missing}
    return msgspec.structs.replace(agreed, seen=msgspec.structs.replace(agreed.seen, scores=scores), turn=turn)


def _as_before(seen: Seen, before: Seen, places: Set[int]) -> Seen:
    """The look with these places as they were seen before."""
    scores = {one: score for one, score in seen.scores.items() if one[1] not in places}
    scores |= {one: score for one, score in before.scores.items() if one[1] in places}
    appearance = {**seen.appearance, **{place: at for place, at in before.appearance.items() if place in places}}
    blind = (seen.blind - places) | (before.blind & places)
    return msgspec.structs.replace(seen, scores=scores, appearance=appearance, blind=blind)


def _still_news(then: Seen, before: Seen, state: GameState) -> Seen:
    """While an assistant may just have been left, stack and picture of his merchant are still to be told of."""
    color, place = str(state.player.color), int(state.player.merchant)
    appearance = {at: number for at, number in then.appearance.items() if at != place}
    return msgspec.structs.replace(
        then, appearance=appearance, stacks={**then.stacks, color: before.stacks.get(color, -1)}
    )


def touched(agreed: Agreed, places: Iterable[int]) -> Agreed:
    """The agreement after people did something without a name at these places: what was seen of them tells no more."""
    if agreed.seen is None:
        return agreed
    blind = agreed.seen.blind | frozenset(places)
    return msgspec.structs.replace(agreed, seen=msgspec.structs.replace(agreed.seen, blind=blind))


def played(agreed: Agreed, before: GameState, now: GameState, seen: Seen) -> Agreed:
    """The agreement after something was played: what is seen where that put it lies there, and so does what a merchant
    hid who has left it."""
    old, new = expected(before), expected(now)
    moved = {one for one in old ^ new if (seen.bin(one) >= CLEARLY) == (one in new)}
    wood = (agreed.wood - (moved & old)) | (moved & new)
    if agreed.seen is None:
        return Agreed(wood)
    places = {place for _, place in moved}
    told = moved | {one for one in wood & new if one[1] in places and seen.bin(one) >= CLEARLY}
    scores = {**agreed.seen.scores, **{one: seen.scores.get(one, seen.absent) for one in told}}
    appearance = {place: at for place, at in agreed.seen.appearance.items() if place not in places}
    seen_then = msgspec.structs.replace(agreed.seen, scores=scores, appearance=appearance)
    return Agreed(wood, seen_then, agreed.stacks)


def put_right(state: GameState, seen: Seen) -> Agreed:
    """The agreement where the game is right and the table is not: who clearly stands elsewhere is still to be carried.

    Of assistants there are several, and the eye may have seen one too many: they are only known to differ.
    """
    wanted = expected(state)
    gone = {one for one in wanted if one[0].kind is not Kind.ASSISTANT and seen.log_odds(one) <= -STRONG}
    strayed = {thing for thing, _ in gone}
    return Agreed((wanted - gone) | {one for one in seen.clear() if one[0] in strayed}, seen)


def rolling(state: GameState, effective: Iterable[Entry], before: float) -> float:
    """How likely people throw their own dice (log-probability): surely where a throw is waited for, never once the app
    has thrown."""
    if any(isinstance(one, act.Rolled) for one in outcomes(state)):
        return 0.0
    thrown = (one.source for one in effective if isinstance(one.action, act.Rolled))
    return NEVER if "app" in thrown else before


def put_back(entries: Sequence[Entry], source: str) -> frozenset[tuple[object, ...]]:
    """What ``source`` had taken back and people put back into the game, where that was the last thing done."""
    last = entries[-2:]
    again = len(last) > 1 and last[1].kind == "redo" and last[0].source == source
    return frozenset({("back", last[0].keep)}) if again else frozenset()


def doubted(entries: Sequence[Entry], source: str) -> frozenset[Action]:
    """What people took back, not ``source``, where that was the last thing done."""
    if not entries or entries[-1].kind != "undo" or entries[-1].source == source:
        return frozenset()
    return frozenset(entry.action for entry in entries[entries[-1].keep :] if entry.kind == "do")
