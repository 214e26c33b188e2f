"""How well are the dice game's dice read?  Paints editions and photos from seeds, learns, reads and counts.

    python tools/judge_icon_dice.py FIRST COUNT      editions with the seeds FIRST … FIRST + COUNT - 1

Every third edition has our own icons, the others made-up ones.  Whoever tunes with some seeds judges with others.
"""

import sys
import time
from collections import Counter
from dataclasses import replace

import numpy as np

from calibration.icon_dice import learn_icons
from vision.frame import Image
from vision.icon_dice import ICONS, read_icon_dice
from vision.painted.icon_dice import made_up_icons, own_icons, paint_dice, random_look

PHOTOS = 3
STEADY_DEG = 12.0  # whoever teaches holds the phone straighter than whoever plays


def judge(seed: int, counts: Counter[str]) -> None:
    """One edition: learnt from a photo, read from three."""
    icons = made_up_icons(seed) if seed % 3 else own_icons()
    look = random_look(seed * 7 + 1)
    row = paint_dice(ICONS, icons, replace(look, tilt_deg=min(look.tilt_deg, STEADY_DEG)), seed * 11, in_row=True)
    faces = learn_icons(row)
    counts["editions"] += 1
    if isinstance(faces, int):
        counts["not learnt"] += 1
        return
    for number in range(PHOTOS):
        _read(seed, number, faces, icons, counts)
    other = read_icon_dice(paint_dice(ICONS[:5], made_up_icons(seed + 5000), random_look(seed + 9), seed), faces)
    counts["dice of another edition"] += 5
    counts["of those read"] += len(other.dice)


def _read(seed: int, number: int, faces: tuple[Image, ...], icons: dict[str, Image], counts: Counter[str]) -> None:
    rng = np.random.default_rng(seed * 100 + number)
    dice = "".join(rng.choice(list(ICONS), int(rng.integers(1, 10)) if number else 5))
    picture = paint_dice(dice, icons, random_look(seed * 1000 + number), seed * 50 + number)
    began = time.monotonic()
    seen = read_icon_dice(picture, faces)
    counts["ms in all"] += round(1000 * (time.monotonic() - began))
    counts["photos"] += 1
    counts["dice"] += len(dice)
    right = seen.letters == "".join(sorted(dice, key=ICONS.index))
    whole = len(seen.dice) == len(dice) and not seen.unsure
    counts["read right" if whole and right else "read wrong" if whole else "refused"] += 1


def main() -> None:
    first, count = (int(text) for text in sys.argv[1:3])
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        judge(seed, counts)
    print(", ".join(f"{what} {number}" for what, number in counts.items()))


if __name__ == "__main__":
    main()
