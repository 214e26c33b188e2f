"""The workshop: shares come with their intervals, and a wrong layout stated as certain is never missed."""

from pathlib import Path

import pytest

from calibration.report import Report
from calibration.workshop import Case, figures, score, wilson
from companion.sync.observation import NotSeen
from tests.vision.golden import picture, profile, truth
from vision.frame import Frame
from vision.pipeline import look


@pytest.mark.parametrize(
    ("count", "total", "low", "high"), [(0, 0, 0.0, 1.0), (50, 50, 0.929, 1.0), (5, 10, 0.237, 0.763)]
)
def test_intervals_are_those_of_wilson(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=0.001)


def test_a_right_layout_is_exact_and_a_wrong_one_stated_as_certain_is_told(tmp_path: Path) -> None:
    bgr, answer = picture("photo_035"), truth("photo_035")
    seen = look(Frame(bgr.copy()), profile())
    right = Case("photo_035", "golden", bgr, answer, profile())
    rows = answer["layout"]
    wrong = Case("swapped", "golden", bgr, answer | {"layout": [rows[1], rows[0], *rows[2:]]}, profile())
    good, bad = score(right, seen, 100.0, 10.0), score(wrong, seen, 100.0, 10.0)
    assert good.exact and good.certain and not good.silent_wrong
    assert not bad.exact and bad.silent_wrong and bad.tiles_right == 8
    report = Report(tmp_path)
    for case, outcome in ((right, good), (wrong, bad)):
        report.add(case, outcome, seen)
    report.write()
    assert {path.name for path in tmp_path.iterdir()} >= {"cases.csv", "figures.csv", "index.html"}
    assert figures([good, bad])["silent_wrong"][0] == 0.5


def test_no_board_refused_is_right_and_read_is_a_false_lock() -> None:
    case = Case("none", "decoy", picture("photo_035"), None, profile())
    seen = look(Frame(picture("photo_035")), profile())
    assert score(case, seen, 1.0, 1.0).silent_wrong
    refused = type(seen)(NotSeen(0, 0.0, "", "no_board"), None, seen.thumb)
    assert score(case, refused, 1.0, 1.0).exact
