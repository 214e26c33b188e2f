"""The table is right: corrections, and hands told with real cards."""

import msgspec
import pytest

from companion.errors import RuleViolation
from companion.istanbul.actions import Action, Change, Override, TellHand
from companion.istanbul.corrections.problems import problems
from companion.istanbul.engine import check, decide, outcomes, play
from companion.istanbul.names import Card
from companion.istanbul.notation.lines import format_action, parse_action
from companion.istanbul.state import GameState
from companion.istanbul.tables import CARD_COPIES
from tests.istanbul.builders import do, has, legal, new, put, refused, step_of, turn


def because(*changes: str, despite: bool = False) -> str:
    return f'set {" ".join(changes)} {"despite " if despite else ""}because "miscounted"'


def test_any_public_value_can_be_set() -> None:
    state = do(new(), because("0.lira=9", "governor=4", "mail=3", "1.family=8", "large=L4,?,L1,?,?"))
    assert has(state, "lira=9") and has(state, "family=8", 1)
    assert has(state, "governor=4 mail=3 large=L4,?,L1,?,?", None)


def test_a_correction_is_events_with_its_reason() -> None:
    (event,) = decide(new(), parse_action(because("0.lira=9")))
    assert (event.what, event.value, event.seat, event.reason) == ("lira", "9", 0, "miscounted")  # type: ignore[union-attr]


def test_a_ruby_must_come_from_somewhere() -> None:
    assert refused(new(), because("0.rubies=1")) == "does_not_add_up"
    state = do(new(), because("0.rubies=1", "rubies=1:3,13:5,14:3,15:3,16:10"))
    assert problems(state) == () and has(state, "rubies=1")


def test_a_lost_piece_can_be_accepted() -> None:
    state = do(new(), because("0.rubies=1", despite=True))
    assert [problem.code for problem in problems(state)] == ["rubies_do_not_add_up"]
    assert refused(state, because("1.rubies=1")) is None


@pytest.mark.parametrize(
    "change",
    [
        "turn=7",
        "agenda=-",
        "agenda=encounters,again",
        "agenda=encounters,draw,fee",
        "0.capacity=9",
        "0.goods=RRR",
        "0.hand=?",
        "mail=5",
        "layout=1,2,3",
        "large=L1,?,?,?",
        "0.hand=STAY,STAY,STAY",
        "discard=STAY,STAY,STAY",
        "rubies=1:3,13:9,14:3,15:3,16:10",
        "over=yes",
    ],
)
def test_what_would_stop_the_game_is_never_accepted(change: str) -> None:
    expected = {"large=L1,?,?,?": "bad_value"}.get(change, "does_not_add_up")
    if change == "agenda=encounters,draw,fee":
        assert refused(new(), because(change, despite=True)) is None
    else:
        assert refused(new(), because(change, despite=True)) == expected


@pytest.mark.parametrize("change", ["9.lira=3", "0.lira=-1", "0.lira=x", "nonsense=1", "0.goods=Q", "governor=17"])
def test_a_value_that_cannot_be_read_is_refused(change: str) -> None:
    assert refused(new(), because(change)) == "bad_value"


def test_a_correction_needs_a_reason_and_a_change() -> None:
    assert check(new(), Override((Change("lira", "1", 0),), " ")).code == "reason_missing"  # type: ignore[union-attr]
    assert check(new(), Override((), "why")).code == "nothing_changed"  # type: ignore[union-attr]
    assert refused(new(), because("options=cards:real")) == "value_fixed"


def test_what_a_correction_forces_happens() -> None:
    state = do(turn(), "move 3", because("0.stack=-", "0.assistants=2,4,5,8"))
    assert state.turn == 1


def test_a_demand_tile_unseen_again_is_asked_for() -> None:
    state = do(new(), because("small=?,S1,?,?,?"))
    assert step_of(state) == "demand"
    assert set(map(format_action, outcomes(state))) == {"demand 11 S2", "demand 11 S3", "demand 11 S4", "demand 11 S5"}


