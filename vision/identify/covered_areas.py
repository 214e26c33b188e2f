"""Where does the game lay things on its tiles, so that a tile itself seldom shows there?  Wide, for editions differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.istanbul.names import Place
from vision.arrays import Array
from vision.params_layout import TILE_MM

Spot = tuple[float, float, float, float]
"""Middle x and y, width and height in mm, from the tile's top-left corner."""

RUBIES: tuple[Spot, ...] = ((44.8, 50.2, 76.0, 8.0), (10.5, 38.0, 8.0, 22.0))
"""A ruby track without its last spaces."""


@dataclass(frozen=True, slots=True)
class LaidParams:
    """What lies on tiles by the rules (set-up, steps 3 to 8), whatever the players do."""

    spots_mm: Mapping[Place, tuple[Spot, ...]] = field(
        default_factory=lambda: {
            Place.WAINWRIGHT: ((79.8, 35.7, 9.2, 43.5),),  # extensions
            Place.POST_OFFICE: ((30.8, 46.8, 40.0, 19.0),),  # mail indicators
            Place.CARAVANSARY: ((36.0, 37.5, 44.0, 28.0),),  # discarded cards
            Place.LARGE_MARKET: ((31.7, 36.2, 22.0, 29.0),),  # demand tiles
            Place.SMALL_MARKET: ((31.7, 36.2, 22.0, 29.0),),
            Place.SULTANS_PALACE: (*RUBIES, (79.2, 40.3, 8.0, 8.0)),
            Place.SMALL_MOSQUE: ((47.8, 37.7, 56.0, 24.5),),  # mosque tiles
            Place.GREAT_MOSQUE: ((47.8, 37.7, 56.0, 24.5),),
            Place.GEMSTONE_DEALER: (*RUBIES, (79.2, 33.0, 8.0, 30.0)),
        }
    )
    soft_mm: float = 5.0  # how far it may lie off, in another edition too, or how far its height leans
    often: float = 0.8  # how often something lies there


LAID = LaidParams()


def laid_shares(size_px: tuple[int, int], params: LaidParams = LAID) -> Array:
    """How often something lies on each pixel of each tile, 0..1: (16, height, width), upright."""
    width, height = size_px
    shares = np.zeros((16, height, width), np.float32)
    for place, spots in params.spots_mm.items():
        for x, y, across, down in spots:
            corners = np.array([x - across / 2, y - down / 2, x + across / 2, y + down / 2])
            left, top, right, bottom = np.round(corners * width / TILE_MM[0]).astype(int)
            shares[place - 1, top:bottom, left:right] = params.often
    soft_px = params.soft_mm * width / TILE_MM[0]
    return np.stack([cv2.GaussianBlur(share, (0, 0), soft_px) for share in shares])
