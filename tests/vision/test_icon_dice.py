"""Dice of the dice game in painted photos: learnt from one, read from others, refused when unsure."""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from calibration.icon_dice import learn_icons, load_icons, save_icons
from vision.frame import Image
from vision.icon_dice import ICONS, IconDice, read_icon_dice
from vision.painted.icon_dice import DiceLook, Icons, made_up_icons, own_icons, paint_dice

LEARNT_BY = DiceLook(tilt_deg=8, noise=3, table="felt")


@lru_cache
def edition(seed: int | None) -> Icons:
    return own_icons() if seed is None else made_up_icons(seed)


@lru_cache
def icons_of(seed: int | None) -> tuple[Image, ...]:
    faces = learn_icons(paint_dice(ICONS, edition(seed), LEARNT_BY, 1, in_row=True))
    assert not isinstance(faces, int)
    return faces


def read(faces: str, seed: int | None, look: DiceLook, scene: int) -> IconDice:
    return read_icon_dice(paint_dice(faces, edition(seed), look, scene), icons_of(seed))


@pytest.mark.long
@pytest.mark.parametrize(
    ("faces", "seed", "look"),
    [
        ("KYRLR", None, DiceLook(tilt_deg=5, kelvin=3200, table="oak")),
        ("GGBYLKR", 71, DiceLook(tilt_deg=20, kelvin=6500, light=0.8, table="slate")),
        ("B", 71, DiceLook(tilt_deg=26, noise=7, blur_px=1.2, table="dark")),
    ],
)
def test_dice_are_read_in_other_light_and_tilted(faces: str, seed: int | None, look: DiceLook) -> None:
    seen = read(faces, seed, look, 8)
    assert (seen.letters, seen.unsure) == ("".join(sorted(faces, key=ICONS.index)), ())


def test_a_bare_table_shows_no_dice() -> None:
    seen = read("", 71, DiceLook(), 3)
    assert (seen.letters, seen.unsure) == ("", ())


def test_two_icons_that_look_alike_are_not_told_apart_by_force() -> None:
    alike = (*icons_of(71)[:5], icons_of(71)[4])  # the card looks like the coin
    seen = read_icon_dice(paint_dice("LLR", edition(71), DiceLook(), 4), alike)
    assert seen.letters == "R" and len(seen.unsure) == 2


def test_six_dice_are_needed_to_learn() -> None:
    assert learn_icons(paint_dice("RYGB", edition(71), LEARNT_BY, 2, in_row=True)) == 4


def test_icons_are_kept_beside_the_copy(tmp_path: Path) -> None:
    path = tmp_path / "copies" / "mine.dice.png"
    assert load_icons(path) is None
    save_icons(icons_of(71), path)
    kept = load_icons(path)
    assert kept is not None and all(np.array_equal(one, other) for one, other in zip(kept, icons_of(71), strict=True))
    path.write_bytes(b"no picture")
    assert load_icons(path) is None
