"""What may have happened?  Courses of legal actions from the game's state, the likeliest first: the beam."""

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.cards import FROM_HAND
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.names import Card
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import YELLOW, YELLOW_TILE_FEE
from companion.sync.model import NEEDLESS, RECALL, RECALL_SOME, SELDOM, Counts, Habits, kind_of
from companion.sync.places import SLIP, Fit, Wood
from companion.sync.prints import chance_of
from companion.sync.table import Misfit, Standing, expected

WIDTH = -SLIP
"""Courses so much less likely than the best (natural logarithm) are dropped."""
MOST = 2000
"""Positions tried at once: bounds the time of one judgement.  The more were tried, the less may a course be behind the
best to be tried as well."""
NEVER = -math.inf

WOOD = (
    act.Move, act.LongMove, act.LeaveAssistant, act.PickOwn, act.PickNeutral, act.Recall, act.SendFamily, act.Catch,
    act.PlayReturn, act.UseYellowTile, act.PlayFamilyHome,
)  # fmt: skip
"""What is done with wood; of all else one action stands for any."""
FETCHES = (act.PlayReturn, act.UseYellowTile)
ENDS = (act.Skip, act.EndTurn, act.Done, act.Reward, act.PayFee, act.DiscardFee)
"""The plainest of what no camera sees, in the order in which it is tried."""


def is_secret(state: GameState, action: act.Action) -> bool:
    """Whether it plays a card that only its holder's phone shows."""
    return state.options.cards == "app" and isinstance(action, FROM_HAND)


class Course(msgspec.Struct, frozen=True):
    """Actions that may have happened, the state they lead to and the wood as it lies then.

    ``habit`` is the log-probability that people do so, ``odds`` of each action; ``fit`` how much likelier the look is
    with it than with nothing; ``back`` the number of the last entry kept, where some were taken back before.
    ``hides`` is how much likelier each place is hidden than seen so (``Fit.hides``).
    ``more`` is how much likelier (natural logarithm) the last thing done with wood in its turn, assistants called
    back, is only the beginning of calling back more; that the next player goes on meanwhile makes no difference.
    ``turns`` are those that are over, where nobody can be asked only those in which wood was ``moved``: what leaves no
    trace may have had a look of its own.
    """

    actions: tuple[act.Action, ...]
    state: GameState
    wood: Wood
    habit: float
    fit: float
    odds: tuple[float, ...] = ()
    turns: int = 0
    moved: bool = False
    back: int | None = None
    misfits: tuple[Misfit, ...] = ()
    hides: tuple[float, ...] = ()
    more: float = NEVER

    @property
    def weight(self) -> float:
        """Log-probability, but for a constant."""
        return self.habit + self.fit


Lag = frozenset[tuple[Standing | None, Standing | None]]
Lifts = frozenset[tuple[int, int, int]]
"""Round, seat and number of assistants who were seen to be lifted, perhaps before others of the same recall."""


class Proposals(msgspec.Struct, frozen=True):
    """How courses are proposed: fitted habits, the evening's counts, wood owed (``lag``: from where the game has it to
    where it still lies), and how likely dice are thrown at the table (``rolls``, log-probability);
    ``unknown``: nobody knows who holds what.  ``at_least``: the least weight anybody asks for.  ``by_tile``: the seats
    that fetch by the yellow tile where they can, and tap it where it is the card."""

    habits: Habits
    counts: Counts
    lag: Lag = frozenset()
    rolls: float = NEVER
    unknown: bool = False
    at_least: float = NEVER
    by_tile: frozenset[int] = frozenset()


UNUSUAL = math.log(SELDOM)
"""Whoever they are may pass over anything with at least that log-probability."""


def lies(state: GameState, ways: Proposals) -> Wood:
    """The wood as it lies with what is owed still where it lay; what has moved on since is not owed."""
    wood = expected(state)
    if not ways.lag:
        return wood
    for wanted, old in ways.lag:
        if wanted is None or wanted in wood:
            wood = (wood - {wanted}) | ({old} if old is not None else frozenset())
    return frozenset(one for one in wood if one is not None)


def courses(state: GameState, fit: Fit, ways: Proposals, start: float = 0.0, back: int | None = None) -> list[Course]:
    """The likeliest courses from a state, best first; nothing done is always among them.  ``start`` is the
    log-probability of beginning here."""
    wood = lies(state, ways)
    first = Course((), state, wood, start, fit.gain(wood) + fit.counted(state), back=back)
    return _search([first], fit.odd_places(wood), fit, ways)


