"""A camera that does not see the board: it is looked for now and then, and seen at once where it was."""

from dataclasses import replace

import cv2
import msgspec
import numpy as np
import pytest

from companion.sync.observation import BoardObservation, NotSeen
from tests.vision.golden import picture, profile, true_layout, truth
from vision import pipeline
from vision.frame import Frame, Image
from vision.identify.stated_cells import FoundBoard
from vision.locate.board import locate
from vision.locate.outline_pose import boards_of
from vision.params_layout import ROUGH
from vision.pipeline import look
from vision.pose import Pose
from vision.task import Look, Rest


def cloth(number: int) -> Image:
    """A table with nothing on it, never twice the same."""
    noise = np.random.default_rng(number).normal(0, 6, (180, 320, 3))
    return np.clip(110 + 20 * (number % 2) + noise, 0, 255).astype(np.uint8)


def seen(pictures: list[tuple[float, Image]], before: Look | None = None) -> list[Look]:
    """The pictures of one camera, each with its time in seconds, looked at one after the other."""
    looks: list[Look] = []
    for number, (at_s, bgr) in enumerate(pictures):
        looks.append(look(Frame(bgr, number, at_s), profile(), before=looks[-1] if looks else before))
    return looks


def searches(looks: list[Look]) -> int:
    return len({one.read_at_s for one in looks})


@pytest.mark.long
def test_a_camera_without_the_board_in_view_is_searched_now_and_then_only() -> None:
    looks = seen([(k / 10, cloth(k)) for k in range(30)])
    assert all(isinstance(one.observation, NotSeen) for one in looks)
    assert searches(looks) <= 8
    assert len({one.sought_at_s for one in looks}) == 2


@pytest.mark.long
def test_a_picture_without_the_board_that_stays_the_same_is_left_alone() -> None:
    looks = seen([(k / 2, cloth(1)) for k in range(40)])
    assert searches(looks) <= 5


@pytest.mark.long
def test_every_picture_of_a_slow_camera_is_searched_thoroughly() -> None:
    looks = seen([(float(k), cloth(k)) for k in range(5)])
    assert len({one.sought_at_s for one in looks}) == 5


@pytest.mark.long
def test_a_board_that_comes_into_view_is_found_within_half_a_second() -> None:
    looks = seen([(k / 10, cloth(k)) for k in range(10)])
    looks = seen([(1 + k / 10, picture("game_000")) for k in range(6)], looks[-1])
    assert any(one.pose is not None for one in looks)


@pytest.mark.long
def test_a_board_hidden_for_a_while_is_seen_at_once_where_it_was() -> None:
    first = look(Frame(picture("game_000"), 0, 0.0), profile())
    hidden = seen([(0.1 * k, cloth(k)) for k in range(1, 7)], first)
    assert all(one.pose is None for one in hidden)
    back = look(Frame(picture("game_003"), 9, 0.65), profile(), before=hidden[-1])
    assert back.pose is not None and first.pose is not None
    assert np.array_equal(back.pose.tvec, first.pose.tvec)


def lacking(one: Look, cell: int) -> Look:
    """The look as if the tile on a cell had never been read, though nothing moved there."""
    assert one.pose is not None and isinstance(one.observation, BoardObservation)
    tiles, cells = list(one.pose.tiles), list(one.observation.cells)
    tiles[cell] = replace(tiles[cell], place=None, covered=True)
    cells[cell] = msgspec.structs.replace(cells[cell], place=None)
    told = msgspec.structs.replace(one.observation, cells=tuple(cells))
    return replace(one, pose=replace(one.pose, tiles=tuple(tiles)), observation=told, lacking=frozenset({cell}))


@pytest.mark.long
@pytest.mark.parametrize(("at_s", "read"), [(1.0, False), (6.0, True)])
def test_a_tile_that_could_not_be_read_is_looked_for_again_after_a_while_and_is_no_hand(
    monkeypatch: pytest.MonkeyPatch, at_s: float, read: bool
) -> None:
    before = lacking(look(Frame(picture("game_000"), 0, 0.0), profile()), 5)
    assert before.pose is not None
    checked = FoundBoard(before.pose, 0.9, np.zeros(16), hand=True)
    monkeypatch.setattr(pipeline, "verify", lambda *_: checked)
    monkeypatch.setattr(pipeline, "_glance", lambda *_, **__: None)
    darker = (picture("game_000") * 0.8).astype(np.uint8)
    told = look(Frame(darker, 1, at_s), profile(), before=before).observation
    assert isinstance(told, BoardObservation)
    assert (None not in told.layout, told.hand) == (read, False)


