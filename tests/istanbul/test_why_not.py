"""What is not possible shows with its reason, at every step of a turn."""

from companion.istanbul.engine import legal_actions
from companion.istanbul.state import GameState
from companion.istanbul.why_not import refusals
from tests.istanbul.builders import turn

NAMES = ("Anna", "Ben", "Cleo")


def denied(state: GameState) -> dict[str, str]:
    """What shows as disabled, with its reason."""
    told = refusals(state, list(legal_actions(state)), NAMES, lambda text: text)
    return {one["text"]: one["why"] for one in told["denied"]}


def test_a_toll_that_cannot_be_paid() -> None:
    state = turn("merchant=2 lira=1", q="merchant=2", step="toll")
    assert denied(state) == {"Pay 2 Lira": "This costs 2 Lira; you have 1."}
    assert denied(turn("merchant=2 lira=2", q="merchant=2", step="toll")) == {}


def test_an_assistant_that_cannot_be_left() -> None:
    state = turn("merchant=2 stack=- assistants=3,4,5,6", step="assistant")
    assert denied(state) == {"Leave an assistant": "Your stack is empty; no assistant can be left."}


def test_the_tile_that_asks_for_more_shows_beside_the_one_that_can_be_had() -> None:
    state = turn("merchant=14 goods=RRG", step="action")
    assert denied(state) == {"Give 1 spice, take the green mosque tile": "This needs 2 spice; you have 1."}
    nothing = turn("merchant=14", step="action")
    assert denied(nothing) == {} and refusals(nothing, list(legal_actions(nothing)), NAMES, str)["here"]


def test_the_turn_cannot_end_before_the_catch() -> None:
    state = turn("merchant=3", q="family=3", step="encounters")
    assert denied(state) == {"End the turn": "First catch the family members here."}


def test_the_governor_wants_lira_or_a_card() -> None:
    state = turn("merchant=10 lira=1 hand=GOOD", step="fee")
    assert denied(state) == {"Pay 2 Lira": "This costs 2 Lira; you have 1."}
