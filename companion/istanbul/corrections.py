"""How is a correction by the table written?  ``1.lira=7 governor=3 because "a coin fell off"``"""

import json
import re

from companion.errors import BadNotation
from companion.istanbul.actions import Change, Override

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_CHANGE = re.compile(rf"(?:(-?[0-9]+)\.)?([a-z_]+|{_QUOTED})=([^\s\"]+|{_QUOTED})(?: |$)")
_REASON = re.compile(rf"(despite )?because ({_QUOTED})")
_BARE_NAME, _BARE_VALUE = re.compile(r"[a-z_]+"), re.compile(r"[!-~]+")


def format_override(action: Override) -> str:
    """
    >>> format_override(Override((Change("lira", "7", 1),), "miscounted"))
    '1.lira=7 because "miscounted"'
    """
    changes = "".join(f"{_format_change(change)} " for change in action.changes)
    return f"{changes}{'despite ' if action.despite_problems else ''}because {json.dumps(action.reason)}"


def parse_override(parts: list[str]) -> tuple[tuple[Change, ...], str, bool]:
    """The changes, the reason, and whether problems are accepted; raises BadNotation."""
    (text,) = parts
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
