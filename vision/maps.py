"""Where in the picture does each pixel of a straightened cell come from?  Exact at nodes, straight between them."""

import math

import cv2
import numpy as np

from vision.arrays import Array, image, looked_up
from vision.frame import Image
from vision.geometry import TableGeometry, on_board
from vision.params_layout import TILE_MM

NODE_PX = 8
"""Pixels of a straightened cell between nodes: 4 to 12 mm, over which a lens bends nothing that matters."""

SMOOTH_SHARE = 0.4
"""Of the step between pixels of a straightened cell: so wide (standard deviation) a picture is smoothed first."""

SMOOTH_REACH = 2
"""Steps beyond which smoothing brings nothing in."""

LARGEST_STEP_PX = 24.0
"""Pixels of the picture to one of the cell; more than this only where a guess of the table flew apart."""


def cell_pictures_grey(grey: Image, table: TableGeometry, cells: Array, px_per_mm: float, margin_px: int) -> Image:
    """Cells seen straight, one below the other: uint8 of shape (cells * (height + 2 margin), width + 2 margin)."""
    maps = cell_maps(table, cells, px_per_mm, margin_px)
    step_px = float(np.linalg.norm(maps[0, 1:] - maps[0, :-1], axis=1).mean())
    step_px = min(step_px, LARGEST_STEP_PX)
    if step_px <= 1.3:
        return image(looked_up(grey, maps))
    low, part = _around(grey, maps, math.ceil((NODE_PX + SMOOTH_REACH) * step_px))
    smooth = cv2.GaussianBlur(part, (0, 0), SMOOTH_SHARE * step_px)
    return image(looked_up(np.asarray(smooth), maps - low))


def _around(grey: Image, maps: Array, reach_px: int) -> tuple[Array, Image]:
    """The part of a picture that maps look at, so much around, and where it begins, x and y in px."""
    nodes, size = np.nan_to_num(maps[::NODE_PX, ::NODE_PX]).reshape(-1, 2), np.array(grey.shape[1::-1])
    low = np.clip(nodes.min(axis=0) - reach_px, 0, size - 2).astype(int)
    high = np.clip(nodes.max(axis=0) + reach_px, low + 2, size).astype(int)
    return low.astype(np.float32), grey[low[1] : high[1], low[0] : high[0]]


def cell_maps(table: TableGeometry, cells: Array, px_per_mm: float, margin_px: int) -> Array:
    """Pixels (cells * rows, columns, 2) float32 of the straightened pixels of cells with a margin around."""
    width, height = (round(side * px_per_mm) + 2 * margin_px for side in TILE_MM)
    x, y = _nodes(width), _nodes(height)
    grid_x, grid_y = np.meshgrid((x - margin_px) / px_per_mm, (y - margin_px) / px_per_mm)
    on_tile = np.column_stack([grid_x.ravel(), grid_y.ravel()])
    board = on_board(np.repeat(table.places[cells], len(on_tile), 0), np.tile(on_tile, (len(cells), 1)))
    nodes = table.project(board).astype(np.float32).reshape(len(cells) * len(y), len(x), 2)
    full = cv2.resize(nodes, None, fx=NODE_PX, fy=NODE_PX, interpolation=cv2.INTER_LINEAR)
    rim = NODE_PX // 2
    inside = full.reshape(len(cells), -1, full.shape[1], 2)[:, rim : rim + height, rim : rim + width]
    return inside.reshape(len(cells) * height, width, 2)


def _nodes(count: int) -> Array:
    """Positions of the nodes along ``count`` pixels: the middles of fields of ``NODE_PX``, from half a field before."""
    return np.arange(0, count + NODE_PX, NODE_PX) + 0.0
