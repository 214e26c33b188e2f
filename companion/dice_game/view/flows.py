"""What kind of thing happened, and what did Lira and markers come from and go into?  For filters and pictures."""

from collections.abc import Iterable
from typing import Any

from companion.dice_game import events as e
from companion.face import Events, Flow
from companion.words import mark

_GOODS = mark("Goods into markers")
_TILES = mark("Mosque tiles")
_CARDS = mark("Cards")
_SHORTAGE = mark("Short supply")
SOURCES = {
    "pair": _GOODS,
    "two": _GOODS,
    "three": _GOODS,
    "four": _GOODS,
    "choice": mark("Markers of choice"),
    "lira": mark("Coins into Lira"),
    "income": _TILES,
    "tile": _TILES,
    "ruby": mark("Rubies"),
    "card": _CARDS,
    "declined": _CARDS,
}
"""What a reason in an event is called."""

KINDS: dict[type, str] = {
    e.LiraGained: "lira",
    e.LiraPaid: "lira",
    e.MarkersGained: "goods",
    e.MarkersPaid: "goods",
    e.CrystalsGained: "goods",
    e.CrystalsPaid: "goods",
    e.TileTaken: "ruby",
    e.TileGiven: "ruby",
    e.DieTaken: "ruby",
    e.DieReturned: "ruby",
    e.RubyTaken: "ruby",
    e.TableAsked: "ruby",
    e.PriceTold: "ruby",
    e.EmptyTold: "ruby",
    e.TileTold: "ruby",
    e.EndTriggered: "ruby",
    e.GameEnded: "ruby",
    e.CardRevealed: "card",
    e.CardUsed: "card",
    e.CardDeclined: "card",
    e.CardTold: "card",
    e.DeckReshuffled: "card",
    e.DiceThrown: "dice",
    e.DiceTakenUp: "dice",
    e.DiceUsed: "dice",
    e.ValueSet: "fix",
}
_LIRA = "L"
_CRYSTAL = "X"


def kinds(events: Events) -> list[str]:
    """What an entry of the log is about, each kind once."""
    return list(dict.fromkeys(kind for event in events if (kind := _kind(event))))


def _kind(event: Any) -> str | None:
    if isinstance(event, e.Returned):
        return "lira" if event.what == _LIRA else "goods"
    return KINDS.get(type(event))


def flows(events: Events) -> list[Flow]:
    """Every movement of Lira and markers: whose, what, how much (negative where it went), and from what."""
    return [flow for event in events for flow in _flows(event) if flow.amount]


def _flows(event: Any) -> Iterable[Flow]:
    if isinstance(event, e.LiraGained):
        yield Flow(event.seat, "lira", event.lira, SOURCES[event.why])
    elif isinstance(event, e.LiraPaid):
        yield Flow(event.seat, "lira", -event.lira, SOURCES[event.why])
    elif isinstance(event, e.MarkersGained):
        yield Flow(event.seat, "goods", sum(event.markers), SOURCES[event.why])
    elif isinstance(event, e.MarkersPaid):
        yield Flow(event.seat, "goods", -sum(event.markers), SOURCES[event.why])
    elif isinstance(event, e.Returned) and event.what != _CRYSTAL:
        yield Flow(event.seat, "lira" if event.what == _LIRA else "goods", -event.number, _SHORTAGE)
