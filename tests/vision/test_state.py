"""What is stated of cells of which little is seen."""

import cv2
import numpy as np
import pytest

from tests.vision.golden import picture, profile
from vision.framed import framed
from vision.geometry import Table, grid_places
from vision.identify import Assignment
from vision.locate import locate
from vision.params_layout import LOCATE
from vision.soft import agreed
from vision.state import Found, state, table_of

FACING = Table(1000.0, (480.0, 270.0), 0.0, np.zeros(3), np.array([0.0, 0.0, 900.0]), grid_places((92.0, 65.0)))

NOTHING = np.zeros((540, 960), np.uint8)


def places(scores: dict[int, float], margin: float) -> list[int | None]:
    """The layout stated where these cells score badly, by such a margin, and all others are plain."""
    score, margins = np.full(16, 20.0), np.full(16, 20.0)
    for cell, odds in scores.items():
        score[cell], margins[cell] = odds, margin
    told = state(FACING, Assignment(np.arange(16), np.zeros(16, bool), score, margins), NOTHING, 1.0)
    assert isinstance(told, Found)
    return [tile.place for tile in told.pose.tiles]


@pytest.mark.parametrize("hidden", [{5: -4.0}, {5: -4.5, 9: -3.5}, {5: -5.5, 9: -3.5, 10: -4.0}])
def test_a_crowded_tile_is_read_where_the_others_leave_it_over_and_some_of_it_shows(hidden):
    assert places(hidden, LOCATE.left_margin + 0.5) == list(range(1, 17))


@pytest.mark.parametrize(
    ("hidden", "margin"),
    [({5: -4.0}, 3.5), ({5: -8.0}, 9.0), ({1: -4.0, 5: -4.0, 9: -4.0, 10: -4.0}, 9.0)],
    ids=["like a hand", "nothing of it shows", "too many"],
)
def test_a_tile_that_a_hand_may_cover_is_not_stated(hidden, margin):
    assert [place for place in places(hidden, margin) if place is None] == [None] * len(hidden)


def told(tiles: list[int], margins: list[float]) -> Found:
    """The board told so, with such margins in its first cells."""
    score, margin = np.full(16, 20.0), np.full(16, 20.0)
    margin[: len(margins)] = margins
    found = state(FACING, Assignment(np.array(tiles), np.zeros(16, bool), score, margin), NOTHING, 1.0)
    assert isinstance(found, Found)
    return found


@pytest.mark.parametrize(("grey", "first"), [(4.5, [1, 2]), (9.0, [None, None])], ids=["colour is surer", "both sure"])
def test_where_grey_and_colour_differ_the_one_that_is_much_surer_is_told(grey, first):
    mixed_up = told([1, 0, *range(2, 16)], [grey, grey])
    right = told(list(range(16)), [10.0, 10.0])
    both = agreed(mixed_up, right)
    assert isinstance(both, Found) and [tile.place for tile in both.pose.tiles] == first + list(range(3, 17))


def test_a_tile_that_one_look_tells_in_another_cell_is_not_told() -> None:
    grey, right = told([1, 0, *range(2, 16)], [4.0, 4.0]), told(list(range(16)), [4.0, 2.0])
    assert right.pose.tiles[1].place is None
    both = agreed(grey, right)
    assert isinstance(both, Found) and [tile.place for tile in both.pose.tiles][:2] == [None, None]


def test_a_frame_shows_around_pieces_and_not_under_an_arm() -> None:
    bgr, cell = picture("photo_035"), 5
    board = locate(bgr, profile())
    assert isinstance(board, Found)
    table = table_of(board.pose, 1.0)
    corners = table.project(table.places[cell, :2] + np.array([[-30, -18], [30, -18], [30, 18], [-30, 18]]))
    arm = table.project(table.places[cell, :2] + np.array([[-35, -60], [30, -60], [30, 60], [-35, 60]]))
    around = {}
    for name, outline in (("pieces", corners), ("arm", arm)):
        spoilt = cv2.fillConvexPoly(bgr.copy(), np.round(outline).astype(np.int32), (120, 150, 200))
        around[name] = framed(spoilt, table, np.arange(16) != cell)[cell]
    assert around["pieces"] > LOCATE.framed_least > around["arm"]
