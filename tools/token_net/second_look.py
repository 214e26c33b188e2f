"""How is ``vision/tokens/second_look.onnx`` made?  Trains the net that looks again at what is taken for tops.

``python -m tools.token_net.second_look SAMPLES vision/tokens/second_look.onnx`` asks the token net of the program for
its candidates in the samples of ``tools/token_net/samples.py``, so it has to be run anew after that net was trained.
"""

import argparse
import math
import pickle
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.frame import Floats, Reals
from vision.params import TOKENS
from vision.tokens.net import NARROW, PLAIN, STICKER, ask_net
from vision.tokens.peaks import peaks_of
from vision.tokens.second_look import NO_TOP, SIZE_PX, patch_input
from vision.tokens.view import Scale, StraightView

SHAPES = {"assistant": PLAIN, "merchant": STICKER, "governor": STICKER, "smuggler": STICKER, "family": NARROW}
CHANNELS = (16, 24, 40, 48)
"""Of the first layers, of those after them, of the last layer before all is taken together."""
BATCH, RATE = 96, 2e-3
NEAR_MM = 5.5
"""A candidate so near to a token's top is that."""
UNLIKELY, SELDOM = -1.0, 0.3
"""Candidates with smaller log-odds are shown so often, beside others: the second look is for what would be told."""
HELD_OUT = 6
"""Every so many tables are kept to judge by."""


class Candidate(NamedTuple):
    """What the net is shown (9, n, n), the shape of the token there or ``NO_TOP``, the shape it was taken for, and the
    token net's log-odds of that."""

    shown: Reals
    true: int
    shape: int
    log_odds: float


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Many candidates: what is shown (n, 9, size, size), and the other parts of each (n,)."""

    shown: Tensor
    true: Tensor
    shape: Tensor
    log_odds: Tensor

    @staticmethod
    def of(paths: list[Path]) -> "Known":
        """The candidates in these samples."""
        with Pool() as pool:
            found = [one for some in pool.imap(candidates, paths) for one in some]
        shown = np.stack([one.shown.astype(np.float16) for one in found])
        rest = (torch.tensor(part) for part in zip(*(one[1:] for one in found), strict=True))
        return Known(torch.from_numpy(shown), *rest)


def candidates(path: Path) -> list[Candidate]:
    """What the token net takes for tops in a sample, but for those mostly hidden."""
    one = pickle.loads(path.read_bytes())
    view = _view_of(one)
    answer, found = ask_net(view), []
    for shape in (PLAIN, STICKER, NARROW):
        for peak in peaks_of(answer, shape):
            true = _true_shape(one, peak.at_px)
            if true is not None:
                shown = patch_input(view.seen, view.bare, view.tile >= 0, view.scale, peak.at_px)
                found.append(Candidate(shown, true, shape, peak.log_odds))
    return found


def _view_of(one: dict[str, Any]) -> StraightView:
    """What of the view of a sample is asked for."""
    height, width = one["tile"].shape
    scale = Scale(1.0, np.zeros(2), (width, height), np.asarray(one["foot"], np.float64), float(one["cam"]))
    seen, bare = (one[name].astype(np.float32) / TOKENS.input_gain for name in ("seen", "bare"))
    return cast(StraightView, SimpleNamespace(seen=seen, bare=bare, tile=one["tile"].astype(np.int16) - 1, scale=scale))


def _true_shape(one: dict[str, Any], at_px: Floats) -> int | None:
    """The shape of the nearest token's top, if one is near; None for one that is mostly hidden."""
    away = np.hypot(*(one["tops"] - at_px).T)
    wood = [i for i in np.argsort(away) if one["toks"][i][0] in SHAPES and away[i] < NEAR_MM]
    if not wood:
        return NO_TOP
    return SHAPES[one["toks"][wood[0]][0]] if one["visible"][wood[0]] else None


