"""Our own art is complete, light, free of anything from elsewhere, and looks alike on paper and on the table."""

import re
from pathlib import Path

import numpy as np
import pytest

from vision.painted.art.generator import style_of, tile_picture
from vision.painted.board import own_art
from vision.painted.svg import drawing, paint_svg, picture

ART = Path(__file__).parents[3] / "companion" / "art"
FILES = sorted(ART.glob("*.svg"))
NAMES = [
    *(f"good-{good}" for good in ("R", "G", "Y", "B", "any")),
    *(f"thing-{thing}" for thing in ("lira", "ruby", "wheelbarrow", "extension", "mail")),
    *(f"token-{kind}" for kind in ("merchant", "assistant", "family", "governor", "smuggler")),
    *(f"sticker-{kind}" for kind in ("merchant", "governor", "smuggler")),
    *(f"die-{face}" for face in range(1, 7)),
    *(f"mosque-{good}" for good in "RGYB"),
    *(f"card-{kind}" for kind in ("back", "GOOD", "LIRA5", "LONG_MOVE", "SULTAN2", "POST2", "DEALER2", "FAMILY_HOME")),
    *(f"card-{kind}" for kind in ("STAY", "RETURN", "ANY_GOODS")),
    *(f"place-{place:02d}" for place in range(1, 17)),
    "icon",
]
DICE_GAME = [
    *(f"face-{sign}" for sign in "RYGBLK"),
    *(f"marker-{sign}" for sign in "RYGBJ"),
    *(f"boon-{kind}" for kind in ("back", "lira", "crystal", "card", "action", "die", "goods")),
    *(f"boon-goods-{good}" for good in "RYGB"),
    *(f"hall-{area}" for area in ("red", "yellow", "green", "blue", "lira", "carpet", "mosque")),
    "thing-crystal",
]
BOXES = {"place": "90 63", "hall": "90 56"}


def test_every_drawing_is_there_and_no_other() -> None:
    assert sorted(file.stem for file in FILES) == sorted(NAMES + DICE_GAME)


def test_all_drawings_together_are_light() -> None:
    sizes = {file.stem: file.stat().st_size for file in FILES}
    assert sum(sizes[name] for name in NAMES) < 120_000
    assert sum(sizes[name] for name in DICE_GAME) < 55_000


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_drawing_is_only_a_drawing(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"<script|<style|<text|<image|href|url\(|\bon\w+=|@import|data:", text)
    assert f'id="{file.stem}"' in text
    assert f'viewBox="0 0 {BOXES.get(file.stem.split("-")[0], "64 64")}"' in text


@pytest.mark.parametrize("name", NAMES + DICE_GAME)
def test_a_drawing_can_be_painted(name: str) -> None:
    small = picture(name, 48)
    cover = small[:, :, 3] > 128
    assert 0.08 < cover.mean() <= 1
    assert len(np.unique(small[cover][:, :3] // 32, axis=0)) > 2


def test_players_wood_takes_the_players_colour() -> None:
    red, blue = (paint_svg(drawing("token-assistant"), 64, color) for color in ("#ff0000", "#0000ff"))
    assert tuple(red[29, 32, :3]) == (0, 0, 255) and tuple(blue[29, 32, :3]) == (255, 0, 0)


def test_goods_differ_in_shape_and_not_in_colour_alone() -> None:
    covers = [picture(f"good-{good}", 48)[:, :, 3] > 128 for good in "RGYB"]
    for i, a in enumerate(covers):
        for b in covers[:i]:
            assert (a & b).sum() / (a | b).sum() < 0.85


def test_what_the_painter_does_not_know_it_refuses() -> None:
    with pytest.raises(ValueError, match="knows no <text>"):
        paint_svg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><text>a</text></svg>', 8)


def test_curves_steps_and_holes_are_painted_right() -> None:
    ring = '<path d="M0 0h8v8h-8zM2 2v4h4v-4z" fill="#f00" fill-rule="evenodd"/>'
    disc = '<g transform="translate(4 4) scale(2)"><circle cx="0" cy="0" r=".4" fill="#00f"/></g>'
    image = paint_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{ring}{disc}</svg>', 80)
    assert tuple(image[5, 5]) == (0, 0, 255, 255)
    assert image[25, 25, 3] == 0
    assert tuple(image[40, 40]) == (255, 0, 0, 255)


def test_own_tiles_are_sixteen_different_pictures() -> None:
    tiles = own_art(180)
    assert len(tiles) == 16 and {tile.shape for tile in tiles} == {(126, 180, 3)}
    for i, a in enumerate(tiles):
        assert all(np.abs(a.astype(int) - b).mean() > 12 for b in tiles[:i])


def test_a_made_up_tile_is_the_same_for_the_same_seed_and_new_for_another() -> None:
    once, again, other = (tile_picture(style_of(seed), seed, 7) for seed in (3, 3, 4))
    assert once.shape == (630, 900, 3)
    assert np.array_equal(once, again)
    assert np.abs(once.astype(int) - other).mean() > 15


def test_tiles_of_one_made_up_edition_differ() -> None:
    one, two = (tile_picture(style_of(3), 3, place) for place in (2, 3))
    assert np.abs(one.astype(int) - two).mean() > 8


def test_styles_differ_in_more_than_colour() -> None:
    styles = [style_of(seed) for seed in range(40)]
    for part in ("brush", "frame", "window", "plate", "badge"):
        assert len({getattr(style, part) for style in styles}) >= 4
