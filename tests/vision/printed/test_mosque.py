"""The number on top mosque tiles is told whatever drawing shows it, and not told where it cannot be seen."""

import itertools

import cv2
import numpy as np
import pytest

from calibration import cases
from companion.sync.observation import BoardObservation
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.frame import Frame
from vision.painted.lids import GOOD_BGR, ROWS, mosque_lid
from vision.pipeline import look
from vision.printed.mosque import number_on
from vision.printed.params import MOSQUE
from vision.printed.plates import Plate
from vision.printed.read import read_printed
from vision.tokens.read import table_view

SIZE = round(26 * MOSQUE.px_per_mm), round(24.5 * MOSQUE.px_per_mm)


def plate(good: str, number: int, row: int) -> Plate:
    """The top tile as a camera sees it: not quite sharp."""
    lid = cv2.GaussianBlur(cv2.resize(mosque_lid(good, number, row), SIZE, interpolation=cv2.INTER_AREA), (0, 0), 1.0)
    seen = np.asarray(lid / np.float32(230), np.float32)
    return Plate(seen, np.zeros(seen.shape[:2], bool), np.array(GOOD_BGR[good.lower()]) / 230)


@pytest.mark.parametrize("row", range(len(ROWS)))
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_number_of_goods_is_told_by_their_row(number: int, row: int) -> None:
    told = [number_on(plate(good, number, row)) for good in "RGBY"]
    assert set(told) <= {number, None}
    assert number in told


def test_nothing_is_told_where_wood_stands_on_the_row() -> None:
    covered = plate("R", 3, 0)
    covered.hidden[:15, 40:60] = True
    assert number_on(covered) is None


def test_a_shadow_beside_the_goods_is_no_further_good() -> None:
    shaded = plate("R", 2, 1)
    shaded.seen[:, 28:40] *= 0.6
    assert number_on(shaded) in (2, None)


@pytest.mark.parametrize(
    ("good", "row", "number", "first", "wide"), [("G", 1, 3, 45, 24), ("R", 2, 2, 30, 30), ("Y", 2, 2, 36, 18)]
)
def test_a_shade_that_fades_behind_the_goods_is_no_further_good(
    good: str, row: int, number: int, first: int, wide: int
) -> None:
    there = plate(good, number, row)
    assert number_on(there) == number
    there.seen[:, first : first + wide] *= np.linspace(0.7, 1.0, wide, dtype=np.float32)[None, :, None]
    assert number_on(there) is None


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("row", [1, 2])
def test_a_faint_echo_of_the_last_good_is_no_further_good(row: int, number: int) -> None:
    """Where a dim picture is smeared and packed, something half as strong stood behind four goods."""
    wide = round(ROWS[row][1] * MOSQUE.px_per_mm / 6)
    end = round((8 + ROWS[row][1] * number) * MOSQUE.px_per_mm / 6)
    for good in "RGBY":
        there = plate(good, number, row)
        there.seen[:18, end : end + wide] = (there.plain + there.seen[:18, end - wide : end]) / 2
        assert number_on(there) in (number, None), good


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_what_is_seen_beside_the_top_is_no_further_good(number: int) -> None:
    """Its left edge was placed too far out, so that the row seems to begin at the rim."""
    beside = np.full((SIZE[1], 6, 3), 0.45, np.float32)
    for good, row in itertools.product("RGBY", range(len(ROWS))):
        there = plate(good, number, row)
        wide = Plate(np.concatenate([beside, there.seen], axis=1), np.zeros((SIZE[1], SIZE[0] + 6), bool), there.plain)
        assert number_on(wide) in (number, None), (good, row)


@pytest.mark.parametrize("good", "RGBY")
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_a_smeared_row_of_three_is_never_two(good: str, row: int) -> None:
    """Its left edge was placed 2 mm too far in, so that it seems shorter, and no good can be told from the next."""
    there = plate(good, 3, row)
    smeared = cv2.GaussianBlur(there.seen, (0, 0), 4.5)[:, 6:]
    assert number_on(Plate(np.asarray(smeared, np.float32), there.hidden[:, 6:], there.plain)) in (3, None)


def test_a_row_that_is_burnt_out_tells_nothing() -> None:
    shiny = plate("G", 3, 1)
    assert number_on(shiny) == 3
    shiny.seen[:18, :48] = np.maximum(shiny.seen[:18, :48] * 0.1 + 1.0, 1.0)
    assert number_on(shiny) is None


def test_light_that_fades_along_a_tile_is_no_row() -> None:
    fading = plate("Y", 2, 1)
    fading.seen[:18] = fading.plain + np.linspace(0.5, 0.0, SIZE[0], dtype=np.float32)[None, :, None]
    assert number_on(fading) is None


def test_nothing_is_told_of_a_plain_tile() -> None:
    bare = plate("G", 2, 1)
    bare.seen[:] = bare.plain
    assert number_on(bare) is None


def test_bare_beds_are_told_to_be_empty() -> None:
    view = table_view(photo("dark_bare")[0], pose_of("dark_bare"), profile_of("dark_bare"))
    told = read_printed(view, photo("dark_bare")[0].bgr, pose_of("dark_bare"), only=tuple(MOSQUE.goods)).mosque
    assert told
    assert set(told.values()) == {0}


@pytest.mark.long
def test_a_row_that_tells_a_number_from_few_of_its_beginnings_tells_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a cheap webcam two goods looked like four from two of the five places where the row may begin."""
    monkeypatch.setattr(cases, "_amid_a_game", lambda scene, _: scene)
    case = next(cases.painted_cases("cheap", 450, 1))
    told = look(Frame(case.bgr), case.profile).observation
    assert case.truth["mosque"]["B"] == 2
    assert isinstance(told, BoardObservation) and told.mosque.get("B", 2) == 2


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_row_of_which_a_shadow_hides_the_beginning_is_not_told_shorter(number: int) -> None:
    """Wood beside the tile shades its left edge, so that it seems to begin within the row."""
    for good, row, cut in itertools.product("RGBY", range(len(ROWS)), (4, 5, 6)):
        there = plate(good, number, row)
        left = Plate(there.seen[:, cut:], there.hidden[:, cut:], there.plain)
        assert number_on(left) in (number, None), (good, row, cut)
