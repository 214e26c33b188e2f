"""How is ``vision/dice.onnx`` made?  Trains the net that finds tops of dice, on drawn dice only.

``python -m tools.token_net.dice DICE.onnx --minutes 20``.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.token_net.die_scenes import SIZE_PX, DiceExample, example
from tools.token_net.parts import Body, export, fused
from vision.dice import STRIDE
from vision.params import DICE

CHANNELS = (16, 32, 64)
"""Of the first layer, of the trunk, of the last layer but one."""
DILATIONS = (1, 1, 2, 1, 2, 1)
TOLD = 7
BATCH = 32
FRESH = 0.2
"""Share of a batch that is drawn anew; the rest is taken from what was drawn before."""
KEPT = 20_000
RATE = 4e-3
SPOT = 0.84
"""Softness of a top's middle, in cells."""


class DiceNet(Body):
    """67,000 parameters; input (n, 3, h, w) and output (n, 7, h/2, w/2), folded, are those of ``vision/dice.py``."""

    def __init__(self) -> None:
        super().__init__(3, CHANNELS, DILATIONS, TOLD, [0], STRIDE)


def shown_of(one: DiceExample) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """What the net is shown of an example, (3, n, n)."""
    lean = np.broadcast_to(one.lean[:, None, None], (2, SIZE_PX, SIZE_PX))
    return np.concatenate([one.grey[None] - DICE.grey_zero, lean]).astype(np.float32)


def wanted_of(batch: list[DiceExample]) -> tuple[Tensor, Tensor]:
    """Tops as soft spots (n, h, w), and rows (example, row, column, value less one) around each top."""
    size = SIZE_PX // STRIDE
    spots, known, cells = np.zeros((len(batch), size, size), np.float32), [], np.arange(size)
    for number, one in enumerate(batch):
        for (x, y), value in zip((one.tops_px - (STRIDE - 1) / 2) / STRIDE, one.values, strict=True):
            across, down = (np.exp(-((cells - at) ** 2) / (2 * SPOT**2)) for at in (x, y))
            spots[number] = np.maximum(spots[number], down[:, None] * across)
            column, row = round(x), round(y)
            if 0 <= row < size and 0 <= column < size:
                spots[number, row, column] = 1
            near = ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
            known += [(number, r, c, value - 1) for r, c in near if 0 <= r < size and 0 <= c < size]
    return torch.from_numpy(spots), torch.tensor(known, dtype=torch.long).reshape(-1, 4)


def loss_of(told: Tensor, spots: Tensor, known: Tensor) -> Tensor:
    """Tops by focal loss, numbers by cross entropy."""
    share, top = torch.sigmoid(told[:, 0]).clamp(1e-5, 1 - 1e-5), spots >= 0.999
    hit = -(((1 - share) ** 2) * share.log())[top].sum()
    miss = -(((1 - spots) ** 4) * share**2 * (1 - share).log())[~top].sum()
    loss = (hit + miss) / max(1, int(top.sum()))
    if len(known):
        at = told[known[:, 0], :, known[:, 1], known[:, 2]]
        loss = loss + functional.cross_entropy(at[:, 1:], known[:, 3])
    return loss


def train(net: DiceNet, minutes: float) -> None:
    """AdamW with a rate that falls to nothing in the time given."""
    rng, drawn = np.random.default_rng(0), list[DiceExample]()
    adam = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    start, step = time.monotonic(), 0
    while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in adam.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        drawn = [*drawn, *(example(rng) for _ in range(round(BATCH * FRESH)))][-KEPT:]
        batch = [drawn[i] for i in rng.integers(0, len(drawn), BATCH)]
        shown = torch.from_numpy(np.stack([shown_of(one) for one in batch]))
        with torch.autocast("cpu", torch.bfloat16):
            folded = functional.pixel_unshuffle(shown, STRIDE).contiguous(memory_format=torch.channels_last)
            told = functional.pixel_shuffle(net(folded), STRIDE)
        loss, step = loss_of(told.float(), *wanted_of(batch)), step + 1
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        if step % 100 == 0:
            print(step, round(done, 3), round(float(loss.detach()), 3), len(drawn), flush=True)


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", type=Path)
    parser.add_argument("--minutes", type=float, default=20)
    told = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    net = DiceNet().to(memory_format=torch.channels_last)
    train(net, told.minutes)
    size = SIZE_PX // STRIDE
    export(fused(net), torch.zeros(1, 3 * STRIDE**2, size, size), told.net)


if __name__ == "__main__":
    main()
