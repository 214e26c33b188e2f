"""Results are written by the command: a row a condition and run, and rows of other runs stay."""

from pathlib import Path

from calibration.figures import figures
from calibration.record import record
from calibration.workshop import Outcome


def outcome(hits: int, missed: int = 0) -> Outcome:
    return Outcome(
        "dim_1", "dim", exact=True, hits=hits, missed=missed, silent=missed, said=(("token", 0.99, True),) * hits
    )


def rows(page: Path) -> list[str]:
    return [line for line in page.read_text().splitlines() if line.startswith("| dim")]


def test_a_run_again_takes_the_place_of_its_row_and_the_newest_comes_first(tmp_path: Path) -> None:
    page = tmp_path / "wood.md"
    record(page, {"dim": figures([outcome(9, 1)])}, "600–600", "aaaaaaa")
    record(page, {"dim": figures([outcome(10)])}, "700–700", "bbbbbbb")
    assert ["600–600" in row for row in rows(page)] == [False, True]
    record(page, {"dim": figures([outcome(10)])}, "600–600", "ccccccc")
    assert len(rows(page)) == 2 and "aaaaaaa" not in page.read_text() and "ccccccc" in rows(page)[1]


def test_what_was_missed_in_silence_stands_with_its_interval(tmp_path: Path) -> None:
    page = tmp_path / "wood.md"
    record(page, {"dim": figures([outcome(9, 1)])}, "600–600", "aaaaaaa")
    assert "10.0 % (1.8–40.4)" in rows(page)[0] and "0.947" in rows(page)[0]
