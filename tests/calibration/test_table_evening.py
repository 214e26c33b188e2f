"""An evening at one table, turn by turn, for an eye that learns from confirmed turns and one that does not."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from calibration.table_evening import TurnRead, evening, figures, record_evening, row
from webui.cli import main

READ = [
    *(TurnRead(turn, False, 8, 1, 1) for turn in (1, 2, 3, 4)),
    *(TurnRead(turn, True, 8 + (turn > 2), turn < 3, turn < 3) for turn in (1, 2, 3, 4)),
]


def test_only_the_turns_and_the_eye_that_are_asked_for_are_counted() -> None:
    late = figures(READ, True, (3, 4))
    assert (late.looks, late.whole, late.ghosts, late.missed, late.f1) == (2, 2, 0, 0, 1.0)
    assert figures(READ, False, (3, 4)).f1 == pytest.approx(16 / 18)


def test_a_later_run_takes_the_place_of_the_same_tables(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    for numbers, commit in (("1000–1003", "aaaaaaa"), ("1004–1007", "aaaaaaa"), ("1000–1003", "bbbbbbb")):
        record_evening(page, row("dim", numbers, commit, READ))
    rows = [line for line in page.read_text().splitlines() if line.startswith("| dim")]
    assert [line.split(" | ")[1:4:2] for line in rows] == [["1004–1007", "aaaaaaa"], ["1000–1003", "bbbbbbb"]]
    assert "1.000, 0.889 | 2 of 2 (34–100 %) | 0 of 2 (0–66 %) | 0, 2 | 0, 2 |" in rows[1]


@pytest.mark.long
def test_both_eyes_see_the_same_turns_and_begin_alike() -> None:
    read = list(evening("nominal", 704, 3))
    plain, learning = ([one for one in read if one.learns == learns] for learns in (False, True))
    assert [one.turn for one in plain] == [one.turn for one in learning] == [1, 2, 3]
    assert plain[0][2:] == learning[0][2:] and all(one.right > 5 for one in read)


def test_a_page_of_results_needs_the_commit(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["bench", "table", "--record", str(tmp_path / "page.md")])
    assert told.exit_code == 2 and "--commit" in told.output
