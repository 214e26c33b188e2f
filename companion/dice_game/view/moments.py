"""Which moments does an entry of the log hold?  What screens show for a second or two, in pictures and few words.

A moment is plain data: ``kind``, ``seat`` (None for the whole table), ``words``, and what its kind shows: ``faces`` of
dice by letter, ``signs`` of markers and crystals and ``lira`` that came, ``cards`` and ``tile`` as the table shows
them, ``seats`` of the winners.
"""

from collections.abc import Callable
from typing import Any

from companion.dice_game import events as e
from companion.dice_game.tables import FACE_LETTERS
from companion.dice_game.view.offer_words import card_plain, tile_plain
from companion.dice_game.view.story import tell
from companion.dice_game.view.vocabulary import letters, lira_words, signs_words
from companion.face import Events, Names, Plain
from companion.game import Say
from companion.words import mark


def moments(
    events: Events, earlier: Events, seat: int | None, reader: int | None, names: Names, say: Say
) -> list[Plain]:
    """The moments of one entry, in their order; nothing is hidden from anybody."""
    shown = [_MOMENTS[type(event)](event, names, say) for event in events if type(event) in _MOMENTS]
    if _thrown_again(events, earlier):
        shown = [one | {"about": say(mark("thrown again"))} if one["kind"] == "faces" else one for one in shown]
    return sorted([*_cards(events, names, say), *_takings(events, say), *shown], key=lambda one: _order(one["kind"]))


_ORDER = ("faces", "bazaar", "takings", "boon", "ruby", "last", "winner")
"""First what happens, then what it brings."""
_order = _ORDER.index


def _moment(kind: str, seat: int | None, words: str, **facts: Any) -> Plain:
    return {"kind": kind, "seat": seat, "words": words, **facts}


def _words(event: Any, names: Names, say: Say) -> str:
    return ", ".join(tell([event], event.seat, None, names, say))


# ------------------------------------------------------------------------- dice and cards


def _thrown_again(events: Events, earlier: Events) -> bool:
    """Were dice taken up since the last throw?"""
    until = next((at for at, one in enumerate(events) if isinstance(one, e.DiceThrown)), 0)
    before = [one for one in (*earlier, *events[:until]) if isinstance(one, (e.DiceTakenUp, e.DiceThrown))]
    return bool(before) and isinstance(before[-1], e.DiceTakenUp)


def _thrown(event: e.DiceThrown, names: Names, say: Say) -> Plain:
    return _moment("faces", event.seat, _words(event, names, say), faces=letters(event.dice, FACE_LETTERS))


def _cards(events: Events, names: Names, say: Say) -> list[Plain]:
    """All cards that an entry reveals turn over together."""
    revealed = [event for event in events if isinstance(event, e.CardRevealed)]
    if not revealed:
        return []
    words = ", ".join(_words(event, names, say) for event in revealed)
    return [_moment("bazaar", revealed[0].seat, words, cards=[card_plain(one.card, say) for one in revealed])]


# ------------------------------------------------------------------------- what came


def _takings(events: Events, say: Say) -> list[Plain]:
    """Markers, crystals and Lira that came, together for each seat."""
    came = [event for event in events if isinstance(event, (e.MarkersGained, e.CrystalsGained, e.LiraGained))]
    seats = sorted({event.seat for event in came})
    shown = [_taking(seat, [event for event in came if event.seat == seat], say) for seat in seats]
    return [one for one in shown if one["words"]]


def _taking(seat: int, came: list[e.MarkersGained | e.CrystalsGained | e.LiraGained], say: Say) -> Plain:
    markers = "".join(letters(event.markers) for event in came if isinstance(event, e.MarkersGained))
    signs = markers + "X" * sum(event.crystals for event in came if isinstance(event, e.CrystalsGained))
    lira = sum(event.lira for event in came if isinstance(event, e.LiraGained))
    parts = (signs_words(signs, say), lira_words(lira, say) if lira else "")
    words = ", ".join(say("+{goods}").format(goods=part) for part in parts if part)
    return _moment("takings", seat, words, signs=signs, lira=lira)


# ------------------------------------------------------------------------- everything else


def _own(kind: str) -> Callable[[Any, Names, Say], Plain]:
    """A moment of the seat in the event, in the words of the log."""
    return lambda event, names, say: _moment(kind, event.seat, _words(event, names, say))


def _tile(event: e.TileTaken, names: Names, say: Say) -> Plain:
    return _moment("boon", event.seat, _words(event, names, say), tile=tile_plain(event.tile, say))


def _winners(event: e.GameEnded, names: Names, say: Say) -> Plain:
    who = ", ".join(names[seat] for seat in event.winners)
    return _moment("winner", None, say("{names} won").format(names=who), seats=list(event.winners))


_MOMENTS: dict[type, Callable[[Any, Names, Say], Plain]] = {
    e.DiceThrown: _thrown,
    e.TileTaken: _tile,
    e.RubyTaken: _own("ruby"),
    e.EndTriggered: _own("last"),
    e.GameEnded: _winners,
}
