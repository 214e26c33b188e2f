"""Which four-sided outlines does a picture hold?  Candidates for tiles of unknown art, nothing more."""

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.params_learn import GRID, GridParams


def find_quads(bgr: Image, params: GridParams = GRID) -> Array:
    """Outlines (N, 4, 2) in px with straight sides, clockwise on the picture, best filled first, doubles removed."""
    area_px = bgr.shape[0] * bgr.shape[1]
    limits = (params.area_share[0] * area_px, params.area_share[1] * area_px)
    found: list[tuple[float, Array]] = []
    for channel in _channels(bgr):
        for edges in _edge_pictures(channel, params):
            found += _outlines(edges, limits, params)
    found.sort(key=lambda pair: -pair[0])
    return _without_doubles(np.array([quad for _, quad in found]).reshape(-1, 4, 2))


def _channels(bgr: Image) -> list[Image]:
    """Brightness, two colour axes and saturation: a tile's edge shows in at least one of them."""
    lab, hsv = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB), cv2.cvtColor(bgr, cv2.COLOR_BGR2HSV)
    return [*(image(channel) for channel in cv2.split(lab)), image(hsv[..., 1])]


def _edge_pictures(channel: Image, params: GridParams) -> list[Image]:
    smooth = cv2.GaussianBlur(channel, (0, 0), params.blur_px)
    across, down = cv2.Sobel(smooth, cv2.CV_16S, 1, 0), cv2.Sobel(smooth, cv2.CV_16S, 0, 1)
    slope = np.abs(across.astype(np.int32)) + np.abs(down)
    kernel = np.ones((3, 3), np.uint8)
    pictures: list[Image] = []
    for high in np.maximum(np.quantile(slope, params.edge_shares), params.least_slope):
        edges = image(cv2.Canny(across, down, high / 2, high))
        thick = image(cv2.dilate(edges, kernel))
        pictures += [edges, image(255 - edges), thick, image(255 - thick)]
    return pictures


def _outlines(edges: Image, limits: tuple[float, float], params: GridParams) -> list[tuple[float, Array]]:
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        width, height = cv2.boundingRect(contour)[2:]
        if not limits[0] <= width * height <= 4 * limits[1]:
            continue
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if limits[0] <= area <= limits[1]:
            rough = _four_corners(hull, area, params)
            quad = None if rough is None else straight_sides(rough, hull.reshape(-1, 2).astype(np.float64), params)
            if quad is not None and cv2.isContourConvex(quad.astype(np.float32)):
                fill = area / max(cv2.contourArea(quad.astype(np.float32)), 1.0)
                if params.four_sided < fill < 1 / params.four_sided:
                    found.append((fill, quad))
    return found


def _four_corners(hull: Array, area: float, params: GridParams) -> Array | None:
    round_px = cv2.arcLength(hull, True)
    for share in (0.04, 0.03, 0.055, 0.07):
        corners = cv2.approxPolyDP(hull, share * round_px, True)
        if len(corners) == 4:
            fits = cv2.contourArea(corners) >= params.four_sided * area
            return clockwise(corners.reshape(4, 2).astype(np.float64)) if fits else None
    return None


def clockwise(quad: Array) -> Array:
    """The same corners (4, 2), clockwise as seen on the picture."""
    (x, y), (u, v) = (quad[2:] - quad[:2]).tolist()
    return quad if x * v > y * u else quad[::-1]


def straight_sides(quad: Array, hull: Array, params: GridParams = GRID) -> Array | None:
    """Corners (4, 2) where the straight parts of the sides would meet; None where a side has no straight part."""
    ring = _along(hull)
    sides = np.roll(quad, -1, 0) - quad
    lengths = np.maximum(np.hypot(sides[:, 0], sides[:, 1]), 1e-9)
    along = sides / lengths[:, None]
    away = ring[:, None] - quad
    share = (away * along).sum(2) / lengths
    off = np.abs(away[..., 1] * along[:, 0] - away[..., 0] * along[:, 1])
    near = (share > params.side_middle[0]) & (share < params.side_middle[1]) & (off < 0.08 * lengths)
    if near.sum(0).min() < 4:
        return None
    ring = ring.astype(np.float32)
    fits = [cv2.fitLine(ring[side], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel() for side in near.T]
    vx, vy, x, y = np.array(fits, np.float64).T
    return _meeting(-vy, vx, x * vy - y * vx)


def _meeting(a: Array, b: Array, c: Array) -> Array | None:
    """Where each of the lines a x + b y + c = 0 (4,) meets the one before it (4, 2); None where two are parallel."""
    a0, b0, c0 = (np.roll(part, 1) for part in (a, b, c))
    across = a0 * b - a * b0
    if np.abs(across).min() < 1e-9:
        return None
    return np.asarray(np.column_stack([b0 * c - b * c0, c0 * a - c * a0]) / across[:, None], np.float64)


def _along(hull: Array) -> Array:
    """Points about every pixel along a closed line (N, 2)."""
    steps = np.roll(hull, -1, 0) - hull
    counts = np.maximum(np.hypot(steps[:, 0], steps[:, 1]).astype(int), 1)
    of = np.repeat(np.arange(len(hull)), counts)
    share = (np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[of]
    return np.asarray(hull[of] + steps[of] * share[:, None], np.float64)


def _without_doubles(quads: Array) -> Array:
    """The first of every group of outlines that lie within a few hundredths of their size of each other."""
    kept: list[int] = []
    centres = quads.mean(1)
    sizes = np.sqrt([cv2.contourArea(q.astype(np.float32)) for q in quads])
    for i in range(len(quads)):
        near = [k for k in kept if np.abs(centres[k] - centres[i]).max() < 0.03 * sizes[i]]
        if not any(abs(sizes[k] / sizes[i] - 1) < 0.03 for k in near):
            kept.append(i)
    return quads[kept]