def _search(firsts: Sequence[Course], odd: frozenset[int], fit: Fit, ways: Proposals) -> list[Course]:
    """The likeliest courses that go on from these, best first; these are among them where nothing was done yet."""

    def hope(course: Course) -> float:
        unsettled = odd | _going_home(course.state)
        return course.weight + fit.unexplained(course.wood, unsettled) + fit.miscounted(course.state)

    order = itertools.count()
    heap = sorted((-hope(one), next(order), one) for one in firsts)
    best = max(ways.at_least + WIDTH, *(one.weight for one in firsts))
    known, kept = set[object](), list[Course]()
    while heap and len(known) < MOST:
        bound, _, course = heapq.heappop(heap)
        if -bound < best - WIDTH * (1.0 - len(known) / MOST) and kept:
            break
        key = (course.state, _with_wood(course))
        if key in known:
            continue
        known.add(key)
        kept.append(course)
        best = max(best, course.weight)
        for then in _next(course, fit, ways):
            if (most_then := hope(then)) > best - WIDTH:
                heapq.heappush(heap, (-most_then, next(order), then))
    near = [one for one in kept if one.weight > best - WIDTH or not one.actions]
    named = (msgspec.structs.replace(one, misfits=fit.misfits(one.wood), hides=fit.hides(one.wood)) for one in near)
    return sorted(named, key=lambda one: (-one.weight, len(one.actions)))


def _going_home(state: GameState) -> frozenset[int]:
    """Where a family member stands who may be taken home again by a card before anybody looks."""
    player = state.player
    return frozenset({int(player.family)}) if {Card.FAMILY_HOME, Card.UNKNOWN} & set(player.hand) else frozenset()


def grown(state: GameState, recall: act.Recall, fit: Fit, ways: Proposals, start: float, back: int) -> list[Course]:
    """The courses in which such a recall was only the beginning of one that calls back more, whatever came then."""
    first = Course((), state, lies(state, ways), start, 0.0, back=back)
    recalls = (one for one in legal_actions(state) if isinstance(one, act.Recall))
    wider = [one for one in recalls if set(one.places) > set(recall.places)]
    begun = [_then(first, one, play(state, one), -math.log(len(wider)), fit, ways) for one in wider]
    return _search(begun, fit.odd_places(first.wood), fit, ways) if begun else []


def _with_wood(course: Course) -> frozenset[act.Action]:
    """What was done with wood: the same table may be reached in different ways; only their order is no matter."""
    return frozenset(one for one in course.actions if isinstance(one, WOOD))


def _next(course: Course, fit: Fit, ways: Proposals) -> Iterator[Course]:
    state = course.state
    if due := outcomes(state):
        yield from _after_chance(course, tuple(due), fit, ways)
        return
    if state.over:
        return
    for action, odds in proposals(state, ways):
        held = ways.habits.holds.get(type(action).__name__, 0.0)
        likely = max(odds, UNUSUAL) + held if ways.unknown else odds
        yield _then(course, action, play(state, action), likely, fit, ways)


def _then(course: Course, action: act.Action, after: GameState, odds: float, fit: Fit, ways: Proposals) -> Course:
    wood, ended = lies(after, ways), after.turn != course.state.turn
    moved = course.moved or wood != course.wood
    return Course(
        (*course.actions, action),
        after,
        wood,
        course.habit + odds + _ahead(course, action, ways),
        fit.gain(wood) + fit.counted(after),
        (*course.odds, odds),
        course.turns + (ended and (moved or not ways.unknown)),
        moved and not ended,
        course.back,
        more=_more(course, action, ways),
    )


def _more(course: Course, action: act.Action, ways: Proposals) -> float:
    """How much likelier more assistants are called back, one after another, than these: all, or any other number."""
    lying, seat = len(course.state.player.assistants), course.state.turn
    if not isinstance(action, act.Recall):
        return NEVER if isinstance(action, WOOD) and not course.turns else course.more
    if not (left := lying - len(action.places)):
        return NEVER
    spares, slow = ways.habits.spares(seat, ways.counts), ways.habits.is_slow(seat, ways.counts)
    return math.log(slow * ((lying - 1) * (1.0 - spares) / spares + left - 1))


def _ahead(course: Course, action: act.Action, ways: Proposals) -> float:
    """What speaks against an action with which people get one more turn ahead of the phones: each time more."""
    begins = isinstance(action, (act.Move, act.LongMove, act.Stay, *FETCHES))
    return ways.habits.ahead * course.turns if begins and course.state.agenda[-1].step is Step.MOVE else 0.0


