"""The app's dice and cards: fair, repeatable for a seed, silent where the table rolls for itself."""

from collections import Counter
from random import Random

from companion.istanbul.actions import Drawn, Rolled
from companion.istanbul.engine import outcomes
from companion.session.chance import DigitalChance, KeptChance
from tests.istanbul.builders import due, turn

ROLL = outcomes(due(turn(), "roll/for_governor"))
DRAW = outcomes(due(turn(), "draw/for_reward"))
REAL_DRAW = outcomes(due(turn(cards="real"), "draw/for_reward"))


def test_dice_are_fair() -> None:
    chance = DigitalChance(Random(36))
    found = Counter(chance(ROLL) for _ in range(36_000))
    assert len(found) == 36
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 66.6  # 35 degrees of freedom, 1 in 1,000


def test_cards_come_by_their_copies() -> None:
    chance = DigitalChance(Random(26))
    found = Counter(chance(DRAW) for _ in range(26_000))
    assert all(abs(found[card] - 26_000 * odds) < 250 for card, odds in DRAW.items())


def test_a_seed_repeats_itself() -> None:
    first, second = (DigitalChance(Random(7)) for _ in range(2))
    assert [first(ROLL) for _ in range(50)] == [second(ROLL) for _ in range(50)]


def test_the_dice_a_game_keeps_are_fair_as_well() -> None:
    chance = KeptChance(b"a secret of one game")
    found = Counter(chance(ROLL, f"throw {number}") for number in range(36_000))
    assert len(found) == 36
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 66.6


def test_the_same_point_of_a_game_brings_the_same_dice_and_another_game_others() -> None:
    points = [f"throw {number}" for number in range(50)]
    rolls = [[KeptChance(secret)(ROLL, point) for point in points] for secret in (b"one", b"one", b"another")]
    assert rolls[0] == rolls[1] != rolls[2]


def test_what_is_left_to_the_table() -> None:
    chance = DigitalChance(Random(1), (Rolled, Drawn))
    assert chance(ROLL) is None and chance(DRAW) is None
    assert chance(REAL_DRAW) == next(iter(REAL_DRAW))
    assert chance({}) is None