class SecondLook(nn.Module):
    """100,000 parameters; input and output are those of ``vision/tokens/second_look.py``."""

    def __init__(self) -> None:
        super().__init__()
        first, wide, deep, last = CHANNELS
        self.layers = nn.Sequential(
            *_layer(9, first, 2), *_layer(first, wide, 1), *_layer(wide, deep, 2), *_layer(deep, deep, 1)
        )
        self.shrunk = nn.Conv2d(deep, last, 3, 2, padding=1)
        self.f1 = nn.Linear(last * math.ceil(SIZE_PX / 8) ** 2, last)
        self.f2 = nn.Linear(last, NO_TOP + 1)

    def forward(self, shown: Tensor) -> Tensor:
        """(n, 4) of (n, 9, size, size)."""
        x = functional.relu(self.shrunk(self.layers(shown)))
        x = functional.dropout(functional.relu(self.f1(x.flatten(1))), 0.3, self.training)
        told: Tensor = self.f2(x)
        return told


def _layer(before: int, after: int, stride: int) -> list[nn.Module]:
    return [nn.Conv2d(before, after, 3, stride, padding=1), nn.BatchNorm2d(after), nn.ReLU()]


def dyed(shown: Tensor) -> Tensor:
    """The same patches in other colours, light and noise, a little elsewhere, some seen in a mirror."""
    count, size = len(shown), shown.shape[3]
    pictures = shown[:, :6].float().reshape(count, 2, 3, size, size) + TOKENS.input_zero
    order = torch.where(torch.rand(count, 1) < 0.6, torch.rand(count, 3).argsort(1), torch.arange(3))
    pictures = pictures.gather(2, order[:, None, :, None, None].expand_as(pictures))
    light = torch.empty(count, 1, 1, 1, 1).uniform_(0.8, 1.2) * torch.empty(count, 1, 3, 1, 1).uniform_(0.88, 1.12)
    pictures = pictures * light - TOKENS.input_zero
    pictures[:, 0] += torch.randn_like(pictures[:, 0]) * torch.rand(count, 1, 1, 1) * 0.05
    apart = (pictures[:, 0] - pictures[:, 1]).abs().amax(1, keepdim=True)
    patches = torch.cat([pictures.flatten(1, 2), apart, shown[:, 7:].float()], 1)
    patches = torch.where(torch.rand(count, 1, 1, 1) < 0.5, patches.flip(3), patches)
    return patches.roll(tuple(torch.randint(-1, 2, (2,)).tolist()), (2, 3))


def train(net: SecondLook, known: Known, rounds: int) -> None:
    """AdamW with a rate that falls to nothing."""
    steps, often = rounds * len(known.true) // BATCH, torch.where(known.log_odds > UNLIKELY, 1.0, SELDOM)
    adam = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3)
    for step in range(steps):
        for group in adam.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-5
        some = torch.multinomial(often, BATCH, replacement=True)
        loss = functional.cross_entropy(net(dyed(known.shown[some])), known.true[some])
        adam.zero_grad()
        loss.backward()
        adam.step()
        if step % 500 == 0:
            print(step, steps, round(float(loss.detach()), 3), flush=True)


def judge(net: SecondLook, known: Known) -> str:
    """Of what the token net would tell: how many are right and wrong, and how many of each are denied."""
    net.eval()
    with torch.no_grad():
        told = torch.cat([net(part.float()) for part in known.shown.split(500)])
    likely, right = known.log_odds > TOKENS.told, known.true == known.shape
    denied = told.softmax(1).gather(1, known.shape[:, None])[:, 0] < 0.5
    counts = [int((likely & which).sum()) for which in (right, right & denied, ~right, ~right & denied)]
    return "{} right, {} of them denied; {} wrong, {} of them denied".format(*counts)


def main() -> None:
    """Train, judge by tables that were kept, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("net", type=Path, help="where the net is written")
    parser.add_argument("--rounds", type=int, default=12, help="how often each candidate is shown, in the mean")
    told = parser.parse_args()
    torch.manual_seed(0)
    paths = sorted(path for folder in told.samples for path in folder.glob("*.pkl"))
    kept = [path for path in paths if not path.name.startswith("photo")][::HELD_OUT]
    net = SecondLook()
    train(net, Known.of([path for path in paths if path not in set(kept)]), told.rounds)
    print(judge(net, Known.of(kept)))
    size = SIZE_PX
    torch.onnx.export(net.eval(), torch.zeros(1, 9, size, size), str(told.net), dynamo=False, opset_version=13)


if __name__ == "__main__":
    main()
