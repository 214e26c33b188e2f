"""How is a correction by the table written?  ``1.lira=7 governor=3 because "a coin fell off"``

The same for every game: a game says what may be set and to which values (``Change.what``, ``Change.value``).
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.errors import BadNotation

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_CHANGE = re.compile(rf"(?:(-?[0-9]+)\.)?([a-z_]+|{_QUOTED})=([^\s\"]+|{_QUOTED})(?: |$)")
_REASON = re.compile(rf"(despite )?because ({_QUOTED})")
_BARE_NAME, _BARE_VALUE = re.compile(r"[a-z_]+"), re.compile(r"[!-~]+")


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One value set by the table, written as in the notation of positions; ``seat`` for a player's value."""

    what: str
    value: str
    seat: int | None = None


def format_correction(changes: Iterable[Change], reason: str, despite_problems: bool) -> str:
    """
    >>> format_correction([Change("lira", "7", 1)], "miscounted", False)
    '1.lira=7 because "miscounted"'
    """
    written = "".join(f"{_format_change(change)} " for change in changes)
    return f"{written}{'despite ' if despite_problems else ''}because {json.dumps(reason)}"


def change_of(plain: Mapping[str, Any], writers: Mapping[str, Callable[[Any], str]]) -> Change:
    """The change a form asks for as ``{what, value, seat}``; ``writers`` write values that are not plain text.

    Raises BadNotation where the value is of another kind than its writer expects.
    """
    what, value = str(plain.get("what", "")), plain.get("value")
    try:
        return Change(what, writers.get(what, str)(value), plain.get("seat"))
    except (TypeError, ValueError, AttributeError, LookupError):
        raise BadNotation("bad_correction", text=f"{what}={value}") from None


def parse_correction(text: str) -> tuple[tuple[Change, ...], str, bool]:
    """The changes, the reason, and whether problems are accepted; raises BadNotation."""
    changes, at = [], 0
    while (found := _CHANGE.match(text, at)) is not None:
        seat, what, value = found.groups()
        changes.append(Change(_unquote(what), _unquote(value), None if seat is None else int(seat)))
        at = found.end()
    reason = _REASON.fullmatch(text, at)
    if reason is None:
        raise BadNotation("bad_correction", text=text[at:], example='1.lira=7 because "miscounted"')
    return tuple(changes), _unquote(reason.group(2)), reason.group(1) is not None


def _format_change(change: Change) -> str:
    seat = "" if change.seat is None else f"{change.seat}."
    return f"{seat}{_quote(change.what, _BARE_NAME)}={_quote(change.value, _BARE_VALUE)}"


def _quote(text: str, bare: re.Pattern[str]) -> str:
    return text if bare.fullmatch(text) and '"' not in text else json.dumps(text)


def _unquote(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise BadNotation("bad_correction", text=text) from None
