"""How is ``vision/tokens/tokens.onnx`` made?  Trains the token net on samples and writes it.

``python -m tools.token_net.train SAMPLES NET.onnx --minutes 60 --photos table-photos --share 0.4``; about a tenth of a
second a step on one core.  In every crop the art, the table and what lies on tiles are dyed anew, so that only wood and
its shape are left to learn; many crops are spoilt (``disturb.py``).  Samples painted while it runs are taken up.
"""

import argparse
import math
import pickle
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.token_net.disturb import GLARED, MATCHED, SOFT, glared, in_hue_of_wood, softened, unlost
from tools.token_net.parts import Body, fused
from vision.params import TOKENS
from vision.tokens.net import COLORS, STRIDE
from vision.tokens.stacks import height_of

KINDS = ("assistant", "merchant", "family")
CHANNELS = (16, 32, 96)
"""Of the first layer, of the trunk, of the last layer but one."""
DILATIONS = (1, 1, 2, 1, 1, 1, 1, 1)
TOLD = 12
SPOT = 0.9
"""Softness of a top's middle, in cells."""
RESCAN = 250  # steps after which new samples are looked for
CROP = 160
BATCH = 8
NOISELESS = (5, 5)  # so far around a pixel noise is averaged before it is compared with the bare tile
WEBCAMS = 0.55
"""Share of painted tables seen through webcams, where there are any."""
LITTERED = 0.3
"""Share of painted tables with wood on edge and lying, where there are any."""
CROWDED = 0.6
MANY = 400  # fewer crowded tables than this are shown less often
PALE, PALER = 105, 3.0
"""Wood without a darker channel than this is white; white print hides it, so it is met more often."""
HALF = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
"""Whether this machine is faster with half as long numbers; others are ten times slower."""
Sample = dict[str, Any]


class TokenNet(Body):
    """92,000 parameters, working at every fourth millimetre; sees 40 mm around each point.

    Input and output are those of ``vision/tokens/net.py``.
    """

    def __init__(self) -> None:
        super().__init__(12, CHANNELS, DILATIONS, TOLD, 3, STRIDE)

    def forward(self, shown: Tensor) -> Tensor:
        """(n, 12, h/2, w/2) of (n, 9, h, w)."""
        return super().forward(torch.cat([shown, (shown[:, :3] - shown[:, 3:6]).abs()], 1))


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
        growth = one["cam"] / (one["cam"] - height_of(kind, under))
        foot = one["foot"] + (top - one["foot"]) / growth
        ends = [(round(point[0]), round(point[1])) for point in (foot, top)]
        cv2.line(mask, ends[0], ends[1], 1, int(2 * TOKENS.radius_mm[kind] + 5))
    return mask > 0


def crop(one: Sample, rng: np.random.Generator) -> tuple[Any, Any, list[tuple[float, ...]]]:
    """What is shown (9, n, n), the tops as soft spots (3, n/2, n/2), and rows of what is known around each top."""
    height, width = one["tile"].shape
    tops = one["tops"][one["visible"]]
    near = tops[rng.integers(len(tops))] if len(tops) and rng.random() < 0.75 else rng.uniform(40, (width, height))
    corner = np.clip(near + rng.uniform(-70, 70, 2) - CROP / 2, 0, (width - CROP, height - CROP)).astype(int)
    part = slice(corner[1], corner[1] + CROP), slice(corner[0], corner[0] + CROP)
    points = (tops - corner).reshape(-1, 2)
    toks = [token for token, visible in zip(one["toks"], one["visible"], strict=True) if visible]
    seen, bare, left = _spoilt(one, part, points, [token[0] for token in toks], rng)
    shown = np.concatenate(
        [
            seen.transpose(2, 0, 1) / TOKENS.input_span - TOKENS.input_zero,
            bare.transpose(2, 0, 1) / TOKENS.input_span - TOKENS.input_zero,
            one["tile"][part][None],
            _lean(one, corner),
        ]
    ).astype(np.float32)
    points, toks = points[left], [token for token, is_left in zip(toks, left, strict=True) if is_left]
    if rng.random() < 0.5:
        shown, points = shown[:, :, ::-1].copy(), points * [-1, 1] + [CROP - 1, 0]
        shown[7] *= -1
    if rng.random() < 0.5:
        shown, points = shown[:, ::-1].copy(), points * [1, -1] + [0, CROP - 1]
        shown[8] *= -1
    if rng.random() < 0.5:
        shown, points = shown.transpose(0, 2, 1)[[*range(7), 8, 7]].copy(), points[:, ::-1]
    return shown, *_wanted(points / STRIDE, toks)


def _spoilt(one: Sample, part: tuple[slice, slice], points: Any, kinds: list[str], rng: np.random.Generator) -> Any:
    """Seen and bare as a crop shows them, and which tops at ``points`` (N, 2) can still be known (N,)."""
    at = points[((points > 4) & (points < CROP - 5)).all(axis=1)]
    if len(at) and rng.random() < MATCHED:
        tile, wood, fit, *pictures = (one[name][part] for name in ("tile", "mask", "fit", "seen", "bare"))
        hue, light = at[_chosen(pictures[0], at, rng)], rng.uniform(0.9, 1.1, 3)
        seen, bare = (light * picture for picture in in_hue_of_wood(*pictures, hue, (tile, wood, fit), rng))
    else:
        seen, bare = _dyed(one, part, rng)
    seen, left = np.clip(seen, 0, 255).astype(np.float32), np.ones(len(points), bool)
    soft, lit = rng.random() < SOFT, rng.random() < GLARED
    if soft:
        seen = softened(seen, rng)
    if lit:
        seen, burnt = glared(seen, at, rng)
        left = unlost(burnt, points, kinds)
    if soft or lit:
        bare = np.where(one["tile"][part][..., None], bare, seen)
    return np.minimum(seen, 255), np.clip(bare, 0, 255), left


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


