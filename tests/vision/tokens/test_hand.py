"""A hand that reaches in over the tiles is noticed though all can be told; what lies beside them is none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.sync.observation import BoardObservation, Kind
from tests.vision.table_photo import photo, profile_of
from vision.changes.steady import boxes_of, update_of
from vision.frame import Floats, Frame, Image
from vision.params import STEADY
from vision.pipeline import Watcher, look
from vision.task import Look
from vision.tokens.hand import comes_from_beside
from vision.tokens.view import inner_cells, view_again

PHOTO, COPY = "dark_tokens", "dark_bare"
SKIN_BGR = (110, 140, 190)


@pytest.fixture(scope="module")
def before() -> Look:
    return look(photo(PHOTO)[0], profile_of(COPY))


def with_bar(before: Look, far_mm: float) -> Frame:
    """The picture with a bar as wide as an arm, from beside the board's left side to ``far_mm`` on the board."""
    assert before.pose is not None
    outline = np.array([[-260, 20], [far_mm - 15, 5], [far_mm, 20], [far_mm, 40], [far_mm - 15, 55], [-260, 60]])
    px = np.round(before.pose.project_plane(outline.astype(np.float64), 12.0) * 16).astype(np.int32)
    return Frame(np.asarray(cv2.fillPoly(photo(PHOTO)[0].bgr.copy(), [px], SKIN_BGR, cv2.LINE_AA, 4), np.uint8))


def hand(seen: Look) -> bool:
    assert isinstance(seen.observation, BoardObservation)
    return seen.observation.hand


def test_an_arm_over_the_rim_is_told_until_it_is_gone(before: Look) -> None:
    reached = look(with_bar(before, -130.0), profile_of(COPY), before=before)
    assert not hand(before) and hand(reached)
    gone = look(photo(PHOTO)[0], profile_of(COPY), before=reached)
    assert not hand(gone) and isinstance(before.observation, BoardObservation)
    assert isinstance(gone.observation, BoardObservation)
    assert {s.thing for s in gone.observation.sightings} == {s.thing for s in before.observation.sightings}


def test_what_lies_beside_the_board_is_no_hand(before: Look) -> None:
    assert not hand(look(with_bar(before, -195.0), profile_of(COPY), before=before))


def test_an_arm_in_a_single_photo_is_told(before: Look) -> None:
    assert hand(look(with_bar(before, -130.0), profile_of(COPY)))


def test_what_reaches_in_and_lies_still_is_no_hand(before: Look) -> None:
    def at(picture: Image, at_s: float) -> Frame:
        return Frame(picture, at_s=at_s)

    laid = with_bar(before, -130.0).bgr
    seen = look(at(laid, 1.0), profile_of(COPY), before=before)
    seen = look(at(laid, 1.1), profile_of(COPY), before=seen)
    assert hand(seen)
    assert not hand(look(at(laid, 4.0), profile_of(COPY), before=seen))


@pytest.mark.long
@pytest.mark.parametrize("a_second", [5, 30])
def test_what_lies_still_is_no_hand_however_fast_the_camera_is(before: Look, a_second: int) -> None:
    laid, seen = with_bar(before, -130.0).bgr, before
    told: list[bool] = []
    for number in range(2 * a_second):
        seen = look(Frame(laid, number, 1 + number / a_second), profile_of(COPY), before=seen)
        told.append(hand(seen))
    assert told[0] and not told[-1]


def beside_the_table(picture: Image, number: int) -> Image:
    """The picture with somebody who moves about in its upper left corner, far from the board."""
    moved = picture.copy()
    moved[:90, 20 * (number % 4) : 20 * (number % 4) + 60] = (200, 60, 40)
    return moved


def test_what_lies_still_is_no_hand_though_people_move_beside_the_table(before: Look) -> None:
    laid, seen = with_bar(before, -130.0).bgr, before
    told: list[bool] = []
    for number in range(12):
        seen = look(Frame(beside_the_table(laid, number), number, 1 + number / 5), profile_of(COPY), before=seen)
        told.append(hand(seen))
    assert told[0] and not told[-1]


def test_a_hand_that_moves_over_the_board_stays_one(before: Look) -> None:
    seen = before
    for number in range(12):
        moved = with_bar(before, -130.0 + 20 * (number % 2)).bgr
        seen = look(Frame(moved, number, 1 + number / 5), profile_of(COPY), before=seen)
        assert hand(seen)


def test_what_lies_still_is_no_hand_though_the_camera_changes_its_exposure(before: Look) -> None:
    laid, seen = with_bar(before, -130.0).bgr, before
    told: list[bool] = []
    for number in range(12):
        lit = np.clip(laid * (1.0, 1.09)[number % 2], 0, 255).astype(np.uint8)
        seen = look(Frame(lit, number, 1 + number / 5), profile_of(COPY), before=seen)
        told.append(hand(seen))
    assert told[0] and not told[-1]


def test_fingers_over_the_rim_are_told_by_the_arm_beside_the_board(before: Look) -> None:
    assert hand(look(with_bar(before, -165.0), profile_of(COPY), before=before))


