"""With real cards a player tells what he holds: what everybody has seen stays true, the rest is his alone."""

import msgspec

from companion.istanbul.corrections.problems import problems
from companion.istanbul.engine import check
from companion.istanbul.game import ISTANBUL
from companion.istanbul.notation.lines import format_state, parse_action, parse_state
from companion.istanbul.state import GameState
from companion.istanbul.view.refusals import refusal
from companion.istanbul.view.story import tell
from tests.istanbul.builders import do, has, legal, put, refused, turn

NAMES = ("Anna", "Ben", "Cleo")


def real(p: str = "hand=?,?", q: str = "hand=?", table: str = "", **more: object) -> GameState:
    return turn(p, q, "hand=?", table=table, cards="real", **more)  # type: ignore[arg-type]


def took_lira() -> GameState:
    """P has taken LIRA5 from the open pile, and a covered card, and gave one back."""
    state = real("merchant=6 hand=?", table="discard=LIRA5", step="action")
    return do(state, "take discard", "take draw", "drawn ?", "give GOOD")


def test_a_card_taken_openly_cannot_be_told_as_unknown() -> None:
    state = took_lira()
    assert has(state, "hand=LIRA5,? seen=LIRA5")
    assert refused(state, "tell 0 ?,?") == "card_was_seen"
    error = check(state, parse_action("tell 0 ?,STAY"))
    assert error is not None and error.facts == {"card": "LIRA5"}
    assert refusal(error, NAMES, str).startswith("Everybody saw this card being taken: 5 Lira.")


def test_the_other_cards_may_be_told_and_told_otherwise() -> None:
    state = do(took_lira(), "tell 0 LIRA5,STAY")
    assert has(state, "hand=LIRA5,STAY seen=LIRA5")
    assert has(do(state, "tell 0 LIRA5,POST2"), "hand=LIRA5,POST2")
    assert has(do(state, "tell 0 LIRA5,?"), "hand=LIRA5,?")


def test_a_card_played_is_not_seen_in_the_hand_any_more() -> None:
    state = do(put(took_lira(), "agenda=encounters,action", None), "lira")
    assert has(state, "hand=? seen=-") and refused(state, "tell 0 STAY") is None


def test_two_copies_are_counted() -> None:
    state = real("hand=GOOD,GOOD,? seen=GOOD,GOOD")
    assert refused(state, "tell 0 GOOD,?,?") == "card_was_seen"
    assert refused(state, "tell 0 GOOD,GOOD,?") is None


def test_what_others_are_seen_to_hold_cannot_be_told() -> None:
    assert refused(real("hand=?,?", "hand=STAY seen=STAY"), "tell 0 STAY,STAY") == "card_not_unseen"


def test_what_another_told_forbids_nobody_to_tell_or_to_play() -> None:
    """Else his refusal would show what the other holds."""
    state = real("hand=?,?", "hand=STAY,STAY")
    assert "stay" in legal(state)
    assert refused(state, "tell 0 STAY,STAY") is None


def test_what_is_shown_is_right_and_what_was_told_is_dropped() -> None:
    state = do(real("hand=?", "hand=STAY,STAY"), "stay")
    assert has(state, "hand=STAY,?", 1) and problems(state) == ()
    told = do(real("hand=?,?", "hand=STAY,STAY"), "tell 0 STAY,?")
    assert has(told, "hand=STAY,?", 0) and has(told, "hand=STAY,?", 1)


def test_a_claim_that_is_dropped_is_not_told_to_anybody() -> None:
    events = ISTANBUL.decide(real("hand=?", "hand=STAY,STAY"), parse_action("stay"))
    assert not [line for line in tell(events, 0, 2, NAMES, str) if "Ben" in line]


def test_a_card_laid_open_before_the_count_is_seen() -> None:
    state = real("hand=-", "hand=?,?", table="turn=2 ending=yes")
    state = do(put(state, "merchant=3", 2), "move 9", "end", "shown LIRA5")
    assert has(state, "hand=LIRA5,? seen=LIRA5", 1)
    assert refused(state, "tell 1 GOOD,STAY") == "card_was_seen"


def test_a_hand_set_by_the_table_keeps_what_was_seen_and_is_still_there() -> None:
    state = do(took_lira(), 'set 0.hand=LIRA5,GOOD because "so"')
    assert has(state, "hand=GOOD,LIRA5 seen=LIRA5")
    assert has(do(state, 'set 0.hand=GOOD,STAY because "so"'), "seen=-")


def test_the_apps_cards_are_known_to_it_and_none_is_noted_as_seen() -> None:
    state = turn("merchant=6 hand=STAY", table="discard=LIRA5", step="action")
    state = do(state, "take discard", "take draw", "drawn GOOD", "give GOOD")
    assert has(state, "hand=LIRA5,STAY seen=-")


def test_a_position_says_what_was_seen_only_where_something_was() -> None:
    state = took_lira()
    assert parse_state(format_state(state)) == state and format_state(state).count("seen=") == 1


def test_a_state_kept_before_there_were_cards_seen_can_be_read() -> None:
    old = msgspec.json.decode(msgspec.json.encode(turn("hand=STAY")))
    assert "seen" not in old["players"][0] and "no_tells" not in old["options"]
    assert msgspec.convert(old, GameState) == turn("hand=STAY")
