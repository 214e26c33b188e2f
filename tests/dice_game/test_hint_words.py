"""A hint of the dice game says in a sentence why: the reason of the player that chose, not one made up afterwards."""

from random import Random

import pytest

from companion.dice_game.advice.hints import why
from companion.dice_game.advice.policy import Reason, reasons
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.engine import outcomes, play, seat_to_act
from companion.dice_game.notation.lines import parse_action
from companion.dice_game.rival import advise
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options
from companion.dice_game.view.face import FACE
from companion.session.chance import DigitalChance
from tests.dice_game.builders import UNKNOWN_AREAS, turn

NAMES = ("Anna", "Ben")
RED_ONLY = UNKNOWN_AREAS.replace("?", "0").replace("red/0/-", "red/3/5.6.7")
LIRA_ONLY = UNKNOWN_AREAS.replace("?", "0").replace("lira/0/-", "lira/3/10.12.14")
SOLD_OUT = UNKNOWN_AREAS.replace("?", "0")


def hinted(state: GameState) -> str:
    return str(FACE.hint(state, Random(1), NAMES, str)["why"])


@pytest.mark.parametrize(
    ("dice", "mine", "step", "says"),
    [
        ("RYGBK", "crystals=1", "reroll", "All four goods lie there."),
        ("RYKKL", "crystals=1", "reroll", "Thrown again, these dice promise more."),
        ("LLLLR", "", "act", "This brings 8 Lira."),
        ("RRRRY", "rubies=5", "act", "This brings 1 ruby."),
    ],
)
def test_a_hint_says_why(dice: str, mine: str, step: str, says: str) -> None:
    assert says in hinted(turn(dice, mine, step=step, players=2, cards="app", table="display=die:RYGB"))


def test_a_hint_says_which_dice_are_thrown_again_and_for_what_a_turn_is_planned() -> None:
    state = turn("RRRRY", "crystals=3", players=2, step="reroll", table=f"display=card:YYYY areas={RED_ONLY}")
    assert FACE.hint(state, Random(1), NAMES, str)["text"] == "Throw again: 1 fruit"
    state = turn("LLRYG", "lira=6", players=2, table=f"display=lira:RRR areas={LIRA_ONLY}")
    assert hinted(state).endswith("3 dice are left for another action. A ruby can follow in the same turn.")


def test_markers_that_are_chosen_next_count_as_much_as_those_that_are_taken() -> None:
    state = turn("RYGBK", players=2, cards="app", table=f"areas={SOLD_OUT}")
    assert why(reasons(state, parse_action("four RYGB"), 0), str) == (
        "This brings 2 markers. 1 die is left for another action."
    )


def test_what_only_the_table_knows_is_asked_for_that_reason() -> None:
    state = turn("RRRRR", "lira=20", table=f"areas={UNKNOWN_AREAS}", players=2)
    assert "Only the table knows" in hinted(state)


def test_every_hint_of_a_whole_game_has_its_sentence_and_is_what_the_strong_one_would_do() -> None:
    state = new_game(Setup(2, Options("app"), imagined_components(Random(3))))
    chance, said = DigitalChance(Random(3)), set[str]()
    while not state.over:
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        hint = FACE.hint(state, Random(9), NAMES, str)
        best = advise(state, "strong", Random(9))
        assert parse_action(hint["do"][0]) == best.action
        assert hint["why"].endswith(".") and "{" not in hint["why"]
        said |= {reason.code for reason in best.reasons}
        state = play(state, best.action)
    assert len(said) >= 6


def test_a_better_tile_for_another_is_no_tile_more() -> None:
    assert why([Reason("brings_tiles", 0)], str) == "This brings a better mosque tile."
