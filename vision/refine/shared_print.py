"""How do sixteen unknown tiles lie, if all are printed alike?  Each is laid on what all of them share.

Tiles of one copy share frame, plates, size and the gap around them, whatever their art.  Camera and tiles are moved,
from coarse to fine, until the sixteen cells seen straight are as alike as they can be: a Gauss-Newton fit of all at
once.  Where their outline runs is not known by that: ``vision/refine/rim.py`` finds it.
"""

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Array
from vision.frame import Image
from vision.geometry import Points, TableGeometry, lattice_of, slid
from vision.maps import cell_pictures_grey
from vision.params_layout import GEOMETRY, TILE_MM
from vision.params_learn import ALIKE, AlikeParams, AlikeRound
from vision.refine.table_fit import Lens, add_prior, normal_of, prior_of, slopes_of, stepped


def laid_alike(
    grey: Image, table: TableGeometry, lens: Lens, rounds: tuple[AlikeRound, ...], params: AlikeParams = ALIKE
) -> TableGeometry:
    """The table at which the cells look most alike, nearby; round by round finer."""
    for stage in rounds:
        alike = likeness(grey, table, stage.px_per_mm, params)
        for _ in range(stage.most_steps):
            step = _step(grey, table, lens, stage, params)
            table, alike = _careful(grey, table, alike, step, stage, params)
            if float(np.abs(step[8:].reshape(-1, 3)[:, :2]).max()) < params.settled_mm:
                break
    return table


def as_neat(
    table: TableGeometry, rounds: tuple[AlikeRound, ...], params: AlikeParams = ALIKE
) -> tuple[AlikeRound, ...]:
    """The rounds with tiles held to their lattice as closely as most of them lie on it.

    A tile that has little in common with the others would else stray.
    """
    off_mm = np.linalg.norm((table.places - lattice_of(table.places))[:, :2], axis=1)
    loose_mm = max(params.least_loose_mm, params.loosely * float(np.median(off_mm)))
    return tuple(replace(stage, loose_mm=min(stage.loose_mm, loose_mm)) for stage in rounds)


def without_strays(table: TableGeometry, params: AlikeParams = ALIKE) -> TableGeometry:
    """The table without tiles lying on each other: of two, the one further off its lattice is put back there."""
    lattice = lattice_of(table.places)
    off_mm = np.linalg.norm((table.places - lattice)[:, :2], axis=1)
    apart_mm = np.abs(table.places[:, None, :2] - table.places[None, :, :2])
    laps = (np.array(TILE_MM) - apart_mm).min(2) > params.lap_mm
    stray = (laps & (off_mm[:, None] > off_mm[None, :])).any(1)
    return replace(table, places=np.where(stray[:, None], lattice, table.places))


def _careful(
    grey: Image, table: TableGeometry, alike: float, step: Array, stage: AlikeRound, params: AlikeParams
) -> tuple[TableGeometry, float]:
    """The table a step further, or half of it where the whole goes too far, and how alike its cells are then.

    Periodic frames are soon overstepped.
    """
    whole = stepped(table, step)
    after = likeness(grey, whole, stage.px_per_mm, params)
    if after > alike - params.may_fall:
        return whole, after
    half = stepped(table, step / 2)
    half_way = likeness(grey, half, stage.px_per_mm, params)
    return (whole, after) if half_way < after else (half, half_way)


def likeness(grey: Image, table: TableGeometry, px_per_mm: float, params: AlikeParams = ALIKE) -> float:
    """How much the quarter of the cells least like the others is like them: 0 by chance, 0.3 to 0.8 for tiles."""
    return least_of(likenesses(grey, table, px_per_mm, params))


