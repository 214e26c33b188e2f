"""A lamp mirrored in a tile is told; cards, uneven light and a wide veil are none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.sync.observation import BoardObservation
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.frame import Frame, Image, Reals
from vision.pipeline import look
from vision.tokens.glare import mirrored_in
from vision.tokens.read import table_view
from vision.tokens.view import StraightView

PHOTO, COPY = "dark_tokens", "dark_bare"
CELL = 5


@pytest.fixture(scope="module")
def view() -> StraightView:
    return table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))


def told(view: StraightView) -> frozenset[int]:
    return mirrored_in(view, pose_of(PHOTO), ())


def bright(view: StraightView, radius_px: int, soft_px: float) -> Reals:
    """1 on a disc in the middle of a tile, ending softly, else 0; (h, w, 1)."""
    middle = view.scale.px(pose_of(PHOTO).tiles[CELL].corners_mm.mean(axis=0)[None])[0].round().astype(int)
    spot = cv2.circle(np.zeros(view.tile.shape, np.float32), (int(middle[0]), int(middle[1])), radius_px, 1.0, -1)
    return np.asarray(cv2.GaussianBlur(spot, (0, 0), soft_px)[..., None], np.float32)


def lit(view: StraightView, added: Reals) -> StraightView:
    """The view with light added, as far as the camera can tell white from brighter."""
    return replace(view, seen=np.minimum(view.seen + added, 1 / view.whites))


def test_on_a_table_without_a_mirrored_lamp_none_is_told(view: StraightView) -> None:
    assert told(view) == frozenset()


@pytest.mark.parametrize(("radius_px", "strength"), [(9, 0.8), (16, 0.8), (24, 2.5)])
def test_a_mirrored_lamp_is_told_with_its_place(view: StraightView, radius_px: int, strength: float) -> None:
    seen = lit(view, strength * bright(view, radius_px, 0.35 * radius_px))
    assert told(seen) == {pose_of(PHOTO).tiles[CELL].place}


def test_a_spot_larger_than_any_card_is_told_even_where_it_ends_at_an_edge(view: StraightView) -> None:
    assert pose_of(PHOTO).tiles[CELL].place in told(lit(view, 2.5 * bright(view, 26, 0.8)))


def test_in_a_bright_picture_of_pale_art_it_is_told_as_well(view: StraightView) -> None:
    whites = np.full_like(view.whites, 0.95)
    pale = replace(view, seen=0.55 + 0.45 * view.seen, bare=0.55 + 0.45 * view.bare, whites=whites)
    assert told(lit(pale, 2.5 * bright(view, 18, 6.0))) == {pose_of(PHOTO).tiles[CELL].place}


def test_a_white_card_is_no_lamp(view: StraightView) -> None:
    card = bright(view, 16, 0.8)
    assert told(replace(view, seen=view.seen * (1 - card) + card)) == frozenset()


def test_in_a_soft_picture_a_white_card_is_no_lamp_either(view: StraightView) -> None:
    card = bright(view, 16, 2.5)
    assert told(replace(view, seen=view.seen * (1 - card) + card, soft_mm=2.5)) == frozenset()


def test_light_that_falls_unevenly_is_no_lamp(view: StraightView) -> None:
    assert told(lit(view, 0.35 * view.bare * bright(view, 24, 8.0))) == frozenset()


def test_a_faint_veil_and_a_small_spot_hide_nothing(view: StraightView) -> None:
    assert told(lit(view, 0.3 * bright(view, 24, 8.0))) == frozenset()
    assert told(lit(view, 2.0 * bright(view, 2, 1.5))) == frozenset()


def with_lamp(picture: Image) -> Image:
    """The photo with a lamp mirrored in a tile."""
    at = pose_of(PHOTO).project_plane(pose_of(PHOTO).tiles[CELL].corners_mm.mean(axis=0)[None])[0].round().astype(int)
    spot = cv2.circle(np.zeros_like(picture), (int(at[0]), int(at[1])), 45, (190, 200, 210), -1)
    return np.asarray(cv2.add(picture, cv2.GaussianBlur(spot, (0, 0), 16)), np.uint8)


@pytest.mark.long
def test_the_eye_tells_it_and_no_longer_when_the_lamp_is_moved() -> None:
    bare, profile = photo(PHOTO)[0].bgr, profile_of(COPY)
    first = look(Frame(with_lamp(bare)), profile)
    again = look(Frame(with_lamp(bare)), profile, before=first)
    moved = look(Frame(bare), profile, before=again)
    seen = [one.observation for one in (first, again, moved)]
    places = [one.glare for one in seen if isinstance(one, BoardObservation)]
    assert places == [{pose_of(PHOTO).tiles[CELL].place}] * 2 + [frozenset()]


@pytest.mark.long
def test_the_eye_tells_a_lamp_that_is_mirrored_only_after_a_while() -> None:
    bare, profile = photo(PHOTO)[0].bgr, profile_of(COPY)
    lit = look(Frame(with_lamp(bare)), profile, before=look(Frame(bare), profile)).observation
    assert isinstance(lit, BoardObservation) and lit.glare == {pose_of(PHOTO).tiles[CELL].place}
