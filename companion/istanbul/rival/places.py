"""What does the action of a place bring in a plan?  ``DEEDS`` by number of the place, dice at their average.

Rules are those of ``steps`` in short form; the decision that is really due is always played by the engine itself.
Each deed changes the means it is given and returns what may become of them, itself where there is but one way.
"""

from collections.abc import Callable

from companion.istanbul.names import Place
from companion.istanbul.rival.sketch import ANY_GOODS, DEALER2, GOOD_CARD, POST2, SULTAN2, Sketch, less_card
from companion.istanbul.rival.world import World
from companion.istanbul.tables import (
    CAPACITY_LIMIT,
    DEALER_PRICE,
    EXTENSION_PRICE,
    GREEN_TILE_FEE,
    MAIL,
    MARKET_LIRA,
    MOST_GOODS_SOLD,
    PALACE_COST,
    PLACES,
    WAREHOUSE_GOOD,
)

Deed = Callable[[Sketch, World], list[Sketch]]
LARGE, SMALL = MARKET_LIRA[Place.LARGE_MARKET], MARKET_LIRA[Place.SMALL_MARKET]
RED_TILE, GREEN_TILE, YELLOW_TILE, BLUE_TILE = 1, 2, 4, 8
SMALL_PAIR, GREAT_PAIR = RED_TILE | GREEN_TILE, YELLOW_TILE | BLUE_TILE
TEA_LIRA, TEA_LIRA_WITH_TILE = 5, 7  # the best announcement on average
JEWELRY, JEWELRY_WITH_TILE = 1.0, 1.5  # of the Black Market's dice on average


def gain_scarce(means: Sketch) -> None:
    """One good that others are short of: jewelry where there is room, else the scarcest."""
    room = means.room
    if means.blue < room:
        means.blue = min(room, means.blue + 1)
    else:
        _gain_common(means)


def _gain_common(means: Sketch) -> None:
    """One of the goods of the warehouses, the scarcest."""
    least = min(means.red, means.green, means.yellow)
    if least >= means.room:
        return
    if means.red == least:
        means.red += 1
    elif means.green == least:
        means.green += 1
    else:
        means.yellow += 1


# ------------------------------------------------------------------------- the places


def _extend(means: Sketch, world: World) -> list[Sketch]:
    if means.lira >= EXTENSION_PRICE and means.room < CAPACITY_LIMIT:
        means.lira -= EXTENSION_PRICE
        means.room += 1
        if means.room == CAPACITY_LIMIT and world.last_room:
            means.rubies += 1
    return [means]


def _fill_red(means: Sketch, world: World) -> list[Sketch]:
    means.red = means.room
    return _with_green_tile(means)


def _fill_green(means: Sketch, world: World) -> list[Sketch]:
    means.green = means.room
    return _with_green_tile(means)


def _fill_yellow(means: Sketch, world: World) -> list[Sketch]:
    means.yellow = means.room
    return _with_green_tile(means)


def _with_green_tile(means: Sketch) -> list[Sketch]:
    if means.tiles & GREEN_TILE and means.lira >= GREEN_TILE_FEE:
        means.lira -= GREEN_TILE_FEE
        gain_scarce(means)
    return [means]


def _mail(means: Sketch, world: World) -> list[Sketch]:
    _collect(means)
    if means.hand[POST2]:
        _collect(less_card(means, POST2))
    return [means]


def _collect(means: Sketch) -> None:
    (red, green, yellow, blue), lira = MAIL[means.mail]
    room = means.room
    means.red, means.green = min(room, means.red + red), min(room, means.green + green)
    means.yellow, means.blue = min(room, means.yellow + yellow), min(room, means.blue + blue)
    means.lira += lira
    means.mail = (means.mail + 1) % len(MAIL)


def _cards(means: Sketch, world: World) -> list[Sketch]:
    means.others += 1
    return [means]


def _recall(means: Sketch, world: World) -> list[Sketch]:
    means.stack += means.out.bit_count()
    means.out = 0
    return [means]


def _black_market(means: Sketch, world: World) -> list[Sketch]:
    jewelry = JEWELRY_WITH_TILE if means.tiles & RED_TILE else JEWELRY
    means.blue = min(means.room, means.blue + jewelry)
    _gain_common(means)
    return [means]


def _tea(means: Sketch, world: World) -> list[Sketch]:
    means.lira += TEA_LIRA_WITH_TILE if means.tiles & RED_TILE else TEA_LIRA
    return [means]


def _sell_large(means: Sketch, world: World) -> list[Sketch]:
    red, green, yellow, blue = world.large[means.large % len(world.large)]
    goods = (min(red, means.red), min(green, means.green), min(yellow, means.yellow), min(blue, int(means.blue)))
    sold = _sell(means, goods)
    if sold:
        means.lira += LARGE[sold]
        means.large += 1
    return [means]


def _sell_small(means: Sketch, world: World) -> list[Sketch]:
    red, green, yellow, blue = world.small[means.small % len(world.small)]
    goods = (min(red, means.red), min(green, means.green), min(yellow, means.yellow), min(blue, int(means.blue)))
    if means.hand[ANY_GOODS] and sum(goods) < MOST_GOODS_SOLD - 1:
        goods = _any_five(means)
        less_card(means, ANY_GOODS)
    sold = _sell(means, goods)
    if sold:
        means.lira += SMALL[sold]
        means.small += 1
    return [means]


