"""What belongs to the table that is asked for?  An app serves one table, or in a club as many as there are."""

from collections.abc import Mapping
from typing import Any

from flask import current_app, request

PARTS = "bazaar.parts"
"""Where a request that belongs to one table of many carries that table's parts, in its ASGI scope."""


def part(name: str) -> Any:
    """The part of this name of the table that the present request belongs to.  Raises KeyError."""
    of_table = _of_table()
    return of_table[name] if name in of_table else current_app.extensions[name]


def has_part(name: str) -> bool:
    """Whether there is such a part here."""
    return name in _of_table() or name in current_app.extensions


def _of_table() -> Mapping[str, Any]:
    parts: Mapping[str, Any] = request.environ.get("asgi.scope", {}).get(PARTS, {})
    return parts
