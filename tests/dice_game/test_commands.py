"""``bazaar play --game dice`` and ``bazaar replay`` keep their promises."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.dice_game.copy.learning import format_components
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.notation.lines import parse_state
from webui.cli.game import play, replay

MADE_UP = str(Path(__file__).parent / "made_up.toml")


def run(command: Any, *arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))


def play_dice(*arguments: str) -> Result:
    return run(play, "--game", "dice", *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", "2"),
        ("--players", "3", "--cards", "real"),
        ("--players", "4", "--set", f"components={MADE_UP}"),
        ("--players", "2", "--cards", "real", "--set", f"components={MADE_UP}"),
        ("--players", "2", "--policy", "random"),
    ],
)
def test_play_and_replay(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    record = tmp_path / "game.txt"
    record.write_text(play_dice(*arguments, "--seed", "5").stdout)
    assert play_dice(*arguments, "--seed", "5", "--json").stdout == record.read_text()
    assert parse_state(run(replay, str(record)).stdout).over
    (shown,) = [json.loads(line) for line in run(replay, str(record), "--json").stdout.splitlines()]
    assert shown["game"] == "dice" and shown["over"] and shown["ranking"][0]["rank"] == 1
    early = json.loads(run(replay, str(record), "--at", "3", "--json").stdout)
    assert early["entries"] == 3 and not early["over"]


def test_made_up_values_are_called_so() -> None:
    assert "made up" in play_dice("--seed", "1").stderr
    assert "made up" not in play_dice("--seed", "1", "--set", f"components={MADE_UP}").stderr


def test_what_cannot_be_played(tmp_path: Path) -> None:
    unknown = tmp_path / "copy.toml"
    unknown.write_text(format_components(shipped_components()))
    refused = play_dice("--set", f"components={unknown}")
    assert refused.exit_code == 1 and "missing: red" in refused.stderr
    unknown.write_text("tea = 1")
    assert play_dice("--set", f"components={unknown}").exit_code == 1
    assert play_dice("--set", "components=/nowhere/at/all").exit_code == 1
    assert play_dice("--players", "5").exit_code == 1
    assert play_dice("--set", "tea=1").exit_code == 2


def test_a_record_that_breaks_a_rule_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "bad.txt"
    record.write_text(play_dice("--seed", "5").stdout.replace('"do":"throw"', '"do":"end"', 1))
    refused = run(replay, str(record))
    assert refused.exit_code == 1 and "not_now" in refused.stderr
