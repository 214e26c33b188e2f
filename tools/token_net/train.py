"""How are the nets of ``vision/tokens/net.py`` made?  Trains the token net on samples and writes its two parts.

``python -m tools.token_net.train SAMPLES vision/tokens --minutes 60 --photos table-photos --share 0.4`` uses a GPU
where there is one.  Samples painted while it runs are taken up.
"""

import argparse
import math
import os
import time
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader

from tools.token_net.crops import ELSEWHERE, Batch, Crops, Mix, Pool
from tools.token_net.parts import Body, Part, export, fused
from vision.tokens.net import LAMP, NAMELESS, NARROW, PLAIN, STICKER, STRIDE

CHANNELS = (16, 32, 64)
"""Of the first layer, of the trunk, of the last layer but one."""
LAYERS = 9
TOLD = 14
RARE = [PLAIN, STICKER, NARROW, NAMELESS, LAMP]
"""Which of it says that something is here."""
BATCH, GPU_BATCH = 8, 128
OTHERS_WEIGHT = 0.5
"""How much things without a name and mirrored lamps count, each, beside tops."""
AGAIN = 0.66
"""Share of a batch on a GPU that was shown before: it learns faster than crops can be made."""
KEPT = 8_000
"""Crops that are kept to be shown again, in some 4 GB of the GPU's memory."""
TELL = 250
"""Steps after which their mean loss is printed."""
HALF = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
"""Whether this machine's processor is faster with half as long numbers; others are ten times slower."""


class TokenNet(Body):
    """Works at every fourth millimetre; sees 40 mm around each point.

    Input and output are those of ``vision/tokens/net.py``, both folded.
    """

    def __init__(self) -> None:
        super().__init__(12, CHANNELS, (1,) * LAYERS, TOLD, RARE, STRIDE)

    def stem(self, shown: Tensor) -> Tensor:
        """(n, 32, h / 4, w / 4) of (n, 36, h / 2, w / 2)."""
        seen, bare = shown[:, : 3 * STRIDE**2], shown[:, 3 * STRIDE**2 : 6 * STRIDE**2]
        return super().stem(torch.cat([shown, (seen - bare).abs()], 1))


def only_lamps(net: TokenNet) -> None:
    """Let training change nothing but what says where lamps are mirrored."""
    net.requires_grad_(False).eval()
    for rows in (net.o.weight, net.o.bias):
        rows.requires_grad_(True)
        rows.register_hook(_of_lamps)


def _of_lamps(gradient: Tensor) -> Tensor:
    kept, rows = torch.zeros_like(gradient), slice(LAMP * STRIDE**2, (LAMP + 1) * STRIDE**2)
    kept[rows] = gradient[rows]
    return kept


class Kept:
    """Crops on the net's device that were shown, the newest ``KEPT``."""

    def __init__(self) -> None:
        self._kept: Batch | None = None
        self._first, self._count = 0, 0

    def with_others(self, fresh: Batch, share: float) -> Batch:
        """A fresh batch, and from those before so many that they are this share of it."""
        if self._kept is None:
            self._kept = tuple(part.new_empty((KEPT, *part.shape[1:])) for part in fresh)
        size = len(fresh[0])
        others = min(self._count, round(size * share / (1 - share)))
        some = torch.randint(max(1, self._count), (others,), device=fresh[0].device)
        batch = tuple(torch.cat([part, kept[some]]) for part, kept in zip(fresh, self._kept, strict=True))
        where = (torch.arange(size) + self._first) % KEPT
        for part, kept in zip(fresh, self._kept, strict=True):
            kept[where] = part
        self._first, self._count = (self._first + size) % KEPT, min(KEPT, self._count + size)
        return batch


