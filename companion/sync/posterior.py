"""How sure is what?  The weights of all courses as probabilities, and what nearly all of them begin with."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.errors import GameError
from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.state import GameState, Step
from companion.sync.courses import ENDS, FETCHES, NEVER, WOOD, Course, Lifts, plainest
from companion.sync.model import Habits
from companion.sync.places import HIDDEN, SLIP, Wood

MOST_STEPS = 8
CARRIED = ("governor", "smuggler", "neutral")


Rest = tuple[Sequence[act.Action], float]
"""What of a course is left to be done, and its probability."""


class Likely(msgspec.Struct, frozen=True):
    """A course and its probability; ``lifting``: more assistants are about to be called back than it has."""

    course: Course
    share: float
    lifting: bool = False


def posterior(courses: Sequence[Course], habits: Habits, waited_s: float) -> list[Likely]:
    """The courses with their probabilities after the table has lain so long, likeliest first."""
    weighed = [(one.weight + _stops(one, habits, waited_s), one, False) for one in courses]
    still = habits.still_lifting(waited_s)
    weighed += [(weight + one.more + still, one, True) for weight, one, _ in weighed if one.more > NEVER]
    most = max(weight for weight, _, _ in weighed)
    total = sum(math.exp(weight - most) for weight, _, _ in weighed)
    found = (Likely(one, math.exp(weight - most) / total, lifting) for weight, one, lifting in weighed)
    return sorted(found, key=lambda one: (-one.share, len(one.course.actions)))


def weigh_slips(found: Sequence[Course]) -> list[Course]:
    """The courses, best first; a slip costs one more where another course leads to the same table with fewer.

    Courses of three turns do not count: what is carried against the rules may lie anywhere.  Nor does wood put back
    after its turn was over: that may be either.
    """
    turn = next(one.state.turn for one in found if not one.actions and one.back is None)
    fewest = dict[Wood, int]()
    for one in found:
        if one.turns < 2 and (one.back is None or one.actions or one.state.turn == turn):
            table, slips = _table(one), len(one.misfits)
            fewest[table] = min(slips, fewest.get(table, slips))
    weighed = (_less_likely(one) if _slips_more(one, fewest) else one for one in found)
    return sorted(weighed, key=lambda one: (-one.weight, len(one.actions)))


def _table(course: Course) -> Wood:
    """The wood as it then is seen to lie."""
    return course.wood ^ {(one.thing, one.place) for one in course.misfits}


def _slips_more(course: Course, fewest: Mapping[Wood, int]) -> bool:
    slips = len(course.misfits)
    return any(one.seen for one in course.misfits) and slips > fewest.get(_table(course), slips)


def _less_likely(course: Course) -> Course:
    return msgspec.structs.replace(course, habit=course.habit + SLIP)


def lifts(before: Lifts, found: Sequence[Course]) -> Lifts:
    """With those who are lifted now, where that is the likeliest and there are others who may be called back."""
    best, state = found[0], found[0].state
    recalls = (one for one in best.actions if isinstance(one, act.Recall) and best.more > NEVER and not best.turns)
    return before | {(state.round, state.turn, len(one.places)) for one in recalls}


def _stops(course: Course, habits: Habits, waited_s: float) -> float:
    """Log-probability that people have not gone on since: each thing after the last wood that no camera sees may be;
    and that a hand the eye missed is still over a merchant who is nowhere seen."""
    unseen = len(course.actions) - len(_to_last(WOOD, course))
    hand = habits.still_hiding(waited_s) - HIDDEN
    hidden = sum([one + hand for one in course.hides if one + hand > 0.0])
    return habits.ahead * unseen + hidden + (habits.still_coming(waited_s) if is_half(course) else 0.0)


def is_half(course: Course) -> bool:
    """Whether a merchant has arrived and his assistant may still be put down."""
    state = course.state
    return bool(state.agenda) and state.agenda[-1].step is Step.ASSISTANT and act.LeaveAssistant() in legal_of(state)


def legal_of(state: GameState) -> tuple[act.Action, ...]:
    """All legal actions."""
    return tuple(legal_actions(state))


def beginning(
    state: GameState, likely: Sequence[Likely], sure: float, grows: float = 1.0, careful: bool = True
) -> tuple[act.Action, ...]:
    """The actions with which, in some order that comes to the same, courses of at least that probability begin: seen
    ones of one turn.  ``grows`` is how bad it is to play a recall that still grows, beside a wrong play.  With
    ``careful`` nothing is paid that may be needed before.
    """
    left = _to_come(likely, grows)
    turn, done = state.turn, list[act.Action]()
    while left and state.turn == turn and not outcomes_hide(state):
        step = next((one for one in _candidates(left[0][0], state) if _is_sure(state, left, one, sure, careful)), None)
        if step is None:
            break
        left = _after_first(state, left, step)
        done.append(step)
        state = play(state, step)
    return tuple(done)


def outcomes_hide(state: GameState) -> bool:
    """Whether cards or tiles nobody sees are due."""
    due = next(iter(outcomes(state)), None)
    return due is not None and not isinstance(due, act.Rolled)


def shared(state: GameState, likely: Iterable[Likely], actions: Iterable[act.Action]) -> float:
    """The probability of all courses that begin with these actions, in some order that comes to the same; with those
    that call back more."""
    left = _to_come(likely, 0.0)
    for step in actions:
        left = _after_first(state, left, step)
        state = play(state, step)
    return sum(share for _, share in left)


def _to_come(likely: Iterable[Likely], grows: float) -> list[Rest]:
    """What is left of each course; a recall that still grows is missing in ``grows`` of its probability, wholly once
    the next player went on: then it cannot be amended."""
    left = list[Rest]()
    for one in likely:
        if one.course.back is None and one.lifting:
            done = _to_last(act.Recall, one.course)
            missing = grows if done == _to_last(WOOD, one.course) else 1.0
            left += [(done, one.share * (1.0 - missing)), (done[:-1], one.share * missing)]
        elif one.course.back is None:
            left.append((one.course.actions, one.share))
    return left


def _to_last(kind: type[act.Action] | tuple[type[act.Action], ...], course: Course) -> tuple[act.Action, ...]:
    """The actions up to the last one of such a kind."""
    last = max((at for at, one in enumerate(course.actions) if isinstance(one, kind)), default=-1)
    return course.actions[: last + 1]


def _after_first(state: GameState, left: Iterable[Rest], step: act.Action) -> list[Rest]:
    """What is left of the courses that have this action, once it was done first."""
    return [(rest, share) for actions, share in left if (rest := without(state, actions, step)) is not None]


def _candidates(actions: Sequence[act.Action], state: GameState) -> Iterator[act.Action]:
    """What may come first: of the likeliest course what is done with wood in this turn, be it after other things."""
    for at, action in enumerate(actions):
        refused = _refuses(state, action) and any(isinstance(one, WOOD) for one in actions)
        if isinstance(action, WOOD) or (not at and (refused or is_seen(state, action))):
            yield action
        if isinstance(action, act.EndTurn):
            return


def _is_sure(state: GameState, left: Sequence[Rest], step: act.Action, sure: float, careful: bool) -> bool:
    """Whether nearly all courses have it, and it costs nothing that may be needed before it."""
    if sum(share for _, share in _after_first(state, left, step)) < sure:
        return False
    return not (careful and isinstance(step, FETCHES) and _may_hinder(state, step))


def _may_hinder(state: GameState, step: act.Action) -> bool:
    """Whether something no camera sees may have come before it that, once it is paid for, cannot be told any more: what
    it was paid with was earned only afterwards."""
    now, turn = play(state, step), state.turn
    for _ in range(MOST_STEPS):
        if state.over or state.turn != turn or outcomes(state):
            return False
        legal = legal_of(state)
        barred = set(legal) - _open(now)
        if any(_may_follow(play(state, one), step) for one in barred if not isinstance(one, (*FETCHES, *ENDS))):
            return True
        if now.turn != turn or now.over:
            return False
        plain = act.PayToll() if act.PayToll() in legal else plainest(state, list(legal))
        if plain is None or state.agenda[-1].step in (Step.MOVE, Step.ASSISTANT) or plain not in legal_of(now):
            return False
        state, now = play(state, plain), play(now, plain)
    return False


def _may_follow(state: GameState, step: act.Action) -> bool:
    """Whether it can still be paid for in this turn, whatever is earned until then."""
    turn = state.turn
    for _ in range(MOST_STEPS):
        legal = legal_of(state)
        if step in legal:
            return True
        plain = [one for one in legal if not isinstance(one, (*WOOD, *ENDS))]
        ways: Sequence[act.Action] = plain or legal or tuple(outcomes(state))
        if state.over or state.turn != turn or not ways:
            return False
        state = max((play(state, one) for one in ways), key=lambda after: after.players[turn].lira)
    return False


def without(state: GameState, actions: Sequence[act.Action], first: act.Action) -> tuple[act.Action, ...] | None:
    """What is left of a course if one of its actions was done first; None where it has it not or could not go on."""
    if not actions or first not in actions:
        return None
    at = actions.index(first)
    rest = (*actions[:at], *actions[at + 1 :])
    return rest if at == 0 or _leaves_all_possible(state, first, actions[:at]) else None


def _leaves_all_possible(state: GameState, first: act.Action, before: Iterable[act.Action]) -> bool:
    """Whether all that may have been done before it can still be done after it: what no camera sees may be anything."""
    try:
        now = play(state, first)
        for action in before:
            moot = isinstance(action, ENDS) and action not in legal_actions(now)
            if not isinstance(action, WOOD) and not _open(state) - ({action} if moot else set()) <= _open(now):
                return False
            state, now = play(state, action), now if moot else play(now, action)
    except GameError:
        return False
    return True


def _open(state: GameState) -> set[act.Action]:
    return {one for one in legal_actions(state) if not isinstance(one, FETCHES)}


def is_seen(state: GameState, action: act.Action) -> bool:
    """Whether a camera sees it done: wood moved, or the dice that carried somebody on."""
    if isinstance(action, act.Rolled):
        return bool(state.agenda) and state.agenda[-1].why in CARRIED
    if isinstance(action, act.EndTurn):
        return bool(state.agenda) and state.agenda[-1].step is Step.ENCOUNTERS
    return isinstance(action, WOOD)


def seen_part(state: GameState, course: Course) -> Course:
    """What of a course a camera sees first, or that no assistant was left."""
    seen = beginning(state, [Likely(course, 1.0)], 1.0, careful=False)
    if not seen and course.actions and _refuses(state, course.actions[0]):
        seen = course.actions[:1]
    while seen and isinstance(seen[-1], act.EndTurn) and len(seen) > 1:
        seen = seen[:-1]
    now = after(state, seen)
    if seen and len(seen) < len(course.actions) and seen == course.actions[: len(seen)]:
        more = course.actions[len(seen)]
        seen, now = ((*seen, more), play(now, more)) if _refuses(now, more) else (seen, now)
    odds = dict(zip(course.actions, course.odds, strict=True))
    return msgspec.structs.replace(course, actions=seen, odds=tuple(odds[one] for one in seen), state=now)


def _refuses(state: GameState, action: act.Action) -> bool:
    return isinstance(action, act.EndTurn) and state.agenda[-1].step is Step.ASSISTANT


def after(state: GameState, actions: Iterable[act.Action]) -> GameState:
    """The state after these actions."""
    for action in actions:
        state = play(state, action)
    return state
