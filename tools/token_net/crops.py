"""What is the token net shown?  Crops of samples, dyed and spoilt anew each time.

In every crop the art, the table and what lies on tiles are dyed anew, so that only wood and its shape are left to
learn; many crops are spoilt (``disturb.py``).
"""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from tools.token_net.disturb import GLARED, MATCHED, SOFT, glared, in_hue_of_wood, softened, unlost
from tools.token_net.kinds import LAMP, OTHERS, radius_of, rise_of
from vision.frame import Floats
from vision.nets import folded
from vision.params import TOKENS
from vision.tokens.net import COLORS, STRIDE

KINDS = ("assistant", "merchant", "family", *OTHERS)
SPOTS = 0.9, 0.9, 0.9, 1.8, 1.8
"""Softness of the middle of a top of each shape, of a thing without a name and of a lamp, in cells."""
RESCAN = 250  # batches after which new samples are looked for
CROP = 160
NOISELESS = (5, 5)  # so far around a pixel noise is averaged before it is compared with the bare tile
WEBCAMS = 0.55
"""Share of painted tables seen through webcams, where there are any."""
LITTERED = 0.3
"""Share of painted tables with things without a name, where there are any."""
SHINY = 0.3
"""Share of painted tables, but for littered ones, under mirrored lamps, where there are any."""
CROWDED = 0.6
MANY = 400  # fewer crowded tables than this are shown less often
PALE, PALER = 105, 3.0
"""Wood without a darker channel than this is white; white print hides it, so it is met more often."""
ELSEWHERE = -1
"""The number of the colour where no top is near."""
Sample = dict[str, Any]
Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""What is shown, tops as soft spots, numbers of colours, ways to tops: see ``crop``; float16, numbers int8."""


class Pool:
    """Samples in memory, with what the dyeing needs: ``mask`` of wood, ``fit`` where the bare tile is seen."""

    def __init__(self, folder: Path, patterns: list[str]) -> None:
        self._folder, self._patterns = folder, patterns
        self._known: set[Path] = set()
        self.samples: list[Sample] = []
        self.rescan()

    def rescan(self) -> None:
        """Take up samples that are new in the folder."""
        for path in sorted(path for pattern in self._patterns for path in self._folder.glob(pattern)):
            if path not in self._known:
                self._known.add(path)
                self.samples.append(_with_masks(pickle.loads(path.read_bytes())))

    def any(self, rng: np.random.Generator) -> Sample:
        """One of them."""
        return self.samples[rng.integers(len(self.samples))]


def _with_masks(one: Sample) -> Sample:
    one["mask"] = _wood(one)
    apart = np.abs(cv2.blur(one["seen"].astype(np.float32) - one["bare"], NOISELESS)).max(2)
    one["fit"] = (cv2.blur(apart, (3, 3)) < 22) & one["tile"]
    return one


def _wood(one: Sample) -> np.ndarray[Any, Any]:
    mask = np.zeros(one["tile"].shape, np.uint8)
    for top, (kind, _, under, _) in zip(one["tops"], one["toks"], strict=True):
        if kind == LAMP:
            continue
        growth = one["cam"] / (one["cam"] - rise_of(kind, under))
        foot = one["foot"] + (top - one["foot"]) / growth
        ends = [(round(point[0]), round(point[1])) for point in (foot, top)]
        cv2.line(mask, ends[0], ends[1], 1, int(2 * radius_of(kind) + 5))
    return mask > 0


def crop(one: Sample, rng: np.random.Generator) -> tuple[Any, Any, Any, Any]:
    """What is shown, folded (36, n/2, n/2), and what is to be told: see ``_wanted``."""
    height, width = one["tile"].shape
    tops = one["tops"][one["visible"]]
    near = tops[rng.integers(len(tops))] if len(tops) and rng.random() < 0.75 else rng.uniform(40, (width, height))
    corner = np.clip(near + rng.uniform(-70, 70, 2) - CROP / 2, 0, (width - CROP, height - CROP)).astype(int)
    part = slice(corner[1], corner[1] + CROP), slice(corner[0], corner[0] + CROP)
    points = (tops - corner).reshape(-1, 2)
    toks = [token for token, visible in zip(one["toks"], one["visible"], strict=True) if visible]
    seen, bare, left, lamps = _spoilt(one, part, points, [token[0] for token in toks], rng)
    shown = np.concatenate(
        [
            seen.transpose(2, 0, 1) / TOKENS.input_span - TOKENS.input_zero,
            bare.transpose(2, 0, 1) / TOKENS.input_span - TOKENS.input_zero,
            one["tile"][part][None],
            _lean(one, corner),
        ]
    ).astype(np.float32)
    points = np.concatenate([points[left], lamps])
    toks = [token for token, is_left in zip(toks, left, strict=True) if is_left] + len(lamps) * [(LAMP, "", 0, 0)]
    if rng.random() < 0.5:
        shown, points = shown[:, :, ::-1].copy(), points * [-1, 1] + [CROP - 1, 0]
        shown[7] *= -1
    if rng.random() < 0.5:
        shown, points = shown[:, ::-1].copy(), points * [1, -1] + [0, CROP - 1]
        shown[8] *= -1
    if rng.random() < 0.5:
        shown, points = shown.transpose(0, 2, 1)[[*range(7), 8, 7]].copy(), points[:, ::-1]
    spots, colors, ways = _wanted(points / STRIDE, toks)
    return folded(shown, STRIDE).astype(np.float16), spots.astype(np.float16), colors, ways.astype(np.float16)


def _spoilt(one: Sample, part: tuple[slice, slice], points: Any, kinds: list[str], rng: np.random.Generator) -> Any:
    """Seen and bare as a crop shows them, which tops at ``points`` (N, 2) can still be known (N,), and lamps over."""
    at = points[((points > 4) & (points < CROP - 5)).all(axis=1)]
    if len(at) and rng.random() < MATCHED:
        tile, wood, fit, *pictures = (one[name][part] for name in ("tile", "mask", "fit", "seen", "bare"))
        hue, light = at[_chosen(pictures[0], at, rng)], rng.uniform(0.9, 1.1, 3)
        seen, bare = (light * picture for picture in in_hue_of_wood(*pictures, hue, (tile, wood, fit), rng))
    else:
        seen, bare = _dyed(one, part, rng)
    seen, left, lamps = np.clip(seen, 0, 255).astype(np.float32), np.ones(len(points), bool), np.zeros((0, 2))
    soft, lit = rng.random() < SOFT, rng.random() < GLARED
    if soft:
        seen = softened(seen, rng)
    if lit:
        seen, burnt, lamps = glared(seen, at, rng)
        left = unlost(burnt, points, kinds)
    if soft or lit:
        bare = np.where(one["tile"][part][..., None], bare, seen)
    return np.minimum(seen, 255), np.clip(bare, 0, 255), left, lamps


def _chosen(seen: Any, at: Any, rng: np.random.Generator) -> int:
    """Which of the pieces at points (N, 2) gives its hue to the print: pale ones ``PALER`` times as often as others."""
    x, y = at.round().astype(int).T
    odds = np.where(seen[y, x].min(axis=1) > PALE, PALER, 1.0)
    return int(rng.choice(len(at), p=odds / odds.sum()))


def _lean(one: Sample, corner: Any) -> Any:
    """How far something leans, x and y, (2, n, n); as in ``vision/tokens/net.py``."""
    step = TOKENS.lean_mm / (one["cam"] - TOKENS.lean_mm) / 10
    x, y = ((np.arange(CROP) + corner[i] - one["foot"][i]) * step for i in (0, 1))
    return np.stack(np.broadcast_arrays(x[None], y[:, None]))


def _dyed(one: Sample, part: tuple[slice, slice], rng: np.random.Generator) -> tuple[Any, Any]:
    """Seen and bare with other art, table, props, light and noise; wood keeps its colour."""
    seen, bare = one["seen"][part].astype(np.float32), one["bare"][part].astype(np.float32)
    tile, mask, fit = (one[name][part] for name in ("tile", "mask", "fit"))
    if rng.random() < 0.6:
        mix, veil = _dye(rng)
        bare = np.where(tile[..., None], bare @ mix.T + veil, bare)
        seen = np.where((fit & ~mask)[..., None], seen @ mix.T + veil, seen)
        if rng.random() < 0.7:
            mix, veil = _dye(rng)
            seen = np.where((~tile & ~mask)[..., None], seen @ mix.T + veil, seen)
            bare = np.where(~tile[..., None], seen, bare)
    if rng.random() < 0.35:
        mix, veil = _dye(rng)
        seen = np.where((tile & ~fit & ~mask)[..., None], seen @ mix.T + veil, seen)
    dim = rng.random() < 0.25
    light = rng.uniform(*(0.6, 1.3) if dim else (0.85, 1.15)) * rng.uniform(0.85 if dim else 0.9, 1.1, 3)
    seen, bare = seen * light, bare * light * (rng.uniform(0.92, 1.08) if rng.random() < 0.5 else 1)
    return (seen + rng.normal(0, rng.uniform(1, 7), seen.shape) if rng.random() < 0.6 else seen), bare


def _dye(rng: np.random.Generator) -> tuple[Any, float]:
    mix = np.eye(3)[rng.permutation(3)] if rng.random() < 0.6 else np.eye(3)
    if rng.random() < 0.5:
        mix = mix * 0.7 + 0.3 * rng.dirichlet([1, 1, 1], 3)
    veil = rng.uniform(-15, 25) * (rng.random() < 0.5)
    return (mix * rng.uniform(0.7, 1.25, (3, 1))).astype(np.float32), float(veil)


def _wanted(points: Floats, tokens: list[tuple[str, str, int, int]]) -> tuple[Any, Any, Any]:
    """Tops, things without a name and lamps as soft spots (5, n, n), numbers of the colours (n, n) and the ways
    (2, n, n) to tops around each."""
    size = CROP // STRIDE
    spots, ways = np.zeros((len(KINDS), size, size), np.float32), np.zeros((2, size, size), np.float32)
    colors, cells = np.full((size, size), ELSEWHERE, np.int8), np.arange(size)
    for (px, py), (kind, color, _, _) in zip(points, tokens, strict=True):
        shape = KINDS.index(kind) if kind in KINDS else 1
        across, down = (np.exp(-((cells - p) ** 2) / (2 * SPOTS[shape] ** 2)).astype(np.float32) for p in (px, py))
        spots[shape] = np.maximum(spots[shape], down[:, None] * across)
        column, row = round(px), round(py)
        if 0 <= column < size and 0 <= row < size:
            spots[shape, row, column] = 1
        around = ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        for r, c in around if kind not in OTHERS else ():
            if 0 <= c < size and 0 <= r < size:
                colors[r, c], ways[:, r, c] = COLORS.index(color), (px - c, py - r)
    return spots, colors, ways


@dataclass(frozen=True, slots=True)
class Mix:
    """What a batch is made of: a ``share`` of photos, the others painted.

    Of those ``LITTERED`` are littered, of the others ``SHINY`` under mirrored lamps, of the rest ``WEBCAMS`` seen
    through webcams, of what is left ``CROWDED`` crowded.
    """

    virtual: Pool
    crowded: Pool
    webcam: Pool
    littered: Pool
    shiny: Pool
    photos: Pool
    share: float

    def any(self, rng: np.random.Generator) -> Sample:
        """One sample."""
        if self.photos.samples and rng.random() < self.share:
            return self.photos.any(rng)
        if self.littered.samples and rng.random() < LITTERED:
            return self.littered.any(rng)
        if self.shiny.samples and rng.random() < SHINY:
            return self.shiny.any(rng)
        if self.webcam.samples and rng.random() < WEBCAMS:
            return self.webcam.any(rng)
        crowded = min(CROWDED, len(self.crowded.samples) / MANY)
        return (self.crowded if rng.random() < crowded else self.virtual).any(rng)

    def rescan(self) -> None:
        """Take up painted tables that are new."""
        for pool in (self.virtual, self.crowded, self.webcam, self.littered, self.shiny):
            pool.rescan()


class Crops(IterableDataset[Batch]):
    """Batches of so many crops without end; samples that are new are taken up now and then."""

    def __init__(self, mix: Mix, size: int) -> None:
        self._mix, self._size = mix, size

    def __iter__(self) -> Iterator[Batch]:
        """Other crops in each of several workers."""
        worker = get_worker_info()
        rng, made = np.random.default_rng([0, worker.id if worker else 0]), 0
        cv2.setNumThreads(1)
        while True:
            crops = [crop(self._mix.any(rng), rng) for _ in range(self._size)]
            yield tuple(torch.from_numpy(np.stack(part)) for part in zip(*crops, strict=True))
            made += 1
            if made % RESCAN == 0:
                self._mix.rescan()
