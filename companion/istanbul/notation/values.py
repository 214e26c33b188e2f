"""How are numbers, places, goods and cards written?  Counts of goods are letters (``RRB``), nothing is ``-``."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import TypeVar

from companion.errors import BadNotation
from companion.istanbul.names import Card, Place
from companion.istanbul.state import Goods
from companion.istanbul.tables import GOODS, NO_GOODS

NOTHING = "-"
Name = TypeVar("Name", bound=Enum)


def parse_number(text: str) -> int:
    """A count: digits only, so that one text is one value."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", text):
        raise BadNotation("bad_number", text=text)
    return int(text)


def parse_place(text: str) -> Place:
    """A place by its number."""
    return parse_name(Place, parse_number(text))


def parse_name(kind: type[Name], value: object) -> Name:
    """A member of an enum by its value."""
    try:
        return kind(value)
    except ValueError:
        raise BadNotation("unknown_name", kind=kind.__name__, text=str(value)) from None


def format_goods(goods: Goods) -> str:
    """
    >>> format_goods((2, 0, 0, 1))
    'RRB'
    """
    return "".join(good * count for good, count in zip(GOODS, goods, strict=True)) or NOTHING


def parse_goods(text: str) -> Goods:
    """
    >>> parse_goods("BRR")
    (2, 0, 0, 1)
    """
    if text == NOTHING:
        return NO_GOODS
    if not text or set(text) - set(GOODS):
        raise BadNotation("bad_goods", text=text)
    return (text.count("R"), text.count("G"), text.count("Y"), text.count("B"))


def format_list(values: Iterable[object]) -> str:
    """Values with commas, ``-`` for none."""
    return ",".join(str(value) for value in values) or NOTHING


def parse_list(text: str) -> list[str]:
    """The texts between the commas."""
    return [] if text == NOTHING else text.split(",")


def format_places(places: Iterable[Place]) -> str:
    """Numbers with commas."""
    return format_list(int(place) for place in places)


def parse_places(text: str) -> tuple[Place, ...]:
    """Places in the order written."""
    return tuple(parse_place(part) for part in parse_list(text))


def parse_sorted_places(text: str) -> tuple[Place, ...]:
    """Places in order of number."""
    return tuple(sorted(parse_places(text)))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards in the order written."""
    return tuple(parse_name(Card, part) for part in parse_list(text))
