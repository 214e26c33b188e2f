"""How does a form's correction become an action?  Plain values, as the views show them, written as in positions."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.corrections import change_of
from companion.face import Plain
from companion.istanbul.actions import Override, TellHand
from companion.istanbul.names import Card
from companion.istanbul.notation.values import NOTHING, parse_name


def correction(changes: Sequence[Plain], reason: str, despite_problems: bool) -> Override:
    """The action for changes ``{what, value, seat}``.  Raises BadNotation.

    >>> correction([{"seat": 1, "what": "goods", "value": {"R": 2, "B": 1}}], "miscounted", False).changes[0].value
    'RRB'
    """
    return Override(tuple(change_of(change, _WRITTEN) for change in changes), reason, despite_problems)


def tell_hand(seat: int, cards: Sequence[str]) -> TellHand:
    """The action by which a player tells his real cards; ``?`` for one he keeps to himself.  Raises BadNotation.

    >>> tell_hand(0, ["STAY", "?"]).cards
    (<Card.STAY: 'STAY'>, <Card.UNKNOWN: '?'>)
    """
    return TellHand(seat, tuple(parse_name(Card, card) for card in cards))


def _goods(counts: Any) -> str:
    return "".join(good * int(counts.get(good, 0)) for good in "RGYB") or NOTHING


def _places(places: Any) -> str:
    return ",".join(str(int(place)) for place in sorted(places)) or NOTHING


def _stack(size: Any) -> str:
    return size if isinstance(size, str) else "o" * int(size) or NOTHING


_WRITTEN: dict[str, Callable[[Any], str]] = {"goods": _goods, "assistants": _places, "stack": _stack}
