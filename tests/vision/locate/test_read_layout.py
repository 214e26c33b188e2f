"""The eye on golden pictures: the layout is right, what is hidden is not stated, what is no board is refused."""

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.sync.observation import NotSeen
from tests.vision.golden import corner_errors_mm, picture, profile, true_layout, truth
from vision.draw import draw_observation
from vision.frame import Frame, Image
from vision.geometry import CORNERS_MM
from vision.identify.stated_cells import FoundBoard
from vision.locate.board import locate
from vision.locate.feature_index import build_index
from vision.locate.outline import _patches
from vision.locate.outline_pose import MIDDLES_MM, rough_table, table_of_map
from vision.params_layout import REASONS, ROUGH
from vision.params_learn import OUTLINE
from vision.pipeline import Watcher, look
from vision.profile import make_profile

CLEAR = ["photo_029", "photo_035", "photo_038", "game_000"]
HANDS = ["photo_031", "game_003"]


def found(bgr: Image) -> FoundBoard:
    result = locate(bgr, profile())
    assert isinstance(result, FoundBoard), result
    return result


def layout_of(board: FoundBoard) -> tuple[int | None, ...]:
    return tuple(tile.place for tile in board.pose.tiles)


@pytest.mark.parametrize("name", CLEAR)
def test_the_layout_is_read(name: str) -> None:
    board = found(picture(name))
    assert layout_of(board) == true_layout(name)
    assert sorted(t.place for t in board.pose.tiles if t.upside_down and t.place) == sorted(truth(name)["flipped"])
    assert board.confidence > 0.9 and not board.hand


def test_a_copy_is_searched_in_the_same_way_whatever_was_done_before() -> None:
    asked = np.random.default_rng(0).random((200, 128), np.float32)
    answers = [
        build_index(profile().tiles[:2]).tree.knnSearch(asked, 2, params={"checks": 8})[0].tolist() for _ in range(2)
    ]
    assert answers[0] == answers[1]


@pytest.mark.long
def test_a_copy_learnt_in_the_dark_is_known_again() -> None:
    dark = make_profile("dark", tuple((tile * 0.1).astype(np.uint8) for tile in profile().tiles))
    told = look(Frame(picture(CLEAR[0]), 1), dark).observation
    assert not isinstance(told, NotSeen) and told.layout == true_layout(CLEAR[0])


def test_black_tiles_are_no_copy() -> None:
    with pytest.raises(ValueError, match="nothing is to be seen"):
        make_profile("black", tuple(np.zeros_like(tile) for tile in profile().tiles))


@pytest.mark.parametrize("name", CLEAR)
def test_tiles_are_laid_to_the_millimetre(name: str) -> None:
    assert np.median(corner_errors_mm(found(picture(name)).pose, truth(name))) < 1.5


@pytest.mark.long
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_noticed_and_nothing_is_told_wrong(name: str) -> None:
    told = look(Frame(picture(name), 1), profile()).observation
    assert not isinstance(told, NotSeen) and told.hand
    assert all(place in (None, true) for place, true in zip(told.layout, true_layout(name), strict=True))


def heaped(name: str, place: int, clear_mm: float) -> Image:
    """The picture with things of all colours on a tile, but for so much of it along its top."""
    bgr, colours = picture(name), np.random.default_rng(0)
    corners = np.array(truth(name)["tile_corners_px"][str(place)], np.float32)
    to_px = cv2.getPerspectiveTransform(CORNERS_MM.astype(np.float32), corners)
    for y, x in itertools.product(np.arange(clear_mm, 66, 7), range(-2, 92, 11)):
        patch = np.array([[[x - 1, y], [x + 11, y], [x + 11, y + 8], [x - 1, y + 8]]], np.float32)
        colour = colours.integers(20, 230, 3).tolist()
        cv2.fillConvexPoly(bgr, cv2.perspectiveTransform(patch, to_px).round().astype(np.int32), colour)
    return bgr


def test_a_tile_is_known_by_its_number_and_title_alone() -> None:
    board = found(heaped("photo_029", 5, clear_mm=16))
    assert layout_of(board) == true_layout("photo_029") and not board.hand
    assert [tile.place for tile in board.pose.tiles if tile.covered] == [5]


