"""With which dice and markers can goods be paid?  Every way once, thriftiest first: few jokers, dice before markers.

A payment says which dice (by colour) and which markers are discarded.  Each brown marker stands for one good of any
colour, so what a payment is good for follows from its counts alone.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, islice

from companion.dice_game.actions import Payment
from companion.dice_game.state import Goods, Markers
from companion.dice_game.tables import GOODS, JOKER_INDEX, MOST_PAYMENTS, NO_GOODS


@lru_cache(maxsize=4096)
def payments(needs: Goods, free: int, dice: Goods, markers: Markers) -> tuple[Payment, ...]:
    """Ways to pay ``needs`` and ``free`` goods of any colour, at most MOST_PAYMENTS.

    >>> len(payments((2, 0, 0, 0), 0, (1, 0, 0, 0), (1, 0, 0, 0, 1)))
    3
    """
    most = min(markers[JOKER_INDEX], sum(needs) + free)
    ways = (way for brown in range(most + 1) for way in _ways(needs, free, dice, (*markers[:4], brown), 0, ()))
    return tuple(islice(ways, MOST_PAYMENTS))


def _ways(
    needs: Goods, free: int, dice: Goods, markers: Markers, jokers: int, paid: tuple[tuple[int, int], ...]
) -> Iterator[Payment]:
    """Colour by colour, with all brown markers spent.  ``free`` and ``jokers`` are what is left to them so far."""
    at, brown = len(paid), markers[JOKER_INDEX]
    if at == len(GOODS):
        if jokers + free == brown:
            yield _payment(paid, brown)
        return
    most = min(dice[at] + markers[at], needs[at] + free)
    for total in range(most, -1, -1):
        short = max(0, needs[at] - total)
        if jokers + short > brown:
            break
        left = free - max(0, total - needs[at])
        for used in range(min(dice[at], total), max(0, total - markers[at]) - 1, -1):
            yield from _ways(needs, left, dice, markers, jokers + short, (*paid, (used, total - used)))


@lru_cache(maxsize=4096)
def different(number: int, dice: Goods, markers: Markers) -> tuple[Payment, ...]:
    """Ways to pay so many goods, all different.

    >>> [payment.markers for payment in different(2, (1, 0, 0, 0), (0, 1, 0, 0, 0))]
    [(0, 1, 0, 0, 0)]
    """
    return tuple(_different(number, dice, markers, ()))


def _different(number: int, dice: Goods, markers: Markers, paid: tuple[tuple[int, int], ...]) -> Iterator[Payment]:
    at = len(paid)
    if at == len(GOODS):
        if number <= markers[JOKER_INDEX]:
            yield _payment(paid, number)
        return
    if number and dice[at]:
        yield from _different(number - 1, dice, markers, (*paid, (1, 0)))
    if number and markers[at]:
        yield from _different(number - 1, dice, markers, (*paid, (0, 1)))
    yield from _different(number, dice, markers, (*paid, (0, 0)))


def _payment(paid: tuple[tuple[int, int], ...], jokers: int) -> Payment:
    (r, rm), (y, ym), (g, gm), (b, bm) = paid
    return Payment((r, y, g, b), (rm, ym, gm, bm, jokers))


# ------------------------------------------------------------------------- is this payment right?


def pays(payment: Payment, needs: Goods, free: int = 0) -> bool:
    """Does it pay exactly this?

    >>> pays(Payment((1, 0, 0, 0), (0, 0, 0, 0, 1)), (2, 0, 0, 0))
    True
    """
    colored = [used + more for used, more in zip(payment.dice, payment.markers, strict=False)]
    jokers = payment.markers[JOKER_INDEX]
    if min((*payment.dice, *payment.markers)) < 0 or sum(colored) + jokers != sum(needs) + free:
        return False
    return sum(max(0, need - has) for need, has in zip(needs, colored, strict=True)) <= jokers


def pays_different(payment: Payment, number: int) -> bool:
    """Are these so many goods, all different?"""
    colored = [used + more for used, more in zip(payment.dice, payment.markers, strict=False)]
    if min((*payment.dice, *payment.markers)) < 0:
        return False
    return max(colored) <= 1 and sum(colored) + payment.markers[JOKER_INDEX] == number


@lru_cache(maxsize=64)
def choices(number: int) -> tuple[Goods, ...]:
    """Every way to choose so many markers that are not brown."""
    found = []
    for chosen in combinations_with_replacement(range(len(GOODS)), number):
        counts = list(NO_GOODS)
        for index in chosen:
            counts[index] += 1
        found.append((counts[0], counts[1], counts[2], counts[3]))
    return tuple(found)


def missing_goods(needs: Goods, free: int, dice: Goods, markers: Markers) -> int:
    """How many goods are missing to pay this, 0 when it can be paid.

    >>> missing_goods((3, 0, 0, 0), 1, (1, 1, 0, 0), (0, 0, 0, 0, 1))
    1
    """
    owned = [used + more for used, more in zip(dice, markers, strict=False)]
    short = sum(max(0, need - has) for need, has in zip(needs, owned, strict=True))
    over = sum(max(0, has - need) for need, has in zip(needs, owned, strict=True))
    return max(0, short + max(0, free - over) - markers[JOKER_INDEX])
