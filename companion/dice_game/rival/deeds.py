"""What may one action of a turn make of these means?  Dice are discarded before markers, and brown markers last."""

from collections.abc import Iterator
from itertools import combinations

from companion.dice_game import actions as a
from companion.dice_game.copy.faces import parse_tile
from companion.dice_game.payments import choices
from companion.dice_game.rival.means import KINDS, LIRA_AREA, NO_RUBY, Means, TurnDeed
from companion.dice_game.rival.worth import PlanTable
from companion.dice_game.state import UNTOLD, Code, Goods
from companion.dice_game.steps.buy import ruby_cost
from companion.dice_game.tables import COIN_LIRA, FOUR, FOUR_GAIN, GOODS, ONE_GOOD, PAIR, SELLING, THREE, TWO


def deeds(has: Means, table: PlanTable) -> Iterator[Means]:
    """The means after each sensible action; those after which chance has its say come first."""
    for number in range(1, has.cards + 1):
        yield _revealed(has, number, table)
    for tile in dict.fromkeys(has.display):
        if tile != UNTOLD:
            yield from _with_tile(has, tile, table)
    for area in range(len(SELLING)):
        yield from _with_ruby(has, area)
    if has.coins:
        yield _with_coins(has, table)
    yield from _pairs(has)
    yield from _different(has)


def _revealed(has: Means, number: int, table: PlanTable) -> Means:
    after = _done(has, TurnDeed(a.Cards, number))
    after.cards -= number
    after.extra += table.cards[number - 1]
    return after


def _with_tile(has: Means, tile: Code, table: PlanTable) -> Iterator[Means]:
    face = parse_tile(tile)
    after = discarded(has, face.cost, face.free, TurnDeed(a.BuyTile, tile))
    if after is not None:
        at = has.display.index(tile)
        after.display = has.display[:at] + has.display[at + 1 :]
        after.kinds = tuple([many + (kind is face.kind) for kind, many in zip(KINDS, has.kinds, strict=True)])
        after.rubies += sum(after.kinds) == table.mosque
        yield after


def _with_ruby(has: Means, area: int) -> Iterator[Means]:
    price, deed = has.prices[area][0], TurnDeed(a.BuyRuby, SELLING[area])
    if price == NO_RUBY:
        return
    if area != LIRA_AREA:
        after = discarded(has, *ruby_cost(SELLING[area], price), deed)
        if after is not None:
            yield with_ruby(after, area)
    elif has.lira >= price:
        after = _done(has, deed)
        after.lira -= price
        yield with_ruby(after, area)


def with_ruby(has: Means, area: int) -> Means:
    """The same means with a ruby more, and the next price open where it came from."""
    after = _done(has, has.deed, has.paid)
    after.rubies += 1
    after.prices = (*has.prices[:area], has.prices[area][1:], *has.prices[area + 1 :])
    return after


def _with_coins(has: Means, table: PlanTable) -> Means:
    after = _done(has, TurnDeed(a.TakeLira))
    after.lira += COIN_LIRA * has.coins
    after.goods, after.coins = added(has.goods, table.coins_add), 0
    return after


def _pairs(has: Means) -> Iterator[Means]:
    for color, good in enumerate(GOODS):
        if has.dice[color] and has.dice[color] + has.goods[color] >= PAIR:
            after = discarded(has, _PAIRS[color], 0, TurnDeed(a.Pair, good))
            if after is not None:
                after.goods = added(after.goods, ONE_GOOD[good])
                yield after


def _different(has: Means) -> Iterator[Means]:
    """TWO, THREE and FOUR with a die at least, and with no brown marker."""
    dice, goods = has.dice, has.goods
    for kind, cost in _DIFFERENT:
        wanted = [color for color, need in enumerate(cost) if need]
        if not sum([dice[color] for color in wanted]) or 0 in [dice[color] + goods[color] for color in wanted]:
            continue
        after = discarded(has, cost, 0, TurnDeed(kind))
        if after is not None:
            yield from _gained(after)


def _gained(after: Means) -> Iterator[Means]:
    """What TWO, THREE or FOUR bring, by each choice that there is."""
    if after.deed.kind is a.Four:
        for goods in choices(FOUR_GAIN):
            chosen = _done(after, after.deed, after.paid)
            chosen.goods = added(after.goods, goods)
            yield chosen
        return
    after.crystals += after.deed.kind is a.Two
    after.jokers += after.deed.kind is a.Three
    yield after


# ------------------------------------------------------------------------- paying


def discarded(has: Means, cost: Goods, free: int, deed: TurnDeed) -> Means | None:
    """The means after these goods, and so many of any colour, are discarded; None where they are not there."""
    dice, goods, jokers = list(has.dice), list(has.goods), has.jokers
    for color, need in enumerate(cost):
        if need:
            by_dice = min(need, dice[color])
            by_goods = min(need - by_dice, goods[color])
            dice[color] -= by_dice
            goods[color] -= by_goods
            jokers -= need - by_dice - by_goods
            if jokers < 0:
                return None
    for _ in range(free):
        if not _one_fewer(dice) and not _one_fewer(goods):
            jokers -= 1
    if jokers < 0:
        return None
    r, y, g, b = [one - left for one, left in zip(has.dice, dice, strict=True)]
    red, yellow, green, blue = [one - left for one, left in zip(has.goods, goods, strict=True)]
    after = _done(has, deed, a.Payment((r, y, g, b), (red, yellow, green, blue, has.jokers - jokers)))
    after.dice = (dice[0], dice[1], dice[2], dice[3])
    after.goods, after.jokers = (goods[0], goods[1], goods[2], goods[3]), jokers
    return after


def _one_fewer(counts: list[int]) -> bool:
    """One is taken of the colour of which there are fewest; False where there is none."""
    fewest = min([count for count in counts if count], default=0)
    if fewest:
        counts[counts.index(fewest)] -= 1
    return fewest > 0


def added(goods: Goods, more: Goods) -> Goods:
    """Both together."""
    return (goods[0] + more[0], goods[1] + more[1], goods[2] + more[2], goods[3] + more[3])


def _done(has: Means, deed: TurnDeed, paid: a.Payment | None = None) -> Means:
    after = has.copy()
    after.deed, after.paid = deed, paid
    return after


def _goods(counts: list[int]) -> Goods:
    r, y, g, b = counts
    return (r, y, g, b)


_PAIRS = [_goods([PAIR * (other is good) for other in GOODS]) for good in GOODS]
_DIFFERENT = [
    (kind, _goods([int(good in colors) for good in GOODS]))
    for kind, number in ((a.Two, TWO), (a.Three, THREE), (a.Four, FOUR))
    for colors in combinations(GOODS, number)
]
