"""Which tile lies in which cell, and which way up?  Local contrast of every cell against every tile, one tile a cell."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.geometry import Table, on_board
from vision.params import IDENTIFY, TILE_MM, IdentifyParams


@dataclass(frozen=True, slots=True, eq=False)
class Signatures:
    """The tiles as compared: ``weighted`` (32, P) unit vectors (tile 0..15 upright, then upside down), ``weight`` (P,)."""

    weighted: Floats
    weight: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """One tile a cell: ``tile`` (16,) 0..15, ``upside_down`` (16,), ``score`` (16,) likeness -1..1 of each,

    ``margin`` (16,) how much worse (in summed likeness) the best other assignment for that cell is, and ``second`` (16,)
    the likeness of the best other tile.
    """

    tile: Floats
    upside_down: Floats
    score: Floats
    margin: Floats
    second: Floats


def tile_signatures(tiles: tuple[Image, ...], params: IdentifyParams = IDENTIFY) -> Signatures:
    """What to compare cells with; where all tiles look alike (frames, plates) nothing is compared."""
    greys = [cv2.cvtColor(tile, cv2.COLOR_BGR2GRAY) for tile in tiles]
    small = [cv2.resize(grey, _tile_px(params), interpolation=cv2.INTER_AREA) for grey in greys]
    flat = np.stack([local_contrast(grey.astype(np.float32), params).ravel() for grey in small])
    flat = np.concatenate([flat, flat.reshape(16, *_tile_px(params)[::-1])[:, ::-1, ::-1].reshape(16, -1)])
    spread = flat[:16].std(0)
    weight = np.minimum(spread, spread.reshape(_tile_px(params)[::-1])[::-1, ::-1].ravel())
    weight = weight * (np.arange(len(weight)) >= 0)
    weighted = flat * weight
    norms = np.sqrt((weighted * flat).sum(1, keepdims=True))
    return Signatures((weighted / norms).astype(np.float32), weight.astype(np.float32))


def _tile_px(params: IdentifyParams) -> tuple[int, int]:
    return round(TILE_MM[0] * params.px_per_mm), round(TILE_MM[1] * params.px_per_mm)


def local_contrast(grey: Floats, params: IdentifyParams = IDENTIFY) -> Floats:
    """Brightness less its neighbourhood's, in units of the neighbourhood's spread, clipped: light falls out of it."""
    sigma = params.neighbourhood_mm * params.px_per_mm
    mean = cv2.GaussianBlur(grey, (0, 0), sigma)
    variance = cv2.GaussianBlur(grey * grey, (0, 0), sigma) - mean * mean
    floor = params.least_contrast * float(grey.mean()) + 1.0
    result: Floats = np.clip((grey - mean) / (np.sqrt(np.maximum(variance, 0)) + floor), -params.clip, params.clip)
    return result


def cell_pictures(grey: Image, table: Table, params: IdentifyParams = IDENTIFY) -> Floats:
    """Local contrast of the cells (N, height, width), each with the margin a tile may be shifted by."""
    width, height = _tile_px(params)
    edge = params.shift_px
    x, y = np.meshgrid(np.arange(-edge, width + edge) + 0.5, np.arange(-edge, height + edge) + 0.5)
    on_tile = np.column_stack([x.ravel(), y.ravel()]) / params.px_per_mm
    cells = len(table.places)
    board = on_board(np.repeat(table.places, len(on_tile), 0), np.tile(on_tile, (cells, 1)))
    maps = table.project(board).astype(np.float32).reshape(cells * x.shape[0], x.shape[1], 2)
    step_px = float(np.linalg.norm(maps[0, 1:] - maps[0, :-1], axis=1).mean())
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.4 * step_px) if step_px > 1.3 else grey
    found = cv2.remap(smooth, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    pictures = found.reshape(cells, *x.shape).astype(np.float32)
    return np.stack([local_contrast(picture, params) for picture in pictures])


def likeness(pictures: Floats, signatures: Signatures, params: IdentifyParams = IDENTIFY) -> tuple[Floats, Floats]:
    """Best likeness (N, 32) of cells with tiles over all shifts, and the shift in mm (N, 32, 2) where it is."""
    width, height = _tile_px(params)
    windows = np.lib.stride_tricks.sliding_window_view(pictures, (height, width), axis=(1, 2))
    cells, rows, columns = windows.shape[:3]
    flat = windows.reshape(cells * rows * columns, height * width)
    norms = np.sqrt((flat * flat) @ signatures.weight)
    scores = (flat @ signatures.weighted.T) / np.maximum(norms, 1e-6)[:, None]
    scores = scores.reshape(cells, rows * columns, 32)
    best = scores.argmax(1)
    shift = np.stack([best % columns, best // columns], -1) - params.shift_px
    return scores.max(1), shift / params.px_per_mm


def assign(scores: Floats) -> Assignment:
    """One tile a cell with the greatest summed likeness (16, 32), and how clear each cell is."""
    upright, over = scores[:, :16], scores[:, 16:]
    both = np.maximum(upright, over)
    tile = best_pairs(both)
    rows = np.arange(len(scores))
    total = both[rows, tile].sum()
    margin = np.empty(len(scores))
    for cell in rows:
        without = both.copy()
        without[cell, tile[cell]] = -1.0
        other = best_pairs(without)
        margin[cell] = total - without[rows, other].sum()
    upside = over[rows, tile] > upright[rows, tile]
    margin = np.minimum(margin, np.abs(over - upright)[rows, tile])
    rest = both.copy()
    rest[rows, tile] = -1.0
    return Assignment(tile, upside, both[rows, tile], margin, rest.max(1))


def best_pairs(values: Floats) -> Floats:
    """The column (N,) for each row of a square table (N, N) that together are worth most (Kuhn-Munkres)."""
    cost = values.max() - values
    count = len(cost)
    row_price, column_price = np.zeros(count + 1), np.zeros(count + 1)
    row_of = np.zeros(count + 1, int)
    for row in range(1, count + 1):
        row_of[0] = row
        column = 0
        least = np.full(count + 1, np.inf)
        came_from = np.zeros(count + 1, int)
        used = np.zeros(count + 1, bool)
        while row_of[column]:
            used[column] = True
            here = row_of[column]
            reduced = np.concatenate([[np.inf], cost[here - 1] - row_price[here] - column_price[1:]])
            better = (reduced < least) & ~used
            least[better], came_from[better] = reduced[better], column
            nearest = int(np.where(used, np.inf, least).argmin())
            step = least[nearest]
            row_price[row_of[used]] += step
            column_price[used] -= step
            least[~used] -= step
            column = nearest
        while column:
            row_of[column] = row_of[came_from[column]]
            column = int(came_from[column])
    result = np.empty(count, int)
    result[row_of[1:] - 1] = np.arange(count)
    return result