def loss_of(told: Tensor, spots: Tensor, colors: Tensor, ways: Tensor) -> Tensor:
    """Tops, things without a name and lamps by focal loss, colours by cross entropy, places by distance."""
    share, top = torch.sigmoid(told[:, RARE]).clamp(1e-5, 1 - 1e-5), spots >= 0.999
    hit = -((1 - share) ** 2) * share.log() * top
    miss = -((1 - spots) ** 4) * share**2 * (1 - share).log() * ~top
    named, nameless, lamps = (
        (hit + miss)[:, part].sum() / top[:, part].sum().clamp(min=1) for part in (slice(3), slice(3, 4), slice(4, 5))
    )
    near = colors != ELSEWHERE
    color = functional.cross_entropy(told[:, 3:10], colors.long(), ignore_index=ELSEWHERE, reduction="sum")
    way = ((told[:, 10:12] - ways).abs().mean(1) * near).sum()
    return named + OTHERS_WEIGHT * (nameless + lamps) + (color + 0.5 * way) / near.sum().clamp(min=1)


def train(net: TokenNet, mix: Mix, minutes: float, rate: float, device: str) -> None:
    """AdamW with a rate that falls to nothing in the time given."""
    gpu, kept = device != "cpu", Kept()
    size = round(GPU_BATCH * (1 - AGAIN)) if gpu else BATCH
    workers = max(1, (os.cpu_count() or 2) - 1)
    crops = iter(DataLoader(Crops(mix, size), batch_size=None, num_workers=workers, prefetch_factor=4, pin_memory=gpu))
    learnt = [rows for rows in net.parameters() if rows.requires_grad]
    whole = len(learnt) == len(list(net.parameters()))  # else decay would change rows that are to stay as they are
    adam = torch.optim.AdamW(learnt, lr=rate, weight_decay=1e-4 if whole else 0.0)
    start, step, lost = time.monotonic(), 0, torch.zeros((), device=device)
    while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in adam.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        fresh = tuple(part.to(device, non_blocking=True) for part in next(crops))
        lost += _step(net, adam, kept.with_others(fresh, AGAIN) if gpu else fresh)
        step += 1
        if step % TELL == 0:
            print(step, round(done, 3), round(float(lost) / TELL, 3), flush=True)
            lost.zero_()


def _step(net: TokenNet, adam: torch.optim.Optimizer, batch: Batch) -> Tensor:
    shown, spots, colors, ways = batch
    shown = shown.float().contiguous(memory_format=torch.channels_last)
    with torch.autocast(shown.device.type, torch.bfloat16, enabled=HALF or shown.is_cuda):
        told = functional.pixel_shuffle(net(shown), STRIDE)
    loss = loss_of(told.float(), spots.float(), colors, ways.float())
    adam.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    adam.step()
    return loss.detach()


def write(net: TokenNet, folder: Path) -> None:
    """Write the two parts of the net as ONNX."""
    ready = fused(net)
    export(Part(ready, "stem"), torch.zeros(1, 9 * STRIDE**2, 96, 236), folder / "tokens_stem.onnx")
    export(Part(ready, "trunk"), torch.zeros(1, CHANNELS[1], 91, 118), folder / "tokens_trunk.onnx")


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path)
    parser.add_argument("folder", type=Path, help="where the nets are written")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=5e-3)
    parser.add_argument("--photos", nargs="*", default=[], help="names of photo folders among the samples")
    parser.add_argument("--share", type=float, default=0.5, help="share of photos in a batch")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--weights", type=Path, help="where to keep the weights for a later start")
    parser.add_argument("--only-lamps", action="store_true", help="leave all else the net says as it is")
    told = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = TokenNet().to(device, memory_format=torch.channels_last)
    if told.start:
        net.load_state_dict(torch.load(told.start, map_location=device))
    if told.only_lamps:
        only_lamps(net)
    photos = Pool(told.samples, [f"photo_{name}_*.pkl" for name in told.photos])
    painted = (Pool(told.samples, [f"{name}_*.pkl"]) for name in ("virtual", "crowded", "webcam", "littered", "shiny"))
    train(net, Mix(*painted, photos, told.share), told.minutes, told.rate, device)
    net.to("cpu")
    if told.weights:
        torch.save(net.state_dict(), told.weights)
    write(net, told.folder)


if __name__ == "__main__":
    main()
