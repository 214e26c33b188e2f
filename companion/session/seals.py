"""Is a saved game what was saved?  Checksums chained from the head over every entry, so that no changed byte hides.

Each seal covers the one before it.  A seal that differs names the first entry that is not what was written.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

_WITHOUT_BY = 8


def head_seal(game: str, setup: str, created_s: float) -> str:
    """The first link: which game, how it was set up, and when."""
    return _seal("head", (game, setup, created_s))


def entry_seal(before: str, row: Sequence[Any]) -> str:
    """The link of an entry's columns (number, kind, seat, source, at_s, keep, action, events, by) after the one before.

    Without a ``by`` it is as in files that had no such column.
    """
    *others, by = row if len(row) > _WITHOUT_BY else (*row, "")
    return _seal(before, row if by else others)


def note_seal(head: str, key: str, value: str) -> str:
    """Notes change and stand for themselves; the head's link ties them to their game."""
    return _seal(head, ("note", key, value))


def _seal(before: str, values: Sequence[Any]) -> str:
    return hashlib.sha256(before.encode() + msgspec.json.encode(values)).hexdigest()
