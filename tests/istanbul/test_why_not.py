"""What is not possible shows with its reason, at every step of a turn."""

from companion.istanbul.engine import check, legal_actions
from companion.istanbul.notation.lines import parse_action
from companion.istanbul.state import GameState
from companion.istanbul.view.refusals import refusal
from companion.istanbul.view.why_not import refusals
from tests.istanbul.builders import do, turn

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


# ------------------------------------------------------------------------- the reason is the true one


def reason(state: GameState, action: str) -> tuple[str, str]:
    """The code of a refusal and its words."""
    error = check(state, parse_action(action))
    assert error is not None
    return error.code, refusal(error, NAMES, str)


def here(state: GameState) -> str:
    """Why the action of the place is not possible."""
    return str(refusals(state, list(legal_actions(state)), NAMES, str)["here"])


def cards(state: GameState) -> dict[str, str]:
    """Why cards in hand cannot be played."""
    return dict(refusals(state, list(legal_actions(state)), NAMES, str)["cards"])


NOBODY_OUT = "None of your assistants is out on the board."


def test_at_the_fountain_nobody_is_out_rather_than_not_at_some_warehouse() -> None:
    assert here(turn("merchant=7 hand=LIRA5", step="action")) == NOBODY_OUT
    assert reason(turn("merchant=7", step="action"), "recall 3") == ("nobody_out", NOBODY_OUT)


def test_nobody_is_out_for_the_card_and_the_yellow_tile() -> None:
    assert cards(turn("hand=RETURN")) == {"RETURN": NOBODY_OUT}
    assert reason(turn("tiles=Y lira=2"), "yellow 8") == ("nobody_out", NOBODY_OUT)


def test_an_assistant_who_is_elsewhere_is_named_with_the_place_asked_for() -> None:
    words = "None of your assistants is at the Post Office."
    assert reason(turn("hand=RETURN assistants=3 stack=ooo"), "return 5") == ("no_assistant_there", words)


def test_whoever_calls_nobody_back_must_name_somebody() -> None:
    state = turn("merchant=7 assistants=3 stack=ooo", step="action")
    assert reason(state, "recall -") == ("nobody_recalled", "Name the assistants you call back.")


def test_a_market_names_all_it_asks_for_where_nothing_can_be_sold() -> None:
    state = turn("merchant=10 goods=Y hand=LIRA5", table="large=L1,?,?,?,?", step="action")
    assert here(state) == "You have none of the goods that are asked for here: 2 fabric, 1 spice, 2 jewelry."
    assert reason(state, "sell RR")[0] == "nothing_to_sell"


def test_a_sale_names_all_that_is_missing_and_nothing_that_is_there() -> None:
    state = turn("merchant=10 goods=RB", table="large=L1,?,?,?,?", step="action")
    assert reason(state, "sell RRGBB") == (
        "goods_not_held",
        "You do not have these goods: 1 fabric, 1 spice, 1 jewelry.",
    )


def test_with_any_goods_an_empty_wheelbarrow_is_the_reason() -> None:
    state = turn("merchant=11 hand=ANY_GOODS", step="action")
    assert cards(state) == {"ANY_GOODS": "Your wheelbarrow is empty."}
    rich = turn("merchant=11 hand=ANY_GOODS goods=RR", step="action")
    assert reason(rich, "sell RRG any")[1] == "You do not have these goods: 1 spice."


def test_a_good_that_is_not_asked_for_is_told_what_is() -> None:
    state = turn("merchant=11 goods=RR", table="small=S5,?,?,?,?", step="action")
    assert reason(state, "sell RR") == (
        "goods_not_demanded",
        "The tile does not ask for these goods. It asks for: 2 spice, 2 fruit, 1 jewelry.",
    )


def test_at_the_police_station_nobody_is_caught_whoever_is_there() -> None:
    words = "Nobody is caught at the Police Station."
    state = turn("merchant=12 hand=LIRA5", q="family=12", step="encounters")
    assert reason(state, "catch") == ("no_catching_here", words)
    elsewhere = turn("merchant=3 hand=LIRA5", step="encounters")
    assert reason(elsewhere, "catch") == ("nobody_to_catch", "No other family member is here.")


def test_a_full_wheelbarrow_is_the_reason_rather_than_one_good() -> None:
    assert cards(turn("hand=GOOD goods=RRGGYYBB")) == {"GOOD": "Your wheelbarrow is full."}
    assert reason(turn("hand=GOOD goods=RR"), "good R")[1] == "There is no room for more fabric on your wheelbarrow."


def test_a_card_for_another_place_is_not_said_to_be_missing() -> None:
    """Beside the Post Office's own card, which is not held, the Sultan's card was refused for that one."""
    state = turn("merchant=5 hand=FAMILY_HOME,SULTAN2 family=3", step="action")
    assert cards(do(state, "mail"))["SULTAN2"] == "This is possible elsewhere: Sultan's Palace."


def test_what_belongs_to_other_places_is_told_with_all_of_them() -> None:
    state = turn("merchant=2 goods=R hand=LIRA5", step="action")
    assert reason(state, "announce 7") == ("not_here", "This is possible elsewhere: Tea House.")
    assert reason(state, "sell R") == ("not_here", "This is possible elsewhere: Large Market, Small Market.")
    governor = turn("merchant=3 hand=LIRA5", table="governor=9", step="encounters")
    assert reason(governor, "governor")[1] == "This is possible elsewhere: Tea House."


def test_a_card_that_comes_too_late_is_told_with_when_it_may_be_played() -> None:
    assert reason(turn("merchant=3 assistants=8 hand=RETURN", step="action"), "return 8") == (
        "not_in_this_window",
        "This is possible only before you move or right after it.",
    )


def test_a_card_in_the_midst_of_something_is_told_to_wait_for_its_end() -> None:
    between = "This is possible only between the steps of your turn: first finish what is under way."
    assert reason(turn("merchant=8 hand=GOOD lira=2", step="fee"), "good R") == ("not_in_this_window", between)
    sent = do(turn("merchant=12 family=12 hand=GOOD", step="action"), "send 3")
    assert reason(sent, "good R") == ("not_in_this_window", between)


def test_a_hand_of_another_size_is_told_how_many_cards_it_has() -> None:
    state = turn("hand=?,?", cards="real")
    assert reason(state, "tell 0 STAY") == ("wrong_number_of_cards", "Cards told: 1. There must be 2.")
