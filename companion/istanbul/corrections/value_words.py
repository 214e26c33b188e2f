"""What did the table put right, in words?  One row a value: what it is called, and how it is told.

A value without a row is told as positions write it.
"""

from collections.abc import Callable, Sequence, Sized
from typing import Any

from companion.game import Say
from companion.istanbul.events import ValueSet
from companion.istanbul.names import Good
from companion.istanbul.notation.fields import PLAYER_FIELDS, TABLE_FIELDS
from companion.istanbul.tables import RUBY_PLACES
from companion.istanbul.view.vocabulary import PLACES, TILE_NAMES, goods_words, place_words
from companion.words import mark

LISTED = ", "
Teller = Callable[[Any, Say], str]


def _number(value: int, say: Say) -> str:
    return str(value)


def _place(value: Any, say: Say) -> str:
    return say(PLACES[value])


def _places(values: Any, say: Say) -> str:
    return place_words(values, say) or say("nowhere")


def _size(held: Sized, say: Say) -> str:
    """Of a hand no more: everybody reads what was corrected."""
    return str(len(held))


def _flag(set_: bool, say: Say) -> str:
    return say("yes") if set_ else say("no")


def _tiles(goods: Sequence[Good], say: Say) -> str:
    return LISTED.join(say(TILE_NAMES[good]) for good in goods) or say("none")


def _rubies(counts: Sequence[int], say: Say) -> str:
    """How many lie at each place that gives some."""
    return LISTED.join(f"{say(PLACES[place])} {count}" for place, count in zip(RUBY_PLACES, counts, strict=True))


PLAYER_WORDS: dict[str, tuple[str, Teller]] = {
    "lira": (mark("Lira"), _number),
    "goods": (mark("Goods"), goods_words),
    "capacity": (mark("Room for each good"), _number),
    "rubies": (mark("Rubies"), _number),
    "merchant": (mark("Merchant"), _place),
    "family": (mark("Family member"), _place),
    "stack": (mark("Assistants in the stack"), _size),
    "assistants": (mark("Assistants out"), _places),
    "tiles": (mark("Mosque tiles"), _tiles),
    "hand": (mark("Cards in hand"), _size),
}
TABLE_WORDS: dict[str, tuple[str, Teller]] = {
    "governor": (mark("Governor"), _place),
    "smuggler": (mark("Smuggler"), _place),
    "mail": (mark("Mail indicators in the lower row"), _number),
    "extensions": (mark("Extensions left"), _number),
    "rubies": (mark("Rubies left"), _rubies),
    "ending": (mark("Last round"), _flag),
}


def change_words(event: ValueSet, say: Say) -> tuple[str, str, str]:
    """What a value is called, what of it was otherwise before (empty where nobody knows), and how that is now."""
    name, value = value_words(event.what, event.value, event.seat, say)
    if not event.before:
        return name, "", value
    before = value_words(event.what, event.before, event.seat, say)[1]
    was, now = before.split(LISTED), value.split(LISTED)
    if len(was) != len(now):
        return name, before, value
    changed = [(old, new) for old, new in zip(was, now, strict=True) if old != new]
    return name, LISTED.join(old for old, _ in changed), LISTED.join(new for _, new in changed)


def value_words(what: str, value: str, seat: int | None, say: Say) -> tuple[str, str]:
    """What a value is called, and the value; ``value`` is written as in positions.

    >>> value_words("goods", "RRB", 0, str)
    ('Goods', '2 fabric, 1 jewelry')
    """
    words, fields = (TABLE_WORDS, TABLE_FIELDS) if seat is None else (PLAYER_WORDS, PLAYER_FIELDS)
    if what not in words:
        return what, value
    name, teller = words[what]
    return say(name), teller(fields[what].parse(value), say)
