"""The page of results of following is written from runs, not by hand."""

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from webui.cli.bench import bench
from webui.cli.bench.following import page


@pytest.mark.long
def test_the_page_says_what_the_runs_say(tmp_path: Path) -> None:
    page, runs = tmp_path / "page.md", tmp_path / "runs"
    run = ["follow", "--games", "1", "--turns", "3", "--sight", "perfect", "--first", "7", "--out", str(runs / "usual")]
    assert CliRunner().invoke(bench, run).exit_code == 0
    told = CliRunner().invoke(bench, ["following", str(runs), "--commit", "abc1234", "--into", str(page)])
    assert told.exit_code == 0, told.output
    text = page.read_text()
    assert "## perfect sight" in text
    assert (
        "| usual | tune | 1, 7 | abc1234 | 3 | 0 (0.00–56.15 %) | 0 (0.00–56.15 %) | 100.00 % (43.85–100.00) |" in text
    )
    assert re.search(r"\| 0\.0\d\d\d of [1-9]\d* \| 0\.\d{4} of \d+ \|\n", text)


def test_without_runs_it_is_said_how_to_make_them(tmp_path: Path) -> None:
    told = CliRunner().invoke(bench, ["following", str(tmp_path), "--commit", "abc1234"])
    assert told.exit_code == 1 and "bazaar bench follow --out" in told.output


def test_a_later_run_takes_the_place_of_earlier_ones_of_the_same_people_and_sight() -> None:
    def run(people: str, sight: str, first: int) -> dict[str, Any]:
        share = {"count": 0, "share": 1.0, "low": 0.9, "high": 1.0}
        named = ("wrong without a question", "recall amended by itself", "no tap for wood", "turns asked about")
        figures = dict.fromkeys((*named, "turns with a false alarm"), share)
        told = {"games": 1, "first": first, "turns": 3, "use": "tune", "figures": figures, "certainty": {}}
        return {"people": people, "sight": sight, **told}

    first = "".join(page([run("usual", "noisy", 1), run("usual", "painted", 1), run("tidy", "noisy", 1)], "aaaaaaa"))
    later = "".join(page([run("usual", "noisy", 2), run("usual", "noisy", 3)], "bbbbbbb", first))
    rows = [line.split(" | ")[:4] for line in later.splitlines() if re.match(r"\| \w+ \| tune", line)]
    assert [(row[0], row[2], row[3]) for row in rows] == [
        ("| tidy", "1, 1", "aaaaaaa"),
        ("| usual", "1, 2", "bbbbbbb"),
        ("| usual", "1, 3", "bbbbbbb"),
        ("| usual", "1, 1", "aaaaaaa"),
    ]
    assert "".join(page([run("usual", "noisy", 3)], "bbbbbbb", later)).count("bbbbbbb") == 1
