"""Which rule does the table break?  Names an illegal move instead of ignoring it.

Codes of the engine are worded by the game; those made here (``OWN_CODES``) by ``webui/camera/camera_words.py``.
"""

from collections.abc import Callable, Iterator, Sequence

from companion.errors import RuleViolation
from companion.istanbul.actions import Action, Move, SendFamily
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.observation import Kind
from companion.sync.table import Misfit

Check = Callable[[GameState, Action], RuleViolation | None]
OWN_CODES = (
    "two_merchants", "assistant_of_another", "second_assistant", "assistant_elsewhere", "assistant_at_fountain",
    "assistant_without_move", "moved_without_dice",
)  # fmt: skip


def broken_rule(state: GameState, misfits: Sequence[Misfit], check: Check) -> RuleViolation | None:
    """The rule that what was carried breaks, None where no single rule can be named."""
    came = [misfit for misfit in misfits if misfit.seen]
    merchants = [one for one in came if one.thing.kind is Kind.MERCHANT]
    if len(merchants) > 1:
        return RuleViolation("two_merchants", colors=[one.thing.color for one in merchants])
    broken = _of_merchant(state, merchants[0], came, check) if merchants else _without_move(state, came, check)
    return next(iter(broken), None)


def _of_merchant(state: GameState, merchant: Misfit, came: Sequence[Misfit], check: Check) -> Iterator[RuleViolation]:
    color, place = merchant.thing.color, merchant.place
    if color in dict(state.neutral_merchants):
        yield RuleViolation("moved_without_dice", thing=merchant.thing)
        return
    if color != state.player.color:
        seats = {str(player.color): seat for seat, player in enumerate(state.players)}
        yield RuleViolation("not_your_turn", seat=seats.get(color), to_act=state.turn, place=place)
        return
    if refused := check(state, Move(Place(place))):
        yield refused
    yield from _of_assistants(state, place, [one for one in came if one.thing.kind is Kind.ASSISTANT])


def _of_assistants(state: GameState, place: int, came: Sequence[Misfit]) -> Iterator[RuleViolation]:
    """What is wrong with the assistants where the merchant arrived."""
    color = state.player.color
    if place == Place.FOUNTAIN and any(one.place == place for one in came):
        yield RuleViolation("assistant_at_fountain")
    if strangers := [one for one in came if one.thing.color != color]:
        yield RuleViolation("assistant_of_another", color=strangers[0].thing.color, place=strangers[0].place)
    if len(came) > 1:
        yield RuleViolation("second_assistant", places=[one.place for one in came])
    if elsewhere := [one for one in came if one.place != place]:
        yield RuleViolation("assistant_elsewhere", place=elsewhere[0].place)
    if place in state.player.assistants and not came:
        yield RuleViolation("must_pick_up", place=place)


def _without_move(state: GameState, came: Sequence[Misfit], check: Check) -> Iterator[RuleViolation]:
    for one in came:
        if one.thing.kind is Kind.ASSISTANT:
            yield RuleViolation("assistant_without_move", color=one.thing.color, place=one.place)
        elif one.thing.kind in (Kind.GOVERNOR, Kind.SMUGGLER):
            yield RuleViolation("moved_without_dice", thing=one.thing)
        elif one.thing.color != state.player.color:
            continue
        elif refused := check(state, SendFamily(Place(one.place))):
            yield refused
