"""How does any game decide?  Rules by kind of action, a draft of what has happened, and an engine that asks them.

Both games fill these shapes (``steps/rules.py``, ``draft.py``, ``engine.py`` of each); which rule is due, how an action
that has none is refused, and what is forced between two actions is their own.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from companion.errors import RuleViolation


class Played(Protocol):
    """What every state says of the turn."""

    @property
    def turn(self) -> int: ...

    @property
    def players(self) -> tuple[Any, ...]: ...


S = TypeVar("S", bound=Played)
P = TypeVar("P")  # what is due


class BaseDraft(Generic[S]):
    """Events of the action being decided and the state after them.

    It lives only while one action is decided; every change of the state goes through ``EVOLVE``.  ``DONE`` is the
    event by which what was due is settled.
    """

    __slots__ = ("events", "state")
    EVOLVE: ClassVar[Mapping[type, Callable[[Any, Any], Any]]]
    DONE: ClassVar[Callable[..., Any]]

    def __init__(self, state: S) -> None:
        self.state: S = state
        self.events: list[Any] = []

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.turn

    def add(self, event: Any) -> None:
        """This happened."""
        self.events.append(event)
        self.state = self.EVOLVE[type(event)](self.state, event)

    def done(self, *then: Any) -> None:
        """What was due is settled; ``then`` is due instead, the last one first."""
        self.add(self.DONE(then))


D = TypeVar("D", bound=BaseDraft[Any])


class Rule(NamedTuple, Generic[S, P, D]):
    """One kind of action: why it is refused, and what it brings about once it is not."""

    refuse: Callable[[S, P, Any], RuleViolation | None]
    carry_out: Callable[[D, P, Any], None]


def never_settled(draft: Any, pending: Any) -> bool:
    """Nothing happens by itself here."""
    return False


def allowed(state: Any, pending: Any, action: Any) -> None:
    """Always possible."""
    return None


class StepRules(NamedTuple, Generic[S, P, D]):
    """One step: what may be asked for, the rule of each kind of action, and what happens without asking.

    ``settle`` carries out what is forced and says whether anything was.
    """

    legal: Callable[[S, P], Iterator[Any]]
    rules: Mapping[type, Rule[S, P, D]]
    settle: Callable[[D, P], bool] = never_settled


class Engine(Generic[S, P, D]):
    """Checks, decides and plays actions by their rules.

    ``rule_of`` finds the rule of an action now, None where there is none, and ``not_now`` says why not then; ``due``
    is what is to be decided; ``settle`` carries out what is forced after an action.
    """

    def __init__(
        self,
        draft: Callable[[S], D],
        due: Callable[[S], P],
        rule_of: Callable[[S, Any], Rule[S, P, D] | None],
        not_now: Callable[[S, Any], RuleViolation],
        settle: Callable[[D], None],
    ) -> None:
        self._draft, self._due, self._rule_of, self._not_now, self._settle = draft, due, rule_of, not_now, settle

    def check(self, state: S, action: Any) -> RuleViolation | None:
        """Why this action is not possible now; None when it is."""
        rule = self._rule_of(state, action)
        return self._not_now(state, action) if rule is None else rule.refuse(state, self._due(state), action)

    def decide(self, state: S, action: Any) -> tuple[Any, ...]:
        """What this action brings about; raises RuleViolation when it is not possible."""
        return tuple(self._carry_out(state, action).events)

    def play(self, state: S, action: Any) -> S:
        """The state after an action: the events of ``decide``, each put through ``evolve``."""
        after: S = self._carry_out(state, action).state
        return after

    def _carry_out(self, state: S, action: Any) -> D:
        rule, pending = self._rule_of(state, action), self._due(state)
        if rule is None:
            raise self._not_now(state, action)
        refusal = rule.refuse(state, pending, action)
        if refusal is not None:
            raise refusal
        draft = self._draft(state)
        rule.carry_out(draft, pending, action)
        self._settle(draft)
        return draft
