"""The app at a seat of the dice game: it does what is allowed, foresees no chance, and takes what lies in reach."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from companion.dice_game.actions import Keep
from companion.dice_game.advice.policy import choose as sensible
from companion.dice_game.copy.components import copy_for
from companion.dice_game.copy.imagined import answer, imagined_components
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.engine import check, legal_actions, outcomes, play, seat_to_act
from companion.dice_game.notation.lines import format_action
from companion.dice_game.rival import POSITIONS, STRENGTHS, Strength, advise, choose
from companion.dice_game.scoring import winners
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options, Step
from companion.session.chance import DigitalChance, KeptChance
from tests.dice_game.builders import card, put, turn

FEW = 300
"""Positions, where it is not told how well the rival plays."""
SOLD_OUT = (
    "red/0/-/-/-,yellow/0/-/-/-,green/0/-/-/-,blue/0/-/-/-,lira/6/10.12.14.16.18.20/-/-,carpet/0/-/-/-,mosque/0/-/-/-"
)
"""Rubies are left for Lira only."""


def begun(players: int, cards: str, seed: int) -> GameState:
    """A game just set up, with the app's cards or with those of the table."""
    components = imagined_components(Random(seed)) if cards == "app" else shipped_components()
    return new_game(Setup(players, Options("app" if cards == "app" else "real"), components))


def whole_game(state: GameState, seats: tuple[Strength, ...], rng: Random) -> GameState:
    """The app plays every seat; a stand-in answers for the table.  Whatever is illegal raises."""
    truth, chance = copy_for(imagined_components(rng), len(seats)), DigitalChance(rng)
    while not state.over:
        seat, due = seat_to_act(state), outcomes(state)
        if seat is not None:
            state = play(state, choose(state, seats[seat], rng, FEW))
        else:
            state = play(state, chance(due) if due else answer(truth, state, rng))
    return state


def random_positions(players: int, seed: int, share: float) -> Iterator[GameState]:
    """Some positions of a random game in which a seat decides."""
    rng = Random(seed)
    state, chance = begun(players, "app", seed), DigitalChance(rng)
    for _ in range(400):
        if state.over:
            return
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        if rng.random() < share:
            yield state
        state = play(state, rng.choice(list(legal_actions(state))))


def does(state: GameState, positions: int = POSITIONS) -> str:
    return format_action(choose(state, "strong", Random(1), positions))


# ------------------------------------------------------------------------- what all strengths hold to


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("cards", ["app", "real"])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_app_plays_whole_games(strength: Strength, cards: str, players: int) -> None:
    assert whole_game(begun(players, cards, 3), (strength,) * players, Random(3)).over


def test_the_middle_one_is_the_sensible_player_and_the_easy_one_misjudges() -> None:
    state, easy, chance = begun(2, "app", 5), set[bool](), DigitalChance(Random(5))
    while not state.over:
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        best = sensible(state, Random(9))
        assert choose(state, "middle", Random(9)) == best
        easy.add(choose(state, "easy", Random(9)) == best)
        state = play(state, best)
    assert easy == {True, False}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_the_position_the_action_is_legal_and_follows_from_the_seed(players: int) -> None:
    compared = 0
    for state in random_positions(players, players, 0.2):
        written = msgspec.json.decode(msgspec.json.encode(state), type=GameState)
        found = [advise(each, "strong", Random(7), FEW) for each in (state, written)]
        assert found[0] == found[1]
        assert check(state, found[0].action) is None
        compared += 1
    assert compared > 20


def test_dice_cards_and_tiles_to_come_change_no_decision() -> None:
    """Games with different secrets: as long as they look the same to a seat, it decides the same in both."""
    compared = 0
    for number in range(8):
        games = [(begun(2, "app", 1), KeptChance(bytes([number, secret]))) for secret in (1, 2)]
        states = [state for state, _ in games]
        while states[0] == states[1] and not states[0].over:
            if seat_to_act(states[0]) is None:
                chosen = [
                    chance(outcomes(state), str(compared)) for state, (_, chance) in zip(states, games, strict=True)
                ]
            else:
                chosen = [choose(state, "strong", Random(compared), FEW) for state in states]
                assert chosen[0] == chosen[1]
            states = [play(state, action) for state, action in zip(states, chosen, strict=True)]
            compared += 1
    assert compared


