"""How exactly do the tiles lie?  Points of the learnt art are followed into the picture; camera and tiles fit them."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.geometry import HALF_MM, Points, TableGeometry, lattice_of, on_board
from vision.maps import cell_pictures_grey
from vision.params_layout import GEOMETRY, REGISTER, TILE_MM, RegisterParams
from vision.refine.table_fit import Lens, fit_table

REGISTER_FIT = replace(GEOMETRY, point_px=0.7, outlier_px=1.0, place_spread=(6.0, 6.0, 0.08))
EVEN_GREY = 128.0


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """The learnt tiles prepared for following: ``pictures[tile]`` uint8 local contrast, upright, at ``px_per_mm``."""

    pictures: tuple[Image, ...]


def prepare_art(tiles: tuple[Image, ...], params: RegisterParams = REGISTER) -> Art:
    """The tiles as they are compared."""
    size = (round(TILE_MM[0] * params.px_per_mm), round(TILE_MM[1] * params.px_per_mm))
    greys = (cv2.resize(cv2.cvtColor(t, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA) for t in tiles)
    return Art(tuple(_flat(image(grey), params) for grey in greys))


def register(
    grey: Image, table: TableGeometry, tiles: Array, upside_down: Array, art: Art, params: RegisterParams = REGISTER
) -> TableGeometry:
    """The table fitted to the art; ``tiles`` (16,) are the tiles 0..15 in the cells, or -1: such cells stay."""
    if (tiles >= 0).sum() < 2:
        return table
    for round_params in (coarser(params), replace(params, reach_mm=params.reach_mm / params.closer)):
        points = _follow(grey, table, tiles, upside_down, art, round_params)
        if len(points.px) < 12:
            return table
        table = fit_table(table, points, lattice_of(table.places), Lens(), REGISTER_FIT, rounds=5)
    return table


def coarser(params: RegisterParams) -> RegisterParams:
    """The same in smaller pictures, for the first round."""
    return replace(params, px_per_mm=params.coarse_px_per_mm, window_px=params.coarse_window_px)


def _flat(grey: Image, params: RegisterParams) -> Image:
    """Local contrast as uint8 around 128."""
    values = grey.astype(np.float32)
    side = 2 * round(params.neighbourhood_mm * params.px_per_mm) + 1
    mean = cv2.blur(values, (side, side))
    spread = np.sqrt(np.maximum(cv2.blur(values * values, (side, side)) - mean * mean, 0))
    floor = 0.04 * float(values.mean()) + 1.0
    return np.clip(EVEN_GREY + 50 * (values - mean) / (spread + floor), 0, 255).astype(np.uint8)


def _follow(
    grey: Image, table: TableGeometry, tiles: Array, upside_down: Array, art: Art, params: RegisterParams
) -> Points:
    """Where points of the art are found in the picture, as points of the cells."""
    margin = round(params.reach_mm * params.px_per_mm)
    width, height = (round(side * params.px_per_mm) for side in TILE_MM)
    cells = np.flatnonzero(tiles >= 0)
    seen = _cells_seen(grey, table, cells, margin, params)
    tall = height + 2 * margin
    expected = np.full_like(seen, int(EVEN_GREY))
    for k, cell in enumerate(cells):
        picture = cv2.resize(art.pictures[int(tiles[cell])], (width, height), interpolation=cv2.INTER_AREA)
        top = k * tall + margin
        expected[top : top + height, margin : margin + width] = picture[::-1, ::-1] if upside_down[cell] else picture
    on_tile = _sample_points(params)
    start = (on_tile * params.px_per_mm - 0.5 + margin)[None] + np.array([[0, k * tall] for k in range(len(cells))])[
        :, None
    ]
    start = start.reshape(-1, 1, 2).astype(np.float32)
    found, status, error = cv2.calcOpticalFlowPyrLK(
        expected, seen, start, start.copy(), winSize=(params.window_px,) * 2, maxLevel=params.levels
    )
    moved_mm = (found - start).reshape(-1, 2) / params.px_per_mm
    good = (status.ravel() == 1) & (np.linalg.norm(moved_mm, axis=1) < params.reach_mm)
    weight = np.exp(-np.maximum(np.nan_to_num(error.ravel(), nan=99.0) - 8.0, 0) / 8.0)
    everywhere = np.tile(on_tile, (len(cells), 1))
    of_cell = np.repeat(cells, len(on_tile))
    px = table.project(on_board(table.places[of_cell], everywhere + moved_mm))
    return Points(of_cell[good].astype(np.float64), everywhere[good], px[good], weight[good])


def _cells_seen(grey: Image, table: TableGeometry, cells: Array, margin: int, params: RegisterParams) -> Image:
    """Local contrast of cells seen straight, one below the other, with a margin in px around each."""
    seen = cell_pictures_grey(grey, table, cells, params.px_per_mm, margin)
    return np.vstack([_flat(picture, params) for picture in np.split(seen, len(cells))])


def _sample_points(params: RegisterParams) -> Array:
    """Points (N, 2) on a tile in mm."""
    spans = [
        np.linspace(params.edge_mm, 2 * half - params.edge_mm, n)
        for half, n in zip(HALF_MM, params.points, strict=True)
    ]
    x, y = np.meshgrid(*spans)
    return np.column_stack([x.ravel(), y.ravel()])