def test_a_finished_game_can_still_be_mended() -> None:
    state = do(turn("rubies=0", table="turn=2 ending=yes"), "move 3", "end")
    assert state.over
    assert has(do(state, because("0.lira=5")), "lira=5")


# ------------------------------------------------------------------------- real cards


def real(p: str = "hand=?,?", table: str = "", **more: object) -> GameState:
    return turn(p, "hand=?", "hand=?", table=table, cards="real", **more)  # type: ignore[arg-type]


def test_an_unknown_card_may_be_any_kind() -> None:
    state = do(real(), "lira", "good R")
    assert has(state, "lira=5 goods=R hand=-") and has(state, "discard=LIRA5,GOOD", None)
    assert refused(state, "lira") == "card_not_held"


def test_a_kind_that_is_exhausted_cannot_be_played() -> None:
    state = real("hand=?", "discard=STAY,STAY")
    assert refused(state, "stay") == "card_not_held"
    seen = put(real("hand=?"), "hand=STAY,STAY seen=STAY,STAY", 1)
    assert refused(seen, "stay") == "card_not_held"


def test_a_real_draw_is_unknown() -> None:
    state = do(real("merchant=6 hand=-", step="action"), "take draw")
    assert dict(outcomes(state)) == {parse_action("drawn ?"): 1.0}
    assert refused(state, "drawn STAY") == "real_cards_unknown"
    state = do(state, "drawn ?", "take draw", "drawn ?")
    assert len(legal(state)) == len(CARD_COPIES) and refused(state, "give ?") == "card_not_named"
    assert has(do(state, "give POST2"), "hand=?")


def test_a_card_from_the_discard_pile_is_known() -> None:
    state = do(real("merchant=6 hand=?", "discard=STAY", step="action"), "take discard", "take draw", "drawn ?")
    assert has(state, "hand=STAY,?,?")


def test_a_player_tells_his_own_hand() -> None:
    state = do(real(), "tell 0 STAY,?")
    assert has(state, "hand=STAY,?")
    assert refused(state, "tell 0 STAY") == "wrong_number_of_cards"
    assert refused(put(state, "discard=STAY,GOOD", None), "tell 0 STAY,STAY") == "card_not_unseen"
    assert refused(new(), "tell 0 STAY") == "cards_are_known"
    assert check(state, TellHand(9, (Card.STAY,))).code == "unknown_seat"  # type: ignore[union-attr]


def test_a_card_being_played_stays_in_the_hand_until_it_is_resolved() -> None:
    state = do(real("family=3 hand=?"), "home card")
    assert refused(state, "tell 0 STAY") == "chance_due"
    assert refused(state, because("0.hand=STAY", despite=True)) == "does_not_add_up"
    assert has(do(state, "drawn ?"), "hand=?")


def test_forced_ends_wait_for_cards_nobody_knows() -> None:
    state = do(real("stack=- assistants=8 hand=?"), "move 3")
    assert step_of(state) == "assistant" and "return 8" in legal(state)


def test_real_hands_are_shown_before_they_count() -> None:
    state = real("hand=-", "turn=2 ending=yes")
    state = do(put(state, "merchant=3", 2), "move 9", "end")
    assert step_of(state) == "left" and not state.over
    assert sum(outcomes(state).values()) == pytest.approx(1)
    state = do(state, "shown LIRA5", "tell 2 GOOD")
    assert state.over and has(state, "lira=5", 1) and has(state, "goods=R", 2)


@pytest.mark.parametrize(
    "raw",
    [
        b'{"type":"Move","to":3,"why":"x"}',
        b'{"type":"Fly","to":3}',
        b'{"type":"Move"}',
        b'{"type":"Move","to":17}',
        b'{"type":"Reward","kind":"gold"}',
        b'{"type":"Sell","goods":[1,2,3]}',
    ],
)
def test_json_that_is_no_action_is_refused(raw: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw, type=Action)


def test_playing_a_refused_action_raises_it() -> None:
    with pytest.raises(RuleViolation, match="out_of_reach"):
        play(new(), parse_action("move 16"))