@pytest.mark.parametrize(("at_s", "read"), [(0.3, False), (0.6, True)])
def test_tiles_hard_to_read_when_a_hand_has_gone_are_looked_for_anew_at_once(
    monkeypatch: pytest.MonkeyPatch, at_s: float, read: bool
) -> None:
    before = lacking(look(Frame(picture("game_000"), 0, 0.0), profile()), 5)
    assert before.pose is not None and isinstance(before.observation, BoardObservation)
    with_hand = replace(before, observation=msgspec.structs.replace(before.observation, hand=True), lacking=frozenset())
    monkeypatch.setattr(pipeline, "verify", lambda *_: FoundBoard(before.pose, 0.9, np.zeros(16), hand=True))
    since = Rest(0.1, before.thumb)
    told = look(Frame(picture("game_000"), 1, 0.1 + at_s), profile(), before=replace(with_hand, rest=since))
    assert isinstance(told.observation, BoardObservation)
    assert (None not in told.observation.layout, told.observation.hand) == (read, not read)


@pytest.mark.long
def test_what_a_camera_is_told_stays_the_same_between_two_searches() -> None:
    looks = seen([(k / 10, cloth(k)) for k in range(12)])
    told = [one.observation for one in looks[2:]]
    assert len({one.reason for one in told if isinstance(one, NotSeen)}) == 1
    assert [one.frame for one in told] == list(range(2, 12))


def nudged(bgr: Image, pose: Pose, cell: int, by_mm: float) -> Image:
    """The picture with one tile pushed to the right."""
    corners_mm = pose.tiles[cell].corners_mm
    was, now = (pose.project_plane(corners_mm + np.array([shift, 0.0])).astype(np.float32) for shift in (0.0, by_mm))
    size = (bgr.shape[1], bgr.shape[0])
    pushed = cv2.warpPerspective(bgr, cv2.getPerspectiveTransform(was, now), size)
    tile = cv2.fillConvexPoly(np.zeros(bgr.shape[:2], np.uint8), now.round().astype(np.int32), 1)
    return np.where(tile[..., None] > 0, pushed, bgr).astype(np.uint8)


def test_a_single_tile_that_is_nudged_is_laid_where_it_lies_now() -> None:
    first = look(Frame(picture("game_000"), 0, 0.0), profile())
    assert first.pose is not None
    second = look(Frame(nudged(picture("game_000"), first.pose, 5, 3.0), 1, 1.0), profile(), before=first)
    assert second.pose is not None
    shifts = [now.corners_mm - was.corners_mm for now, was in zip(second.pose.tiles, first.pose.tiles, strict=True)]
    assert shifts[5].mean(axis=0)[0] == pytest.approx(3.0, abs=1.0)


ROWS = [range(4), range(12, 16), range(0, 16, 4), range(3, 16, 4)]


def sleeve_over(cells: range) -> Image:
    """A picture in which a sleeve lies along a whole row of tiles and leaves a little of each to be seen."""
    bgr, told = picture("game_000").copy(), truth("game_000")["tile_corners_px"]
    places = true_layout("game_000")
    for cell in cells:
        corners = np.array(told[str(places[cell])])
        inner = corners.mean(0) + 0.8 * (corners - corners.mean(0))
        cv2.fillConvexPoly(bgr, np.round(inner).astype(np.int32), (60, 70, 90))
    return bgr


@pytest.mark.long
@pytest.mark.parametrize("cells", ROWS)
def test_a_row_that_is_hidden_does_not_shift_the_board(cells: range) -> None:
    found = locate(sleeve_over(cells), profile())
    if not isinstance(found, str):
        told = tuple(tile.place for tile in found.pose.tiles)
        assert all(place in (None, true) for place, true in zip(told, true_layout("game_000"), strict=True))


def test_an_outline_without_area_is_no_board() -> None:
    line = np.array([[10.0, 10.0], [20.0, 10.0], [30.0, 10.0], [40.0, 10.0]])
    point = np.full((4, 2), 25.0)
    square = np.array([[10.0, 10.0], [150.0, 10.0], [150.0, 120.0], [10.0, 120.0]])
    assert len(list(boards_of([line, point], cloth(1), ROUGH))) == 0
    assert len(list(boards_of([square], cloth(1), ROUGH))) > 0
