"""What is a lamp mirrored in a tile like in the straight view?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.istanbul.names import Place
from vision.identify.covered_areas import LAID, Spot

CARDS = (Place.CARAVANSARY, Place.LARGE_MARKET, Place.SMALL_MARKET)
"""Where cards and pale demand tiles lie."""


@dataclass(frozen=True, slots=True)
class GlareParams:
    """Light that is added to the bare tiles.  White paper is 1; sizes in mm."""

    step_px: int = 2  # it is looked for in blocks of so many pixels of the straight view
    inside: float = 0.99  # share of a block on which a tile and no wood must be seen
    least_clear: float = 0.15  # share of such blocks around a place that is told
    white: float = 0.9  # burnt-out white, as a share of the brightest there is
    room: tuple[float, float] = (0.4, 0.75)  # so much can be added up to white, at least and at most
    blur_mm: float = 1.5  # what is added is averaged over so much (a sigma)
    least: float = 0.33  # share of that room which a spot fills
    peak: float = 95.0  # percentile of a spot at which it is brightest
    least_peak: float = 0.56  # share filled there; light that falls unevenly fills less
    radius_mm: float = 5.5  # a disc of that radius lies in the spot
    edge_blur_mm: float = 0.8  # a sigma, before it is asked how steeply it ends
    rim: float = 25.0  # percentile of the steepness along the rim, for the art shows in it
    wide_mm: float = 6.5  # there it ends over so much; the edges of cards and wood are sharper
    soft_times: float = 2.5  # in a soft picture over so many times its softness more
    least_rim_mm: float = 15.0  # so much of its rim lies in the clear
    large_mm2: float = 900.0  # no card or wood is so large: such a spot needs no soft end
    large_peak: float = 0.7  # where it fills so much of the room
    cards_mm: Mapping[int, tuple[Spot, ...]] = field(
        default_factory=lambda: {place: LAID.spots_mm[place] for place in CARDS}
    )
    cards_high_mm: float = 10.0  # no stack of them is higher
    least_mm2: float = 100.0  # of a place that is told


GLARE = GlareParams()
