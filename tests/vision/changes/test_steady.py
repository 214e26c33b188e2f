"""Through a camera that stands still only what changed is read again, and it reads as if all had been."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sync.observation import BoardObservation, NotSeen
from tests.vision.table_photo import photo, profile_of
from vision.changes.steady import PictureChange, boxes_of, grown, sheet_of, straight_maps, tinted, update_of
from vision.frame import Frame, Image
from vision.pipeline import look
from vision.pose import Pose
from vision.task import Look
from vision.tokens.view import view_again

PHOTO, COPY = "dark_tokens", "dark_bare"
BLUE_BGR = (150, 70, 30)


@pytest.fixture(scope="module")
def before() -> Look:
    return look(photo(PHOTO)[0], profile_of(COPY))


def noisy(picture: Image, sigma: float = 1.5) -> Image:
    rough = picture + np.random.default_rng(5).normal(0, sigma, picture.shape)
    return np.clip(rough, 0, 255).astype(np.uint8)


def ring(before: Look, board_mm: tuple[float, float], radius_mm: float, height_mm: float) -> NDArray[np.int32]:
    """A level circle so high above the table, in sixteenths of a pixel."""
    assert before.pose is not None
    turns = np.linspace(0, 2 * np.pi, 40)
    rim = np.array(board_mm) + radius_mm * np.column_stack([np.cos(turns), np.sin(turns)])
    return np.round(before.pose.project_plane(rim, height_mm) * 16).astype(np.int32)


def with_disc(before: Look, board_mm: tuple[float, float]) -> Image:
    """The picture with one more flat blue disc lying there."""
    picture = photo(PHOTO)[0].bgr.copy()
    return np.asarray(cv2.fillPoly(picture, [ring(before, board_mm, 9.5, 5.0)], BLUE_BGR, cv2.LINE_AA, 4), np.uint8)


def told(seen: Look) -> Counter[tuple[str, str, int]]:
    assert isinstance(seen.observation, BoardObservation)
    return Counter((s.thing.kind.value, s.thing.color, s.place) for s in seen.observation.sightings)


def from_above(px_per_mm: float) -> Pose:
    camera = np.array([[600 * px_per_mm, 0, 640], [0, 600 * px_per_mm, 360], [0, 0, 1]])
    return Pose(camera, 0.0, np.zeros(3), np.array([0.0, 0.0, 600.0]), ())


def straightened(picture: Image, pose: Pose) -> Image:
    sheet = sheet_of(picture, pose, np.array([-236.0, -182.0]), 1.0, (364, 472))
    return sheet.straight(picture, slice(0, 364), slice(0, 472))


def test_maps_of_a_straight_plane_point_where_its_points_are_seen(before: Look) -> None:
    """To a tenth of a pixel, also between the points that were projected exactly."""
    assert before.pose is not None
    rows, columns = 100, 150
    whole, parts = straight_maps(before.pose, np.array([20.0, 30.0]), 1.5, (rows, columns), height_mm=10.0)
    points = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    right = before.pose.project_plane(points / 1.5 + [20.0, 30.0], 10.0).reshape(rows, columns, 2)
    assert np.abs(whole + np.stack([parts & 31, parts >> 5], axis=-1) / 32 - right).max() < 0.1


def test_where_the_picture_shows_more_than_the_sheet_its_noise_is_averaged() -> None:
    plain = noisy(np.full((720, 1280, 3), 128, np.uint8), 8.0)
    assert straightened(plain, from_above(2.0)).std() < 0.75 * straightened(plain, from_above(1.4)).std()


@pytest.mark.parametrize("px_per_mm", [1.4, 2.0])
def test_things_lie_where_they_lie_however_large_the_picture_is(px_per_mm: float) -> None:
    pose, at_mm = from_above(px_per_mm), np.array([60.5, -40.25])
    middle = np.round(pose.project_plane(at_mm[None])[0] * 16).astype(np.int32)
    picture = np.zeros((720, 1280, 3), np.uint8)
    cv2.circle(picture, tuple(int(v) for v in middle), round(8 * px_per_mm * 16), (255, 255, 255), -1, cv2.LINE_AA, 4)
    seen = straightened(picture, pose)[..., 0].astype(float)
    y, x = np.indices(seen.shape)
    assert np.allclose([(x * seen).sum() / seen.sum() - 236, (y * seen).sum() / seen.sum() - 182], at_mm, atol=0.1)


@pytest.mark.parametrize("px_per_mm", [1.4, 2.0])
def test_a_part_of_a_sheet_looks_as_it_does_in_the_whole(px_per_mm: float) -> None:
    picture = noisy(np.full((720, 1280, 3), 128, np.uint8), 30.0)
    sheet = sheet_of(picture, from_above(px_per_mm), np.array([-236.0, -182.0]), 1.0, (364, 472))
    part = sheet.straight(picture, slice(100, 140), slice(333, 372))
    assert np.array_equal(part, straightened(picture, from_above(px_per_mm))[100:140, 333:372])


def test_a_part_of_a_soft_view_is_sharpened_as_the_whole_is(before: Look) -> None:
    assert before.kept is not None
    view, picture = replace(before.kept.view, soft_mm=2.0), photo(PHOTO)[0].bgr
    update = update_of(view.sheet, picture)
    assert update is not None
    one, other = (view_again(view, update, [box]).seen for box in ((40, 50, 40, 52), (0, 91, 0, 118)))
    assert np.abs(one - other)[160:200, 160:208].max() < 0.001
    assert np.abs(one - before.kept.view.seen)[160:200, 160:208].max() > 0.01


def test_only_colours_that_changed_are_tinted(before: Look) -> None:
    assert before.kept is not None
    sheet, changed = before.kept.sheet, np.zeros(before.kept.sheet.cells.shape[:2], bool)
    changed[50:53, 50] = True
    cells = sheet.cells.copy()
    cells[50, 50], cells[51, 50] = cells[50, 50] * 0.7, (200, 20, 20)
    now = tinted(sheet, replace(sheet, cells=cells), PictureChange(changed, np.ones(3)))
    assert np.argwhere(now).tolist() == [[51, 50]]


def looks(seen: Look) -> int:
    assert seen.kept is not None
    return seen.kept.looks


@pytest.mark.long
def test_a_changed_part_reads_as_the_whole_picture_would(before: Look) -> None:
    frame = Frame(noisy(with_disc(before, (-20.0, 30.0))))
    part, whole = look(frame, profile_of(COPY), before=before), look(frame, profile_of(COPY))
    assert looks(part) == 1 and looks(whole) == 0
    assert told(part) == told(whole)
    one, other = part.observation, whole.observation
    assert isinstance(one, BoardObservation) and isinstance(other, BoardObservation)
    assert (one.dice, one.layout) == (other.dice, other.layout)
    odds = {(score.thing, score.place): score.log_odds for score in other.scores}
    certain = [score for score in one.scores if abs(score.log_odds) > 3]
    assert all(score.log_odds * odds.get((score.thing, score.place), -4) > 0 for score in certain)


def test_a_token_laid_down_is_told_at_the_next_look_and_gone_when_taken_away(before: Look) -> None:
    laid = look(Frame(with_disc(before, (-20.0, 30.0))), profile_of(COPY), before=before)
    assert sum((told(laid) - told(before)).values()) == 1
    taken = look(Frame(noisy(photo(PHOTO)[0].bgr)), profile_of(COPY), before=laid)
    assert looks(taken) == 2 and told(taken) == told(before)


def test_noise_alone_repeats_what_was_told(before: Look) -> None:
    again = look(Frame(noisy(photo(PHOTO)[0].bgr), seq=7), profile_of(COPY), before=before)
    assert isinstance(before.observation, BoardObservation) and isinstance(again.observation, BoardObservation)
    assert again.observation.scores is before.observation.scores and again.observation.frame == 7


@pytest.mark.parametrize("change", ["brighter", "bumped"])
def test_other_light_and_a_bumped_camera_read_all_anew(before: Look, change: str) -> None:
    picture = photo(PHOTO)[0].bgr
    picture = np.clip(picture * 1.25, 0, 255).astype(np.uint8) if change == "brighter" else np.roll(picture, 4, axis=1)
    seen = look(Frame(picture), profile_of(COPY), before=before)
    assert looks(seen) == 0 and sum(((told(seen) - told(before)) + (told(before) - told(seen))).values()) <= 3


def test_a_table_in_the_dark_is_not_seen_until_the_light_is_back(before: Look) -> None:
    """The board is where it was, so that it would be found again: without its wood, which no light falls on."""
    picture = photo(PHOTO)[0].bgr
    dark = look(Frame((picture * 0.08).astype(np.uint8)), profile_of(COPY), before=before)
    assert isinstance(dark.observation, NotSeen) and dark.observation.reason == "too_dark"
    lit = look(Frame(picture), profile_of(COPY), before=dark)
    assert told(lit) == told(before)


def test_boxes_that_meet_are_one() -> None:
    cells = np.zeros((20, 30), bool)
    cells[3, 4] = cells[5, 8] = cells[15, 25] = True
    assert sorted(boxes_of(cells, 1)) == [(2, 5, 3, 6), (4, 7, 7, 10), (14, 17, 24, 27)]
    assert sorted(boxes_of(cells, 2)) == [(1, 8, 2, 11), (13, 18, 23, 28)]
    assert grown((1, 8, 2, 11), 3, cells.shape) == (0, 11, 0, 14)
