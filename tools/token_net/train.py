"""How is ``vision/tokens/tokens.onnx`` made?  Trains the token net on samples and writes it.

``python -m tools.token_net.train SAMPLES NET.onnx --steps 3000 --photos table-photos --share 0.5``; about half a second
a step on one core.  In every crop the art, the table and what lies on tiles are dyed anew, so that only wood and its
shape are left to learn.
"""

import argparse
import math
import pickle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from vision.params import TOKENS
from vision.tokens.net import COLORS, STRIDE
from vision.tokens.stacks import height_of

KINDS = ("assistant", "merchant", "family")
CHANNELS = 24
CROP = 160
BATCH = 8
Sample = dict[str, Any]


def layer(before: int, after: int, size: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Convolution and normalisation."""
    pad = dilation * (size // 2)
    convolution = nn.Conv2d(before, after, size, stride, pad, dilation=dilation, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after, momentum=0.03))


class TokenNet(nn.Module):
    """45,000 parameters; sees 35 mm around each point.  Input and output are those of ``vision/tokens/net.py``."""

    def __init__(self) -> None:
        super().__init__()
        self.c1, self.c2 = layer(12, CHANNELS, 5, STRIDE), layer(CHANNELS, CHANNELS, 3)
        self.r = nn.ModuleList([layer(CHANNELS, CHANNELS, 3, 1, d) for d in (1, 2, 4, 8, 2, 1)])
        self.h, self.o = layer(CHANNELS, 48, 1), nn.Conv2d(48, 18, 1)
        with torch.no_grad():
            self.o.bias[:3] = -4.0  # type: ignore[index]

    def forward(self, shown: Tensor) -> Tensor:
        """(n, 18, h/2, w/2) of (n, 9, h, w)."""
        x = torch.cat([shown, (shown[:, :3] - shown[:, 3:6]).abs()], 1)
        x = functional.relu(self.c2(functional.relu(self.c1(x))))
        for more in self.r:
            x = x + functional.relu(more(x))
        return self.o(functional.relu(self.h(x)))


def load_samples(paths: list[Path]) -> list[Sample]:
    """Samples with what the dyeing needs: ``mask`` of wood, ``fit`` where the bare tile is seen, ``lean``."""
    samples = []
    for path in paths:
        one = pickle.loads(path.read_bytes())
        height, width = one["tile"].shape
        y, x = np.mgrid[:height, :width].astype(np.float32)
        step = TOKENS.lean_mm / (one["cam"] - TOKENS.lean_mm) / 10
        one["lean"] = np.stack([(x - one["foot"][0]) * step, (y - one["foot"][1]) * step])
        one["mask"] = _wood(one)
        apart = np.abs(one["seen"].astype(int) - one["bare"]).max(2).astype(np.float32)
        one["fit"] = (cv2.blur(apart, (3, 3)) < 22) & one["tile"]
        samples.append(one)
    return samples


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
    tops = one["tops"]
    near = tops[rng.integers(len(tops))] if len(tops) and rng.random() < 0.75 else rng.uniform(40, (width, height))
    corner = np.clip(near + rng.uniform(-70, 70, 2) - CROP / 2, 0, (width - CROP, height - CROP)).astype(int)
    part = slice(corner[1], corner[1] + CROP), slice(corner[0], corner[0] + CROP)
    seen, bare = _dyed(one, part, rng)
    shown = np.concatenate(
        [
            seen.transpose(2, 0, 1) / TOKENS.input_span - TOKENS.input_zero,
            bare.transpose(2, 0, 1) / TOKENS.input_span - TOKENS.input_zero,
            one["tile"][part][None],
            one["lean"][:, part[0], part[1]],
        ]
    ).astype(np.float32)
    points = (tops - corner).reshape(-1, 2)
    if rng.random() < 0.5:
        shown, points = shown[:, :, ::-1].copy(), points * [-1, 1] + [CROP - 1, 0]
        shown[7] *= -1
    if rng.random() < 0.5:
        shown, points = shown[:, ::-1].copy(), points * [1, -1] + [0, CROP - 1]
        shown[8] *= -1
    if rng.random() < 0.5:
        shown, points = shown.transpose(0, 2, 1)[[*range(7), 8, 7]].copy(), points[:, ::-1]
    return shown, *_wanted(points / STRIDE, one["toks"])


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
    light = rng.uniform(0.85, 1.15) * rng.uniform(0.9, 1.1, 3)
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
    y, x = np.mgrid[:size, :size]
    known: list[tuple[float, ...]] = []
    for (px, py), (kind, color, under, _) in zip(points, tokens, strict=True):
        shape = KINDS.index(kind) if kind in KINDS else 1
        spots[shape] = np.maximum(spots[shape], np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * 0.9**2)))
        column, row = round(px), round(py)
        if 0 <= column < size and 0 <= row < size:
            spots[shape, row, column] = 1
        for r, c in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            if 0 <= c < size and 0 <= r < size:
                stack = under if kind == "merchant" else -1
                known.append((r, c, COLORS.index(color), stack, px - c, py - r))
    return spots, known


def loss_of(told: Tensor, spots: Tensor, known: Any) -> Tensor:
    """Tops by focal loss, colours and numbers under by cross entropy, places by distance."""
    share = torch.sigmoid(told[:, :3]).clamp(1e-5, 1 - 1e-5)
    top = spots >= 0.999
    hit = -(((1 - share) ** 2) * share.log())[top].sum()
    miss = -(((1 - spots) ** 4) * share**2 * (1 - share).log())[~top].sum()
    loss = (hit + miss) / max(1, int(top.sum()))
    if len(known):
        where = torch.from_numpy(known[:, :3].astype(int))
        at = told[where[:, 0], :, where[:, 1], where[:, 2]]
        loss = loss + functional.cross_entropy(at[:, 3:10], torch.from_numpy(known[:, 3].astype(int)))
        loss = loss + 0.5 * functional.l1_loss(at[:, 16:18], torch.from_numpy(known[:, 5:7].astype(np.float32)))
        stacked = known[:, 4] >= 0
        if stacked.any():
            numbers = torch.from_numpy(known[stacked, 4].astype(int))
            loss = loss + 0.5 * functional.cross_entropy(at[stacked, 10:16], numbers)
    return loss


def train(net: TokenNet, virtual: list[Sample], photos: list[Sample], steps: int, share: float, rate: float) -> None:
    """Adam with a rate that falls to nothing; every batch is part photos, part painted tables."""
    rng = np.random.default_rng(0)
    adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    for step in range(steps):
        for group in adam.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-5
        made = []
        for _ in range(BATCH):
            pool = photos if photos and (not virtual or rng.random() < share) else virtual
            made.append(crop(pool[rng.integers(len(pool))], rng))
        known = np.array([(i, *row) for i, (_, _, rows) in enumerate(made) for row in rows])
        told = net(torch.from_numpy(np.stack([shown for shown, _, _ in made])))
        loss = loss_of(told, torch.from_numpy(np.stack([spots for _, spots, _ in made])), known)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        if (step + 1) % 100 == 0:
            print(step + 1, round(float(loss.detach()), 3), flush=True)


def export(net: TokenNet, path: Path) -> None:
    """Write the net as ONNX, normalisation folded into the convolutions."""
    net.eval()
    net.c1, net.c2, net.h = (fuse_conv_bn_eval(part[0], part[1]) for part in (net.c1, net.c2, net.h))
    net.r = nn.ModuleList([fuse_conv_bn_eval(part[0], part[1]) for part in net.r])  # type: ignore[index]
    names = {"input_names": ["view"], "output_names": ["told"]}
    torch.onnx.export(net, torch.zeros(1, 9, 364, 472), str(path), dynamo=False, opset_version=13, **names)


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path)
    parser.add_argument("net", type=Path)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=6e-3)
    parser.add_argument("--photos", nargs="*", default=[], help="names of photo folders among the samples")
    parser.add_argument("--share", type=float, default=0.5, help="share of photos in a batch")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--weights", type=Path, help="where to keep the weights for a later start")
    told = parser.parse_args()
    torch.manual_seed(0)
    net = TokenNet()
    if told.start:
        net.load_state_dict(torch.load(told.start))
    virtual = load_samples(sorted(told.samples.glob("virtual_*.pkl")))
    photos = load_samples([p for name in told.photos for p in sorted(told.samples.glob(f"photo_{name}_*.pkl"))])
    train(net, virtual, photos, told.steps, told.share, told.rate)
    if told.weights:
        torch.save(net.state_dict(), told.weights)
    export(net, told.net)


if __name__ == "__main__":
    main()
