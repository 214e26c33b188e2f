"""Which dice were thrown?  Those that lie beside the board when a roll is due, but lay otherwise before."""

import msgspec

from companion.istanbul.tables import DICE_FACES

Pair = tuple[int, int]
THROWS = [one + two for one in DICE_FACES for two in DICE_FACES]
"""What two dice show together, each of the equally likely throws once."""


def chance_of(total: int) -> float:
    """How often two dice show a total, in (0, 1]; 0 for what they cannot show."""
    return THROWS.count(total) / len(THROWS)


class DiceSeen(msgspec.Struct, frozen=True):
    """The dice beside the board; ``before`` is how they lay when the roll became due, None where nobody saw."""

    pair: Pair | None = None
    looks: int = 0
    before: Pair | None = None
    due: bool = False

    def thrown(self, looks: int) -> Pair | None:
        """The roll, where it is certain: seen so often, and other dice than before."""
        if not self.due or self.pair is None or self.before is None or self.looks < looks:
            return None
        return self.pair if sorted(self.pair) != sorted(self.before) else None


def fold_dice(dice: DiceSeen, pair: Pair | None, due: bool) -> DiceSeen:
    """One more look; dice nobody sees now keep what they showed."""
    before = dice.before if dice.due and due else dice.pair
    if pair is None:
        return DiceSeen(dice.pair, dice.looks, before, due)
    same = dice.pair is not None and sorted(pair) == sorted(dice.pair)
    return DiceSeen(pair, dice.looks + 1 if same else 1, before, due)
