"""The top demand tile is told by the colours of its five goods, not by what lies between them."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.table_photo import photo, pose_of, profile_of
from vision.painted.lids import demand_lid
from vision.printed.demand import demand
from vision.printed.params import PRINTED
from vision.printed.spaces import TileSeen, on_board
from vision.tokens.read import table_view
from vision.tokens.view import StraightView

COPY = "dark_bare"
TILES = [(10, tile) for tile in PRINTED.large_demands] + [(11, tile) for tile in PRINTED.small_demands]


@cache
def bare_view() -> StraightView:
    """The straight view of bare tiles."""
    return table_view(photo(COPY)[0], pose_of(COPY), profile_of(COPY))


def told(
    place: int, goods: str, soft_px: float, shift_mm: tuple[float, float] = (0.0, 0.0), blotchy: int | None = None
) -> str | None:
    """What is told of a demand tile laid on a bare market, a little off its middle; ``blotchy`` draws noise."""
    view, pose = bare_view(), pose_of(COPY)
    tile = next(tile for tile in pose.tiles if tile.place == place)
    half = np.array([[-11.0, -14.5], [11, -14.5], [11, 14.5], [-11, 14.5]])
    corners = view.scale.px(on_board(tile, half + PRINTED.demand_mm + shift_mm))
    lid = cv2.GaussianBlur(demand_lid(goods, place == 10), (0, 0), 6 * soft_px)
    own = np.array([[0, 0], [132, 0], [132, 174], [0, 174]], np.float32)
    to_view = cv2.getPerspectiveTransform(own, corners.astype(np.float32))
    size = view.seen.shape[1], view.seen.shape[0]
    laid = cv2.warpPerspective(lid, to_view, size)
    there = cv2.warpPerspective(np.ones(lid.shape[:2], np.uint8), to_view, size) > 0
    view = replace(view, seen=np.where(there[..., None], laid / np.float32(230), view.seen))
    if blotchy is not None:
        fine = np.random.default_rng(blotchy).normal(0, 1, view.seen.shape).astype(np.float32)
        noise = cv2.GaussianBlur(fine, (0, 0), 2.0)
        view = replace(view, seen=np.maximum(view.seen + noise * (0.15 / noise.std()), 0))
    known = PRINTED.large_demands if place == 10 else PRINTED.small_demands
    return demand(TileSeen(view, photo(COPY)[0].bgr, pose, tile, np.zeros(there.shape, bool)), known, PRINTED)


@pytest.mark.parametrize(("place", "goods"), TILES)
def test_no_demand_tile_is_taken_for_another(place: int, goods: str) -> None:
    seen = [told(place, goods, soft_px, shift) for soft_px in (0.4, 1.2) for shift in ((0.0, 0.0), (1.0, -1.5))]
    assert set(seen) <= {goods, None}


def test_nothing_is_told_where_no_tile_is_likely() -> None:
    """Of what a dim picture leaves of the icons' colours the least unlikely tile was told."""
    seen = [told(10, goods, 2.0, blotchy=9) for goods in ("bbbry", "gbbrr")]
    assert seen[0] in ("bbbry", None)
    assert seen[1] in ("gbbrr", None)


def test_demand_tiles_are_told() -> None:
    assert sum(told(place, goods, 0.4) == goods for place, goods in TILES) >= 6


def test_the_pot_under_green_spice_is_not_taken_for_yellow_fruit() -> None:
    assert told(10, "bbbrg", 0.8, (0.5, -2.0)) in ("bbbrg", None), "the pot is orange, but darker than a yellow icon"
