"""Scenarios 1-24: set-up, income, throw and re-rolls, tiles that work, the end of turn and game."""

import pytest

from companion.dice_game.engine import legal_actions, outcomes, seat_to_act
from companion.dice_game.scoring import ranking
from companion.dice_game.steps.chance import throws
from companion.errors import RuleViolation
from tests.dice_game.builders import AREAS, do, has, legal, new, put, refused, step_of, turn

MANY_RED = f"red/9/4.4.4.4.4.4.4.4.4/-/-,{AREAS.partition(',')[2]}"


@pytest.mark.parametrize(
    ("players", "lira"),
    [pytest.param(2, [0, 1], id="1"), pytest.param(3, [0, 1, 2], id="2"), pytest.param(4, [0, 1, 2, 3], id="3")],
)
def test_start_lira_by_seat(players: int, lira: list[int]) -> None:
    state = new(players)
    assert [player.lira for player in state.players] == lira
    assert all(player.crystals == 1 for player in state.players)
    assert has(state, "display=?,?,?,?,?,? agenda=act,reroll,throw actions=2", None)


def test_4_the_apps_six_tiles_are_shown_first() -> None:
    state = new(3, "app")
    assert seat_to_act(state) is None and abs(sum(outcomes(state).values()) - 1) < 1e-9
    state = do(state, "shown lira:RRR", *["shown die:RYGB"] * 4, "shown lira:YYY")
    assert has(state, "display=die:RYGB,die:RYGB,die:RYGB,die:RYGB,lira:RRR,lira:YYY", None)
    assert legal(state) == ["throw"]
    assert refused(new(3, "app"), "shown lira:RRRR") == "tile_not_unseen"


@pytest.mark.parametrize("players", [pytest.param(1, id="5a"), pytest.param(5, id="5b")])
def test_5_two_to_four_play(players: int) -> None:
    with pytest.raises(RuleViolation):
        new(players)


def test_6_five_dice_without_tiles() -> None:
    state = do(new(), "throw")
    assert has(state, "agenda=act,reroll,roll#5 thrown=5", None)
    assert refused(state, "rolled RRRR") == "bad_dice" and refused(state, "throw") == "chance_due"
    assert has(do(state, "rolled RRYLK"), "dice=RRYLK agenda=act,reroll", None)


def test_7_a_die_tile_adds_a_die() -> None:
    state = turn(p="tiles=die:RYGB,die:RYGB dice=2", step="throw")
    assert has(do(state, "throw"), "agenda=act,reroll,roll#7", None)


def test_8_a_crystal_throws_some_dice_again() -> None:
    state = turn("RRYLK", "crystals=2", step="reroll")
    state = do(state, "reroll YK")
    assert has(state, "crystals=1") and has(state, "dice=RRL agenda=act,reroll,roll#2", None)
    state = do(state, "rolled RB", "reroll B", "rolled R")
    assert has(state, "dice=RRRRL agenda=act", None) and has(state, "crystals=0")


def test_9_without_crystals_there_is_no_question() -> None:
    state = do(turn(step="throw"), "throw", "rolled RRYLK")
    assert step_of(state) == "act"
    assert refused(turn("RRYLK", step="reroll"), "reroll R") == "not_enough_crystals"


def test_10_only_own_dice_again() -> None:
    state = turn("RRYLK", "crystals=1", step="reroll")
    assert refused(state, "reroll RRR") == "dice_not_there" and refused(state, "reroll -") == "dice_not_there"
    assert len(legal(state)) == 1 + 3 * 2 * 2 * 2 - 1
    assert step_of(do(state, "keep")) == "act"


def test_11_odds_of_a_throw() -> None:
    odds = throws(5)
    assert len(odds) == 252 and abs(sum(odds.values()) - 1) < 1e-9
    assert len(throws(9)) == 2002


def test_12_income_of_one_kind_comes_by_itself() -> None:
    state = do(turn("RY", q="tiles=lira:RRR,lira:YYY"), "end")
    assert has(state, "lira=6", 1) and has(state, "turn=1 agenda=act,reroll,throw income=0.0.0", None)


def test_13_the_order_of_income_is_free() -> None:
    state = do(turn("RY", q="tiles=lira:RRR,crystal:RRR lira=1"), "end")
    assert legal(state) == ["income lira", "income crystal"]
    state = do(state, "income crystal")
    assert has(state, "crystals=1 lira=4", 1) and step_of(state) == "throw"


def test_14_a_card_is_not_revealed_unasked() -> None:
    state = do(turn("RY", q="tiles=card:RRR"), "end")
    assert legal(state) == ["income card"] and refused(state, "income lira") == "no_such_income"
    state = do(state, "income card", "revealed F2:J;R")
    assert has(state, "markers=J", 1) and has(state, "markers=R", 0) and has(state, "markers=R", 2)
    assert has(state, "discard=F2:J;R revealed=-", None) and step_of(state) == "throw"


def test_15_card_dice_are_never_spent_in_income() -> None:
    state = do(turn("RY", q="tiles=card:RRR"), "end", "income card", "revealed F6:KK=JX")
    assert has(state, "lira=1 crystals=0 markers=-", 1) and step_of(state) == "throw"


def test_16_action_tiles_add_actions() -> None:
    state = do(turn("RY", q="tiles=action:RRR,action:YYY"), "end")
    assert has(state, "actions=4", None)


