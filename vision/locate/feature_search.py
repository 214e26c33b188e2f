"""Where may tiles of this copy lie in the picture?  Matched features vote for tiles, tiles vote for one plane."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array, sized
from vision.frame import Image
from vision.geometry import CORNERS_MM, HALF_MM, apply_homography, plane_of_tile
from vision.locate.feature_index import Features, TileIndex, find_features, resized
from vision.params_layout import SEARCH, TILE_MM, SearchParams


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """M features found again: ``tile`` (M,), ``at_mm`` (M, 2) on it, ``px`` (M, 2), ``local`` (M, 2, 2) mm -> px."""

    tile: Array
    at_mm: Array
    px: Array
    local: Array


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A tile that may lie there: ``affine`` (2, 3) tile mm -> px, and which matches speak for it."""

    tile: int
    affine: Array
    members: Array

    def corners_px(self) -> Array:
        """(4, 2)."""
        corners: Array = CORNERS_MM @ self.affine[:, :2].T + self.affine[:, 2]
        return corners


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """One board plane: (3, 3) px -> mm, the step between cells, for each guess its cell (or -99) and turn (0, 1)."""

    to_plane: Array
    pitch_mm: Array
    guesses: tuple[Guess, ...]
    cells: Array
    turned: Array
    support: int

    @property
    def tiles(self) -> int:
        """How many tiles lie on it."""
        return int((self.cells[:, 0] > -99).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """One look for the board: the features seen, those that look like tiles, and the plane they agree on, if any."""

    features: Features
    matches: Matches
    plane: Plane | None

    @property
    def tiles(self) -> int:
        """How many tiles lie on the plane."""
        return 0 if self.plane is None else self.plane.tiles


def searches(grey: Image, index: TileIndex, params: SearchParams = SEARCH) -> Iterator[Attempt]:
    """The plane of the board in a picture, looked for in a small copy and then in a larger one."""
    for look_px, features in params.looks:
        small, shrink = sized(grey, look_px)
        found = find_features(small, features, params.contrast)
        yield attempted(resized(found, 1 / shrink), index, (grey.shape[1], grey.shape[0]), params)
        if shrink == 1:
            break


def attempted(features: Features, index: TileIndex, size_px: tuple[int, int], params: SearchParams = SEARCH) -> Attempt:
    """What the features of a picture of this size say about the board."""
    matches = match_features(features, index, params)
    plane = find_plane(matches, guess_tiles(matches, params), size_px, params)
    return Attempt(features, matches, plane)


def match_features(found: Features, index: TileIndex, params: SearchParams = SEARCH) -> Matches:
    """The features of a picture that look like one tile and no other."""
    if len(found.px) < 2:
        return Matches(np.zeros(0), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2, 2)))
    like, squared = index.tree.knnSearch(found.descriptors, params.neighbours, params={"checks": params.checks})
    like = np.clip(like, 0, len(index.tile) - 1)
    tiles = index.tile[like]
    other = tiles != tiles[:, :1]
    rival = np.where(other.any(1), squared[np.arange(len(like)), other.argmax(1)], squared[:, -1])
    keep = np.flatnonzero(squared[:, 0] < params.ratio**2 * rival)
    chosen = like[keep, 0]
    local = np.linalg.solve(found.patch[keep], index.local[chosen]) if len(keep) else np.zeros((0, 2, 2))
    return Matches(index.tile[chosen], index.at_mm[chosen], found.px[keep], local)


def guess_tiles(matches: Matches, params: SearchParams = SEARCH) -> tuple[Guess, ...]:
    """The tiles that several matches agree on, best supported first; one guess a tile."""
    guesses = [_guess(matches, np.flatnonzero(matches.tile == tile), tile, params) for tile in range(16)]
    kept = [guess for guess in guesses if guess is not None and len(guess.members) >= params.least_members]
    return tuple(sorted(kept, key=lambda guess: -len(guess.members)))


def _guess(matches: Matches, own: Array, tile: int, params: SearchParams) -> Guess | None:
    if len(own) < params.least_members:
        return None
    at, px, local = matches.at_mm[own], matches.px[own], matches.local[own]
    away = at[None] - at[:, None]
    predicted = px[:, None] + np.einsum("iab,ijb->ija", local, away)
    off = np.linalg.norm(predicted - px[None], axis=2)
    size = np.sqrt(np.abs(np.linalg.det(local)))
    near = off < params.agree_mm * size[:, None] + params.agree_share * np.linalg.norm(away, axis=2) * size[:, None]
    best = int(near.sum(1).argmax())
    members = np.flatnonzero(near[best])
    affine = np.column_stack([local[best], px[best] - local[best] @ at[best]])
    for _ in range(3):
        if len(members) < params.least_members:
            return None
        affine = _fit_affine(at[members], px[members])
        size_px = np.sqrt(abs(np.linalg.det(affine[:, :2])))
        off_px = np.linalg.norm(at @ affine[:, :2].T + affine[:, 2] - px, axis=1)
        members = np.flatnonzero(off_px < params.agree_mm * size_px)
    spread = at[members].std(0) if len(members) else np.zeros(2)
    if spread.min() < params.least_spread_mm or np.linalg.det(affine[:, :2]) <= 0:
        return None
    return Guess(tile, affine, own[members])


