"""How are numbers, places, goods and cards written?  Counts of goods are letters (``RRB``), nothing is ``-``."""

from collections.abc import Iterable

from companion.engine.values import NOTHING, format_list, parse_list, parse_name, parse_number
from companion.errors import BadNotation
from companion.istanbul.names import Card, Place
from companion.istanbul.state import Goods
from companion.istanbul.tables import GOODS, NO_GOODS


def parse_place(text: str) -> Place:
    """A place by its number."""
    return parse_name(Place, parse_number(text))


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