def test_17_a_tile_bought_this_turn_is_idle() -> None:
    state = turn("RRRYY", table="display=action:RRR,lira:YYY")
    state = do(state, "tile action:RRR RRR")
    assert has(state, "actions=1 working=-", None) and has(state, "tiles=action:RRR")
    state = do(state, "end")
    assert has(state, "turn=1 actions=2", None)


def test_18_and_works_from_the_next_turn() -> None:
    state = turn("RRRYY", table="display=action:RRR,lira:YYY", players=2)
    state = do(state, "tile action:RRR RRR", "end", "throw", "rolled RRYYL", "end")
    assert has(state, "turn=0 actions=3 working=action:RRR round=2", None)


def test_19_a_die_bought_is_taken_now_and_thrown_next_turn() -> None:
    state = turn("RYGBL", table="display=die:RYGB", players=2)
    state = do(state, "tile die:RYGB RYGB")
    assert has(state, "dice=1") and has(state, "thrown=5", None)
    state = do(state, "end", "throw", "rolled RRYYL", "end", "throw")
    assert has(state, "thrown=6", None)


def test_20_a_goods_tile_bought_this_turn_does_not_help_yet() -> None:
    state = turn("RRRLL", table="display=goods.Y:RRR")
    assert has(do(state, "tile goods.Y:RRR RRR", "lira"), "lira=4 markers=-")


def test_21_the_turn_ends_after_the_last_action() -> None:
    state = do(turn("RRYYL"), "pair R RR")
    assert has(state, "actions=1 turn=0", None)
    assert has(do(state, "pair Y YY"), "turn=1 actions=2 dice=- spent=- thrown=0", None)


def test_22_the_same_action_twice() -> None:
    assert has(do(turn("RRRR"), "pair R RR", "pair R RR"), "markers=RR")


def test_23_actions_are_a_maximum() -> None:
    assert has(do(turn("RRYYL"), "end"), "turn=1", None)
    assert has(do(turn("RRL"), "lira"), "turn=0 actions=1", None)
    state = do(turn("RL", table="display=-"), "lira")
    assert has(state, "turn=1", None)  # nothing can be done with one good


@pytest.mark.parametrize(
    ("players", "rubies"), [pytest.param(2, 5, id="24a"), pytest.param(3, 5, id="24b"), pytest.param(4, 4, id="24c")]
)
def test_24_the_last_round(players: int, rubies: int) -> None:
    """Seat 0 reaches the target; everybody else still has a turn, then it is over."""
    state = turn("RRRRY", f"rubies={rubies}", table=f"taken={rubies}.0.0.0.0.0.0", players=players)
    state = put(state, f"areas={MANY_RED}", None)
    state = do(state, "ruby red RRRR")
    assert has(state, "ending=yes over=no", None)
    for _ in range(players - 1):
        state = do(do(state, "end") if step_of(state) == "act" else state, "throw", "rolled RYLLL")
    state = do(state, "end")
    assert state.over and list(legal_actions(state)) == [] and seat_to_act(state) is None
    assert refused(state, "end") == "game_over" and refused(state, "price red 5") == "game_over"
    assert ranking(state)[0].seat == 0


def test_25_the_last_seat_ends_the_game_at_once() -> None:
    state = turn("RRRRY", table="turn=2 taken=5.0.0.0.0.0.0", r="rubies=5")
    state = put(state, f"areas={MANY_RED}", None)
    assert do(state, "ruby red RRRR", "end").over


TIES = [
    pytest.param(("lira=1 markers=RRR", "lira=9", ""), [(0, 10), (1, 9), (2, 0)], id="26_markers_sell_for_3"),
    pytest.param(("lira=1 crystals=2", "markers=J", ""), [(0, 5), (1, 3), (2, 0)], id="27_crystals_sell_for_2"),
    pytest.param(("lira=4", "markers=J lira=1", ""), [(0, 4), (1, 4), (2, 0)], id="28_still_tied"),
    pytest.param(("lira=50", "rubies=1", ""), [(1, 0), (0, 50), (2, 0)], id="29_rubies_first"),
]


@pytest.mark.parametrize(("seats", "expected"), TIES)
def test_who_has_won(seats: tuple[str, str, str], expected: list[tuple[int, int]]) -> None:
    table = ranking(turn("RY", *seats))
    assert [(line.seat, line.lira) for line in table] == expected


def test_30_tied_to_the_last_share_the_victory() -> None:
    assert [line.rank for line in ranking(turn("RY", "lira=4", "markers=J lira=1"))] == [1, 1, 3]


@pytest.mark.parametrize(("players", "rubies"), [(2, 4), (3, 4), (4, 3)])
def test_30b_one_ruby_less_is_not_the_end(players: int, rubies: int) -> None:
    state = turn("RRRRY", f"rubies={rubies}", table=f"taken={rubies}.0.0.0.0.0.0 areas={MANY_RED}", players=players)
    assert has(do(state, "ruby red RRRR"), "ending=no", None)


def test_30c_a_die_swapped_in_during_income_is_thrown_next_turn() -> None:
    state = turn("RY", q="tiles=card:RRR,lira:YYY", table="display=die:RYGB", players=2)
    state = do(state, "end", "income lira", "income card", "revealed F8:tile>tile", "swap lira:YYY die:RYGB", "throw")
    assert has(state, "dice=1", 1) and has(state, "thrown=5", None)
