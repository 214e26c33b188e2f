"""What follows from the table as it is seen?  From memory and look to one step: a status, a play, a question."""

from collections.abc import Sequence

import msgspec

from companion.istanbul.actions import Action, Rolled
from companion.istanbul.engine import check, outcomes
from companion.istanbul.state import GameState
from companion.sync.belief import Belief, Choice, Moment, Outlook, Play, seeing
from companion.sync.explain import Hypothesis
from companion.sync.filtering.courses import NEVER, Course, Ways, courses
from companion.sync.filtering.decide import (
    Asked,
    AskIt,
    Costs,
    Decision,
    Fits,
    NoCourse,
    PlayIt,
    TakeItBack,
    Wait,
    decide,
)  # fmt: skip
from companion.sync.filtering.episodes import Episodes
from companion.sync.filtering.habits import Counts, Habits
from companion.sync.filtering.memory import Point, agreeing, carries, owed
from companion.sync.filtering.places import Agreed, Fit
from companion.sync.filtering.posterior import Likely, posterior
from companion.sync.filtering.sight import Sight
from companion.sync.illegal import broken_rule
from companion.sync.prints import demand_shown, printed, tell_tale
from companion.sync.status import Print, Status
from companion.sync.table import expected
from companion.sync.take_back import TakeBack
from companion.sync.tiles import tile_differences

TAKEN_BACK, PHONE_TOO, TURN_OVER = -4.0, -2.0, -3.0
"""Log-probability that something is taken back by hand; less where a phone had a part in it, or the turn is over."""
AGREED = 0.98
"""From this probability on table and game agree."""


class Model(msgspec.Struct, frozen=True):
    """The fitted tables and the costs."""

    sight: Sight
    habits: Habits
    costs: Costs = Costs()


class Told(msgspec.Struct, frozen=True):
    """What the log of the game tells: the points of the turn that may be taken back, who left assistants, whether the
    camera did what was done last, and how likely people throw their own dice (log-probability)."""

    history: tuple[Point, ...]
    counts: Counts
    seen_done: bool = False
    rolls: float = NEVER


class View(msgspec.Struct, frozen=True):
    """All that a judgement is made of, but for the time: worth keeping while the table lies still."""

    found: tuple[Course, ...]
    ways: Ways
    history: tuple[Point, ...]


class Judged(msgspec.Struct, frozen=True):
    """What follows, and what table and game agree on now."""

    outlook: Outlook
    agreed: Agreed
    known: bool


def view(now: Moment, eye: Episodes, agreed: Agreed, told: Told, model: Model) -> View:
    """The courses that may have led to the look."""
    fit = Fit(eye.seen, agreed, model.sight)
    plain = Ways(model.habits, told.counts, rolls=told.rolls)
    ways = msgspec.structs.replace(plain, lag=owed(now.state, fit, plain, told.seen_done))
    found = courses(now.state, fit, ways)
    found += _back(now.state, told.history, fit, plain, found)
    return View(tuple(found), ways, told.history)


def _back(state: GameState, history: Sequence[Point], fit: Fit, ways: Ways, others: Sequence[Course]) -> list[Course]:
    """Courses after something of the turn was taken back by hand, where the table lies rather so."""
    nothing = next(one for one in others if not one.actions)
    found = list[Course]()
    for point in history if nothing.misfits else ():
        if fit.gain(expected(point.state)) > nothing.fit:
            over = point.state.turn != state.turn
            start = TAKEN_BACK + (0.0 if point.by_camera else PHONE_TOO) + (TURN_OVER if over else 0.0)
            again = courses(point.state, fit, ways, start, point.keep)
            found += [one for one in again if one.actions[:1] != (point.gone,) and not (over and one.actions)]
    return found


