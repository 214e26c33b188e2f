"""What are means worth?  The logit of winning with them: weights from the game's economy, looked up in tables."""

from math import exp, floor
from typing import NamedTuple

from companion.dice_game.names import TileKind
from companion.dice_game.rival.means import CARPET_AREA, COLORS, LIRA_AREA, Means
from companion.dice_game.state import Goods
from companion.dice_game.tables import CARPET_START, CRYSTAL_LIRA, MARKER_LIRA, NO_GOODS

RUBY = 1.0
LATE_RUBY = 0.2
MANY_RUBIES = 3
"""Each ruby beyond these is worth LATE_RUBY more."""
NEAREST = (0.9, 0.75, 0.6, 0.45, 0.3, 0.2, 0.1, 0.0)
SECOND = (0.5, 0.4, 0.3, 0.25, 0.2, 0.1, 0.05, 0.0)
"""By the goods that are missing to the ruby that is nearest, and to the second."""
THIRD = 0.03
"""Each good nearer to the third."""
LIRA_SHORT = (0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0.0)
"""By the Lira that are missing to a ruby, in steps of 2."""
LIRA = 0.02
JOKER = 0.15
MARKER = 0.04
CRYSTAL, FURTHER_CRYSTAL = 0.12, 0.06
FEW_CRYSTALS = 2
TILE = {
    TileKind.LIRA: 0.08,
    TileKind.CRYSTAL: 0.06,
    TileKind.CARD: 0.08,
    TileKind.ACTION: 0.1,
    TileKind.GOODS: 0.05,
    TileKind.DIE: 0.12,
}
"""A tile that works, for each ruby that the richest seat lacks."""
ANY_TILE = 0.05
MOSQUE = (0.0, 0.02, 0.1, 0.3, 0.6)
"""By the number of tiles, where the mosque's ruby may still be had."""
LEAST_LEAD = -1
LAST_TURN = (-6.0, -1.5, 0.5, 3.0, 6.0)
"""By the rubies that one leads by before the other's last turn, from LEAST_LEAD on."""
FURTHER_LEAD = 2.0
"""Each ruby beyond those: more than it is worth while the game goes on, so that who is far ahead ends it."""
SURE = 8.0
MOST_SOLD = 1000.0
EXTRA_LIRA = 5.0
"""What a logit that cards promise is worth in Lira at the very end."""
FAR, POOR = len(NEAREST) - 1, len(LIRA_SHORT) - 1
START = sum(CARPET_START)


class PlanTable(NamedTuple):
    """What a plan takes as given.

    ``last`` says that the seat has no turn after this one.  ``tiles`` is the worth of a tile by kind; ``mosque`` the
    tiles that bring the mosque's ruby, 0 where it brings none; ``coins_add`` the markers that coins bring through
    tiles; ``cards`` the worth of revealing one card, two, and so on.  ``against`` is the worth of what the best other
    seat has; ``others`` are what each would end with, and whether it has a turn after this one.
    """

    target: int
    last: bool
    tiles: tuple[float, ...]
    mosque: int
    coins_add: Goods = NO_GOODS
    cards: tuple[float, ...] = ()
    against: float = 0.0
    others: tuple[tuple[float, bool], ...] = ()


def value(has: Means, table: PlanTable) -> float:
    """The logit of winning where the turn ends with these means."""
    if table.last or has.rubies >= table.target:
        return min([_ended(final(has) - score, plays) for score, plays in table.others])
    return worth(has, table) - table.against


def _ended(lead: float, plays: bool) -> float:
    """The logit of being before somebody at the end, who perhaps still plays; one is better ahead by more."""
    if not plays:
        return (SURE if lead > 0 else -SURE) + lead
    rubies = floor(lead)
    at, most = rubies - LEAST_LEAD, len(LAST_TURN) - 1
    return LAST_TURN[max(0, min(at, most))] + FURTHER_LEAD * max(0, at - most) + lead - rubies


def final(has: Means) -> float:
    """Rubies, and among equals what markers, crystals and Lira are worth."""
    sold = has.lira + MARKER_LIRA * (sum(has.goods) + has.jokers) + CRYSTAL_LIRA * has.crystals
    return has.rubies + (sold + EXTRA_LIRA * has.extra) / MOST_SOLD


def chance_of(logit: float) -> float:
    """The chance to win, from 0 to 1."""
    return 1.0 / (1.0 + exp(-logit))


# ------------------------------------------------------------------------- before the end


def worth(has: Means, table: PlanTable) -> float:
    """The logit of winning with these means, up to what the others have; dice count for nothing."""
    owned = (
        RUBY * has.rubies
        + LATE_RUBY * max(0, has.rubies - MANY_RUBIES)
        + LIRA * has.lira
        + JOKER * has.jokers
        + MARKER * sum(has.goods)
        + CRYSTAL * min(has.crystals, FEW_CRYSTALS)
        + FURTHER_CRYSTAL * max(0, has.crystals - FEW_CRYSTALS)
    )
    return owned + _nearness(has) + _tiles(has.kinds, table) + has.extra


def _nearness(has: Means) -> float:
    """How near the next rubies are: for goods, of which brown ones serve the nearest, and for Lira."""
    goods, prices = has.goods, has.prices
    missing = [
        prices[area][0] - own if prices[area][0] else START + FAR for area, own in zip(COLORS, goods, strict=True)
    ]
    carpet = prices[CARPET_AREA][0]
    if carpet:
        kinds = len(goods) - goods.count(0)
        missing.append(carpet - kinds - min(carpet - START, sum(goods) - kinds))
    missing.sort()
    nearest, second, third = missing[0] - has.jokers, missing[1], missing[2]
    total = NEAREST[min(max(nearest, 0), FAR)] + SECOND[min(max(second, 0), FAR)]
    total += THIRD * (FAR - min(max(third, 0), FAR))
    price = prices[LIRA_AREA][0]
    return total + LIRA_SHORT[min(max(price - has.lira + 1, 0) // 2, POOR)] if price else total


def _tiles(kinds: tuple[int, ...], table: PlanTable) -> float:
    number = sum(kinds)
    if not number:
        return 0.0
    total = ANY_TILE * number + sum([many * each for many, each in zip(kinds, table.tiles, strict=True)])
    return total + MOSQUE[min(number, len(MOSQUE) - 1)] if table.mosque else total


def tile_worths(lacking: int) -> tuple[float, ...]:
    """What a tile of each kind is worth where the richest seat lacks so many rubies."""
    return tuple([each * lacking for each in TILE.values()])
