"""Which moments does an entry of the log hold?  What screens show for a second or two, in pictures and few words.

A moment is plain data: ``kind``, ``seat`` (whose moment it is, None for the whole table), ``words``, and what its kind
shows: ``dice``, ``about`` (what a roll was for), ``lira`` and ``goods`` that came, ``card`` (None where the reader may
not see it), ``to`` (the seat that is paid), ``walk`` (who goes where), ``tile``, ``seats`` of the winners.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.face import Events, Names, Plain
from companion.game import Say
from companion.istanbul import events as e
from companion.istanbul.names import Card, Place
from companion.istanbul.state import Pending, Step, Why
from companion.istanbul.tables import GOODS, RED_TILE_FACE
from companion.istanbul.view.story import tell
from companion.istanbul.view.vocabulary import PLACES, goods_words
from companion.words import mark


class ToldEntry(NamedTuple):
    """An entry to be shown: its events, those before it, who brought it about, who reads it."""

    events: Events
    earlier: Events
    seat: int | None
    reader: int | None
    names: Names
    say: Say


def moments(
    events: Events, earlier: Events, seat: int | None, reader: int | None, names: Names, say: Say
) -> list[Plain]:
    """The moments of one entry, in their order; a throw holds what it brought."""
    told = ToldEntry(events, earlier, seat, reader, names, say)
    thrown = _throw(told)
    rest = [_MOMENTS[type(event)](told, event) for event in events if type(event) in _MOMENTS]
    gain = None if thrown else _gain(told)
    return sorted((moment for moment in (thrown, gain, *rest) if moment), key=lambda one: _ORDER.index(one["kind"]))


_ORDER = (
    "dice", "governor", "smuggler", "card", "toll", "walk", "gain", "extension", "tile", "ruby", "last", "winner"
)  # fmt: skip
"""First what happens, then what it brings."""


def _moment(kind: str, seat: int | None, words: str, **facts: Any) -> Plain:
    return {"kind": kind, "seat": seat, "words": words, **facts}


# ------------------------------------------------------------------------- dice


_ABOUT = {Why.GOVERNOR: mark("Governor"), Why.SMUGGLER: mark("Smuggler"), Why.NEUTRAL: mark("a neutral merchant")}
_TOTAL = mark("{first} + {second} = {total}")
_REACHED = mark("{first} + {second} = {total} ≥ {number}")
_MISSED = mark("{first} + {second} = {total} < {number}")


def _throw(told: ToldEntry) -> Plain | None:
    """The dice of an entry, rolled or turned by the red tile, and what they brought."""
    rolled = next((event for event in told.events if isinstance(event, e.DiceRolled)), None)
    turned = next((event for event in told.events if isinstance(event, e.DieTurned)), None)
    due = _due(told.earlier)
    if rolled is not None:
        dice = (rolled.first, rolled.second)
    elif turned is not None and due is not None and due.dice is not None:
        dice = _with_four(due.dice, turned.die)
    else:
        return None
    number = due.number if due else 0
    words = f"{_sum_words(dice, number, told.say)}{_brought(told)}"
    about = told.say(_ABOUT.get(rolled.why if rolled else Why.PLACE, _place_of(number)))
    return _moment("dice", told.seat, words, dice=list(dice), about=about, **_came(told), **_walk(told))


def _due(earlier: Events) -> Pending | None:
    """The throw, or the red tile, that was last said to be due."""
    for event in reversed(earlier):
        for pending in reversed(_pending(event)):
            if pending.step in (Step.ROLL, Step.RED_TILE):
                return pending
    return None


def _pending(event: Any) -> Sequence[Pending]:
    return event.then if isinstance(event, e.StepDone) else event.steps if isinstance(event, e.StepsAdded) else ()


def _with_four(dice: tuple[int, int], die: int) -> tuple[int, int]:
    return (RED_TILE_FACE, dice[1]) if die == 1 else (dice[0], RED_TILE_FACE)


def _place_of(number: int) -> str:
    return PLACES[Place.TEA_HOUSE if number else Place.BLACK_MARKET]


def _sum_words(dice: tuple[int, int], number: int, say: Say) -> str:
    total = sum(dice)
    text = _TOTAL if not number else _REACHED if total >= number else _MISSED
    return say(text).format(first=dice[0], second=dice[1], total=total, number=number)


def _brought(told: ToldEntry) -> str:
    """What follows the sum: Lira, jewelry, or where somebody goes."""
    gained = _gain_words(told)
    moved = [event for event in told.events if isinstance(event, (e.GovernorMoved, e.SmugglerMoved, e.NeutralMoved))]
    phrases = [gained] if gained else tell(moved, told.seat, told.reader, told.names, told.say)
    return "".join(f": {phrase}" for phrase in phrases[:1])


_WALKERS: dict[type, str] = {e.GovernorMoved: "governor", e.SmugglerMoved: "smuggler", e.NeutralMoved: "neutral"}


def _walk(told: ToldEntry) -> Plain:
    for event in told.events:
        if type(event) in _WALKERS:
            return {
                "walk": {"who": _WALKERS[type(event)], "color": getattr(event, "color", None), "place": int(event.to)}
            }
    return {}


# ------------------------------------------------------------------------- Lira and goods


def _gain(told: ToldEntry) -> Plain | None:
    """Lira and goods that came without dice, to whom they came."""
    words = _gain_words(told)
    seat = next((event.seat for event in told.events if isinstance(event, (e.LiraGained, e.GoodsGained))), told.seat)
    return _moment("gain", seat, words, **_came(told)) if words else None


def _came(told: ToldEntry) -> Plain:
    goods = [sum(one) for one in zip(*(event.goods for event in _goods(told)), strict=True)] or [0] * len(GOODS)
    came = {str(good): count for good, count in zip(GOODS, goods, strict=True) if count}
    return {"lira": _lira(told), "goods": came}


def _lira(told: ToldEntry) -> int:
    return sum(event.lira for event in told.events if isinstance(event, e.LiraGained))


def _goods(told: ToldEntry) -> list[e.GoodsGained]:
    return [event for event in told.events if isinstance(event, e.GoodsGained)]


def _gain_words(told: ToldEntry) -> str:
    say, words = told.say, list[str]()
    if lira := _lira(told):
        words.append(say("+{lira} Lira").format(lira=lira))
    for event in _goods(told):
        if any(event.goods):
            words.append(say("+{goods}").format(goods=goods_words(event.goods, say)))
        if any(event.lost):
            words.append(say("no room for {goods}").format(goods=goods_words(event.lost, say)))
    return ", ".join(words)


# ------------------------------------------------------------------------- everything else


def _phrase(told: ToldEntry, event: Any) -> str:
    return ", ".join(tell([event], told.seat, told.reader, told.names, told.say))


def _own(kind: str) -> Callable[[ToldEntry, Any], Plain]:
    """A moment of the seat in the event, in the words of the log."""
    return lambda told, event: _moment(kind, event.seat, _phrase(told, event))


def _drawn(told: ToldEntry, event: e.CardDrawn) -> Plain:
    """Only its owner sees which card was drawn."""
    known = event.seat == told.reader and event.card is not Card.UNKNOWN
    return _moment("card", event.seat, _phrase(told, event), card=str(event.card) if known else None)


def _open_card(told: ToldEntry, event: e.CardTaken | e.CardPlayed | e.CardDiscarded | e.CardOpened) -> Plain:
    return _moment("card", event.seat, _phrase(told, event), card=str(event.card))


def _toll(told: ToldEntry, event: e.TollPaid) -> Plain:
    return _moment("toll", event.seat, _phrase(told, event), to=event.to, lira=event.lira)


def _tile(told: ToldEntry, event: e.TileTaken) -> Plain:
    return _moment("tile", event.seat, _phrase(told, event), tile=str(event.good))


def _family(told: ToldEntry, event: e.FamilyMoved) -> Plain:
    walk = {"who": "family", "of": event.seat, "place": int(event.to)}
    return _moment("walk", told.seat, _phrase(told, event), of=event.seat, walk=walk)


def _winners(told: ToldEntry, event: e.GameEnded) -> Plain:
    names = ", ".join(told.names[seat] for seat in event.winners)
    return _moment("winner", None, told.say("{names} won").format(names=names), seats=list(event.winners))


_MOMENTS: dict[type, Callable[[ToldEntry, Any], Plain]] = {
    e.GovernorMet: _own("governor"),
    e.SmugglerMet: _own("smuggler"),
    e.FamilyMoved: _family,
    e.TollPaid: _toll,
    e.CardDrawn: _drawn,
    e.CardTaken: _open_card,
    e.CardPlayed: _open_card,
    e.CardDiscarded: _open_card,
    e.CardOpened: _open_card,
    e.ExtensionBought: _own("extension"),
    e.TileTaken: _tile,
    e.RubyTaken: _own("ruby"),
    e.EndTriggered: _own("last"),
    e.GameEnded: _winners,
}