def least_of(alike: Array) -> float:
    """The mean of the least quarter."""
    return float(np.sort(alike)[: len(alike) // 4].mean())


def likenesses(grey: Image, table: TableGeometry, px_per_mm: float, params: AlikeParams = ALIKE) -> Array:
    """How much each cell (16,) is like all others: a correlation."""
    seen = _seen(grey, table, px_per_mm, params.margin_mm, params)
    cells = seen.reshape(len(seen), -1)
    with np.errstate(invalid="ignore"):
        alike = [float(np.corrcoef(cell, _others(cells, at))[0, 1]) for at, cell in enumerate(cells)]
    return np.asarray(np.nan_to_num(np.array(alike)))


def frame_likenesses(grey: Image, table: TableGeometry, px_per_mm: float, params: AlikeParams = ALIKE) -> Array:
    """How much each cell (16,) is like all others there where these are alike: a weighted correlation.

    A dark picture within the same frame counts as little as a bright one.
    """
    seen = _seen(grey, table, px_per_mm, params.margin_mm, params)
    return np.array([_weighted_correlation(cell, np.delete(seen, at, 0)) for at, cell in enumerate(seen)])


def _weighted_correlation(cell: Array, others: Array) -> float:
    """Of a cell with the mean of others; pixels count the more, the less others differ there."""
    weight = 1 / (cv2.GaussianBlur(others.var(0), (0, 0), 1.0) + 0.05)
    weight /= weight.sum()
    mean = others.mean(0)
    one, other = (values - (weight * values).sum() for values in (cell, mean))
    spread = (weight * one * one).sum() * (weight * other * other).sum()
    return float((weight * one * other).sum() / np.sqrt(spread)) if spread > 0 else 0.0


def _others(cells: Array, at: int) -> Array:
    """What all cells but one have in common."""
    mean: Array = (cells.sum(0) - cells[at]) / (len(cells) - 1)
    return mean


def freed(grey: Image, table: TableGeometry, px_per_mm: float, params: AlikeParams = ALIKE) -> TableGeometry:
    """The table with cells that were caught on a wrong line of the print carried to where they look like the others."""
    seen = _seen(grey, table, px_per_mm, params.carry_mm, params)
    edge = round(params.carry_mm * px_per_mm)
    inside = seen[:, edge:-edge, edge:-edge]
    moves = []
    for at, cell in enumerate(seen):
        match = cv2.matchTemplate(cell, _others(inside, at).astype(np.float32), cv2.TM_CCOEFF_NORMED)
        y, x = np.unravel_index(int(match.argmax()), match.shape)
        better = match[y, x] - match[edge, edge] > params.carry_gain
        moves.append((x - edge, y - edge) if better else (0, 0))
    step = np.array(moves, np.float64) / px_per_mm
    return replace(table, places=slid(table.places, step, np.zeros(len(step))))


def _seen(grey: Image, table: TableGeometry, px_per_mm: float, margin_mm: float, params: AlikeParams) -> Array:
    """Local contrast (16, height, width) float32 of the cells seen straight, with a margin."""
    cells = len(table.places)
    found = cell_pictures_grey(grey, table, np.arange(cells), px_per_mm, round(margin_mm * px_per_mm))
    return np.stack([_contrast(cell, px_per_mm, params) for cell in np.split(found.astype(np.float32), cells)])


def _contrast(cell: Array, px_per_mm: float, params: AlikeParams) -> Array:
    side = 2 * round(params.neighbourhood_mm * px_per_mm) + 1
    mean = cv2.blur(cell, (side, side))
    spread = np.sqrt(np.maximum(cv2.blur(cell * cell, (side, side)) - mean * mean, 0))
    flat = (cell - mean) / (spread + params.least_contrast * float(cell.mean()) + 1.0)
    return np.asarray(cv2.GaussianBlur(flat, (0, 0), params.blur_px), np.float32)


def _step(grey: Image, table: TableGeometry, lens: Lens, stage: AlikeRound, params: AlikeParams) -> Array:
    """The step of all unknowns (see ``normal_of``) that makes the cells more alike."""
    seen = _seen(grey, table, stage.px_per_mm, stage.margin_mm, params)
    blocks_y, blocks_x = (_blocks(size, stage.px_per_mm, params) for size in seen.shape[1:])
    middles = [(edges[:-1] + edges[1:]) / 2 / stage.px_per_mm - stage.margin_mm for edges in (blocks_x, blocks_y)]
    x, y = np.meshgrid(*middles)
    count = x.size
    points = Points(
        np.repeat(np.arange(len(seen)), count).astype(np.float64),
        np.tile(np.column_stack([x.ravel(), y.ravel()]), (len(seen), 1)),
        np.zeros((0, 2)),
        np.ones(0),
    )
    pull, push = _pulls(seen, blocks_y, blocks_x, stage.px_per_mm, params)
    by_mm = _on_tile_slopes(table, points)
    normal, right = normal_of(by_mm, pull @ by_mm, push, points.tile.astype(int), len(seen))
    loose = stage.loose_mm
    fit = replace(GEOMETRY, place_spread=(loose, loose, loose / params.turn_arm_mm))
    add_prior(normal, right, prior_of(table, lattice_of(table.places), lens, fit))
    return np.asarray(np.linalg.solve(normal + 1e-6 * np.diag(np.diag(normal)), right))


def _blocks(size: int, px_per_mm: float, params: AlikeParams) -> Array:
    """Edges of the blocks a side of ``size`` px is cut into."""
    return np.linspace(0, size, max(1, round(size / px_per_mm / params.block_mm)) + 1).astype(int)


def _on_tile_slopes(table: TableGeometry, points: Points) -> Array:
    """How far (M, 2, 11) in mm on the tile the picture at each point moves with each unknown."""
    rows = slopes_of(table, points)[1]
    tile = points.tile.astype(int)
    across = rows[:, :, 8:10]
    c, s = np.cos(table.places[tile, 2]), np.sin(table.places[tile, 2])
    turn = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], -2)
    return np.asarray(np.linalg.inv(across @ turn) @ rows)


def _pulls(seen: Array, rows: Array, columns: Array, px_per_mm: float, params: AlikeParams) -> tuple[Array, Array]:
    """For each block of each cell how surely (M, 2, 2) and whereto (M, 2) it should move to be like the others.

    What differs from tile to tile counts little, and so does what cannot be explained by a move.
    """
    total, differs = seen.sum(0), cv2.GaussianBlur(seen.var(0), (0, 0), 1.0)
    sums = []
    for cell in seen:
        others = (total - cell) / (len(seen) - 1)
        off = others - cell
        weight = params.independent / ((differs + 0.05) * (1 + off * off / (2 * differs + 0.1)))
        both = cell + others
        x, y = (cv2.Sobel(both, cv2.CV_32F, dx, 1 - dx, scale=px_per_mm / 16) for dx in (1, 0))
        parts = np.stack([x * x, x * y, y * y, x * off, y * off], -1) * weight[..., None]
        parts[[0, -1]] = 0
        parts[:, [0, -1]] = 0
        sums.append(np.add.reduceat(np.add.reduceat(parts, rows[:-1], 0), columns[:-1], 1).reshape(-1, 5))
    found = np.concatenate(sums).astype(np.float64)
    return found[:, [0, 1, 1, 2]].reshape(-1, 2, 2), found[:, 3:]
