"""What wood did somebody forget to move though his phone was told?  It lies where it lay until he is reminded."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from companion.istanbul.actions import Action, Catch, LeaveAssistant
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Player
from companion.sync.observation import Kind, Thing
from companion.sync.status import Status
from companion.sync.table import Carry

NOTICES = 300  # looks until somebody sees himself what he forgot
FORGETS: dict[type, str] = {LeaveAssistant: "forget_assistant", Catch: "forget_catch"}
"""The rate for each kind of action whose wood may be forgotten."""


def forgets(action: Action) -> str:
    """The rate at which the wood of an action is forgotten, empty where it never is."""
    return FORGETS.get(type(action), "")


class Forgotten(msgspec.Struct, frozen=True):
    """``things`` are where they lay; an assistant is under his merchant and ``place`` is where he should be."""

    things: tuple[Thing, ...] = ()
    place: int = 0

    def __bool__(self) -> bool:
        return bool(self.things)

    @classmethod
    def of(cls, action: Action, state: GameState) -> "Forgotten":
        """What this action would move."""
        place, color = state.player.merchant, str(state.player.color)
        if isinstance(action, LeaveAssistant):
            return cls((Thing(Kind.ASSISTANT, color),), int(place))
        caught = (one for one in state.players if one.family == place and one.color != color)
        return cls(tuple(Thing(Kind.FAMILY, str(one.color)) for one in caught), int(place))

    def is_named(self, carries: Iterable[Carry]) -> bool:
        """Whether people are told of it."""
        return any(one.thing in self.things for one in carries)

    def lies(self, state: GameState) -> GameState:
        """The table with what was forgotten as it lies."""
        players = tuple(self._of_player(one) for one in state.players)
        return msgspec.structs.replace(state, players=players)

    def _of_player(self, player: Player) -> Player:
        color = str(player.color)
        if Thing(Kind.ASSISTANT, color) in self.things:
            lying = tuple(place for place in player.assistants if place != self.place)
            return msgspec.structs.replace(player, assistants=lying)
        if Thing(Kind.FAMILY, color) in self.things:
            return msgspec.structs.replace(player, family=Place(self.place))
        return player


class Memory:
    """What the people at one table have forgotten, and whether they are about to."""

    def __init__(self) -> None:
        self.forgotten = Forgotten()
        self._about_to = False
        self._looks = 0

    def until_forgotten(
        self, plan: Sequence[Action], count: int, state: GameState, happens: Callable[[str], bool]
    ) -> int:
        """How many of the first ``count`` actions the hands do: up to what they forget.  What is to be laid next and is
        forgotten is 0; it lies where it lay until somebody is reminded."""
        if self._about_to and forgets(plan[0]):
            self._about_to, self.forgotten = False, Forgotten.of(plan[0], state)
            return 0
        for at, action in enumerate(plan[:count]):
            what = forgets(action)
            if what and not self.forgotten and happens(what):
                self._about_to = True
                return at or self.until_forgotten(plan, count, state, happens)
        return count

    def is_reminded(self, status: Status) -> bool:
        """Whether somebody now carries what he forgot: he is told, or sees it himself after a while."""
        self._looks = self._looks + 1 if self.forgotten else 0
        told = status.late and self.forgotten.is_named(status.carries)
        if not self.forgotten or not (told or self._looks > NOTICES):
            return False
        self.forgotten = Forgotten()
        return True
