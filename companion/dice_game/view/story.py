"""What happened, in a sentence for people?  One phrase for each event, without its subject: screens show who did it."""

from collections.abc import Callable
from typing import Any

from companion.dice_game import events as e
from companion.dice_game.names import Area
from companion.dice_game.notation.values import parse_markers
from companion.dice_game.tables import FACE_LETTERS
from companion.dice_game.view.vocabulary import (
    AREAS,
    card_name,
    crystals_words,
    letters,
    lira_words,
    signs_words,
    tile_name,
)
from companion.face import Events, Names
from companion.game import Say
from companion.words import about, corrected, mark

Teller = Callable[[Any, Say], str]


def tell(events: Events, seat: int | None, reader: int | None, names: Names, say: Say) -> list[str]:
    """The phrases for what ``seat`` (None: the table) brought about; nothing here is hidden from anybody."""
    phrases = [about(event, seat, _phrase(event, names, say), names) for event in events]
    return [phrase for phrase in phrases if phrase]


def _phrase(event: Any, names: Names, say: Say) -> str:
    if isinstance(event, e.GameEnded):
        return say("the game is over, won by {names}").format(names=", ".join(names[seat] for seat in event.winners))
    teller = TELLERS.get(type(event))
    return teller(event, say) if teller else ""


def _fixed(text: str) -> Teller:
    return lambda event, say: say(text)


def _dice(text: str) -> Teller:
    return lambda event, say: str(say(text).format(dice=signs_words(letters(event.dice, FACE_LETTERS), say)))


def _with_lost(words: str, lost: int, say: Say) -> str:
    missing = say("{n} missing from the supply").format(n=lost)
    return f"{words} ({missing})" if lost else words


def _markers_gained(event: e.MarkersGained, say: Say) -> str:
    got = signs_words(letters(event.markers), say)
    words = say("takes {goods}").format(goods=got) if got else say("takes nothing: nobody has any left")
    return _with_lost(words, event.lost, say)


def _crystals_gained(event: e.CrystalsGained, say: Say) -> str:
    return _with_lost(say("takes {goods}").format(goods=crystals_words(event.crystals, say)), event.lost, say)


def _lira_gained(event: e.LiraGained, say: Say) -> str:
    return _with_lost(say("takes {goods}").format(goods=lira_words(event.lira, say)), event.lost, say)


def _gives(words: str, say: Say) -> str:
    return say("gives {goods}").format(goods=words)


def _returned(event: e.Returned, say: Say) -> str:
    words = {"X": crystals_words, "L": lira_words}
    things = (
        words[event.what](event.number, say) if event.what in words else signs_words(event.what * event.number, say)
    )
    return say("gives {things} back, for the supply is short").format(things=things)


def _tile(text: str) -> Teller:
    return lambda event, say: str(say(text).format(tile=tile_name(event.tile, say)))


def _card(text: str) -> Teller:
    return lambda event, say: str(say(text).format(card=card_name(event.card, say)))


def _area(text: str) -> Teller:
    return lambda event, say: str(say(text).format(area=say(AREAS[event.area])))


def _asked(event: e.TableAsked, say: Say) -> str:
    if event.what == "tile":
        return say("asks the table for a mosque tile")
    return say("asks the table for the price: {area}").format(area=say(AREAS[Area(event.what)]))


def _price(event: e.PriceTold, say: Say) -> str:
    return say("{area}: the next ruby costs {price}").format(area=say(AREAS[event.area]), price=event.price)


CORRECTED = {
    "lira": mark("Lira"),
    "crystals": mark("Crystals"),
    "rubies": mark("Rubies"),
    "markers": mark("Markers"),
    "actions": mark("Actions left"),
    "round": mark("Round"),
    "ending": mark("Last round"),
}
"""What the values of the form are called; others are told as positions write them."""


_YES_NO = {"yes": mark("yes"), "no": mark("no")}


def _corrected(event: e.ValueSet, say: Say) -> str:
    before = _value_words(event.what, event.before, say) if event.before else ""
    words = say(CORRECTED.get(event.what, event.what)), _value_words(event.what, event.value, say)
    return corrected(words, before, event.reason, say)


def _value_words(what: str, value: str, say: Say) -> str:
    if what == "markers":
        value = signs_words(letters(parse_markers(value)), say)
    return (say(_YES_NO[value]) if value in _YES_NO else value) or say("nothing")


TELLERS: dict[type, Teller] = {
    e.DiceThrown: _dice(mark("rolls {dice}")),
    e.DiceTakenUp: _dice(mark("takes up again: {dice}")),
    e.LiraGained: _lira_gained,
    e.LiraPaid: lambda event, say: _gives(lira_words(event.lira, say), say),
    e.MarkersGained: _markers_gained,
    e.MarkersPaid: lambda event, say: _gives(signs_words(letters(event.markers), say), say),
    e.DiceUsed: _dice(mark("uses {dice} of the dice")),
    e.CrystalsGained: _crystals_gained,
    e.CrystalsPaid: lambda event, say: _gives(crystals_words(event.crystals, say), say),
    e.Returned: _returned,
    e.TileTaken: _tile(mark("takes the mosque tile: {tile}")),
    e.TileGiven: _tile(mark("gives the mosque tile: {tile}")),
    e.DieTaken: _fixed(mark("gets a die of their own")),
    e.DieReturned: _fixed(mark("gives the die back")),
    e.RubyTaken: _area(mark("takes a ruby: {area}")),
    e.CardRevealed: _card(mark("reveals: {card}")),
    e.CardUsed: _card(mark("uses the card: {card}")),
    e.CardDeclined: _fixed(mark("leaves the card's offer")),
    e.DeckReshuffled: _fixed(mark("the discard pile is shuffled")),
    e.TableAsked: _asked,
    e.PriceTold: _price,
    e.EmptyTold: _area(mark("{area}: no ruby is left")),
    e.TileTold: _tile(mark("the display shows: {tile}")),
    e.CardTold: _card(mark("the card is: {card}")),
    e.EndTriggered: _fixed(mark("this is the last round")),
    e.ValueSet: _corrected,
}
SILENT = (
    *(*e.STORYLESS, e.TurnStarted, e.TurnEnded, e.ActionUsed, e.IncomeUsed, e.DiceDue),
    *(e.DisplayFilled, e.FaceLearned),
)
"""Events that say nothing a reader would miss."""
