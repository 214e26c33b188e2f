"""How is ``vision/tokens/stacks.onnx`` made?  Trains the net that counts the assistants under a merchant.

``python -m tools.token_net.stacks SAMPLES --net STACKS.onnx --photos table-photos`` uses the samples of
``tools/token_net/samples.py`` and takes two minutes of one core.
"""

import argparse
import math
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.params import STACKS, TOKENS
from vision.tokens.stacks import stack_input
from vision.tokens.view import Scale

CHANNELS = (16, 24, 48)
ROUNDS = 14
BATCH = 128
RATE = 2e-3
CROWDED = 3
"""How often crowded tables are taken."""
OFF_PX = 0.5
"""How badly the net above places a top."""
SHOWN = 3
"""How often each merchant is taken, each time a little elsewhere."""


@dataclass(frozen=True, slots=True)
class Fronts:
    """Fronts of stacks (n, 8, rows, columns) and the numbers of assistants in them (n,)."""

    shown: Tensor
    under: Tensor


class StackNet(nn.Module):
    """45,000 parameters; input and output are those of ``vision/tokens/stacks.py``."""

    def __init__(self) -> None:
        super().__init__()
        first, wide, last = CHANNELS
        rows = len(STACKS.top_shares) + STACKS.rows
        self.c1 = nn.Conv2d(8, first, 3, padding=1)
        self.c2 = nn.Conv2d(first, wide, 3, stride=2, padding=1)
        self.c3 = nn.Conv2d(wide, wide, 3, stride=2, padding=1)
        self.f1 = nn.Linear(wide * math.ceil(rows / 4) * math.ceil(STACKS.columns / 4), last)
        self.f2 = nn.Linear(last, TOKENS.most_under + 1)

    def forward(self, shown: Tensor) -> Tensor:
        """(n, 6) of (n, 8, rows, columns)."""
        x = functional.relu(self.c1(shown))
        x = functional.relu(self.c3(functional.relu(self.c2(x))))
        x = functional.dropout(functional.relu(self.f1(x.flatten(1))), 0.2, self.training)
        out: Tensor = self.f2(x)
        return out


def fronts(paths: list[Path]) -> Fronts:
    """The front of every merchant's stack in these samples."""
    rng = np.random.default_rng(0)
    found = [pair for path in paths for pair in _fronts_of(pickle.loads(path.read_bytes()), rng)]
    return Fronts(
        torch.from_numpy(np.stack([shown for shown, _ in found])), torch.tensor([under for _, under in found])
    )


def _fronts_of(one: dict[str, Any], rng: np.random.Generator) -> list[tuple[Any, int]]:
    height, width = one["tile"].shape
    scale = Scale(1.0, np.zeros(2), (width, height), np.asarray(one["foot"], np.float64), float(one["cam"]))
    seen, bare = (one[name].astype(np.float32) / TOKENS.input_gain for name in ("seen", "bare"))
    stacks = [
        (top, token[2])
        for top, token, is_seen in zip(one["tops"], one["toks"], one["visible"], strict=True)
        if is_seen and token[0] == "merchant"
    ]
    return [
        (stack_input(seen, bare, scale, top + rng.normal(0, OFF_PX, 2)), under)
        for top, under in stacks
        for _ in range(SHOWN)
    ]


def dyed(shown: Tensor) -> Tensor:
    """The same fronts in other colours, light and noise, some seen in a mirror."""
    count = len(shown)
    pictures = shown[:, :6].reshape(count, 2, 3, *shown.shape[2:]) + TOKENS.input_zero
    order = torch.stack([torch.randperm(3) if torch.rand(()) < 0.6 else torch.arange(3) for _ in range(count)])
    pictures = pictures.gather(2, order[:, None, :, None, None].expand_as(pictures))
    light = torch.empty(count, 1, 1, 1, 1).uniform_(0.8, 1.2) * torch.empty(count, 1, 3, 1, 1).uniform_(0.85, 1.15)
    pictures = pictures * light - TOKENS.input_zero
    pictures[:, 0] += torch.randn_like(pictures[:, 0]) * torch.rand(count, 1, 1, 1) * 0.05
    pictures = torch.where((torch.rand(count) < 0.5)[:, None, None, None, None], pictures.flip(4), pictures)
    apart = (pictures[:, 0] - pictures[:, 1]).abs().amax(1, keepdim=True)
    return torch.cat([pictures.flatten(1, 2), apart, shown[:, 7:]], 1)


def train(net: StackNet, known: Fronts) -> None:
    """AdamW with a rate that falls to nothing."""
    steps = ROUNDS * len(known.under) // BATCH
    adam = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3)
    for step in range(steps):
        for group in adam.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-5
        some = torch.randint(len(known.under), (BATCH,))
        loss = functional.cross_entropy(net(dyed(known.shown[some])), known.under[some])
        adam.zero_grad()
        loss.backward()
        adam.step()
        if step % 400 == 0:
            print(step, steps, round(float(loss.detach()), 3), flush=True)


def judge(net: StackNet, known: Fronts) -> str:
    """How often it is right, how wrong its shares are, and how often it is wrong where it is sure."""
    net.eval()
    with torch.no_grad():
        shares = functional.log_softmax(net(known.shown), 1)
    loss, right = functional.nll_loss(shares, known.under), shares.argmax(1) == known.under
    sure = shares.amax(1).exp() > TOKENS.sure_under
    told, wrong = int(sure.sum()), int((sure & ~right).sum())
    return f"{len(right)}: loss {loss:.3f}, right {right.float().mean():.3f}, sure {told}, of these wrong {wrong}"


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--net", type=Path, required=True)
    parser.add_argument("--photos", nargs="*", default=[], help="names of photo folders among the samples")
    parser.add_argument("--judge", nargs="*", default=[], help="patterns of samples to be judged by")
    told = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    patterns = ["virtual_*.pkl", *CROWDED * ["crowded_*.pkl"], *(f"photo_{name}_*.pkl" for name in told.photos)]
    net = StackNet()
    train(
        net, fronts([path for folder in told.samples for pattern in patterns for path in sorted(folder.glob(pattern))])
    )
    for pattern in told.judge:
        print(pattern, judge(net, fronts([path for folder in told.samples for path in sorted(folder.glob(pattern))])))
    net.eval()
    rows = len(STACKS.top_shares) + STACKS.rows
    torch.onnx.export(net, torch.zeros(1, 8, rows, STACKS.columns), str(told.net), dynamo=False, opset_version=13)


if __name__ == "__main__":
    main()
