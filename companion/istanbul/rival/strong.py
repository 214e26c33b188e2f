"""What does the strong rival do?  It plans whole turns ahead, over ways in which the hidden things may lie.

Where to walk is planned on sketches.  Every other decision is played by the engine to the end of the turn, with the
odds of dice and cards, and the plans go on from there.
"""

from random import Random
from typing import NamedTuple

from companion.istanbul import actions as a
from companion.istanbul.knowledge import known_to
from companion.istanbul.names import Place
from companion.istanbul.rival.advice import Reason, RivalAdvice
from companion.istanbul.rival.plan import Plan, plan
from companion.istanbul.rival.reasons import reasons
from companion.istanbul.rival.sketch import LONG_MOVE, Sketch, sketch
from companion.istanbul.rival.turn import Ahead, candidates, rated
from companion.istanbul.rival.turns import turns
from companion.istanbul.rival.world import World, world
from companion.istanbul.rival.worth import finished
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import RUBY_TARGET, TOLL

POSITIONS = 1_500
"""About how many sketches one decision looks at where the caller allows no more; docs/results/rival.md times it."""
DEPTH = 5  # turns, this one included
BRANCHES = 11  # sensible turns from one sketch, on average
NARROWEST = 3
WORLDS = 3  # ways the hidden demand tiles may lie
CLOSE = 6  # of the actions within a turn these are planned on from
NEARLY = 2  # rubies missing to somebody who may end the game soon
SOON = 2  # turns


class Deliberation(NamedTuple):
    """What is decided: the state as the seat knows it, how far to plan, and with how many positions.

    ``last`` says that the game is over after these turns.
    """

    state: GameState
    seat: int
    depth: int
    last: bool
    positions: int
    rng: Random

    def width(self, plans: int) -> int:
        """How many sketches each of so many plans may keep after a turn."""
        return max(NARROWEST, self.positions // (plans * self.depth * BRANCHES))


def advise(state: GameState, rng: Random, positions: int = POSITIONS) -> RivalAdvice:
    """The action of the seat to act, and why."""
    seat = state.turn
    state = known_to(state, seat)
    possible = candidates(state)
    if len(possible) == 1:
        return RivalAdvice(possible[0], (Reason("only_way"),))
    left = _turns_left(state, seat, rng)
    question = Deliberation(state, seat, min(DEPTH, left), left <= SOON + 1, positions, rng)
    return _walk(question, possible) if state.agenda[-1].step is Step.MOVE else _within(question, possible)


def _turns_left(state: GameState, seat: int, rng: Random) -> int:
    """How many turns this seat has at most, this one included, as far as can be seen."""
    if state.ending:
        return 1
    left = DEPTH + SOON
    for other, player in enumerate(state.players):
        if other != seat and player.rubies >= RUBY_TARGET[len(state.players)] - NEARLY:
            table = world(state, other, rng)
            forecast = plan([sketch(state, other)], (table,) * SOON, NARROWEST)
            if forecast.end.rubies >= table.target:
                left = min(left, forecast.turns + (other < seat))
    return left


# ------------------------------------------------------------------------- where to walk


def _walk(question: Deliberation, possible: list[a.Action]) -> RivalAdvice:
    """The walk that is best over all worlds, of those that are best in one of them."""
    state, means = question.state, sketch(question.state, question.seat)
    hidden = None in (*state.demand_large, *state.demand_small)
    worlds = [_worlds(question) for _ in range(WORLDS if hidden else 1)]
    means.rubies = min(means.rubies, worlds[0][0].target - 1)  # who has them all by a correction still plays on
    plans = [plan([means], each, question.width(len(worlds)), question.last) for each in worlds]
    ways = {_walked(means, one.way[0]): one.way for one in plans}
    best = next(iter(ways))
    if len(ways) > 1:
        after = {walk: [_after_walk(walk, means, each, question) for each in worlds] for walk in ways}
        best = max(after, key=lambda walk: sum([one.value for one in after[walk]]))
        plans += [one for some in after.values() for one in some]
    action = best if best in possible else possible[0]
    return RivalAdvice(action, reasons(means, ways[best]), sum([one.positions for one in plans]))


def _worlds(question: Deliberation) -> tuple[World, ...]:
    """This turn with the other merchants where they stand, and the turns after it."""
    state, seat = question.state, question.seat
    table = world(state, seat, question.rng)
    toll = list(table.toll)
    for other, player in enumerate(state.players):
        if other != seat:
            toll[player.merchant] += TOLL
    return (table._replace(toll=tuple(toll)), *(table,) * (question.depth - 1))


def _walked(means: Sketch, after: Sketch) -> a.Action:
    """The walk by which these means came to those."""
    if after.at == means.at:
        return a.Stay()
    to = Place(after.at)
    return a.LongMove(to) if after.hand[LONG_MOVE] < means.hand[LONG_MOVE] else a.Move(to)


def _after_walk(walk: a.Action, means: Sketch, worlds: tuple[World, ...], question: Deliberation) -> Plan:
    """The best plan after this walk in one world."""
    after = [each for each in turns(means, worlds[0]) if _walked(means, each) == walk]
    return _planned(after, worlds[1:], question, question.width(WORLDS * WORLDS))


def _planned(start: list[Sketch], worlds: tuple[World, ...], question: Deliberation, width: int) -> Plan:
    """The plan after this turn; where the game is over, the best that there is."""
    if worlds:
        return plan(start, worlds, width, question.last)
    best = max(start, key=finished)
    return Plan(finished(best), best, 0)


# ------------------------------------------------------------------------- what to do there


def _within(question: Deliberation, possible: list[a.Action]) -> RivalAdvice:
    """The action with the best plans after it, of those that look best at a glance."""
    state, seat, luck = question.state, question.seat, question.rng.getrandbits(32)
    table = world(state, seat, Random(luck))
    glanced = [rated(state, action, Ahead(seat, table, Random(luck))) for action in possible]
    close = sorted(glanced, key=lambda one: one.glance, reverse=True)[:CLOSE]
    found = dict.fromkeys(end for one in close for end in one.ends)
    width = question.width(len(found))
    plans = {end: _after(question, end, luck, width) for end in found}
    best = max(close, key=lambda one: sum([odds * plans[end].value for end, odds in one.ends.items()]))
    end = best.likely()
    way = [sketch(end, seat), *plans[end].way]
    return RivalAdvice(best.action, reasons(sketch(state, seat), way), sum([one.positions for one in plans.values()]))


def _after(question: Deliberation, end: GameState, luck: int, width: int) -> Plan:
    """The plan from the end of this turn on."""
    table = world(end, question.seat, Random(luck))
    worlds = (table,) * (question.depth - 1)
    return _planned([sketch(end, question.seat)], worlds, question, width)
