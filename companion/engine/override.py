"""How does the table put values right?  The rule of an override, the same for every game.

A correction may take away what was due: what nothing can settle any more is not due.  What else follows from the
values is the game's own (``follow_up``).
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.corrections import Change
from companion.engine.deciding import BaseDraft, Rule
from companion.errors import BadNotation, RuleViolation

FIXED = frozenset({"options"})
"""Values that stay as they were agreed at set-up."""


@dataclass(frozen=True, slots=True)
class OverrideRule:
    """What a game brings, so that its values can be put right.

    ``get_value`` and ``set_value`` read and set one value by its name, as text, of a seat or (None) of the table.
    ``value_set`` and ``steps_added`` make the events.  ``still_due`` is the agenda without what cannot be settled.
    ``problems`` names what does not add up; codes among ``stopping`` would stop the game and are never accepted.
    ``end`` announces or takes back the last round, given the state before and the reason.  ``follow_up`` does what
    else follows.
    """

    draft: Callable[[Any], BaseDraft[Any]]
    get_value: Callable[[Any, str, int | None], str]
    set_value: Callable[[Any, str, str, int | None], Any]
    value_set: Callable[[str, str, int | None, str, str], Any]
    steps_added: Callable[[tuple[Any, ...]], Any]
    still_due: Callable[[Any], tuple[Any, ...]]
    problems: Callable[[Any], Sequence[Any]]
    stopping: Collection[str]
    end: Callable[[Any, Any, str], None]
    follow_up: Callable[[Any], None] = lambda draft: None

    def rule(self) -> Rule[Any, Any, Any]:
        """The rule of the action, refusal first."""
        return Rule(self._refuse, lambda draft, pending, action: self._carry_out(draft, action))

    def _carry_out(self, draft: BaseDraft[Any], action: Any) -> None:
        before, named = draft.state, {change.what for change in action.changes if change.seat is None}
        for change in action.changes:
            was = self.get_value(draft.state, change.what, change.seat)
            draft.add(self.value_set(change.what, change.value, change.seat, action.reason, was))
        if draft.state.over:
            return
        if "ending" not in named:
            self.end(draft, before, action.reason)
        if "agenda" not in named:
            self._drop_settled(draft)
        self.follow_up(draft)

    def _drop_settled(self, draft: BaseDraft[Any]) -> None:
        """What nothing can settle any more is not due; what stays is laid on the agenda again in its order."""
        agenda, left = draft.state.agenda, self.still_due(draft.state)
        if left == agenda:
            return
        same = next((at for at, one in enumerate(left) if one is not agenda[at]), len(left))
        for _ in agenda[same:]:
            draft.done()
        if left[same:]:
            draft.add(self.steps_added(left[same:]))

    def _refuse(self, state: Any, pending: Any, action: Any) -> RuleViolation | None:
        if not action.changes:
            return RuleViolation("nothing_changed")
        if not action.reason.strip():
            return RuleViolation("reason_missing")
        changed = state
        for change in action.changes:
            if change.seat is None and change.what in FIXED:
                return RuleViolation("value_fixed", what=change.what)
            try:
                changed = self.set_value(changed, change.what, change.value, change.seat)
            except BadNotation as error:
                return _bad_value(change, error)
        if not 0 <= changed.turn < len(changed.players):
            return RuleViolation("does_not_add_up", problems=["impossible_turn"])
        return self._refuse_problems(state, action)

    def _refuse_problems(self, state: Any, action: Any) -> RuleViolation | None:
        """Only problems the correction brings are held against it; those that would stop the game always are."""
        draft = self.draft(state)
        self._carry_out(draft, action)
        known = {(problem.code, problem.seat) for problem in self.problems(state)}
        new = [problem for problem in self.problems(draft.state) if (problem.code, problem.seat) not in known]
        stopping = [problem for problem in new if problem.code in self.stopping]
        if stopping or (new and not action.despite_problems):
            return RuleViolation("does_not_add_up", problems=[problem.code for problem in stopping or new])
        return None


def _bad_value(change: Change, error: BadNotation) -> RuleViolation:
    facts = {key: value for key, value in error.facts.items() if key not in ("what", "value", "problem")}
    return RuleViolation("bad_value", what=change.what, value=change.value, problem=error.code, **facts)
