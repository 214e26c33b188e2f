"""What happened, in a sentence for people?  One phrase for each event, without its subject: screens show who did it.

The reader's seat matters for cards: only their owner is told which card was drawn.
"""

from collections.abc import Callable
from typing import Any

from companion.face import Events, Names
from companion.game import Say
from companion.istanbul import events as e
from companion.istanbul.corrections.value_words import change_words
from companion.istanbul.names import Card
from companion.istanbul.state import Figure, Why
from companion.istanbul.view.vocabulary import CARDS, PLACES, TILE_NAMES, goods_words
from companion.words import about, corrected, mark

Teller = Callable[[Any, Names, Say], str]


def tell(events: Events, seat: int | None, reader: int | None, names: Names, say: Say) -> list[str]:
    """The phrases for what ``seat`` (None: the table) brought about, for ``reader``; None for everybody else."""
    phrases = [_phrase(event, seat, reader, names, say) for event in events]
    return [phrase for phrase in phrases if phrase]


def has_private(events: Events, reader: int) -> bool:
    """Whether something in ``events`` is told to ``reader`` alone."""
    return any(isinstance(event, e.CardDrawn) and event.seat == reader for event in events)


def _phrase(event: Any, seat: int | None, reader: int | None, names: Names, say: Say) -> str:
    if isinstance(event, e.CardDrawn) and (event.seat == reader and event.card is not Card.UNKNOWN):
        return _of(event, seat, say("draws: {card}").format(card=say(CARDS[event.card])), names)
    teller = TELLERS.get(type(event))
    return _of(event, seat, teller(event, names, say), names) if teller else ""


def _of(event: Any, seat: int | None, phrase: str, names: Names) -> str:
    """A family member caught is named in the phrase itself."""
    return phrase if isinstance(event, e.FamilyMoved) else about(event, seat, phrase, names)


def _moved(event: e.MerchantMoved, names: Names, say: Say) -> str:
    if event.how == "stay":
        return say("stays at the {place}").format(place=say(PLACES[event.to]))
    if event.how == "long":
        return say("goes a long way to the {place}").format(place=say(PLACES[event.to]))
    return say("goes to the {place}").format(place=say(PLACES[event.to]))


def _left(event: e.AssistantLeft, names: Names, say: Say) -> str:
    return say("leaves a neutral assistant") if event.neutral else say("leaves an assistant")


def _joined(event: e.AssistantJoined, names: Names, say: Say) -> str:
    if event.how == "met":
        return say("picks up a neutral assistant") if event.neutral else say("picks up an assistant")
    return say("calls an assistant back from the {place}").format(place=say(PLACES[event.place]))


def _toll(event: e.TollPaid, names: Names, say: Say) -> str:
    if event.to is None:
        return say("pays {lira} Lira to the neutral merchants").format(lira=event.lira)
    return say("pays {lira} Lira to {name}").format(lira=event.lira, name=names[event.to])


def _goods_gained(event: e.GoodsGained, names: Names, say: Say) -> str:
    words = []
    if any(event.goods):
        words.append(say("takes {goods}").format(goods=goods_words(event.goods, say)))
    if any(event.lost):
        words.append(say("has no room for {goods}").format(goods=goods_words(event.lost, say)))
    return ", ".join(words) or say("takes nothing: the wheelbarrow is full")


def _family(event: e.FamilyMoved, names: Names, say: Say) -> str:
    if event.how == "sent":
        return say("sends the family member to the {place}").format(place=say(PLACES[event.to]))
    if event.how == "caught":
        return say("catches {name}'s family member").format(name=names[event.seat])
    return say("brings the family member home")


_ROLLED = mark("rolls {first} and {second}")
_ROLL = {
    Why.GOVERNOR: mark("rolls {first} and {second} for the Governor"),
    Why.SMUGGLER: mark("rolls {first} and {second} for the Smuggler"),
    Why.NEUTRAL: mark("rolls {first} and {second} for the neutral merchant"),
    Why.REROLL: mark("rolls again: {first} and {second}"),
}


def _rolled(event: e.DiceRolled, names: Names, say: Say) -> str:
    text = say(_ROLL.get(event.why, _ROLLED))
    return text.format(first=event.first, second=event.second)


