"""What must a game bring so that session, log, views, phones and export can serve it without knowing it?

``companion.istanbul.game`` and ``companion.dice_game.game`` each fill a ``Game``.  States, actions and
events are frozen ``msgspec.Struct`` values; actions and events are tagged unions, so records need no hand-made codec.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import GameError

State = Any  # a frozen struct of the game; opaque to everybody but the game
Action = Any  # what is asked for, by a seat or by the table
Event = Any  # what happened
Say = Callable[[str], str]  # gettext: an English sentence to the reader's language


@dataclass(frozen=True, slots=True)
class Game:
    """One game behind one small door.

    ``seat_to_act`` is the seat that decides now, None when chance (TABLE) is due or the game is over.
    ``outcomes`` lists what chance may bring with its odds, empty when no chance is due or only the table can say.
    ``legal_actions`` lists what the seat to act may do; ``check`` explains a refusal, None when the action is legal.
    ``decide`` raises RuleViolation for an illegal action; ``play`` is decide then evolve.
    """

    name: str
    setup_type: type
    """A struct with everything a new game needs: players, options and all that is drawn or rolled at setup."""
    state_type: type
    action_type: Any
    event_type: Any
    new: Callable[[Any], State]
    seat_to_act: Callable[[State], int | None]
    is_over: Callable[[State], bool]
    legal_actions: Callable[[State], Iterator[Action]]
    outcomes: Callable[[State], Mapping[Action, float]]
    check: Callable[[State, Action], GameError | None]
    decide: Callable[[State, Action], tuple[Event, ...]]
    evolve: Callable[[State, Event], State]
    problems: Callable[[State], Sequence[Any]]
    format_action: Callable[[Action], str]
    parse_action: Callable[[str], Action]
    barrier: Callable[[Event], bool]
    """True for an event that shows something new (dice, a drawn card): undo past it needs the table's agreement."""
    chance: tuple[type, ...] = ()
    """Kinds of action that say what chance brought: dice, cards, tiles."""
    told: tuple[type, ...] = ()
    """Kinds of action that any device of the game may send at any time: what lies on the table."""
    corrections: tuple[type, ...] = ()
    """Kinds of action by which a player's hand is told or the table is declared right; accepted at any time."""

    @property
    def anybodys(self) -> tuple[type, ...]:
        """Kinds of action that need not come from the seat to act."""
        return self.told + self.corrections

    def is_own(self, action: Action) -> bool:
        """Whether a seat asks for this itself; dice, cards and corrections come from the table."""
        return not isinstance(action, self.chance + self.anybodys)

    def play(self, state: State, action: Action) -> State:
        """The state after an action; raises RuleViolation and changes nothing when it is illegal."""
        for event in self.decide(state, action):
            state = self.evolve(state, event)
        return state
