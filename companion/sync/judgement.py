"""What follows from the table as it is seen?  From memory and looks to one step: a status, a play, a question."""

import math
from collections.abc import Sequence

import msgspec

from companion.istanbul.actions import Action, Recall, Rolled
from companion.istanbul.engine import check, outcomes
from companion.istanbul.state import GameState
from companion.sync.courses import NEVER, Course, Proposals, courses, grown
from companion.sync.decide import Answers, AskIt, Decision, Fits, NoCourse, PlayIt, TakeItBack, Wait, decide
from companion.sync.episodes import PHOTO_HIDES, Episodes, Seen, fold, with_neutral
from companion.sync.illegal import broken_rule
from companion.sync.memory import Moment, Point, agreeing, carries, owed
from companion.sync.model import SELDOM, Costs, Counts, Model
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.places import Agreed, Fit
from companion.sync.posterior import Likely, posterior, weigh_slips
from companion.sync.prints import DiceSeen, Prints, demand_shown, fold_dice, fold_prints, outdated, printed, tell_tale
from companion.sync.status import Choice, Hypothesis, Play, Print, Status, Step, TakeBack, UnderWay
from companion.sync.table import Misfit, expected, tile_differences

TAKEN_BACK = math.log(SELDOM)
"""Log-probability that something is taken back by hand."""


class Evidence(msgspec.Struct, frozen=True):
    """All that was seen: the wood, the printed spaces, the dice."""

    eye: Episodes = Episodes()
    prints: Prints = Prints()
    dice: DiceSeen = DiceSeen()

    def key(self) -> object:
        """The same for looks that say the same."""
        prints = tuple(sorted(self.prints.steady().items())), self.prints.trusted
        return self.eye.key(), prints, self.dice.pair, self.dice.thrown()

    def with_look(self, seen: BoardObservation | NotSeen, state: GameState, photo: bool = False) -> "Evidence":
        """After one more look at a table at which the game stands so; a ``photo`` may hide a little."""
        prints, dice = self.prints, self.dice
        if isinstance(seen, BoardObservation):
            seen = with_neutral(seen, state)
            if not seen.hand:
                prints = outdated(fold_prints(prints, seen), state)
                dice = fold_dice(dice, seen.dice, any(isinstance(one, Rolled) for one in outcomes(state)))
        return Evidence(fold(self.eye, seen, PHOTO_HIDES if photo else None), prints, dice)


class LogEvidence(msgspec.Struct, frozen=True):
    """What the log of the game tells: the points of the turn that may be taken back, who left assistants, whether the
    camera did what was done last, and how likely people throw their own dice (log-probability)."""

    history: tuple[Point, ...]
    counts: Counts
    seen_done: bool = False
    rolls: float = NEVER


class View(msgspec.Struct, frozen=True):
    """All that a judgement is made of, but for the time: worth keeping while the table lies still."""

    found: tuple[Course, ...]
    ways: Proposals
    history: tuple[Point, ...]


class Judged(msgspec.Struct, frozen=True):
    """What follows, how the table stands in any case, and what table and game agree on now; None where they do not."""

    step: Step
    status: Status
    agreed: Agreed | None = None


def view(
    state: GameState, seen: Seen, agreed: Agreed, told: LogEvidence, model: Model, by_tile: frozenset[int]
) -> View:
    """The courses that may have led to the look; those ``by_tile`` tap what they do with the card instead."""
    fit = Fit(seen, agreed, model.sight)
    plain = Proposals(model.habits, told.counts, rolls=told.rolls, by_tile=by_tile)
    ways = msgspec.structs.replace(plain, lag=owed(state, fit, plain, told.seen_done))
    found = courses(state, fit, ways)
    found += _back(state, told.history, fit, plain, found)
    found += _grown(told.history, fit, plain, model.costs)
    return View(tuple(weigh_slips(found)), ways, told.history)


def _back(
    state: GameState, history: Sequence[Point], fit: Fit, ways: Proposals, others: Sequence[Course]
) -> list[Course]:
    """Courses after something of the turn was taken back by hand, where the table lies rather so."""
    nothing = next(one for one in others if not one.actions)
    found = list[Course]()
    for point in history if nothing.misfits else ():
        if fit.gain(expected(point.state)) > fit.gain(nothing.wood):
            over = point.state.turn != state.turn
            again = courses(point.state, fit, ways, TAKEN_BACK, point.keep)
            found += [one for one in again if one.actions[:1] != (point.gone,) and not (over and one.actions)]
    return found


