"""What kind of thing happened, and what did Lira and goods come from and go into?  For filters and pictures."""

from collections.abc import Iterable
from typing import Any

from companion.face import Events, Flow
from companion.istanbul import events as e
from companion.istanbul.names import Place
from companion.istanbul.view.vocabulary import PLACES
from companion.words import mark

_CARDS = mark("Cards")
_TILES = mark("Mosque tiles")
_TOLLS = mark("Tolls")
_FAMILY = mark("Family members")
_MARKETS = mark("Markets")
_WAREHOUSES = mark("Warehouses")
_MOSQUES = mark("Mosques")
_TOLL_WHY = "toll"
SOURCES = {
    "market": _MARKETS,
    "warehouse": _WAREHOUSES,
    "mail": PLACES[Place.POST_OFFICE],
    "black_market": PLACES[Place.BLACK_MARKET],
    "tea_house": PLACES[Place.TEA_HOUSE],
    "tea_consolation": PLACES[Place.TEA_HOUSE],
    "extension": PLACES[Place.WAINWRIGHT],
    "palace": PLACES[Place.SULTANS_PALACE],
    "dealer": PLACES[Place.GEMSTONE_DEALER],
    "mosque": _MOSQUES,
    "green_tile": _TILES,
    "yellow_tile": _TILES,
    "card": _CARDS,
    "family_home": _FAMILY,
    "catch": _FAMILY,
    "governor": mark("Governor"),
    "smuggler": mark("Smuggler"),
    _TOLL_WHY: _TOLLS,
}
"""What a reason in an event is called; places under their own names."""

KINDS: dict[type, str] = {
    e.MerchantMoved: "move",
    e.AssistantLeft: "move",
    e.AssistantJoined: "move",
    e.FifthAssistantJoined: "move",
    e.FamilyMoved: "move",
    e.ActionSkipped: "move",
    e.TollPaid: "lira",
    e.LiraGained: "lira",
    e.LiraPaid: "lira",
    e.GoodsGained: "goods",
    e.GoodsPaid: "goods",
    e.ExtensionBought: "ruby",
    e.RubyTaken: "ruby",
    e.TileTaken: "ruby",
    e.EndTriggered: "ruby",
    e.GameEnded: "ruby",
    e.CardDrawn: "card",
    e.CardTaken: "card",
    e.CardPlayed: "card",
    e.CardDiscarded: "card",
    e.DeckReshuffled: "card",
    e.HandTold: "card",
    e.CardOpened: "card",
    e.DiceRolled: "dice",
    e.DieTurned: "dice",
    e.NumberAnnounced: "dice",
    e.GovernorMoved: "dice",
    e.SmugglerMoved: "dice",
    e.NeutralMoved: "dice",
    e.ValueSet: "fix",
}


def kinds(events: Events) -> list[str]:
    """What an entry of the log is about, each kind once."""
    return list(dict.fromkeys(KINDS[type(event)] for event in events if type(event) in KINDS))


def flows(events: Events) -> list[Flow]:
    """Every movement of Lira and goods: whose, what, how much (negative where it went), and from what."""
    return [flow for event in events for flow in _flows(event)]


def _flows(event: Any) -> Iterable[Flow]:
    if isinstance(event, e.TollPaid):
        yield Flow(event.seat, "lira", -event.lira, SOURCES[_TOLL_WHY])
        if event.to is not None:
            yield Flow(event.to, "lira", event.lira, SOURCES[_TOLL_WHY])
    elif isinstance(event, (e.LiraGained, e.LiraPaid)):
        yield Flow(event.seat, "lira", event.lira * _sign(event), SOURCES[event.why])
    elif isinstance(event, (e.GoodsGained, e.GoodsPaid)) and any(event.goods):
        yield Flow(event.seat, "goods", sum(event.goods) * _sign(event), SOURCES[event.why])


def _sign(event: Any) -> int:
    return -1 if isinstance(event, (e.LiraPaid, e.GoodsPaid)) else 1