def test_a_hand_is_told_where_all_is_read_anew_for_the_bare_tiles_were_learnt(before: Look) -> None:
    watcher = Watcher(profile_of(COPY))
    seen = watcher.look(photo(PHOTO)[0])
    assert isinstance(seen, BoardObservation)
    watcher.confirm(seen, frozenset((one.thing, one.place) for one in seen.sightings), 1)
    watcher.look(with_bar(before, -155.0))
    assert watcher.last is not None and hand(watcher.last)


def test_a_hand_is_told_where_all_is_read_anew_after_many_looks(before: Look) -> None:
    assert before.kept is not None
    long_after = replace(before, kept=replace(before.kept, looks=STEADY.looks))
    assert hand(look(with_bar(before, -155.0), profile_of(COPY), before=long_after))


def test_a_hand_is_told_again_where_all_is_read_anew_while_it_is_there(before: Look) -> None:
    assert before.kept is not None
    long_after = replace(before, kept=replace(before.kept, looks=STEADY.looks))
    first = look(with_bar(before, -155.0), profile_of(COPY), before=long_after)
    assert hand(look(with_bar(before, -158.0), profile_of(COPY), before=first))


def test_a_hand_that_goes_is_none_though_nobody_told_it_when_it_came(before: Look) -> None:
    missed = look(with_bar(before, -155.0), profile_of(COPY))
    assert not hand(missed)
    assert not hand(look(photo(PHOTO)[0], profile_of(COPY), before=missed))


def test_a_shadow_that_falls_in_over_the_rim_is_no_hand(before: Look) -> None:
    lit, arm = photo(PHOTO)[0].bgr, with_bar(before, -130.0).bgr
    shaded = np.where((arm == SKIN_BGR).all(axis=2, keepdims=True), (lit * 0.7).astype(np.uint8), lit)
    assert not hand(look(Frame(shaded), profile_of(COPY), before=before))


def painted_over(picture: Image, seen: Look, box_mm: tuple[float, float, float, float], bgr: tuple[int, ...]) -> Image:
    """The picture with a part of the table's plane in one colour."""
    assert seen.pose is not None
    left, top, right, bottom = box_mm
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    px = np.round(seen.pose.project_plane(corners) * 16).astype(np.int32)
    return np.asarray(cv2.fillPoly(picture.copy(), [px], bgr, cv2.LINE_AA, 4), np.uint8)


@pytest.mark.parametrize(
    ("first", "then", "told"), [("wood", "arm", True), ("arm", "wood", False), ("arm", "bare", False)]
)
def test_an_arm_as_dark_as_the_tile_is_told_when_it_comes_over_wood_and_not_when_it_goes(
    before: Look, first: str, then: str, told: bool
) -> None:
    bare = photo(PHOTO)[0].bgr
    dark = tuple(int(one) for one in painted_middle(bare, before))
    beside = painted_over(bare, before, (-300, -10, -194, 70), dark)
    pictures = {
        "bare": bare,
        "wood": painted_over(bare, before, (-185, 10, -162, 50), (220, 120, 30)),
        "arm": painted_over(beside, before, (-300, 10, -148, 50), dark),
    }
    kept = look(Frame(pictures[first]), profile_of(COPY)).kept
    assert kept is not None
    update = update_of(kept.sheet, pictures[then])
    assert update is not None
    cells = inner_cells(update.seen.cells) & kept.near
    now = view_again(kept.view, update, boxes_of(cells, STEADY.beside_cells))
    merchant = next(top for top in kept.tops if top.thing.kind is Kind.MERCHANT)
    spots = kept.view.scale.px(np.array([(x, y) for x in range(-180, -168, 8) for y in range(14, 50, 8)], float))
    stack = [replace(merchant, at_px=spot, feet=()) for spot in spots] if "wood" in (first, then) else []
    assert comes_from_beside(kept.view, now, stack, update.seen) is told


def painted_middle(picture: Image, seen: Look) -> Floats:
    """The colour of the tile under the arm, in the mean, (3,)."""
    assert seen.pose is not None
    x, y = seen.pose.project_plane(np.array([[-162.0, 30.0]]))[0].round().astype(int)
    return np.asarray(picture[y - 12 : y + 12, x - 12 : x + 12].reshape(-1, 3).mean(0), np.float64)


def test_wood_that_leans_out_far_beside_the_board_is_no_arm(before: Look) -> None:
    """A high stack on a tile at the rim, seen from low down."""
    kept = before.kept
    assert kept is not None
    update = update_of(kept.sheet, with_bar(before, -165.0).bgr)
    assert update is not None
    now, seen = replace(kept.view, sheet=update.sheet), update.seen
    merchant = next(top for top in kept.tops if top.thing.kind is Kind.MERCHANT)
    spots = kept.view.scale.px(np.array([(x, y) for x in range(-250, -160, 8) for y in range(-10, 100, 8)], float))
    stack = [replace(merchant, at_px=spot, feet=()) for spot in spots]
    assert comes_from_beside(kept.view, now, (), seen)
    assert not comes_from_beside(kept.view, now, stack, seen)
