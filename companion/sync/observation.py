"""What did the camera see?  The port that vision fills and sync reads: plain numbers, no arrays, no rules.

A score is a log-odds (natural logarithm): above zero the picture speaks for it, below against it, 0 says nothing.
Nothing here is a verdict: what the game expects comes in where courses are weighed (``courses``).
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """Kinds of tokens a table can show."""

    MERCHANT = "merchant"
    ASSISTANT = "assistant"
    FAMILY = "family"
    GOVERNOR = "governor"
    SMUGGLER = "smuggler"


LIKELIER = 0.5
"""What is more probable is likelier than not."""
GOVERNOR_COLOR = "purple"
SMUGGLER_COLOR = "black"


class Thing(msgspec.Struct, frozen=True, order=True):
    """A token by kind and colour: players' colours, the Governor's ``purple``, the Smuggler's ``black``."""

    kind: Kind
    color: str


class Cell(msgspec.Struct, frozen=True):
    """One of the sixteen cells: which tile lies there, or None where it could not be read."""

    place: int | None
    upside_down: bool = False
    confidence: float = 0.0
    covered: bool = False


class Sighting(msgspec.Struct, frozen=True):
    """A token seen: the reader's own best account of one thing lying on one place.

    ``under`` is the number of assistants below a merchant, None where the view does not tell, and
    ``under_confidence`` the probability that it is that many.
    ``at_px`` is the centre of the token's top in the picture, (x, y).
    """

    thing: Thing
    place: int
    confidence: float
    at_px: tuple[float, float]
    under: int | None = None
    under_confidence: float = 0.0


class Unknown(msgspec.Struct, frozen=True):
    """Something on a place that is neither the bare tile nor anything that has a name; ``at_px`` is its middle, (x, y).

    ``confidence`` is the probability that something is there: wood that cannot be told, wood on edge, a glass.
    """

    place: int
    at_px: tuple[float, float]
    confidence: float


class Score(msgspec.Struct, frozen=True):
    """Log-odds that ``thing`` stands on ``place``, for sightings and for near misses alike."""

    thing: Thing
    place: int
    log_odds: float


class BoardObservation(msgspec.Struct, frozen=True):
    """Everything one picture says about the table.

    ``cells`` is row by row as read with most tiles upright.  A (thing, place) not in ``scores`` has
    ``absent_log_odds`` where the place is visible and 0 (no evidence) where its cell is covered or unread.
    ``far``: the camera is so far away, or looks so low over the tiles, that wood is easily missed.
    ``glare`` are places in whose tiles a lamp is mirrored, ``unseen`` those on which wood probably stands that is not
    told, each with the probability of that; ``unknown`` are things on them that have no name.
    A place with the same number in ``appearance`` as in another look of that camera looks as it did then; with the same
    in ``unnamed`` it does but for shadows, wood that is clear and discarded cards; what is new has a higher number.
    """

    frame: int
    at_s: float
    source: str
    profile_id: str
    cells: tuple[Cell, ...]
    layout_confidence: float
    sightings: tuple[Sighting, ...]
    scores: tuple[Score, ...]
    absent_log_odds: float
    hand: bool = False
    dice: tuple[int, int] | None = None
    mail_down: int | None = None
    demand_large: str | None = None
    demand_small: str | None = None
    rubies: dict[int, int] = {}
    mosque: dict[str, int] = {}
    glare: frozenset[int] = frozenset()
    unseen: Mapping[int, float] = {}
    unknown: tuple[Unknown, ...] = ()
    appearance: Mapping[int, int] = {}
    unnamed: Mapping[int, int] = {}
    far: bool = False
    ms: float = 0.0

    @property
    def layout(self) -> tuple[int | None, ...]:
        """The sixteen place numbers, None where a cell was not read."""
        return tuple(cell.place for cell in self.cells)

    @property
    def nameless_places(self) -> frozenset[int]:
        """Places on which more probably than not something lies that has no name."""
        return frozenset(thing.place for thing in self.unknown if thing.confidence > LIKELIER)

    @property
    def covered(self) -> frozenset[int]:
        """Places on covered cells."""
        return frozenset(cell.place for cell in self.cells if cell.covered and cell.place is not None)


class NotSeen(msgspec.Struct, frozen=True):
    """A picture that cannot be read, with a reason from the documented list (``vision/params.py``, ``REASONS``)."""

    frame: int
    at_s: float
    source: str
    reason: str
    ms: float = 0.0
