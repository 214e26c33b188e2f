"""What does a bazaar card bring?  To the seat on turn, less what it brings another one; and a card yet to come."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from companion.dice_game.copy.faces import EMPTY, Bundle, Half, parse_card
from companion.dice_game.payments import choices
from companion.dice_game.rival.deeds import added, discarded, with_ruby
from companion.dice_game.rival.means import NO_RUBY, NOTHING, Means
from companion.dice_game.rival.worth import PlanTable, worth
from companion.dice_game.state import Code
from companion.dice_game.tables import CARD_DICE, DECLINE_LIRA, JOKER_INDEX

UNKNOWN = (0.1, 0.2, 0.25)
"""The worth of revealing one card, two, or more where nobody knows which there are."""
SWAP = 0.1
"""What a better mosque tile is worth."""


class SeatAtTable(NamedTuple):
    """What a seat has, and the table as it is to that seat."""

    has: Means
    table: PlanTable


def gain(card: Code, number: int, own: SeatAtTable, others: Sequence[SeatAtTable]) -> float:
    """What a card brings the seat on turn, less what it brings the best served of the others.

    ``number`` card dice were spent.
    """
    face = parse_card(card)
    brings = _half_brings(face.own, number, own, DECLINE_LIRA)
    half = face.others
    return brings if half is None else brings - max([_half_brings(half, 0, other, 0) for other in others])


def revealing(
    unseen: Mapping[Code, int], most: int, own: SeatAtTable, others: Sequence[SeatAtTable]
) -> tuple[float, ...]:
    """What revealing one card brings, two, and so on, of which the best is used; nobody knows which will come."""
    if not unseen:
        return tuple([UNKNOWN[min(number, len(UNKNOWN) - 1)] for number in range(most)])
    total, found = sum(unseen.values()), list[float]()
    for number in range(1, most + 1):
        gains = sorted([(gain(card, number, own, others), copies) for card, copies in unseen.items()])
        below = accumulate([copies / total for _, copies in gains], initial=0.0)
        odds = [high**number - low**number for low, high in pairwise(below)]
        found.append(sum([share * brings for share, (brings, _) in zip(odds, gains, strict=True)]))
    return tuple(found)


def _half_brings(half: Half, number: int, side: SeatAtTable, declined: int) -> float:
    """The worth that half a card adds, at best; ``declined`` Lira come where its condition is not fulfilled."""
    has, table = side
    if half.special == "tile":
        return SWAP if any(has.kinds) else 0.0
    return max([worth(after, table) for after in _after(half, number, has, declined)]) - worth(has, table)


def _after(half: Half, number: int, has: Means, declined: int) -> Iterator[Means]:
    """The means after each way to use half a card."""
    if half.how == "either":
        yield from _with(has, half.cost)
    elif half.how != "take":
        yield from _with(has, EMPTY._replace(lira=declined))
    if half.how == "discard":
        paid = _without(has, half.cost)
        if paid is not None and half.special == "ruby":
            yield from [with_ruby(paid, area) for area, prices in enumerate(paid.prices) if prices[0] != NO_RUBY]
        elif paid is not None:
            yield from _with(paid, half.gain)
    elif half.how in ("take", "either") or _fulfilled(half, number, has):
        yield from _with(has, half.gain)


def _fulfilled(half: Half, number: int, has: Means) -> bool:
    return number >= CARD_DICE if half.how == "dice" else has.jokers >= half.cost.markers[JOKER_INDEX]


def _with(has: Means, bundle: Bundle) -> Iterator[Means]:
    r, y, g, b, jokers = bundle.markers
    for chosen in choices(bundle.any):
        after = has.copy()
        after.goods, after.jokers = added(added(has.goods, (r, y, g, b)), chosen), has.jokers + jokers
        after.crystals, after.lira = has.crystals + bundle.crystals, has.lira + bundle.lira
        yield after


def _without(has: Means, bundle: Bundle) -> Means | None:
    """The means after a card's condition is paid from what is owned; None where it cannot be."""
    if has.crystals < bundle.crystals or has.lira < bundle.lira or has.jokers < bundle.markers[JOKER_INDEX]:
        return None
    r, y, g, b, jokers = bundle.markers
    owned = has.copy()
    owned.dice, owned.jokers = (0, 0, 0, 0), has.jokers - jokers
    after = discarded(owned, (r, y, g, b), bundle.any, NOTHING)
    if after is not None:
        after.dice, after.crystals, after.lira = has.dice, has.crystals - bundle.crystals, has.lira - bundle.lira
    return after
