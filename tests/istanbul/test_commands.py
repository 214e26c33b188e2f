"""The commands layout, roll, play, replay and bench engine keep their promises."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.istanbul.notation.lines import parse_state
from webui.cli.bench.engine import bench_engine
from webui.cli.game import layout, play, replay, roll


def run(command: Any, *arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))


def lines(command: Any, *arguments: str) -> list[Any]:
    result = run(command, *arguments)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_layouts_as_json() -> None:
    found = lines(layout, "--seed", "3", "--count", "3", "--json")
    assert [(line["kind"], line["seed"], line["board"]) for line in found] == [("random", s, "base") for s in (3, 4, 5)]
    assert all(sorted(place for row in line["layout"] for place in row) == list(range(1, 17)) for line in found)
    assert lines(layout, "--seed", "4", "--json") == found[1:2]


@pytest.mark.parametrize(
    ("board", "rows", "columns"), [("base", 4, 4), ("mocha", 4, 5), ("letters", 4, 5), ("big", 5, 5)]
)
def test_layouts_of_every_board(board: str, rows: int, columns: int) -> None:
    (line,) = lines(layout, "--board", board, "--json")
    assert [len(row) for row in line["layout"]] == [columns] * rows
    (again,) = lines(layout, "--code", line["code"], "--json")
    assert (again["board"], again["layout"]) == (board, line["layout"])


@pytest.mark.parametrize(
    ("kind", "first"), [("short", [15, 5, 2, 14]), ("long", [16, 2, 8, 11]), ("order", [1, 2, 3, 4])]
)
def test_printed_layouts(kind: str, first: list[int]) -> None:
    (line,) = lines(layout, "--kind", kind, "--json")
    assert (line["layout"][0], line["seed"]) == (first, None)


def test_layouts_without_restrictions() -> None:
    found = lines(layout, "--seed", "1", "--count", "40", "--no-restrictions", "--json")
    assert any(7 in line["layout"][0] for line in found)


def test_a_rated_layout_says_why() -> None:
    (line,) = lines(layout, "--kind", "short", "--rate", "--games", "0", "--json")
    assert line["rating"]["length"] == "short" and line["rating"]["far"]
    assert "steps apart" in run(layout, "--kind", "long", "--rate", "--games", "0").stdout


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--kind", "short", "--board", "big"], 1),
        (["--code", "0000000001"], 1),
        (["--rate", "--board", "mocha"], 1),
        (["--count", "0"], 2),
        (["--kind", "round"], 2),
    ],
)
def test_what_cannot_be_laid_out(arguments: list[str], status: int) -> None:
    result = run(layout, *arguments)
    assert (result.exit_code, result.stdout) == (status, "")


def test_dice() -> None:
    found = lines(roll, "--for", "governor", "--seed", "1", "--count", "100", "--json")
    assert found == lines(roll, "--for", "governor", "--seed", "1", "--count", "100", "--json")
    assert all(line["place"] == sum(line["dice"]) and line["for"] == "governor" for line in found)
    assert "=" in run(roll).stdout


def test_play_and_replay(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(run(play, "--players", "3", "--seed", "5").stdout)
    assert run(play, "--players", "3", "--seed", "5", "--json").stdout == record.read_text()
    assert parse_state(run(replay, str(record)).stdout).over
    (state,) = lines(replay, str(record), "--json")
    assert state["over"] and state["ranking"][0]["rank"] == 1
    (early,) = lines(replay, str(record), "--at", "4", "--json")
    assert early["entries"] == 4 and not early["over"]


def test_random_players_and_real_cards(tmp_path: Path) -> None:
    played = run(play, "--players", "2", "--seed", "2", "--policy", "random", "--cards", "real")
    record = tmp_path / "game.txt"
    record.write_text(played.stdout)
    assert lines(replay, str(record), "--json")[0]["over"]


def test_what_cannot_be_played_or_replayed(tmp_path: Path) -> None:
    assert run(play, "--players", "5", "--set", "neutral_assistants=on").exit_code == 1
    assert run(play, "--set", "cards=none").exit_code == 2
    assert run(replay, str(tmp_path / "nothing.txt")).exit_code == 1
    record = tmp_path / "bad.txt"
    record.write_text(run(play, "--seed", "5").stdout.replace('"do":"leave"', '"do":"pay"', 1))
    refused = run(replay, str(record))
    assert refused.exit_code == 1 and "entry=2" in refused.stderr and "not_now" in refused.stderr


@pytest.mark.long
def test_bench_engine() -> None:
    (found,) = lines(bench_engine, "--seconds", "1", "--json")
    assert found["ratio"] > 0 and found["bytes_per_game"] > 0 and found["listings_per_second"] > 0