def _fit_affine(points: Array, px: Array) -> Array:
    rows = np.column_stack([points, np.ones(len(points))])
    result: Array = np.linalg.lstsq(rows, px, rcond=None)[0].T
    return result


def find_plane(
    matches: Matches, guesses: tuple[Guess, ...], size_px: tuple[int, int], params: SearchParams = SEARCH
) -> Plane | None:
    """The plane and lattice most matches agree on; None where no two tiles agree."""
    best: Plane | None = None
    for seed in guesses[: params.seeds]:
        plane = _grow(seed, matches, guesses, size_px, params)
        if plane is not None and (best is None or plane.support > best.support):
            best = plane
            if plane.tiles >= min(params.enough_tiles, params.enough_share * len(guesses)):
                break
    return best


def _grow(
    seed: Guess, matches: Matches, guesses: tuple[Guess, ...], size_px: tuple[int, int], params: SearchParams
) -> Plane | None:
    to_plane = plane_of_tile(seed.corners_px(), size_px)
    if to_plane is None:
        return None
    pitch = np.array(TILE_MM) * params.usual_pitch
    corners = np.stack([guess.corners_px() for guess in guesses])
    plane = None
    for reach in (1, 2, 3, 3):
        cells, turned = _cells(to_plane, pitch, corners, reach, params)
        chosen = np.flatnonzero(cells[:, 0] > -99)
        if len(chosen) < 2:
            return None
        support = sum(len(guesses[i].members) for i in chosen)
        plane = _refit(Plane(to_plane, pitch, guesses, cells, turned, support), matches, params)
        to_plane, pitch = plane.to_plane, plane.pitch_mm
    return plane


def _cells(to_plane: Array, pitch: Array, corners: Array, reach: int, params: SearchParams) -> tuple[Array, Array]:
    """Cell (N, 2) and turn (N,) of each guess on a plane; -99 where it is no tile of the lattice or too far out."""
    plane = apply_homography(to_plane, corners).reshape(-1, 4, 2)
    centres = plane.mean(1)
    cells = np.round(centres / pitch)
    right = (plane[:, 1] - plane[:, 0] + plane[:, 2] - plane[:, 3]) / 2
    down = (plane[:, 3] - plane[:, 0] + plane[:, 2] - plane[:, 1]) / 2
    away = np.abs(cells).max(1)
    slack = 1 + 0.4 * away
    good = away <= reach
    for side, length in ((right, TILE_MM[0]), (down, TILE_MM[1])):
        good &= np.abs(np.linalg.norm(side, axis=1) / length - 1) < params.size_error * slack
    angle = np.arctan2(right[:, 1], right[:, 0])
    turned = np.abs(angle) > np.pi / 2
    straight = np.where(turned, angle - np.sign(angle) * np.pi, angle)
    good &= np.abs(straight) < params.turn_error * slack
    good &= (np.abs(centres / pitch - cells) < (params.off_cell * slack)[:, None]).all(1)
    cells[~good] = -99
    return _window(cells), turned.astype(int)


def _window(cells: Array) -> Array:
    """One guess a cell (the first, best supported) and only those of the fullest 4x4 window."""
    kept = np.full_like(cells, -99)
    taken: dict[tuple[int, int], int] = {}
    for i, (x, y) in enumerate(cells.astype(int)):
        if x > -99:
            taken.setdefault((int(x), int(y)), i)
    best: list[int] = []
    for left in range(-3, 1):
        for top in range(-3, 1):
            inside = [i for (x, y), i in taken.items() if left <= x < left + 4 and top <= y < top + 4]
            best = inside if len(inside) > len(best) else best
    kept[best] = cells[best]
    return kept


def _refit(plane: Plane, matches: Matches, params: SearchParams) -> Plane:
    """The plane with a better map and step, from the matches of the tiles that fit."""
    to_plane, guesses, cells, turned = plane.to_plane, plane.guesses, plane.cells, plane.turned
    chosen = np.flatnonzero(cells[:, 0] > -99)
    centres = apply_homography(to_plane, np.stack([guesses[i].corners_px() for i in chosen])).reshape(-1, 4, 2).mean(1)
    pitch = plane.pitch_mm.copy()
    for axis in (0, 1):
        spread = cells[chosen, axis] - cells[chosen, axis].mean()
        if (spread**2).sum() > 1:
            step = (spread * (centres[:, axis] - centres[:, axis].mean())).sum() / (spread**2).sum()
            pitch[axis] = np.clip(step, TILE_MM[axis] * 0.98, TILE_MM[axis] * 1.12)
    target = np.vstack([cells[i] * pitch + on_cell(matches.at_mm[guesses[i].members], int(turned[i])) for i in chosen])
    source = np.vstack([matches.px[guesses[i].members] for i in chosen])
    matrix, _ = cv2.findHomography(source, target, cv2.USAC_MAGSAC, params.plane_error_mm)
    return replace(plane, to_plane=to_plane if matrix is None else matrix, pitch_mm=pitch)


def on_cell(at_mm: Array, turned: int) -> Array:
    """Points (N, 2) of a tile in mm from the middle of its cell."""
    return (at_mm - HALF_MM) * (-1 if turned else 1)
