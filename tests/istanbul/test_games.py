"""Whole games kept as records: they replay to the same end for ever, and any change in the rules shows."""

from pathlib import Path

import pytest

from companion.istanbul.corrections.problems import problems
from companion.istanbul.game import ISTANBUL
from companion.session.record import read_record, write_record

FILES = sorted((Path(__file__).parent / "games").glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_game_replays_to_its_end(path: Path) -> None:
    lines = path.read_text().splitlines()
    replayed = read_record({"istanbul": ISTANBUL}, lines)
    assert replayed.state.over and problems(replayed.state) == ()
    assert list(write_record(ISTANBUL, replayed.setup, replayed.log.entries, replayed.state)) == lines


def test_there_are_games() -> None:
    assert len(FILES) >= 5
