"""What comes or goes is noticed, be it nothing anybody can name; a shadow or a passing hand is not."""

import cv2
import numpy as np
import pytest

from companion.sync.observation import BoardObservation
from tests.vision.changes.test_steady import BLUE_BGR, noisy, ring
from tests.vision.table_photo import photo, profile_of
from vision.frame import Frame, Image
from vision.pipeline import look
from vision.task import Look

PHOTO, COPY = "dark_tokens", "dark_bare"
FREE_MM = (80.0, -80.0)
BROWN_BGR = (60, 110, 150)
LIVE_S, SLOW_S = 0.1, 2.0


@pytest.fixture(scope="module")
def before() -> Look:
    return look(photo(PHOTO)[0], profile_of(COPY))


def with_spot(before: Look, color_bgr: tuple[int, int, int] | None, radius_mm: float = 8.0) -> Image:
    """The picture with something lying there; without a colour it is a shadow."""
    picture, outline = photo(PHOTO)[0].bgr.copy(), ring(before, FREE_MM, radius_mm, 1.0)
    mask = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [outline], 255, cv2.LINE_AA, 4)[..., None] / 255
    there = picture * 0.7 if color_bgr is None else np.full_like(picture, color_bgr)
    return np.asarray(np.clip(picture * (1 - mask) + there * mask, 0, 255), np.uint8)


def with_wood(before: Look, radius_mm: float = 9.5, height_mm: float = 5.0) -> Image:
    """The picture with one more blue disc standing there, its side darker than its top."""
    foot, top = (ring(before, FREE_MM, radius_mm, up_mm) for up_mm in (0.0, height_mm))
    picture = photo(PHOTO)[0].bgr.copy()
    cv2.fillPoly(picture, [cv2.convexHull(np.concatenate([foot, top]))], [0.6 * v for v in BLUE_BGR], cv2.LINE_AA, 4)
    return np.asarray(cv2.fillPoly(picture, [top], BLUE_BGR, cv2.LINE_AA, 4), np.uint8)


def seen_after(before: Look, *pictures: Image, step_s: float = LIVE_S) -> Look:
    """The last look, once these pictures were seen one after the other."""
    seen, told = before, before.observation
    for number, picture in enumerate(pictures, 1):
        frame = Frame(noisy(picture), told.frame + number, told.at_s + number * step_s)
        seen = look(frame, profile_of(COPY), before=seen)
    return seen


def after(before: Look, *pictures: Image, step_s: float = LIVE_S) -> BoardObservation:
    """What is told then."""
    told = seen_after(before, *pictures, step_s=step_s).observation
    assert isinstance(told, BoardObservation)
    return told


def since(before: Look, told: BoardObservation) -> tuple[set[int], set[int]]:
    """The places that have changed since the first picture, and those on which nobody can say what did."""
    first = before.observation
    assert isinstance(first, BoardObservation)
    changed = {place for place, number in told.appearance.items() if first.appearance[place] != number}
    return changed, {place for place, number in told.unnamed.items() if first.unnamed[place] != number}


def test_noise_changes_nothing(before: Look) -> None:
    bare = photo(PHOTO)[0].bgr
    assert since(before, after(before, bare, bare)) == (set(), set())


def test_what_nobody_can_name_is_told_once_it_stays(before: Look) -> None:
    strange = with_spot(before, BROWN_BGR)
    changed, unnamed = since(before, after(before, strange))
    assert len(changed) == 1 and not unnamed
    assert since(before, after(before, strange, strange)) == (changed, changed)


def test_pictures_taken_on_purpose_need_nothing_to_confirm_them(before: Look) -> None:
    changed, unnamed = since(before, after(before, with_spot(before, BROWN_BGR), step_s=SLOW_S))
    assert unnamed == changed and len(changed) == 1


def test_a_place_looks_as_it_did_once_a_hand_has_gone(before: Look) -> None:
    bare, hand = photo(PHOTO)[0].bgr, with_spot(before, BROWN_BGR)
    assert since(before, after(before, hand, bare, bare)) == (set(), set())
    assert since(before, after(before, hand, hand, bare, bare)) == (set(), set())


def test_what_lies_there_again_looks_as_it_did(before: Look) -> None:
    bare, strange = photo(PHOTO)[0].bgr, with_spot(before, BROWN_BGR)
    once = seen_after(before, strange, strange)
    gone = seen_after(once, bare, bare)
    assert since(once, after(gone, strange, strange)) == (set(), set())


def test_another_camera_tells_nothing_of_what_this_one_saw(before: Look) -> None:
    other = look(photo(PHOTO)[0], profile_of(COPY))
    assert isinstance(other.observation, BoardObservation)
    assert since(before, other.observation) == (set(range(1, 17)), set(range(1, 17)))


@pytest.mark.parametrize("what", ["wood", "shadow"])
def test_wood_that_is_told_and_shadows_have_a_name(before: Look, what: str) -> None:
    picture = with_wood(before) if what == "wood" else with_spot(before, None)
    changed, unnamed = since(before, after(before, picture, picture, picture))
    assert len(changed) == 1 and not unnamed
