"""Painted clutter: wood without a name lies on tiles and is in the truth, and glossy print mirrors bare lamps."""

from dataclasses import replace

import numpy as np
import pytest

from vision.painted.art.painterly import painterly
from vision.painted.board import own_art
from vision.painted.camera import Camera, framed
from vision.painted.clutter import cluttered
from vision.painted.light import Conditions, bulb_map
from vision.painted.painter import paint
from vision.painted.scene import Loose, Scene, Token

CAMERA = framed(Camera(800, 450, 60.0, 0.0, 20.0), 0.85)
SCENE = Scene(tokens=(Token("assistant", "red", 7),), players=("red", "blue"), rubies={}, dice=None)


def _changed(loose):
    before, _ = paint(SCENE, CAMERA, Conditions(), 5)
    after, truth = paint(replace(SCENE, loose=loose), CAMERA, Conditions(), 5)
    return np.argwhere(np.abs(before.astype(int) - after).max(axis=2) > 25)[:, ::-1], truth


@pytest.mark.long
def test_wood_on_edge_is_seen_where_the_truth_says_and_is_no_token():
    for kind in ("edge", "lying", "glass"):
        seen_px, truth = _changed((Loose(kind, "blue", 6, (45.0, 31.0), 30.0),))
        (told,) = truth["nameless"]
        assert (told["kind"], told["place"]) == (kind, 6) and len(truth["tokens"]) == 1
        assert len(seen_px) > 40 and np.hypot(*(np.median(seen_px, axis=0) - told["px"])) < 45


def test_wood_beside_the_tiles_is_nobodys_business():
    seen_px, truth = _changed((Loose("beside", "blue", 0, (-215.0, 60.0)),))
    assert len(seen_px) > 40 and truth["nameless"] == []


def test_a_cluttered_table_is_the_same_each_time_and_keeps_its_tokens():
    one, same = (cluttered(SCENE, 9, np.random.default_rng(9)) for _ in range(2))
    assert one == same and one.loose and [t.kind for t in one.tokens] == ["assistant"]
    assert {loose.place == 0 for loose in one.loose if loose.kind == "beside"} == {True}


def test_bulbs_are_mirrored_in_print_and_not_in_wood():
    look = Conditions(bulbs=12)
    mirrored = bulb_map(CAMERA, look, 5)
    assert mirrored is not None and (mirrored.max(axis=2) > 100).any()
    assert bulb_map(CAMERA, Conditions(), 5) is None


@pytest.mark.parametrize(("look", "blinding"), [(Conditions(bulbs=1), False), (Conditions(glare=1), True)])
def test_a_lamp_is_mirrored_where_the_truth_says_and_how(look: Conditions, blinding: bool):
    seed = 8
    bare, truth = paint(SCENE, CAMERA, Conditions(), seed)
    lit, told = paint(SCENE, CAMERA, look, seed)
    (lamp,) = told["lamps"]
    column, row = (round(at) for at in lamp["px"])
    near = slice(row - 4, row + 5), slice(column - 4, column + 5)
    assert truth["lamps"] == [] and lamp["blinding"] is blinding
    assert (lit[near].astype(int) - bare[near]).mean() > 30


def test_an_oil_painting_is_darker_and_of_less_contrast():
    tile = own_art()[3]
    oil = painterly(tile, 3)
    assert oil.mean() < 0.8 * tile.mean() and oil.std() < tile.std()
    assert (oil == painterly(tile, 3)).all()
