"""What is stated of cells of which little is seen."""

import cv2
import numpy as np
import pytest

from tests.vision.golden import picture, profile
from vision.geometry import TableGeometry, grid_places
from vision.identify.blurred_match import agreed
from vision.identify.cells import Assignment
from vision.identify.stated_cells import FoundBoard, state, table_of
from vision.identify.visible_frames import framed
from vision.locate.board import locate
from vision.params_layout import LOCATE

FACING = TableGeometry(1000.0, (480.0, 270.0), 0.0, np.zeros(3), np.array([0.0, 0.0, 900.0]), grid_places((92.0, 65.0)))

ORDER = list(range(16))

NOTHING = np.zeros((540, 960), np.uint8)


def assigned(tiles: list[int], **cells: dict[int, float]) -> Assignment:
    """These tiles in the cells, all plain but for such ``score``, ``margin``, ``lead`` or ``shows`` of some cells."""
    plain = {name: np.full(16, 20.0) for name in ("score", "margin", "lead", "shows")}
    for name, odd in cells.items():
        for cell, value in odd.items():
            plain[name][cell] = value
    return Assignment(np.array(tiles), np.zeros(16, bool), turn=np.full(16, 20.0), **plain)


def places(assignment: Assignment) -> list[int | None]:
    """The layout stated."""
    told = state(FACING, assignment, NOTHING, 1.0)
    assert isinstance(told, FoundBoard)
    return [tile.place for tile in told.pose.tiles]


def crowded(shows: dict[int, float], margin: float) -> list[int | None]:
    """The layout stated where so much shows of some cells, with such a margin, and all others are plain."""
    hidden = dict.fromkeys(shows, -6.0)
    return places(assigned(ORDER, score=hidden, margin=dict.fromkeys(shows, margin), shows=shows))


@pytest.mark.parametrize("shows", [{5: 3.5}, {5: 3.5, 9: 6.0}, {5: 3.5, 9: 4.0, 10: 6.0}])
def test_a_crowded_tile_is_read_where_the_others_leave_it_over_and_some_of_it_shows(shows: dict[int, float]) -> None:
    assert crowded(shows, LOCATE.left_margin + 0.5) == list(range(1, 17))


def test_a_tile_told_from_the_little_it_shows_is_called_covered() -> None:
    told = state(FACING, assigned(ORDER, score={5: -6.0}), NOTHING, 1.0)
    assert isinstance(told, FoundBoard)
    assert [cell for cell, tile in enumerate(told.pose.tiles) if tile.covered] == [5] and not told.hand


@pytest.mark.parametrize(
    ("shows", "margin"),
    [({5: 2.5}, 9.0), ({5: 6.0, 9: 6.0}, 2.0), ({1: 6.0, 5: 6.0, 9: 6.0, 10: 6.0}, 9.0)],
    ids=["like a hand", "either may lie in either", "too many"],
)
def test_a_tile_that_a_hand_may_cover_is_not_stated(shows: dict[int, float], margin: float) -> None:
    assert [place for place in crowded(shows, margin) if place is None] == [None] * len(shows)


def test_a_tile_is_not_told_where_another_one_shows_though_it_is_the_last() -> None:
    told = places(assigned(ORDER, score={5: -2.0}, lead={5: -6.0}))
    assert told[5] is None and told.count(None) == 1


def told(tiles: list[int], margins: list[float]) -> FoundBoard:
    """The board told so, with such margins in its first cells."""
    found = state(FACING, assigned(tiles, margin=dict(enumerate(margins))), NOTHING, 1.0)
    assert isinstance(found, FoundBoard)
    return found


@pytest.mark.parametrize(("grey", "first"), [(4.5, [1, 2]), (9.0, [None, None])], ids=["colour is surer", "both sure"])
def test_where_grey_and_colour_differ_the_one_that_is_much_surer_is_told(grey, first):
    mixed_up = told([1, 0, *range(2, 16)], [grey, grey])
    right = told(list(range(16)), [10.0, 10.0])
    both = agreed(mixed_up, right)
    assert isinstance(both, FoundBoard) and [tile.place for tile in both.pose.tiles] == first + list(range(3, 17))


def test_a_tile_that_one_look_tells_in_another_cell_is_not_told() -> None:
    grey, right = told([1, 0, *range(2, 16)], [4.0, 4.0]), told(list(range(16)), [4.0, 2.0])
    assert right.pose.tiles[1].place is None
    both = agreed(grey, right)
    assert isinstance(both, FoundBoard) and [tile.place for tile in both.pose.tiles][:2] == [None, None]


def test_a_tile_that_only_one_of_two_looks_reads_is_told() -> None:
    grey, colour = told(ORDER, [1.0, 9.0]), told(ORDER, [9.0, 1.0])
    assert [grey.pose.tiles[cell].place for cell in (0, 1)] == [None, 2] and grey.hand
    both = agreed(grey, colour)
    assert isinstance(both, FoundBoard) and [tile.place for tile in both.pose.tiles] == list(range(1, 17))
    assert not both.hand


def test_a_frame_shows_around_pieces_and_not_under_an_arm() -> None:
    bgr, cell = picture("photo_035"), 5
    board = locate(bgr, profile())
    assert isinstance(board, FoundBoard)
    table = table_of(board.pose, 1.0)
    corners = table.project(table.places[cell, :2] + np.array([[-30, -18], [30, -18], [30, 18], [-30, 18]]))
    arm = table.project(table.places[cell, :2] + np.array([[-35, -60], [30, -60], [30, 60], [-35, 60]]))
    around = {}
    for name, outline in (("pieces", corners), ("arm", arm)):
        spoilt = cv2.fillConvexPoly(bgr.copy(), np.round(outline).astype(np.int32), (120, 150, 200))
        around[name] = framed(spoilt, table, np.arange(16) != cell)[cell]
    assert around["pieces"] > LOCATE.framed_least > around["arm"]
