"""The app's dice and cards: fair, repeatable for a seed, silent where the table rolls for itself."""

from collections import Counter
from random import Random, SystemRandom

from companion.istanbul.actions import Drawn, Rolled
from companion.istanbul.engine import outcomes
from companion.session.chance import DigitalChance, generator
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
    first, second = (DigitalChance(generator(7)) for _ in range(2))
    assert [first(ROLL) for _ in range(50)] == [second(ROLL) for _ in range(50)]
    assert isinstance(generator(), SystemRandom)


def test_what_is_left_to_the_table() -> None:
    chance = DigitalChance(Random(1), (Rolled, Drawn))
    assert chance(ROLL) is None and chance(DRAW) is None
    assert chance(REAL_DRAW) == next(iter(REAL_DRAW))
    assert chance({}) is None