def judgement(
    now: Moment, belief: Belief, eye: Episodes, agreed: Agreed, seen: View, asked: Asked, model: Model
) -> Judged:
    """What follows from a look; nothing is done here."""
    state = now.state
    status = _status(state, belief, seen)
    if tiles := tile_differences(state.layout, eye.layout):
        return Judged(
            _outlook(msgspec.structs.replace(status, kind="lost", tiles=tiles), status, agreed), agreed, False
        )
    if told := _told(state, belief):
        return Judged(_outlook(Play((told,)), status, agreed), agreed, False)
    likely = posterior(seen.found, model.habits, eye.lain_s)
    decision = decide(state, likely, eye.lain_s, eye.looks, asked, model.costs)
    fits = _agree(agreed, eye, likely, model.costs)
    step = _step(now, seen.history, decision, status)
    if isinstance(step, Status) and fits is not None and isinstance(decision, Fits):
        tales = tell_tale(state, belief.prints.differing(state, 3))
        if len(tales) == 1 and belief.ripe and not asked.ask_first and tuple(tales) not in asked.declined:
            step = Play(tuple(tales))
    return Judged(_outlook(step, status, fits or agreed), fits or agreed, fits is not None)


def _outlook(step: Status | Play | TakeBack | Choice, status: Status, agreed: Agreed) -> Outlook:
    return Outlook(step, status, agreed.wood)


def _agree(agreed: Agreed, eye: Episodes, likely: Sequence[Likely], costs: Costs) -> Agreed | None:
    """What is agreed now, where all but surely nothing has been moved that the game does not know of."""
    nothing = next(one.course for one in likely if not one.course.actions and one.course.back is None)
    share = sum(one.share for one in likely if one.course.wood == nothing.wood)
    if share < AGREED or eye.looks < costs.looks or any(one.seen for one in nothing.misfits):
        return None
    return agreeing(agreed, nothing.state, nothing.wood, eye.seen, nothing.misfits)


def _status(state: GameState, belief: Belief, seen: View) -> Status:
    differing = belief.prints.differing(state, 3)
    wanted, tales, carried = printed(state), tell_tale(state, differing), carries(seen.ways.lag)
    return Status(
        "carry" if carried else "in_step",
        carries=carried,
        prints=() if tales else tuple(Print(name, value, wanted[name]) for name, value in differing.items()),
        usual=tales[0] if tales else None,
        dice=belief.dice.pair if any(isinstance(one, Rolled) for one in outcomes(state)) else None,
    )


def _told(state: GameState, belief: Belief) -> Action | None:
    """Dice and demand tiles that are due and were read."""
    if belief.ask_first or not belief.ripe:
        return None
    if pair := belief.dice.thrown(2):
        return Rolled(*pair)
    shown = belief.prints.steady(3)
    return demand_shown(state, {name: value for name, value in shown.items() if name in belief.prints.trusted})


def _step(
    now: Moment, history: Sequence[Point], decision: Decision, status: Status
) -> Status | Play | TakeBack | Choice:
    state = now.state
    match decision:
        case PlayIt(actions):
            return Play(actions)
        case AskIt(found):
            return Choice(tuple(_hypothesis(one) for one in found))
        case TakeItBack(keep, instead, certain):
            seat = next((one.seat for one in reversed(now.effective) if one.seat is not None), state.turn)
            before = _state_at(history, keep)
            back = TakeBack(keep, seat, before, _hypothesis(instead), certain)
            return back if certain else Choice((back.instead,), back)
        case Wait(likely, ahead):
            return seeing(state, _hypothesis(likely) if likely else None, status, ahead)
        case Fits(missing):
            return msgspec.structs.replace(status, misfits=missing)
        case NoCourse(misfits):
            return msgspec.structs.replace(
                status, kind="lost", misfits=misfits, broken=broken_rule(state, misfits, check)
            )


def _state_at(history: Sequence[Point], keep: int) -> GameState:
    return next(one.state for one in history if one.keep == keep)


def _hypothesis(course: Course) -> Hypothesis:
    odds = tuple(-one for one in course.odds)
    return Hypothesis(course.actions, course.state, course.weight, -course.habit, odds, course.misfits)
