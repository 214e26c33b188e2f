"""How do the events of a turn's course change a state?  The same for every game that keeps an agenda."""

from typing import Any, TypeVar

from msgspec.structs import replace

S = TypeVar("S", bound=Any)


def unchanged(state: S, event: Any) -> S:
    """The event tells something and changes nothing."""
    return state


def turn_ended(state: S, event: Any) -> S:
    """Nothing is due any more."""
    return replace(state, agenda=())


def step_done(state: S, event: Any) -> S:
    """What was due is settled; ``event.then`` is due instead."""
    return replace(state, agenda=state.agenda[:-1] + event.then)


def steps_added(state: S, event: Any) -> S:
    """``event.steps`` are due first."""
    return replace(state, agenda=state.agenda + event.steps)


def end_triggered(state: S, event: Any) -> S:
    """This is the last round."""
    return replace(state, ending=True)