def _after_chance(course: Course, due: tuple[act.Action, ...], fit: Fit, ways: Proposals) -> Iterator[Course]:
    """Dice: one throw for each total, where they may have been thrown; of cards and tiles any one."""
    if not isinstance(due[0], act.Rolled):
        yield _then(course, due[0], play(course.state, due[0]), 0.0, fit, ways)
        return
    totals = {one.first + one.second: one for one in due if isinstance(one, act.Rolled)} if ways.rolls > NEVER else {}
    for total, roll in totals.items():
        yield _then(course, roll, play(course.state, roll), math.log(chance_of(total)) + ways.rolls, fit, ways)


def proposals(state: GameState, ways: Proposals) -> Iterator[tuple[act.Action, float]]:
    """What may be done next, each with its log-probability: all that moves wood, and one of what does not."""
    legal = list(legal_actions(state))
    if state.turn in ways.by_tile and any(isinstance(one, act.UseYellowTile) for one in legal):
        legal = [one for one in legal if not isinstance(one, act.PlayReturn)]
    kinds = [kind_of(state, action) for action in legal]
    counts = Counter(kinds)
    refuses = act.LeaveAssistant() in legal
    share = ways.habits.refuses(state.turn, ways.counts) if refuses else 0.0
    for action, kind in zip(legal, kinds, strict=True):
        if isinstance(action, act.LeaveAssistant):
            yield action, math.log1p(-share)
        elif isinstance(action, WOOD) or (isinstance(action, act.TakeTile) and action.good == YELLOW):
            yield action, _odds(state, action, kind, ways, counts)
        elif isinstance(action, (act.UseGovernor, act.UseSmuggler)) and ways.rolls > NEVER:
            if counts.pop(kind, 0):
                yield action, ways.habits.of_kind(state, kind)
        elif isinstance(action, act.Stay):
            yield action, ways.habits.of_kind(state, kind)
    if refuses:
        yield act.EndTurn(), math.log(share)
    elif act.PayToll() in legal:
        yield act.PayToll(), ways.habits.of(state, act.PayToll())
        yield act.EndTurn(), ways.habits.of(state, act.EndTurn())
    elif plain := plainest(state, legal):
        odds = _passed(state, plain, ways, counts)
        yield plain, odds
        if (paid := _earning(state, legal)) not in (None, plain):
            yield paid, odds


def _odds(state: GameState, action: act.Action, kind: str, ways: Proposals, counts: Counter[str]) -> float:
    """Log-probability of one of so many actions of each kind; who called back only some before does so again, and how
    many they are is as likely each.
    """
    if kind == NEEDLESS:
        return ways.habits.pays_needlessly(state, ways.counts, len(counts) * counts[kind])
    if not isinstance(action, act.Recall):
        return ways.habits.of_kind(state, kind, counts[kind])
    lying, spares = len(state.player.assistants), ways.habits.spares(state.turn, ways.counts)
    if kind == RECALL_SOME:
        return math.log(spares / ((lying - 1) * math.comb(lying, len(action.places))))
    return ways.habits.of_kind(state, kind) + math.log1p(-spares)


def plainest(state: GameState, legal: list[act.Action]) -> act.Action | None:
    """The action that stands for all that no camera sees."""
    due = state.agenda[-1].step
    if due in (Step.MOVE, Step.ENCOUNTERS) and any(isinstance(one, act.Catch) for one in legal):
        return None
    ends = (one for kind in ENDS for one in legal if isinstance(one, kind))
    others = (one for one in legal if not isinstance(one, (*WOOD, act.Stay)) and due is not Step.MOVE)
    return next(ends, None) or next(others, None)


def _earning(state: GameState, legal: list[act.Action]) -> act.Action | None:
    """What no camera sees that brings the Lira for the yellow tile, where it could not be paid before."""
    player = state.player
    if player.lira >= YELLOW_TILE_FEE or YELLOW not in player.tiles or not player.assistants:
        return None
    others = [one for one in legal if not isinstance(one, (*WOOD, *ENDS, act.Stay, act.LeaveAssistant))]
    brings = {one: play(state, one).players[state.turn].lira for one in others}
    best = max(others, key=brings.__getitem__, default=None)
    return best if best is not None and brings[best] >= YELLOW_TILE_FEE else None


def _passed(state: GameState, plain: act.Action, ways: Proposals, counts: Counter[str]) -> float:
    """How likely it is that people do nothing here with wood."""
    seen = {RECALL, RECALL_SOME, "SendFamily"} & counts.keys()
    return ways.habits.of(state, plain) if state.agenda[-1].step is Step.ACTION and seen else 0.0
