"""Which rule does the table break?  Names an illegal move instead of ignoring it."""

from collections.abc import Callable, Sequence

from companion.errors import RuleViolation
from companion.istanbul.actions import Action, Move
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.explain import Misfit
from companion.sync.observation import Kind

Check = Callable[[GameState, Action], RuleViolation | None]


def broken_rule(state: GameState, misfits: Sequence[Misfit], check: Check) -> RuleViolation | None:
    """The refusal of the move that one merchant seems to have made, None where no single merchant was moved."""
    arrived = [misfit for misfit in misfits if misfit.seen and misfit.thing.kind is Kind.MERCHANT]
    if len(arrived) != 1:
        return None
    color, place = arrived[0].thing.color, arrived[0].place
    if color != state.player.color:
        seats = {str(player.color): seat for seat, player in enumerate(state.players)}
        return RuleViolation("not_your_turn", seat=seats.get(color), to_act=state.turn, place=place)
    return check(state, Move(Place(place)))
