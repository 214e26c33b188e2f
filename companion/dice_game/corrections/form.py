"""How does a form's correction become an action?  Plain values, as the views show them, written as in positions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.dice_game.actions import Override
from companion.dice_game.notation.values import NOTHING
from companion.dice_game.tables import MARKER_LETTERS
from companion.engine.corrections import change_of
from companion.face import Plain


def correction(changes: Sequence[Plain], reason: str, despite_problems: bool) -> Override:
    """The action for changes ``{what, value, seat}``.  Raises BadNotation.

    >>> correction([{"seat": 1, "what": "markers", "value": {"R": 2, "J": 1}}], "miscounted", False).changes[0].value
    'RRJ'
    """
    return Override(tuple(change_of(change, _WRITTEN) for change in changes), reason, despite_problems)


def _markers(counts: Mapping[str, Any]) -> str:
    return "".join(sign * int(counts.get(sign, 0)) for sign in MARKER_LETTERS) or NOTHING


def _codes(tiles: Sequence[str]) -> str:
    return ",".join(sorted(tiles)) or NOTHING


_WRITTEN: dict[str, Callable[[Any], str]] = {"markers": _markers, "tiles": _codes}
