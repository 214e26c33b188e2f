"""Which actions can be asked for at all, legal somewhere or nowhere?"""

from collections.abc import Iterator
from itertools import product

from companion.istanbul import actions as a
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.tables import MARKET_TILES

MOST_ASKED = 6
COUNTS = range(4)
NUMBERS = range(15)
FACES = range(8)
BARE = (
    a.Stay, a.LeaveAssistant, a.PickOwn, a.PickNeutral, a.EndTurn, a.PayToll, a.Skip, a.BuyExtension, a.CollectMail,
    a.EnterBlackMarket, a.KeepDice, a.RerollDice, a.BuyRuby, a.Done, a.Catch, a.UseGovernor, a.PayFee, a.PlayLira,
    a.Fill, a.Deliver, a.Repeat,
)  # fmt: skip
OF_A_PLACE = (a.Move, a.LongMove, a.SendFamily, a.PlayReturn, a.UseYellowTile)
OF_A_CARD = (a.DiscardCard, a.DiscardFee, a.Drawn, a.CardShown)
OF_A_GOOD = (a.Fill, a.GainGood, a.TakeTile, a.PlayGood, a.UseSmuggler)
CHANGES = (
    a.Override((), "no reason"),
    a.Override((a.Change("lira", "7", 0),), ""),
    a.Override((a.Change("lira", "7", 0),), "miscounted"),
    a.Override((a.Change("lira", "7", 8),), "miscounted"),
    a.Override((a.Change("lira", "x", 0),), "miscounted"),
    a.Override((a.Change("layout", "1", None),), "miscounted"),
    a.Override((a.Change("rubies", "4", 0),), "miscounted"),
    a.Override((a.Change("rubies", "4", 0),), "one was found", True),
    a.Override((a.Change("governor", "3", None),), "pushed"),
)


def kinds_of_tries() -> dict[str, tuple[a.Action, ...]]:
    """Actions by the name of their kind, each kind with its forms."""
    kinds: dict[str, list[a.Action]] = {}
    for action in _tries():
        kinds.setdefault(type(action).__name__, []).append(action)
    return {name: tuple(actions) for name, actions in kinds.items()}


def _tries() -> Iterator[a.Action]:
    yield from (kind() for kind in BARE)
    yield from (kind(place) for kind in OF_A_PLACE for place in Place)
    yield from (kind(card) for kind in OF_A_CARD for card in Card)
    yield from (kind(good) for kind in OF_A_GOOD for good in Good)
    yield from (a.UseSmuggler(good, fee) for good in Good for fee in Good)
    yield from _of_goods()
    yield from (a.Recall(()), a.Recall((Place(3), Place(2))))
    yield from (a.Recall(places) for place in Place for places in ((place,), (Place(2), place)))
    yield from (a.Announce(number) for number in NUMBERS)
    yield from (a.Rolled(first, second) for first in FACES for second in FACES)
    yield from (a.DemandShown(market, tile) for market in MARKET_TILES for tile in (*MARKET_TILES[market], "L9"))
    yield from (a.TurnDie(1), a.TurnDie(2), a.TakeCard("draw"), a.TakeCard("discard"))
    yield from (a.Reward("lira"), a.Reward("card"), a.Reward("none"))
    yield from (a.PlayFamilyHome("lira"), a.PlayFamilyHome("card"))
    yield from (a.TellHand(seat, cards) for seat in (0, 1, 9) for cards in _hands())
    yield from CHANGES


def _of_goods() -> Iterator[a.Action]:
    for goods in product(COUNTS, COUNTS, COUNTS, COUNTS):
        if sum(goods) <= MOST_ASKED:
            yield from (a.Sell(goods), a.Sell(goods, True))
        if sum(goods) < 3:
            yield from (a.Deliver(goods), a.Repeat(goods))


def _hands() -> Iterator[tuple[Card, ...]]:
    yield ()
    yield from ((card,) for card in Card)
    yield from ((Card.STAY, card) for card in Card)
    yield (Card.STAY, Card.STAY, Card.STAY)
