"""What is a lamp mirrored in a tile like in the straight view?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GlareParams:
    """Light added to a tile, as a share of white paper; sizes in mm."""

    step_px: int = 2  # of the straight view, it is looked for in blocks of so many pixels
    inside: float = 0.99  # share of a block on which a tile and no wood must be seen
    least_clear: float = 0.15  # around what is told
    blur_mm: float = 1.5  # over so much (a sigma) what is added is averaged
    least: float = 0.25  # added in all three channels; light that falls unevenly is less
    peak: float = 95.0  # percentile of a spot at which it is brightest
    least_peak: float = 0.42  # added there
    radius_mm: float = 5.5  # a disc of that radius lies in the spot
    edge_blur_mm: float = 1.2  # a sigma, before it is asked how steeply it ends
    wide_mm: float = 7.5  # in the mean of its rim it ends over so much; the edges of cards and wood are sharper
    soft_times: float = 2.5  # in a soft picture over so many times its softness more
    least_rim_mm: float = 15.0  # so much of its rim lies in the clear
    least_mm2: float = 100.0  # of a place that is told


GLARE = GlareParams()
