"""Scenarios 137 to 150: the end of the game, and what holds of the engine everywhere."""

from random import Random

import msgspec

from companion.istanbul.corrections.problems import problems
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.game import start_game
from companion.istanbul.scoring import ranking, winners
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from tests.istanbul.builders import do, has, legal, put, refused, turn

QUIET = ("move 3", "end")


def seat_to_buy(seat: int, rubies: int, players: int = 3) -> GameState:
    """A seat is about to buy a ruby at the dealer."""
    state = turn(players=players, step="action")
    state = put(state, f"turn={seat}", None)
    return put(state, f"merchant=16 lira=60 rubies={rubies}", seat)


def finished(p: str = "", q: str = "", r: str = "", **options: object) -> GameState:
    """The last turn of the last round is played without any gain."""
    state = turn(p, q, r, table="turn=2 ending=yes", **options)  # type: ignore[arg-type]
    state = do(state, *QUIET)
    assert state.over
    return state


def test_scenario_137_the_round_is_played_to_its_end() -> None:
    state = do(seat_to_buy(1, 4), "ruby")
    assert (state.ending, state.turn, state.over) == (True, 2, False)
    assert do(state, *QUIET).over


def test_scenario_138_the_last_seat_ends_the_game() -> None:
    assert do(seat_to_buy(2, 4), "ruby").over


def test_scenario_139_two_players_need_six() -> None:
    assert not do(seat_to_buy(0, 4, players=2), "ruby").ending
    assert do(seat_to_buy(0, 5, players=2), "ruby").ending


def test_scenario_140_the_first_to_five_need_not_win() -> None:
    state = do(seat_to_buy(0, 4), "ruby")
    state = put(state, "rubies=4 hand=DEALER2 lira=60 merchant=9", 1)
    state = do(state, "move 16", "leave", "pay", "ruby", "repeat", *QUIET)
    assert state.over and winners(state) == (1,)


def test_scenario_141_lira_cards_count_before_the_ranking() -> None:
    state = finished("rubies=5 lira=7 hand=LIRA5", "rubies=5 lira=11")
    assert has(state, "lira=12") and winners(state) == (0,)


def test_scenario_142_goods_then_cards() -> None:
    state = finished("rubies=5 goods=RRGGY hand=STAY", "rubies=5 goods=RRGG hand=GOOD")
    assert [(line.seat, line.goods, line.cards) for line in ranking(state)[:2]] == [(0, 5, 1), (1, 5, 0)]


def test_scenario_143_more_cards_win() -> None:
    assert winners(finished("rubies=5 hand=STAY", "rubies=5 hand=RETURN,POST2")) == (1,)


def test_scenario_144_shared_victory() -> None:
    state = finished("rubies=5 lira=3 goods=B hand=STAY", "rubies=5 lira=3 goods=R hand=POST2")
    assert winners(state) == (0, 1)
    assert [line.rank for line in ranking(state)] == [1, 1, 3]


def test_scenario_145_the_family_card_counts_unless_agreed_otherwise() -> None:
    values = ("rubies=5 lira=5 family=3 hand=FAMILY_HOME", "rubies=5 lira=7")
    assert winners(finished(*values)) == (0,)
    assert winners(finished(*values, endgame_family_card=False)) == (1,)


def test_scenario_146_a_good_without_room_stays_a_card() -> None:
    assert has(finished("goods=RRGGYYBB hand=GOOD"), "hand=GOOD goods=RRGGYYBB")


def test_scenario_147_other_cards_stay() -> None:
    hand = "LONG_MOVE,SULTAN2,POST2,DEALER2,STAY,RETURN,ANY_GOODS"
    state = finished(f"hand={hand}")
    assert has(state, f"hand={hand}") and ranking(state)[0].cards == 7


def test_scenario_148_an_illegal_move_changes_nothing() -> None:
    state = turn("merchant=16 lira=3", step="action")
    before = msgspec.json.encode(state)
    assert refused(state, "ruby") == "not_enough_lira"
    assert msgspec.json.encode(state) == before


def test_scenario_149_something_can_always_be_done() -> None:
    rng = Random(149)
    for players in (2, 3, 4, 5):
        state = start_game(new_setup(players, Options(neutral_assistants=players < 5), rng))
        for _ in range(1_000):
            due = outcomes(state)
            choices = list(due) or list(legal_actions(state))
            assert choices and problems(state) == ()
            state = play(state, rng.choice(choices))
            if state.over:
                break


def test_scenario_150_the_same_seed_is_the_same_game() -> None:
    def one_game() -> GameState:
        rng = Random(150)
        state, chance = start_game(new_setup(4, Options(), rng)), DigitalChance(rng)
        for _ in range(300):
            due = outcomes(state)
            state = play(state, chance(due) if due else rng.choice(sorted(legal_actions(state), key=repr)))
        return state

    assert one_game() == one_game()


def test_nothing_is_asked_once_the_game_is_over() -> None:
    state = finished()
    assert legal(state) == set() and refused(state, "move 3") == "game_over"
