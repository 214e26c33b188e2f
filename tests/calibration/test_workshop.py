"""The workshop: shares come with their intervals, and a wrong layout stated as certain is never missed."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from calibration.conditions import CONDITIONS, SWEEPS, condition_named, steps_of
from calibration.figures import calibration_error, figures, wilson
from calibration.report import Report, reliability
from calibration.workshop import AnsweredPicture, Outcome, printed_truth, score
from companion.sync.observation import BoardObservation, NotSeen, Unknown
from tests.vision.golden import picture, profile, truth
from vision.changes.motion import thumb_of
from vision.frame import Frame
from vision.pipeline import look
from vision.task import Look


@pytest.mark.parametrize(
    ("count", "total", "low", "high"), [(0, 0, 0.0, 1.0), (50, 50, 0.929, 1.0), (5, 10, 0.237, 0.763)]
)
def test_intervals_are_those_of_wilson(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=0.001)


@pytest.mark.long
def test_a_right_layout_is_exact_and_a_wrong_one_stated_as_certain_is_told(tmp_path: Path) -> None:
    bgr, answer = picture("photo_035"), truth("photo_035")
    seen = look(Frame(bgr.copy()), profile())
    right = AnsweredPicture("photo_035", "golden", bgr, answer, profile())
    rows = answer["layout"]
    wrong = AnsweredPicture("swapped", "golden", bgr, answer | {"layout": [rows[1], rows[0], *rows[2:]]}, profile())
    good, bad = score(right, seen, 100.0, 10.0), score(wrong, seen, 100.0, 10.0)
    assert good.exact and good.certain and not good.silent_wrong
    assert not bad.exact and bad.silent_wrong and bad.tiles_right == 8
    report = Report(tmp_path)
    for case, outcome in ((right, good), (wrong, bad)):
        report.add(case, outcome, seen)
    report.write()
    assert {path.name for path in tmp_path.iterdir()} >= {"cases.csv", "figures.csv", "index.html"}
    assert figures([good, bad])["silent_wrong"][0] == 0.5


@pytest.mark.long
def test_no_board_refused_is_right_and_read_is_a_false_lock() -> None:
    case = AnsweredPicture("none", "decoy", picture("photo_035"), None, profile())
    seen = look(Frame(picture("photo_035")), profile())
    assert score(case, seen, 1.0, 1.0).silent_wrong
    refused = type(seen)(NotSeen(0, 0.0, "", "no_board"), None, seen.thumb)
    assert score(case, refused, 1.0, 1.0).exact


def test_said_with_nine_tenths_and_right_every_other_time_is_four_tenths_off() -> None:
    said = [("token", 0.9, True), ("token", 0.9, False)] * 10
    assert calibration_error(said) == pytest.approx(0.4)
    assert calibration_error([]) is None
    assert reliability(said) == [{"what": "token", "from": 0.9, "n": 20, "mean_confidence": 0.9, "right": 0.5}]


@pytest.mark.long
def test_a_board_with_most_tiles_upside_down_is_right_from_either_side() -> None:
    bgr, answer = picture("photo_035"), truth("photo_035")
    rows = [row[::-1] for row in answer["layout"][::-1]]
    turned = {place for row in rows for place in row} - set(answer["flipped"])
    seen = look(Frame(bgr.copy()), profile())
    other_side = AnsweredPicture(
        "turned", "turned=16", bgr, answer | {"layout": rows, "flipped": sorted(turned)}, profile()
    )
    assert score(other_side, seen, 1.0, 1.0).exact


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    case = AnsweredPicture("decoy_1", "decoy", picture("photo_035"), None, profile())
    nothing = look(Frame(picture("photo_035")), profile())
    outcome = Outcome("decoy_1", "decoy", "no_board", exact=True, said=(("cell", 0.5, True),))
    Report(tmp_path).add(case, outcome, nothing)
    with (tmp_path / "cases.jsonl").open("ab") as file:
        file.write(b'{"name": "dec')
    again = Report(tmp_path, resume=True)
    assert again.known == {"decoy_1"} and again.outcomes == [outcome]
    again.write()
    assert "Nothing went wrong" in (tmp_path / "index.html").read_text()
    assert not Report(tmp_path).known


def test_each_worst_picture_has_a_file_of_its_own(tmp_path: Path) -> None:
    bgr = picture("photo_035")
    nothing = Look(NotSeen(0, 0.0, "", "no_board"), None, thumb_of(bgr))
    report = Report(tmp_path)
    for name in ("blur=2.0_0", "blur=2.0_1"):
        report.add(
            AnsweredPicture(name, "blur=2.0", bgr, {}, profile()), Outcome(name, "blur=2.0", "no_board"), nothing
        )
    assert len(list(tmp_path.glob("*.jpg"))) == 2


def test_without_tokens_nothing_is_said_of_how_well_they_are_read(tmp_path: Path) -> None:
    outcome = Outcome("tokens=0_0", "tokens=0", exact=True)
    assert figures([outcome])["token_f1"] is None
    report = Report(tmp_path)
    report.outcomes.append(outcome)
    report.write()
    assert "–" in (tmp_path / "index.html").read_text()


def test_every_step_of_every_sweep_has_a_name_of_its_own() -> None:
    steps = [step for axis in SWEEPS for step in steps_of(axis)]
    assert len(set(steps)) == len(steps) and not set(steps) & set(CONDITIONS)
    assert condition_named("tilt=60").tilt_deg == (60, 60)


def test_what_is_said_of_stacks_print_and_nameless_things_is_counted() -> None:
    bgr, answer = picture("photo_035"), truth("photo_035")
    seen = look(Frame(bgr.copy()), profile())
    told = seen.observation
    assert isinstance(told, BoardObservation)
    free = next(place for place in told.layout if place not in told.unseen)
    case = AnsweredPicture("p", "golden", bgr, answer | {"nameless": [{"kind": "edge", "place": free}]}, profile())
    one = score(case, seen, 1.0, 1.0)
    silent = figures([one])
    assert (one.nameless, one.passed_over) == (1, 1) and silent["nameless_silent"][0] == 1.0
    warned = replace(seen, observation=msgspec.structs.replace(told, unknown=(Unknown(free, (1.0, 1.0), 0.8),)))
    spoken = score(case, warned, 1.0, 1.0)
    assert spoken.passed_over == 0 and ("unknown", 0.8, True) in spoken.said
    assert one.printed == len(printed_truth(answer)) > 0
    assert silent["printed_wrong"][0] == 0.0 and silent["stack_right"][0] == 1.0


def test_a_bed_without_a_mosque_tile_is_to_be_told_as_bare() -> None:
    assert printed_truth({"mosque": {"R": 0, "G": 3}}) == {"mosque R": 0, "mosque G": 3}


def test_a_token_told_as_nearly_sure_that_does_not_stand_there_is_counted() -> None:
    said = (("token", 0.95, False), ("token", 0.6, False), ("token", 0.95, True), ("token", 0.95, True))
    outcome = Outcome("a", "dim", exact=True, hits=2, extra=2, said=said)
    assert figures([outcome])["token_sure_wrong"][0] == 0.25
