"""How can the places lie?"""

from companion.istanbul.names import Place
from companion.istanbul.tables import LAYOUTS


def printed_layout(kind: str) -> tuple[Place, ...]:
    """One of the three layouts of the rulebook: short, long or in_order."""
    return tuple(Place(number) for number in LAYOUTS[kind])
