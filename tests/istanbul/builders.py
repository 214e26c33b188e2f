"""Positions and turns in one line: values are written as in the notation of positions.

state = turn("merchant=7 stack=oo lira=5", q="merchant=3")     # P is seat 0 and to move, Q seat 1, R seat 2
state = do(state, "move 3", "leave", "pay")
assert has(state, "lira=3 stack=o assistants=3")
"""

from companion.errors import GameError
from companion.istanbul.engine import check, legal_actions, play
from companion.istanbul.layouts.boards import printed_layout
from companion.istanbul.names import Card, Color, Place
from companion.istanbul.notation.fields import get_value, set_value
from companion.istanbul.notation.lines import format_action, parse_action
from companion.istanbul.setup import Deal, new_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import DECK

TURN = ["encounters", "action", "toll", "assistant", "move"]
FIRST_CARDS = (Card.STAY, Card.STAY, Card.RETURN, Card.RETURN, Card.POST2)


def new(
    players: int = 3, governor: int = 10, smuggler: int = 10, layout: str = "short", **options: object
) -> GameState:
    """A game just set up; Governor and Smuggler out of the way, all demand known but the order below the top."""
    deal = Deal(
        tuple(Color)[:players],
        printed_layout(layout),
        Place(governor),
        Place(smuggler),
        FIRST_CARDS[:players],
        "L1",
        "S1",
    )
    return new_game(Options(**options), deal)  # type: ignore[arg-type]


def turn(
    p: str = "", q: str = "", r: str = "", table: str = "", players: int = 3, step: str = "move", **options: object
) -> GameState:
    """P's turn at ``step``: no cards and no Lira but what is given, demand tiles in order of number."""
    state = new(players, **options)
    for seat in range(players):
        state = put(state, "hand=- lira=0", seat)
    state = put(state, "large=L1,L2,L3,L4,L5 small=S1,S2,S3,S4,S5", None)
    for seat, values in enumerate((p, q, r)[:players]):
        state = put(state, values, seat)
    return due(put(state, table, None), step)


def put(state: GameState, values: str, seat: int | None) -> GameState:
    """The state with values as written, unchecked."""
    for what, _, value in (part.partition("=") for part in values.split()):
        state = set_value(state, what, value, seat)
    return state


def due(state: GameState, step: str) -> GameState:
    """The turn at one of its steps; a step of another kind is put before the encounters."""
    agenda = TURN[: TURN.index(step) + 1] if step in TURN else ["encounters", step]
    return put(state, "agenda=" + ",".join(agenda), None)


def do(state: GameState, *actions: str) -> GameState:
    """The state after actions in notation."""
    for action in actions:
        state = play(state, parse_action(action))
    return state


def has(state: GameState, values: str, seat: int | None = 0) -> bool:
    """Are these the values of a seat (of the table for None)?  Raises with the values that differ."""
    wanted = dict(part.split("=") for part in values.split())
    found = {what: get_value(state, what, seat) for what in wanted}
    assert found == wanted
    return True


def legal(state: GameState) -> set[str]:
    """What may be done, in notation."""
    return {format_action(action) for action in legal_actions(state)}


def refused(state: GameState, action: str) -> str | None:
    """The code of the refusal, None for a legal action; checks that a refused action changes nothing."""
    refusal = check(state, parse_action(action))
    if refusal is None:
        return None
    try:
        play(state, parse_action(action))
    except GameError as error:
        assert error.code == refusal.code
    else:
        raise AssertionError(f"{action} was refused and yet played")
    return refusal.code


def step_of(state: GameState) -> str:
    """What is due now."""
    return get_value(state, "agenda", None).split(",")[-1].split("/")[0]


def others(*cards: str) -> str:
    """All cards but these, for filling a hand: ``others("STAY")`` is 25 cards in notation."""
    left = [str(card) for card in DECK]
    for card in cards:
        left.remove(card)
    return ",".join(left)
