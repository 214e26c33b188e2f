"""The page of results of following is written from runs, not by hand."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli.bench import bench


@pytest.mark.long
def test_the_page_says_what_the_runs_say(tmp_path: Path) -> None:
    page, runs = tmp_path / "page.md", tmp_path / "runs"
    run = ["follow", "--games", "1", "--turns", "3", "--sight", "perfect", "--first", "7", "--out", str(runs / "usual")]
    assert CliRunner().invoke(bench, run).exit_code == 0
    told = CliRunner().invoke(bench, ["following", str(runs), "--commit", "abc1234", "--into", str(page)])
    assert told.exit_code == 0, told.output
    text = page.read_text()
    assert "at commit abc1234" in text and "## perfect sight" in text
    assert "| usual | tune | 1, 7 | 3 | 0 (0.00–56.15 %) | 100.00 % (43.85–100.00) |" in text
    assert re.search(r"\| 0\.0\d\d\d of [1-9]\d* \| 0\.\d{4} of \d+ \|\n", text)


def test_without_runs_it_is_said_how_to_make_them(tmp_path: Path) -> None:
    told = CliRunner().invoke(bench, ["following", str(tmp_path), "--commit", "abc1234"])
    assert told.exit_code == 1 and "bazaar bench follow --out" in told.output
