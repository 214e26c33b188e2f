"""How sure is what?  The weights of all courses as probabilities, and what nearly all of them begin with."""

import math
from collections.abc import Iterable, Sequence

import msgspec

from companion.errors import GameError
from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.state import GameState, Step
from companion.sync.filtering.courses import WOOD, Course
from companion.sync.filtering.habits import Habits

CARRIED = ("governor", "smuggler", "neutral")


class Likely(msgspec.Struct, frozen=True):
    """A course and its probability."""

    course: Course
    share: float


def posterior(courses: Sequence[Course], habits: Habits, waited_s: float) -> list[Likely]:
    """The courses with their probabilities after the table has lain so long, likeliest first."""
    weights = [one.weight + (habits.still_coming(waited_s) if is_half(one) else 0.0) for one in courses]
    most = max(weights)
    shares = [math.exp(one - most) for one in weights]
    total = sum(shares)
    found = (Likely(one, share / total) for one, share in zip(courses, shares, strict=True))
    return sorted(found, key=lambda one: (-one.share, len(one.course.actions)))


def is_half(course: Course) -> bool:
    """Whether a merchant has arrived and his assistant may still be put down."""
    state = course.state
    return bool(state.agenda) and state.agenda[-1].step is Step.ASSISTANT and act.LeaveAssistant() in legal_of(state)


def legal_of(state: GameState) -> tuple[act.Action, ...]:
    """All legal actions."""
    return tuple(legal_actions(state))


def beginning(state: GameState, likely: Sequence[Likely], sure: float) -> tuple[act.Action, ...]:
    """The actions with which, in some order that comes to the same, courses of at least that probability begin: seen
    ones of one turn."""
    left = [(one.course.actions, one.share) for one in likely if one.course.back is None]
    turn, done = state.turn, list[act.Action]()
    while left and state.turn == turn and not outcomes_hide(state):
        step = next((one for one in _candidates(left[0][0], state) if _shared(state, left, one) >= sure), None)
        if step is None:
            break
        left = [(rest, share) for actions, share in left if (rest := without(state, actions, step)) is not None]
        done.append(step)
        state = play(state, step)
    return tuple(done)


def outcomes_hide(state: GameState) -> bool:
    """Whether cards or tiles nobody sees are due."""
    due = next(iter(outcomes(state)), None)
    return due is not None and not isinstance(due, act.Rolled)


def _candidates(actions: Sequence[act.Action], state: GameState) -> Iterable[act.Action]:
    """What may come first: of the likeliest course what is done with wood, up to the first thing no camera sees."""
    for action in actions:
        if not is_seen(state, action):
            return
        yield action


def _shared(state: GameState, left: Iterable[tuple[Sequence[act.Action], float]], step: act.Action) -> float:
    return sum(share for actions, share in left if without(state, actions, step) is not None)


def without(state: GameState, actions: Sequence[act.Action], first: act.Action) -> tuple[act.Action, ...] | None:
    """What is left of a course if one of its actions was done first; None where it has it not or could not go on."""
    if not actions or first not in actions:
        return None
    at = actions.index(first)
    rest = (*actions[:at], *actions[at + 1 :])
    return rest if at == 0 or _is_possible(state, (first, *actions[:at])) else None


def _is_possible(state: GameState, actions: Iterable[act.Action]) -> bool:
    try:
        for action in actions:
            state = play(state, action)
    except GameError:
        return False
    return True


def is_seen(state: GameState, action: act.Action) -> bool:
    """Whether a camera sees it done: wood moved, or the dice that carried somebody on."""
    if isinstance(action, act.Rolled):
        return bool(state.agenda) and state.agenda[-1].why in CARRIED
    if isinstance(action, act.EndTurn):
        return bool(state.agenda) and state.agenda[-1].step is Step.ENCOUNTERS
    return isinstance(action, WOOD)


def seen_part(state: GameState, course: Course) -> Course:
    """The course up to the first thing no camera sees, but that no assistant was left."""
    now, turn, done = state, state.turn, 0
    for action in course.actions:
        refuses = isinstance(action, act.EndTurn) and now.agenda[-1].step is Step.ASSISTANT
        if now.turn != turn or not (is_seen(now, action) or refuses or isinstance(action, act.Stay)):
            break
        now, done = play(now, action), done + 1
    if done and isinstance(course.actions[done - 1], act.EndTurn) and len(course.actions) == done:
        done, now = _without_end(state, course, done, now)
    return msgspec.structs.replace(course, actions=course.actions[:done], odds=course.odds[:done], state=now)


def _without_end(state: GameState, course: Course, done: int, now: GameState) -> tuple[int, GameState]:
    """An end after which nothing was seen is told by phones; not so where an assistant was refused."""
    before = after(state, course.actions[: done - 1])
    return (done, now) if before.agenda[-1].step is Step.ASSISTANT else (done - 1, before)


def after(state: GameState, actions: Iterable[act.Action]) -> GameState:
    """The state after these actions."""
    for action in actions:
        state = play(state, action)
    return state