@pytest.mark.long
def test_a_tile_hidden_whole_is_not_told_though_it_is_the_last() -> None:
    board = found(heaped("photo_029", 5, clear_mm=-2))
    assert set(true_layout("photo_029")) - set(layout_of(board)) == {5} and board.hand


def test_what_a_hand_hides_whole_is_not_stated() -> None:
    board = found(picture("photo_031"))
    assert board.hand and [tile.place for tile in board.pose.tiles if tile.covered] == [None]


@pytest.mark.parametrize("side", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_the_camera_may_stand_on_any_side(side: int) -> None:
    turned = np.asarray(cv2.rotate(picture("photo_035"), side), np.uint8)
    assert layout_of(found(turned)) == true_layout("photo_035")


def test_a_rough_board_lies_where_the_tiles_are() -> None:
    soft = np.asarray(cv2.GaussianBlur(picture("photo_035"), (0, 0), 6.0), np.uint8)
    table = rough_table(soft, profile())
    assert table is not None
    middle = np.mean(list(truth("photo_035")["tile_corners_px"].values()), axis=(0, 1))
    assert np.linalg.norm(table.project(np.zeros((1, 2))) - middle) < 0.02 * soft.shape[1]


def test_boxes_that_touch_a_small_board_are_cut_off_from_it() -> None:
    board = np.array([[100, 80], [220, 80], [220, 240], [100, 240]])
    likely = np.zeros((320, 320), bool)
    likely[80:240, 100:220] = likely[90:112, 180:300] = likely[215:237, 20:140] = True

    def off_px(open_share: float) -> float:
        found = [quad for _, quad in _patches(likely, replace(OUTLINE, open_share=open_share), boxes=True)]
        return min(float(np.abs(np.roll(quad, turn, 0) - board).max()) for quad in found for turn in range(4))

    assert off_px(ROUGH.cuts[0].open_share) < 8 and off_px(0.0) > 50


@pytest.mark.parametrize("size", [(640, 480), (4000, 3000)])
def test_small_and_large_pictures_are_read(size: tuple[int, int]) -> None:
    resized = np.asarray(cv2.resize(picture("photo_035"), size, interpolation=cv2.INTER_AREA), np.uint8)
    assert layout_of(found(resized)) == true_layout("photo_035")


def dark(bgr: Image) -> Image:
    return (bgr * 0.02).astype(np.uint8)


def blinding(bgr: Image) -> Image:
    return np.clip(bgr.astype(np.int32) * 6 + 60, 0, 255).astype(np.uint8)


def mirrored(bgr: Image) -> Image:
    return np.ascontiguousarray(bgr[:, ::-1])


def empty(bgr: Image) -> Image:
    noise = np.random.default_rng(5).normal(0, 4, bgr.shape)
    return np.clip(np.full_like(bgr, 120) + noise, 0, 255).astype(np.uint8)


def cut(bgr: Image) -> Image:
    return np.ascontiguousarray(bgr[: bgr.shape[0] * 55 // 100])


@pytest.mark.parametrize(
    ("spoil", "reasons"),
    [
        (blinding, {"glare"}),
        (mirrored, {"mirrored"}),
        (empty, {"no_board", "blurred"}),
        (lambda _: picture("other_copy"), {"no_board", "not_this_game"}),
        (lambda _: np.zeros((600, 800, 3), np.uint8), {"too_dark"}),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(spoil, reasons: set[str]) -> None:  # type: ignore[no-untyped-def]
    result = locate(spoil(picture("game_000")), profile())
    assert result in reasons and reasons <= set(REASONS)


@pytest.mark.long
def test_a_board_cut_off_states_nothing_wrong() -> None:
    result = locate(cut(picture("game_000")), profile())
    stated = () if isinstance(result, str) else layout_of(result)
    assert result == "cut_off" or all(a in (None, b) for a, b in zip(stated, true_layout("game_000"), strict=True))


def test_a_picture_like_the_last_repeats_what_was_seen() -> None:
    watcher = Watcher(profile())
    first = watcher.look(Frame(picture("game_000"), 1))
    again = watcher.look(Frame(picture("game_000"), 2))
    assert not isinstance(first, NotSeen) and not isinstance(again, NotSeen)
    assert again.frame == 2 and again.cells == first.cells and again.sightings == first.sightings


def test_a_single_picture_tells_the_wood_on_the_tiles_that_nothing_hides() -> None:
    told = look(Frame(picture("photo_031"), 1), profile()).observation
    assert not isinstance(told, NotSeen) and told.hand
    standing = {(t["kind"], t["color"], t["place"]) for t in truth("photo_031")["tokens"]}
    seen = {(str(s.thing.kind), s.thing.color, s.place) for s in told.sightings}
    assert seen <= standing and len(seen) >= 0.6 * len(standing)


@pytest.mark.long
def test_what_hides_a_tile_and_does_not_move_is_no_hand() -> None:
    first = look(Frame(picture("photo_031"), 1, 0.0), profile())
    soon = look(Frame(picture("photo_031"), 2, 0.5), profile(), before=first)
    later = look(Frame(picture("photo_031"), 3, 2.0), profile(), before=soon)
    told = [one.observation for one in (first, soon, later)]
    assert [not isinstance(one, NotSeen) and one.hand for one in told] == [True, True, False]
    assert not isinstance(told[2], NotSeen) and told[2].layout.count(None) == 1 and told[2].sightings


def out_of_focus(bgr: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 3.5), np.uint8)


def far_away(bgr: Image) -> Image:
    small = cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    table = np.full_like(bgr, np.median(bgr[:40].reshape(-1, 3), 0))
    table[100 : 100 + small.shape[0], 250 : 250 + small.shape[1]] = small
    return table


@pytest.mark.parametrize("spoil", [out_of_focus, far_away])
def test_a_soft_or_far_board_is_read(spoil) -> None:  # type: ignore[no-untyped-def]
    stated = layout_of(found(spoil(picture("photo_035"))))
    assert all(place in (None, true) for place, true in zip(stated, true_layout("photo_035"), strict=True))
    assert stated.count(None) <= 2


def test_a_board_in_a_cut_out_is_laid_where_its_outline_says() -> None:
    middles_px = truth("photo_035")["tile_corners_px"]
    seen = np.array([np.mean(middles_px[str(place)], 0) for place in true_layout("photo_035")]) / 2 + [250, 100]
    table = table_of_map(cv2.findHomography(MIDDLES_MM, seen)[0], (1333, 1000))
    assert np.linalg.norm(table.project(table.places[:, :2]) - seen, axis=1).max() < 6.0


@pytest.mark.long
def test_a_camera_out_of_focus_is_checked_with_tiles_as_soft_as_it_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    first = look(Frame(out_of_focus(picture("photo_035")), 1), profile())
    assert first.pose is not None and first.soft_mm > 0
    monkeypatch.setattr("vision.pipeline.locate", lambda *_, **__: pytest.fail("the board was searched again"))
    second = look(Frame(np.roll(out_of_focus(picture("photo_035")), 2, 1), 2, 1.0), profile(), before=first)
    assert second.pose is not None and second.soft_mm == first.soft_mm


def test_the_next_picture_is_checked_and_not_searched() -> None:
    first = look(Frame(picture("game_000")), profile())
    second = look(Frame(picture("game_003")), profile(), before=first)
    assert second.pose is not None and first.pose is not None
    assert np.array_equal(second.pose.tvec, first.pose.tvec)


def test_a_camera_that_was_moved_is_followed() -> None:
    first = look(Frame(picture("game_000")), profile())
    away = np.asarray(np.roll(picture("game_000"), (14, -22), (0, 1)), np.uint8)
    second = look(Frame(away), profile(), before=first)
    assert second.pose is not None and first.pose is not None
    shift = second.pose.project_plane(second.pose.tiles[0].corners_mm) - first.pose.project_plane(
        first.pose.tiles[0].corners_mm
    )
    assert np.abs(shift.mean(0) - [-22, 14]).max() < 2


def test_the_overlay_leaves_the_picture_alone() -> None:
    bgr = picture("game_000")
    seen = look(Frame(bgr.copy()), profile())
    drawn = draw_observation(bgr, seen.observation, seen.pose)
    assert drawn.shape == bgr.shape and (drawn != bgr).any() and (bgr == picture("game_000")).all()
