"""A hint of the dice game says in a sentence why: the reason of the player that chose, not one made up afterwards."""

from random import Random

import pytest

from companion.dice_game.advice.hints import why
from companion.dice_game.advice.policy import Reason, advise, choose
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.engine import outcomes, play, seat_to_act
from companion.dice_game.notation.lines import format_action, parse_action
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options
from companion.dice_game.view.face import FACE
from companion.session.chance import DigitalChance
from tests.dice_game.builders import UNKNOWN_AREAS, turn

NAMES = ("Anna", "Ben")
SOLD_OUT = UNKNOWN_AREAS.replace("?", "0")


def hinted(state: GameState) -> str:
    return str(FACE.hint(state, Random(1), NAMES, str)["why"])


@pytest.mark.parametrize(
    ("dice", "mine", "step", "says"),
    [
        ("RRYYK", "crystals=1", "reroll", "These dice go together."),
        ("RYGLK", "crystals=1", "reroll", "4 dice go with no other."),
        ("RYGBK", "crystals=1", "reroll", "All four goods lie there."),
        ("RRYYG", "", "act", "This brings 1 crystal. 3 dice are left for another action."),
        ("LLLLR", "", "act", "This brings 8 Lira."),
        ("RRRYY", "lira=10", "act", "This brings 1 ruby. 5 dice are left for another action."),
        ("RRRLL", "", "act", "This brings 1 mosque tile. 2 dice are left for another action."),
    ],
)
def test_a_hint_says_why(dice: str, mine: str, step: str, says: str) -> None:
    assert hinted(turn(dice, mine, step=step, players=2, cards="app")) == says


def test_markers_that_are_chosen_next_count_as_much_as_those_that_are_taken() -> None:
    state = turn("RYGBK", "markers=RR", players=2, cards="app", table=f"areas={SOLD_OUT} display=lira:RRR")
    assert format_action(choose(state, Random(1))) == "four RYGB"
    assert hinted(state) == "This brings 2 markers. 1 die is left for another action."


def test_what_only_the_table_knows_is_asked_for_that_reason() -> None:
    state = turn("RRRRR", "lira=20", table=f"areas={UNKNOWN_AREAS}", players=2)
    assert "Only the table knows" in hinted(state)


def test_every_hint_of_a_whole_game_has_its_sentence_and_is_what_the_player_would_do() -> None:
    state = new_game(Setup(2, Options("app"), imagined_components(Random(3))))
    chance, said = DigitalChance(Random(3)), set[str]()
    while not state.over:
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        hint = FACE.hint(state, Random(9), NAMES, str)
        best = choose(state, Random(9))
        assert parse_action(hint["do"][0]) == best
        assert hint["why"].endswith(".") and "{" not in hint["why"]
        said.add(advise(state, Random(9)).reasons[0].code)
        state = play(state, best)
    assert len(said) >= 6


def test_a_better_tile_for_another_is_no_tile_more() -> None:
    assert why([Reason("brings_tiles", 0)], str) == "This brings a better mosque tile."
