"""Which tile lies in which cell, and which way up?  Blocks of every cell against every tile, one tile a cell.

A block that looks like the tile's speaks for it, one that does not (a token lies there) says little, and hardly
anything where the game itself lays things on that tile; both as log-odds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.geometry import TableGeometry
from vision.identify.covered_areas import laid_shares
from vision.maps import cell_pictures_grey
from vision.params_layout import IDENTIFY, TILE_MM, IdentifyParams

LIKENESS_STEPS = 400
LAID_STEPS = 10
MOST_COMPARED = 1 << 21
"""Numbers compared at a time: some 8 MB, thrice."""


@dataclass(frozen=True, slots=True, eq=False)
class Signatures:
    """The tiles as compared: ``blocks`` (B, P, 32) unit vectors of P pixels (tile 0..15 upright, then upside down),

    ``weight`` (B, P) what a pixel counts, ``telling`` (B,) 0..1 how different the tiles are in that block,
    ``odds`` (L, K) what likenesses from -1 to 1 say where something lies more and more often, ``laid`` (B, 1, 32)
    where in them, one row after the other, the row of a tile's block begins, and ``hidden`` (16,) the log-odds of a
    tile of which nothing shows.
    """

    blocks: Array
    weight: Array
    telling: Array
    odds: Array
    laid: Array
    hidden: Array


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """One tile a cell: ``tile`` (16,) 0..15, ``upside_down`` (16,), ``score`` (16,) log-odds that it is there at all,

    ``margin`` (16,) how much worse, in log-odds, the best assignment without it is, ``turn`` (16,) how much worse the
    tile the other way up, ``lead`` (16,) how much less any other tile is like what the cell itself shows, and ``shows``
    (16,) how much of it shows there: its lead with half of what it is above a tile of which nothing shows.
    """

    tile: Array
    upside_down: Array
    score: Array
    margin: Array
    turn: Array
    lead: Array
    shows: Array


def tile_signatures(tiles: tuple[Image, ...], colour: bool = False, params: IdentifyParams = IDENTIFY) -> Signatures:
    """What to compare cells with, in grey or in colour; what all tiles share (frames, plates) counts little."""
    pictures = tiles if colour else tuple(image(cv2.cvtColor(tile, cv2.COLOR_BGR2GRAY)) for tile in tiles)
    small = [cv2.resize(picture, _tile_px(params), interpolation=cv2.INTER_AREA) for picture in pictures]
    upright = np.stack([contrasts(image(picture), params) for picture in small])
    both = np.concatenate([upright, upright[..., ::-1, ::-1]])
    spread = upright.std(0)
    weight = np.minimum(spread, spread[..., ::-1, ::-1])
    blocks, weights = _blocks(both, params), _blocks(weight[None], params)[0]
    norms = np.sqrt((weights[None] * blocks**2).sum(2, keepdims=True))
    unit = weights[None] * blocks / np.maximum(norms, 1e-6)
    telling = np.clip(weights.mean(1) / np.quantile(weights.mean(1), 0.8), 0, 1)
    says, rows = _odds_where_laid(params), _rows_where_laid(params)
    return Signatures(
        np.ascontiguousarray(unit.transpose(1, 2, 0)).astype(np.float32),
        weights.astype(np.float32),
        telling.astype(np.float32),
        says.astype(np.float32),
        rows * LIKENESS_STEPS,
        telling @ says[rows[:, 0, :16], 0],
    )


def _odds_where_laid(params: IdentifyParams) -> Array:
    """What likenesses from -1 to 1 say of blocks on which something lies never, ..., always: (L, K)."""
    alike, bare = np.linspace(-1, 1, LIKENESS_STEPS), np.linspace(1, 0, LAID_STEPS + 1)
    return np.stack([block_log_odds(alike, params, float(share)) for share in bare])


def _rows_where_laid(params: IdentifyParams) -> Array:
    """Which of these rows holds for each block of each tile, upright and upside down: (B, 1, 32)."""
    upright = laid_shares(_tile_px(params))[:, None]
    shares = _blocks(np.concatenate([upright, upright[..., ::-1, ::-1]]), params).mean(2)
    result: Array = np.round(LAID_STEPS * shares).astype(np.int32).T[:, None]
    return result


def _blocks(pictures: Array, params: IdentifyParams) -> Array:
    """Pictures (N, channels, height, width) cut into blocks: (N, B, P) of all channels together."""
    across, down = params.blocks
    count, channels, height, width = pictures.shape
    cut = pictures.reshape(count, channels, down, height // down, across, width // across)
    return cut.transpose(0, 2, 4, 1, 3, 5).reshape(count, across * down, -1)


def _tile_px(params: IdentifyParams) -> tuple[int, int]:
    return round(TILE_MM[0] * params.px_per_mm), round(TILE_MM[1] * params.px_per_mm)


def contrasts(picture: Image, params: IdentifyParams = IDENTIFY) -> Array:
    """Local contrast (channels, height, width): of a grey picture, or of brightness and two tints of one in colour."""
    if picture.ndim == 2:
        values = picture[None].astype(np.float32)
    else:
        blue, green, red = cv2.split(picture.astype(np.float32))
        light = 0.114 * blue + 0.587 * green + 0.299 * red
        values = np.stack([light, red - green, blue - (red + green) / 2])
    floor = params.least_contrast * float(values[0].mean()) + 1.0
    return np.stack([local_contrast(channel, floor, params) for channel in values])


def local_contrast(grey: Array, floor: float, params: IdentifyParams = IDENTIFY) -> Array:
    """Brightness less its neighbourhood's, in units of the neighbourhood's spread, clipped: light falls out of it."""
    side = 2 * round(params.neighbourhood_mm * params.px_per_mm) + 1
    mean = cv2.blur(grey, (side, side))
    variance = cv2.blur(grey * grey, (side, side)) - mean * mean
    result: Array = np.clip((grey - mean) / (np.sqrt(np.maximum(variance, 0)) + floor), -params.clip, params.clip)
    return result


def cell_pictures(picture: Image, table: TableGeometry, shift_px: int, params: IdentifyParams = IDENTIFY) -> Array:
    """Local contrast of the cells (N, channels, height, width), each with the margin a tile may be shifted by."""
    cells = np.arange(len(table.places))
    found = cell_pictures_grey(picture, table, cells, params.px_per_mm, shift_px)
    return np.stack([contrasts(image(cell), params) for cell in np.split(found, len(cells))])


def compare(
    pictures: Array, signatures: Signatures, step: int = 1, params: IdentifyParams = IDENTIFY
) -> tuple[Array, Array]:
    """Log-odds (N, 32) that a cell shows a tile, at whichever shift fits it best, and that shift (N, 32, 2) in mm.

    Shifts are as wide as the margin around the pictures, and so many pixels apart.
    """
    width, height = _tile_px(params)
    windows = np.lib.stride_tricks.sliding_window_view(pictures, (height, width), axis=(2, 3))[:, :, ::step, ::step]
    rows, columns = windows.shape[2:4]
    x, y = (step * (at.ravel() - most // 2) for at, most in zip(_grid(rows, columns), (columns, rows), strict=True))
    cost = params.shift_cost * (x**2 + y**2) / params.shift_px**2
    odds = np.concatenate([_odds_in_parts(some, signatures, params) - cost[:, None] for some in _in_parts(windows, 0)])
    best = odds.argmax(1)
    return odds.max(1), np.stack([x[best], y[best]], -1) / params.px_per_mm


def _grid(rows: int, columns: int) -> tuple[Array, Array]:
    across, down = np.meshgrid(np.arange(columns), np.arange(rows))
    return across, down


def _in_parts(windows: Array, axis: int) -> Iterator[Array]:
    """A few cells or rows of shifts at a time: windows overlap, and are copied out to be compared."""
    count = windows.shape[axis]
    most = max(1, MOST_COMPARED * count // windows.size)
    for first in range(0, count, most):
        yield windows[(slice(None),) * axis + (slice(first, first + most),)]


def _odds_in_parts(windows: Array, signatures: Signatures, params: IdentifyParams) -> Array:
    """``_odds`` of a few cells, some rows of shifts at a time."""
    return np.concatenate([_odds(some, signatures, params) for some in _in_parts(windows, 2)], axis=1)


def _odds(windows: Array, signatures: Signatures, params: IdentifyParams) -> Array:
    """Log-odds (n, shifts, 32) of cells at every shift."""
    cells, channels, rows, columns, height, width = windows.shape
    each = windows.transpose(0, 2, 3, 1, 4, 5).reshape(cells * rows * columns, channels, height, width)
    cut = _blocks(each, params).transpose(1, 0, 2)
    norms = np.sqrt(np.matmul(cut * cut, signatures.weight[..., None]))
    alike = np.matmul(cut, signatures.blocks) / np.maximum(norms, 1e-6)
    steps = np.clip((alike + 1) * (LIKENESS_STEPS / 2), 0, LIKENESS_STEPS - 1).astype(np.int32)
    says = signatures.odds.take(steps + signatures.laid)
    odds: Array = np.tensordot(signatures.telling, says, 1)
    return odds.reshape(cells, rows * columns, 32)


def block_log_odds(alike: Array, params: IdentifyParams = IDENTIFY, bare: float = 1.0) -> Array:
    """What the likeness of a block (-1..1) says for the tile against any other, where it shows so often (``bare``)."""
    other = -0.5 * ((alike - params.other_mean) / params.other_spread) ** 2 - np.log(params.other_spread)
    same = -0.5 * ((alike - params.same_mean) / params.same_spread) ** 2 - np.log(params.same_spread)
    difference = np.minimum(same - other, params.most_odds)
    seen = params.seen_share * bare
    odds: Array = params.independent * np.log(seen * np.exp(difference) + 1 - seen)
    return odds


def assign(odds: Array, hidden: Array | None = None, params: IdentifyParams = IDENTIFY) -> Assignment:
    """One tile a cell with the greatest summed log-odds (16, 32), and how clear each cell is.

    Which way up a tile lies is told by what shows of it and by how the others lie.  ``hidden`` (16,) are the log-odds
    of tiles of which nothing shows.
    """
    upright, over = odds[:, :16], odds[:, 16:]
    both = np.maximum(upright, over)
    tile = best_pairs(both)
    rows = np.arange(len(odds))
    turn = (upright - over)[rows, tile]
    turn += _usual_turn(turn, params)
    score = both[rows, tile]
    others = both.copy()
    others[rows, tile] = -np.inf
    lead = score - others.max(1)
    nothing = 0.0 if hidden is None else hidden[tile]
    shows = lead + (score - nothing) / 2
    return Assignment(tile, turn < 0, score, second_best(both, tile), np.abs(turn), lead, shows)


def _usual_turn(turn: Array, params: IdentifyParams) -> float:
    """The log-odds of a tile being upright by how the tiles plainly seen lie (rule of succession)."""
    upright, over = (turn > params.plain_turn).sum(), (turn < -params.plain_turn).sum()
    return float(np.log((upright + 1) / (over + 1)))


def second_best(values: Array, column: Array) -> Array:
    """How much less (N,) the best pairing is worth in which each row has another column than in the best one.

    Rows trade columns in a ring; the cheapest ring through each row is a shortest path back to it (Floyd-Warshall).
    """
    rows = np.arange(len(values))
    loss = values[rows, column][:, None] - values[:, column]
    loss[rows, rows] = np.inf
    path = loss.copy()
    for via in rows:
        path = np.minimum(path, path[:, via : via + 1] + path[via : via + 1])
    result: Array = path[rows, rows]
    return result


def best_pairs(values: Array) -> Array:
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
