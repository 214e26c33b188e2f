"""Where exactly do the sides of a tile lie?  Steps of brightness or colour across each third of each side."""

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Array, image, looked_up, spaced
from vision.frame import Image
from vision.geometry import CORNERS_MM, HALF_MM, Points, TableGeometry, lattice_of, on_board
from vision.params_layout import GEOMETRY
from vision.params_learn import EDGES, EdgeParams
from vision.refine.table_fit import Lens, fit_table

EDGE_FIT = replace(GEOMETRY, point_px=0.5, outlier_px=1.5)
SAME_FIT = replace(GEOMETRY, outlier_px=30.0)
THIRDS = ((0.14, 0.36), (0.39, 0.61), (0.64, 0.86))


def with_tablecloth(lab: Image, table: TableGeometry, params: EdgeParams) -> Array:
    """Lab and, as a fourth channel 0..1, how much a pixel's colour is one that lies around the board."""
    width, height = np.abs(table.places[:, :2]).max(0) + HALF_MM
    ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    around, near, inside = (np.zeros(lab.shape[:2], np.uint8) for _ in range(3))
    for mask, grow in ((around, params.around_mm[1]), (near, params.around_mm[0]), (inside, -params.around_mm[0])):
        corners = table.project(ring * [width + grow, height + grow])
        cv2.fillConvexPoly(mask, np.clip(corners, -20000, 20000).astype(np.int32), 255)
    bins = [params.colour_bins] * 3
    span = [0.0, 256.0] * 3
    outer = cv2.calcHist([lab], [0, 1, 2], around & ~near, bins, span)
    inner = cv2.calcHist([lab], [0, 1, 2], inside, bins, span)
    outer, inner = (_smooth_bins(hist) / max(float(hist.sum()), 1.0) for hist in (outer, inner))
    likely = (outer / (outer + inner + params.colour_floor)).astype(np.float32)
    bin_of = cv2.LUT(lab, (np.arange(256) * params.colour_bins >> 8).astype(np.uint8))
    return beside(lab, cv2.GaussianBlur(likely[tuple(cv2.split(bin_of))], (0, 0), 1.0))


def beside(lab: Image, fourth: Array | float) -> Array:
    """The picture as float32 with a fourth channel: of all its copies the largest, so no other is made on the way."""
    full = np.empty((*lab.shape[:2], 4), np.float32)
    full[..., :3], full[..., 3] = lab, fourth
    return full


def _smooth_bins(hist: Array) -> Array:
    for axis in range(3):
        hist = (np.roll(hist, 1, axis) + 2 * hist + np.roll(hist, -1, axis)) / 4
    return hist


def settled(bgr: Image, table: TableGeometry, lens: Lens, params: EdgeParams = EDGES) -> TableGeometry:
    """The table after rounds of finding edges near the sides of its tiles and fitting it to them."""
    lab = image(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB))
    firm = replace(lens, focal_spread=lens.focal_spread / 3, k1_spread=lens.k1_spread / 3)
    last = len(params.reach_mm) - 1
    for step, (reach, loose) in enumerate(zip(params.reach_mm, params.loose_mm, strict=True)):
        points = edge_points(with_tablecloth(lab, table, params), table, reach, params)
        fit = replace(EDGE_FIT, place_spread=(loose, loose, loose / 80), outlier_px=1.5 if step > 1 else 4.0)
        table = fit_table(table, points, lattice_of(table.places), lens if step == last else firm, fit, rounds=6)
    return table


def fit_outline(bgr: Image, table: TableGeometry, reach_mm: float, params: EdgeParams = EDGES) -> TableGeometry:
    """The table with all tiles moved, turned and sized by the same little, so that their common outline fits best.

    For tiles that lie alike already (by what is printed on all of them), whose outlines were found only roughly.
    """
    lab = with_tablecloth(image(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)), table, params)
    offsets = spaced(reach_mm, params.step_mm)
    steep, score = edge_scores(profiles(lab, table, offsets, params), offsets, reach_mm, params)
    together = (score / np.maximum(score.max(2, keepdims=True), 1e-6)).mean(0, keepdims=True)
    best = _steepest_near(steep.mean(0, keepdims=True), together.argmax(2), params)[0]
    on_tile, outward = third_points(params)
    middle = on_tile.reshape(len(best), -1, 2).mean(1)
    normal = outward.reshape(len(best), -1, 2)[:, 0]
    weight = np.take_along_axis(together[0], best[:, None], 1)[:, 0]
    return refitted(table, middle + offsets[best][:, None] * normal, middle, weight)


def refitted(table: TableGeometry, seen_mm: Array, meant_mm: Array, weight: Array | None = None) -> TableGeometry:
    """The table on which what every tile now has at its points ``seen_mm`` (K, 2) lies at ``meant_mm`` (K, 2)."""
    cells, count = len(table.places), len(seen_mm)
    tile = np.repeat(np.arange(cells), count)
    px = table.project(on_board(table.places[tile], np.tile(seen_mm, (cells, 1))))
    trust = np.ones(count) if weight is None else weight
    points = Points(tile.astype(np.float64), np.tile(meant_mm, (cells, 1)), px, np.tile(trust, cells))
    return fit_table(table, points, lattice_of(table.places), Lens(), SAME_FIT)