def test_it_looks_at_as_many_positions_as_it_may() -> None:
    state = turn("RYGBKLL", "crystals=2 tiles=die:RYGB,die:RYGB dice=2", players=2, cards="app", step="reroll")
    few, many = (advise(state, "strong", Random(1), positions).positions for positions in (5_000, POSITIONS))
    assert few < many < 1.5 * POSITIONS


# ------------------------------------------------------------------------- how well the strong one plays


def test_it_wins_most_games_against_the_middle_one() -> None:
    won = 0
    for seed in range(10):
        seats: tuple[Strength, Strength] = ("middle", "strong") if seed % 2 else ("strong", "middle")
        won += winners(whole_game(begun(2, "app", seed), seats, Random(seed))) == (seats.index("strong"),)
    assert won >= 7


def test_coins_first_where_they_buy_a_ruby_in_the_same_turn() -> None:
    state = turn("LLRYG", "lira=6", players=2, table=f"display=lira:RRR areas={SOLD_OUT}")
    advice = advise(state, "strong", Random(1))
    assert format_action(advice.action) == "lira"
    assert [reason.code for reason in advice.reasons] == ["brings_lira", "dice_left", "ruby_follows"]


def test_a_marker_is_not_given_where_a_die_will_do() -> None:
    state = turn("RRRRB", "markers=RR lira=0", players=2, table="display=card:YYYY")
    assert does(state) == "ruby red RRRR"


def test_the_ruby_that_wins_is_bought() -> None:
    state = turn("RRRRB", "rubies=5", "rubies=4", players=2, table="turn=0 display=die:RYGB")
    assert does(state).startswith("ruby red")


@pytest.mark.parametrize("behind", range(4))
def test_far_ahead_it_wins_though_the_other_has_a_turn_left(behind: int) -> None:
    state = turn("RRRRB", "rubies=5 lira=30 crystals=3", f"rubies={behind} lira=5", players=2, table="display=die:RYGB")
    assert does(state, FEW).startswith("ruby")


def test_in_its_last_turn_only_what_is_sold_counts() -> None:
    """Five rubies each and no sixth in reach: 4 Lira are more than a crystal."""
    state = turn(
        "LLRYB",
        "rubies=5",
        "rubies=5 lira=3",
        players=2,
        table=f"display=card:YYYY ending=yes actions=1 areas={SOLD_OUT}",
    )
    assert does(state) == "lira"


def test_a_good_throw_is_kept_and_a_poor_one_thrown_again() -> None:
    rich = turn("RRRRB", "crystals=1", players=2, cards="app", step="reroll", table="display=card:YYYY")
    poor = turn("RYKLB", "crystals=3 markers=RRR", players=2, step="reroll", table="display=card:YYYY")
    assert choose(rich, "strong", Random(1)) == Keep()
    assert does(poor).startswith("reroll")


def test_without_a_crystal_dice_stay_as_they_lie() -> None:
    assert does(turn("RYKLB", players=2, step="reroll")) == "keep"


def test_of_two_cards_it_uses_the_better_one() -> None:
    state = turn("KKRYG", "markers=JJ", players=2, table="display=card:YYYY revealed=F7:JJ=6,F8:3>J agenda=act,use#2")
    assert state.agenda[-1].step is Step.USE
    assert does(state) == "use F7:JJ=6"


def test_a_ruby_of_a_card_is_taken_where_it_costs_most() -> None:
    state = put(card("F5:RY>ruby", p="markers=RY lira=0", players=2), "rubies=0", 1)
    assert does(state).startswith("deal RY")