def _grown(history: Sequence[Point], fit: Fit, ways: Proposals, costs: Costs) -> list[Course]:
    """Courses in which the recall the camera told of last went on; it was played because that was so unlikely."""
    last = next((one for one in history if one.by_camera and isinstance(one.gone, Recall)), None)
    if last is None or not isinstance(last.gone, Recall):
        return []
    return grown(last.state, last.gone, fit, ways, -math.log(costs.grows), last.keep)


def judgement(now: Moment, evidence: Evidence, agreed: Agreed, seen: View, asked: Answers, model: Model) -> Judged:
    """What follows from a look; nothing is done here."""
    state, eye = now.state, evidence.eye
    status = _status(state, evidence, seen)
    if tiles := tile_differences(state.layout, eye.layout):
        return Judged(msgspec.structs.replace(status, kind="lost", tiles=tiles), status)
    ripe = eye.looks >= model.costs.looks and not asked.ask_first
    if ripe and (told := _told(state, evidence)):
        return Judged(Play((told,)), status)
    likely = posterior(seen.found, model.habits, eye.lain_s)
    decision = decide(state, likely, eye.lain_s, eye.looks, asked, model.costs)
    fits = _agree(agreed, eye, likely, model.costs)
    if ripe and fits is not None and isinstance(decision, Fits):
        tales = tell_tale(state, evidence.prints.differing(state))
        if len(tales) == 1 and tuple(tales) not in asked.declined:
            return Judged(Play(tuple(tales)), status, fits)
    return Judged(_step(now, seen, decision, status), status, fits)


def _agree(agreed: Agreed, eye: Episodes, likely: Sequence[Likely], costs: Costs) -> Agreed | None:
    """What is agreed now, where all but surely nothing has been moved that the game does not know of."""
    nothing = next(one.course for one in likely if not one.course.actions and one.course.back is None)
    share = sum(one.share for one in likely if one.course.wood == nothing.wood)
    if share < 1.0 - costs.doubt or eye.looks < costs.looks or any(one.seen for one in nothing.misfits):
        return None
    return agreeing(agreed, nothing.state, nothing.wood, eye.seen, nothing.misfits)


def _status(state: GameState, evidence: Evidence, seen: View) -> Status:
    differing = evidence.prints.differing(state)
    wanted, tales, carried = printed(state), tell_tale(state, differing), carries(seen.ways.lag)
    return Status(
        "carry" if carried else "in_step",
        carries=carried,
        prints=() if tales else tuple(Print(name, value, wanted[name]) for name, value in differing.items()),
        usual=tales[0] if tales else None,
        dice=evidence.dice.pair if any(isinstance(one, Rolled) for one in outcomes(state)) else None,
    )


def _told(state: GameState, evidence: Evidence) -> Action | None:
    """Dice and demand tiles that are due and were read."""
    if pair := evidence.dice.thrown():
        return Rolled(*pair)
    shown = evidence.prints.steady()
    return demand_shown(state, {name: value for name, value in shown.items() if name in evidence.prints.trusted})


def _step(now: Moment, seen: View, decision: Decision, status: Status) -> Step:
    state = now.state
    match decision:
        case PlayIt(actions, share):
            return Play(actions, share)
        case AskIt(found):
            return Choice(tuple(_hypothesis(one.course, one.share) for one in found))
        case TakeItBack(keep, instead, certain):
            seat = next((one.seat for one in reversed(now.effective) if one.seat is not None), state.turn)
            before = next(one.state for one in seen.history if one.keep == keep)
            back = TakeBack(keep, seat, before, _hypothesis(instead))
            return back if certain else Choice((back.instead,), back)
        case Wait(likely, ahead):
            shown = UnderWay(state, _hypothesis(likely), ahead) if likely else None
            return msgspec.structs.replace(status, kind="seeing", likely=shown)
        case Fits(missing):
            return msgspec.structs.replace(status, misfits=missing)
        case NoCourse(misfits):
            named, broken = _where_wanted(misfits, seen.ways), broken_rule(state, misfits, check)
            return msgspec.structs.replace(status, kind="lost", misfits=named, broken=broken)


def _where_wanted(misfits: Sequence[Misfit], ways: Proposals) -> tuple[Misfit, ...]:
    """What was to be carried on and lies elsewhere is missed where the game wants it, not where it lay."""
    wanted = {old: new for new, old in ways.lag if old is not None and new is not None}
    places = ((one, wanted.get((one.thing, one.place))) for one in misfits)
    return tuple(one if new is None or one.seen else Misfit(one.thing, new[1], seen=False) for one, new in places)


def _hypothesis(course: Course, share: float | None = None) -> Hypothesis:
    return Hypothesis(course.actions, course.state, share)