def edge_points(lab: Array, table: TableGeometry, reach_mm: float, params: EdgeParams = EDGES) -> Points:
    """One point for each third of each side of each tile (192), at the edge within ``reach_mm`` of its place."""
    offsets = spaced(reach_mm, params.step_mm)
    steep, score = edge_scores(profiles(lab, table, offsets, params), offsets, reach_mm, params)
    best = _steepest_near(steep, score.argmax(2), params)
    top = score.max(2)
    weight = np.clip(top / max(float(np.median(top)), 1e-6), 0, 1) ** 2
    on_tile, outward = third_points(params)
    tiles, count = best.shape
    middle = on_tile.reshape(count, -1, 2).mean(1)
    found = middle[None] + offsets[best][..., None] * outward.reshape(count, -1, 2)[None, :, 0]
    tile = np.repeat(np.arange(tiles), count)
    at_px = table.project(on_board(table.places[tile], found.reshape(-1, 2)))
    return Points(tile.astype(np.float64), np.tile(middle, (tiles, 1)), at_px, weight.ravel())


def profiles(lab: Array, table: TableGeometry, offsets: Array, params: EdgeParams) -> Array:
    """Colours across each third of each side, mean along it: (tiles, 12, offsets, 4)."""
    on_tile, outward = third_points(params)
    tiles = len(table.places)
    grid = on_tile[:, None] + offsets[None, :, None] * outward[:, None]
    everywhere = np.tile(grid.reshape(-1, 2), (tiles, 1))
    px = table.project(on_board(np.repeat(table.places, grid.shape[0] * grid.shape[1], 0), everywhere))
    maps = px.astype(np.float32).reshape(tiles * len(on_tile), len(offsets), 2)
    colour: Array = looked_up(lab, maps).reshape(tiles, -1, params.samples, len(offsets), 4)
    return np.asarray(colour.mean(2))


def third_points(params: EdgeParams) -> tuple[Array, Array]:
    """Points (12 * samples, 2) along the thirds of the four sides, in tile mm, and the outward normals there."""
    points, normals = [], []
    for side in range(4):
        start, end = CORNERS_MM[side], CORNERS_MM[(side + 1) % 4]
        along = (end - start) / np.linalg.norm(end - start)
        for low, high in THIRDS:
            share = np.linspace(low, high, params.samples)[:, None]
            points.append(start + share * (end - start))
            normals.append(np.tile([along[1], -along[0]], (params.samples, 1)))
    return np.vstack(points), np.vstack(normals)


def edge_scores(profile: Array, offsets: Array, reach_mm: float, params: EdgeParams) -> tuple[Array, Array]:
    """Steepness and score (tiles, thirds, offsets) of every place of profiles (tiles, thirds, offsets, 4) as an edge.

    An edge counts by its step of colour, up to a limit, more where the table begins outside of it, and less far off.
    """
    sigma = params.blur_mm / params.step_mm
    kernel = cv2.getGaussianKernel(int(6 * sigma) | 1, sigma).ravel()
    padded = np.pad(profile, ((0, 0), (0, 0), (len(kernel) // 2,) * 2, (0, 0)), mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, len(kernel), axis=2)
    slope = np.gradient(windows @ kernel, axis=2)
    steep = np.linalg.norm(slope[..., :3], axis=3)
    enough = params.enough * float(np.median(steep.max(2))) + 1e-3
    strength = steep / (steep + enough) * (params.any_edge + _step_out(profile[..., 3], params))
    return steep, strength * np.exp(-0.5 * (offsets / (params.expect * reach_mm)) ** 2)


def _steepest_near(steep: Array, best: Array, params: EdgeParams) -> Array:
    """Index (tiles, thirds) of the steepest step near an edge."""
    away = np.arange(steep.shape[2]) - best[..., None]
    near = np.exp(-0.5 * (away * params.step_mm / params.peak_mm) ** 2)
    result: Array = (steep * near).argmax(2)
    return result


def _step_out(cloth: Array, params: EdgeParams) -> Array:
    """How much more table (0..1) lies just outside than just inside of each offset (tiles, thirds, offsets)."""
    reach = max(2, round(params.side_mm / params.step_mm))
    padded = np.pad(cloth, ((0, 0), (0, 0), (reach, reach)), mode="edge")
    sums = np.cumsum(np.pad(padded, ((0, 0), (0, 0), (1, 0))), axis=2)
    steps = cloth.shape[2]
    outside = sums[..., 2 * reach : 2 * reach + steps] - sums[..., reach : reach + steps]
    inside = sums[..., reach : reach + steps] - sums[..., :steps]
    result: Array = np.clip((outside - inside) / reach, 0, 1)
    return result