def _sell(means: Sketch, goods: tuple[int, int, int, int]) -> int:
    red, green, yellow, blue = goods
    means.red -= red
    means.green -= green
    means.yellow -= yellow
    means.blue -= blue
    return red + green + yellow + blue


def _any_five(means: Sketch) -> tuple[int, int, int, int]:
    left, sold = MOST_GOODS_SOLD, []
    for held in (means.red, means.green, means.yellow, int(means.blue)):
        sold.append(min(held, left))
        left -= sold[-1]
    return sold[0], sold[1], sold[2], sold[3]


def _police(means: Sketch, world: World) -> list[Sketch]:
    """The family member goes where it brings a ruby, a tile, room, Lira or assistants; for goods one walks."""
    if not means.home:
        return [means]
    means.home = False
    after = [each for place in FAMILY_PLACES for each in DEEDS[place](means.copy(), world) if _changed(means, each)]
    return after or [means]


def _changed(before: Sketch, after: Sketch) -> bool:
    return (
        after.lira != before.lira
        or after.rubies != before.rubies
        or after.tiles != before.tiles
        or after.stack != before.stack
    )


def _palace(means: Sketch, world: World) -> list[Sketch]:
    if _deliver(means) and means.hand[SULTAN2]:
        again = means.copy()
        if _deliver(again):
            return [less_card(again, SULTAN2)]
    return [means]


def _deliver(means: Sketch) -> bool:
    """The named goods, and of the free ones whatever there is most of; cards fill up what is missing."""
    if not means.palace:
        return False
    (red, green, yellow, blue), free = PALACE_COST[means.palace]
    left = [means.red - red, means.green - green, means.yellow - yellow, int(means.blue) - blue]
    missing = sum([-short for short in left if short < 0])
    spare = sum([more for more in left if more > 0])
    missing += max(0, free - spare)
    if missing > means.hand[GOOD_CARD] or max(red, green, blue) > means.room:
        return False
    for _ in range(missing):
        less_card(means, GOOD_CARD)
    left = [max(0, more) for more in left]
    for _ in range(min(free, spare)):
        left[left.index(max(left))] -= 1
    means.red, means.green, means.yellow, means.blue = left
    means.palace -= 1
    means.rubies += 1
    return True


def _small_mosque(means: Sketch, world: World) -> list[Sketch]:
    after = []
    missing = max(0, world.asked[0] - means.red)
    if not means.tiles & RED_TILE and missing <= means.hand[GOOD_CARD] and world.asked[0] <= means.room:
        taken = _less_good_cards(means.copy(), missing)
        taken.red = max(means.red, world.asked[0]) - 1
        after.append(_take(taken, RED_TILE, SMALL_PAIR, world.pair_rubies[0]))
    missing = max(0, world.asked[1] - means.green)
    if not means.tiles & GREEN_TILE and missing <= means.hand[GOOD_CARD] and world.asked[1] <= means.room:
        taken = _less_good_cards(means.copy(), missing)
        taken.green = max(means.green, world.asked[1]) - 1
        after.append(_take(taken, GREEN_TILE, SMALL_PAIR, world.pair_rubies[0]))
    return after or [means]


def _great_mosque(means: Sketch, world: World) -> list[Sketch]:
    after = []
    missing = max(0, world.asked[2] - means.yellow)
    if not means.tiles & YELLOW_TILE and missing <= means.hand[GOOD_CARD] and world.asked[2] <= means.room:
        taken = _less_good_cards(means.copy(), missing)
        taken.yellow = max(means.yellow, world.asked[2]) - 1
        after.append(_take(taken, YELLOW_TILE, GREAT_PAIR, world.pair_rubies[1]))
    missing = max(0, world.asked[3] - int(means.blue))
    if not means.tiles & BLUE_TILE and missing <= means.hand[GOOD_CARD] and world.asked[3] <= means.room:
        taken = _less_good_cards(means.copy(), missing)
        taken.blue = max(means.blue, world.asked[3]) - 1
        taken.stack += 1
        after.append(_take(taken, BLUE_TILE, GREAT_PAIR, world.pair_rubies[1]))
    return after or [means]


def _less_good_cards(means: Sketch, number: int) -> Sketch:
    return _less_cards(means, GOOD_CARD, number) if number else means


def _less_cards(means: Sketch, card: int, number: int) -> Sketch:
    for _ in range(number):
        less_card(means, card)
    return means


def _take(means: Sketch, tile: int, pair: int, ruby: bool) -> Sketch:
    means.tiles |= tile
    if ruby and means.tiles & pair == pair:
        means.rubies += 1
    return means


def _dealer(means: Sketch, world: World) -> list[Sketch]:
    if _buy(means) and means.hand[DEALER2] and _buy(means):
        less_card(means, DEALER2)
    return [means]


def _buy(means: Sketch) -> bool:
    if not means.dealer or means.lira < DEALER_PRICE[means.dealer]:
        return False
    means.lira -= DEALER_PRICE[means.dealer]
    means.dealer -= 1
    means.rubies += 1
    return True


DEEDS: tuple[Deed, ...] = (
    _recall,  # no place has number 0
    _extend, _fill_red, _fill_green, _fill_yellow, _mail, _cards, _recall, _black_market,
    _tea, _sell_large, _sell_small, _police, _palace, _small_mosque, _great_mosque, _dealer,
)  # fmt: skip
FAMILY_PLACES = tuple(
    int(place)
    for place in PLACES
    if place not in (Place.POLICE_STATION, Place.CARAVANSARY, Place.BLACK_MARKET, *WAREHOUSE_GOOD)
)