_ENDED = {
    "no_assistant": mark("ends the turn without an assistant"),
    "no_toll": mark("ends the turn without paying"),
    "done": "",
}


def _ended(event: e.TurnEnded, names: Names, say: Say) -> str:
    return say(_ENDED[event.why]) if _ENDED[event.why] else ""


def _skipped(event: e.ActionSkipped, names: Names, say: Say) -> str:
    if event.figure is Figure.FAMILY:
        return say("the family member does nothing there")
    return say("can do nothing here") if event.forced else say("does nothing here")


def _game_ended(event: e.GameEnded, names: Names, say: Say) -> str:
    winners = ", ".join(names[seat] for seat in event.winners)
    return say("the game is over, won by {names}").format(names=winners)


def _corrected(event: e.ValueSet, names: Names, say: Say) -> str:
    name, before, value = change_words(event, say)
    return corrected((name, value), before, event.reason, say)


def _demand(event: e.DemandSeen, names: Names, say: Say) -> str:
    return say("a new demand tile at the {place}").format(place=say(PLACES[event.market]))


def _announced(event: e.NumberAnnounced, names: Names, say: Say) -> str:
    return say("announces {number}").format(number=event.number)


def _token(text: str) -> Teller:
    return lambda event, names, say: str(say(text).format(place=say(PLACES[event.to])))


def _fixed(text: str) -> Teller:
    return lambda event, names, say: say(text)


def _lira(text: str) -> Teller:
    return lambda event, names, say: str(say(text).format(lira=event.lira))


def _card(text: str) -> Teller:
    return lambda event, names, say: str(say(text).format(card=say(CARDS[event.card])))


def _goods_paid(event: e.GoodsPaid, names: Names, say: Say) -> str:
    return say("gives {goods}").format(goods=goods_words(event.goods, say))


def _ruby(event: e.RubyTaken, names: Names, say: Say) -> str:
    return say("takes a ruby")


def _tile(event: e.TileTaken, names: Names, say: Say) -> str:
    return say("takes the {tile}").format(tile=say(TILE_NAMES[event.good]))


TELLERS: dict[type, Teller] = {
    e.TurnEnded: _ended,
    e.MerchantMoved: _moved,
    e.AssistantLeft: _left,
    e.AssistantJoined: _joined,
    e.FifthAssistantJoined: _fixed(mark("gets a fifth assistant")),
    e.TollPaid: _toll,
    e.LiraGained: _lira(mark("takes {lira} Lira")),
    e.LiraPaid: _lira(mark("pays {lira} Lira")),
    e.GoodsGained: _goods_gained,
    e.GoodsPaid: _goods_paid,
    e.CardDrawn: _fixed(mark("draws a card")),
    e.CardTaken: _card(mark("takes from the discard pile: {card}")),
    e.CardPlayed: _card(mark("plays: {card}")),
    e.CardDiscarded: _card(mark("discards: {card}")),
    e.DeckReshuffled: _fixed(mark("the discard pile is shuffled")),
    e.HandTold: _fixed(mark("tells the app the hand of cards")),
    e.CardOpened: _card(mark("shows: {card}")),
    e.DemandSeen: _demand,
    e.ExtensionBought: _fixed(mark("widens the wheelbarrow")),
    e.RubyTaken: _ruby,
    e.TileTaken: _tile,
    e.FamilyMoved: _family,
    e.NumberAnnounced: _announced,
    e.DiceRolled: _rolled,
    e.DieTurned: _fixed(mark("turns a die to 4")),
    e.GovernorMet: _fixed(mark("meets the Governor")),
    e.SmugglerMet: _fixed(mark("meets the Smuggler")),
    e.GovernorMoved: _token(mark("the Governor goes to the {place}")),
    e.SmugglerMoved: _token(mark("the Smuggler goes to the {place}")),
    e.NeutralMoved: _token(mark("the neutral merchant goes to the {place}")),
    e.YellowTileUsed: _fixed(mark("uses the yellow mosque tile")),
    e.ActionSkipped: _skipped,
    e.EndTriggered: _fixed(mark("has the rubies to win: this is the last round")),
    e.GameEnded: _game_ended,
    e.ValueSet: _corrected,
}
SILENT = (*e.STORYLESS, e.TurnStarted, e.MailMoved, e.DemandTurned)
"""Events that say nothing a reader would miss."""
