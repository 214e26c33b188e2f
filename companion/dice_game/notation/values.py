"""How are counts written?  Goods, markers and dice as letters (``RRB``), nothing is ``-``.

Markers add ``J`` (brown, the joker); dice add ``L`` (coin) and ``K`` (card).
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Any, TypeVar

from companion.dice_game.tables import FACE_LETTERS, MARKER_LETTERS
from companion.errors import BadNotation

NOTHING = "-"
Name = TypeVar("Name", bound=Enum)


def parse_number(text: str) -> int:
    """A count: digits only, so that one text is one value."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", text):
        raise BadNotation("bad_number", text=text)
    return int(text)


def parse_name(kind: type[Name], text: str) -> Name:
    """A member of an enum by its value."""
    try:
        return kind(text)
    except ValueError:
        raise BadNotation("unknown_name", kind=kind.__name__, text=text) from None


def format_counts(counts: Iterable[int], letters: str = FACE_LETTERS) -> str:
    """
    >>> format_counts((2, 0, 0, 1))
    'RRB'
    """
    return "".join(letter * count for letter, count in zip(letters, counts, strict=False)) or NOTHING


def format_markers(markers: Iterable[int]) -> str:
    """
    >>> format_markers((1, 0, 0, 0, 2))
    'RJJ'
    """
    return format_counts(markers, MARKER_LETTERS)


def parse_goods(text: str) -> Any:
    """
    >>> parse_goods("BRR")
    (2, 0, 0, 1)
    """
    return _parse_counts(text, MARKER_LETTERS[:4])


def parse_markers(text: str) -> Any:
    """Markers by letter."""
    return _parse_counts(text, MARKER_LETTERS)


def parse_faces(text: str) -> Any:
    """Dice by face."""
    return _parse_counts(text, FACE_LETTERS)


def _parse_counts(text: str, letters: str) -> tuple[int, ...]:
    if text == NOTHING:
        return (0,) * len(letters)
    if not text or set(text) - set(letters):
        raise BadNotation("bad_counts", text=text, letters=letters)
    return tuple(text.count(letter) for letter in letters)


def format_list(values: Iterable[object], between: str = ",") -> str:
    """Values with commas, ``-`` for none."""
    return between.join(str(value) for value in values) or NOTHING


def parse_list(text: str, between: str = ",") -> list[str]:
    """The texts between the commas."""
    return [] if text == NOTHING else text.split(between)
