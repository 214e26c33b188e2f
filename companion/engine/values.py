"""How are numbers, names and lists written on a line?  Nothing is ``-``."""

import re
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from companion.errors import BadNotation

NOTHING = "-"
Name = TypeVar("Name", bound=Enum)


def parse_number(text: str) -> int:
    """A count: digits only, so that one text is one value.

    >>> parse_number("12")
    12
    """
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", text):
        raise BadNotation("bad_number", text=text)
    return int(text)


def parse_name(kind: type[Name], value: object) -> Name:
    """A member of an enum by its value."""
    try:
        return kind(value)
    except ValueError:
        raise BadNotation("unknown_name", kind=kind.__name__, text=str(value)) from None


def format_list(values: Iterable[object], between: str = ",") -> str:
    """Values with commas, ``-`` for none.

    >>> format_list([3, 12]), format_list([])
    ('3,12', '-')
    """
    return between.join(str(value) for value in values) or NOTHING


def parse_list(text: str, between: str = ",") -> list[str]:
    """The texts between the commas."""
    return [] if text == NOTHING else text.split(between)


# ------------------------------------------------------------------------- values of a state


class Field(NamedTuple):
    """One value of a state: its attribute, how it is written and how it is read."""

    attribute: str
    format: Callable[[Any], str]
    parse: Callable[[str], Any]


def number_field(attribute: str) -> Field:
    """A count."""
    return Field(attribute, str, parse_number)


def flag_field(attribute: str) -> Field:
    """``yes`` or ``no``."""
    return Field(attribute, lambda flag: "yes" if flag else "no", parse_flag)


def parse_flag(text: str) -> bool:
    """Whether the text is ``yes``; raises BadNotation where it is not ``no`` either."""
    if text not in ("yes", "no"):
        raise BadNotation("bad_flag", text=text)
    return text == "yes"