def _wanted(points: Any, tokens: list[tuple[str, str, int, int]]) -> tuple[Any, list[tuple[float, ...]]]:
    size = CROP // STRIDE
    spots = np.zeros((3, size, size), np.float32)
    cells = np.arange(size)
    known: list[tuple[float, ...]] = []
    for (px, py), (kind, color, _, _) in zip(points, tokens, strict=True):
        shape = KINDS.index(kind) if kind in KINDS else 1
        across, down = (np.exp(-((cells - p) ** 2) / (2 * SPOT**2)).astype(np.float32) for p in (px, py))
        spots[shape] = np.maximum(spots[shape], down[:, None] * across)
        column, row = round(px), round(py)
        if 0 <= column < size and 0 <= row < size:
            spots[shape, row, column] = 1
        for r, c in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            if 0 <= c < size and 0 <= r < size:
                known.append((r, c, COLORS.index(color), px - c, py - r))
    return spots, known


def loss_of(told: Tensor, spots: Tensor, known: Any) -> Tensor:
    """Tops by focal loss, colours by cross entropy, places by distance."""
    share = torch.sigmoid(told[:, :3]).clamp(1e-5, 1 - 1e-5)
    top = spots >= 0.999
    hit = -(((1 - share) ** 2) * share.log())[top].sum()
    miss = -(((1 - spots) ** 4) * share**2 * (1 - share).log())[~top].sum()
    loss = (hit + miss) / max(1, int(top.sum()))
    if len(known):
        where = torch.from_numpy(known[:, :3].astype(int))
        at = told[where[:, 0], :, where[:, 1], where[:, 2]]
        loss = loss + functional.cross_entropy(at[:, 3:10], torch.from_numpy(known[:, 3].astype(int)))
        loss = loss + 0.5 * functional.l1_loss(at[:, 10:12], torch.from_numpy(known[:, 4:6].astype(np.float32)))
    return loss


@dataclass(frozen=True, slots=True)
class Mix:
    """What a batch is made of: a ``share`` of photos; of the painted tables ``LITTERED`` are littered, of the others
    ``WEBCAMS`` seen through webcams, of the rest ``CROWDED`` crowded."""

    virtual: Pool
    crowded: Pool
    webcam: Pool
    littered: Pool
    photos: Pool
    share: float

    def any(self, rng: np.random.Generator) -> Sample:
        """One sample."""
        if rng.random() < self.share:
            return self.photos.any(rng)
        if self.littered.samples and rng.random() < LITTERED:
            return self.littered.any(rng)
        if self.webcam.samples and rng.random() < WEBCAMS:
            return self.webcam.any(rng)
        crowded = min(CROWDED, len(self.crowded.samples) / MANY)
        return (self.crowded if rng.random() < crowded else self.virtual).any(rng)

    def rescan(self) -> int:
        """Take up painted tables that are new; how many there are then."""
        painted = self.virtual, self.crowded, self.webcam, self.littered
        for pool in painted:
            pool.rescan()
        return sum(len(pool.samples) for pool in painted)


def train(net: TokenNet, mix: Mix, minutes: float, rate: float) -> None:
    """AdamW with a rate that falls to nothing in the time given."""
    rng = np.random.default_rng(0)
    adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    start, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in adam.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        loss = _step(net, adam, [mix.any(rng) for _ in range(BATCH)], rng)
        mean, step = loss if step == 0 else mean + 0.01 * (loss - mean), step + 1
        if step % RESCAN == 0:
            print(step, round(done, 3), round(mean, 3), mix.rescan(), flush=True)


def _step(net: TokenNet, adam: torch.optim.Optimizer, batch: list[Sample], rng: np.random.Generator) -> float:
    made = [crop(one, rng) for one in batch]
    known = np.array([(i, *row) for i, (_, _, rows) in enumerate(made) for row in rows])
    shown = torch.from_numpy(np.stack([one for one, _, _ in made])).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16, enabled=HALF):
        told = net(shown)
    loss = loss_of(told.float(), torch.from_numpy(np.stack([spots for _, spots, _ in made])), known)
    adam.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    adam.step()
    return float(loss.detach())


def export(net: TokenNet, path: Path) -> None:
    """Write the net as ONNX."""
    names = {"input_names": ["view"], "output_names": ["told"]}
    sizes = {"view": {2: "height", 3: "width"}, "told": {2: "height told", 3: "width told"}}
    shown = torch.zeros(1, 9, 364, 472)
    torch.onnx.export(fused(net), shown, str(path), dynamo=False, opset_version=13, dynamic_axes=sizes, **names)


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path)
    parser.add_argument("net", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=5e-3)
    parser.add_argument("--photos", nargs="*", default=[], help="names of photo folders among the samples")
    parser.add_argument("--share", type=float, default=0.5, help="share of photos in a batch")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--weights", type=Path, help="where to keep the weights for a later start")
    told = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    net = TokenNet().to(memory_format=torch.channels_last)
    if told.start:
        net.load_state_dict(torch.load(told.start))
    photos = Pool(told.samples, [f"photo_{name}_*.pkl" for name in told.photos])
    painted = (Pool(told.samples, [f"{name}_*.pkl"]) for name in ("virtual", "crowded", "webcam", "littered"))
    train(net, Mix(*painted, photos, told.share), told.minutes, told.rate)
    if told.weights:
        torch.save(net.state_dict(), told.weights)
    export(net, told.net)


if __name__ == "__main__":
    main()
