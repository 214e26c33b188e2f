"""Each game's rivals are measured: wins with an interval, thinking beside chess, a status that tells of the bar."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from webui.cli.bench import rival

GAMES, FEW = "2", "100"


@pytest.mark.long
@pytest.mark.parametrize(("game", "page"), [("istanbul", "rival.md"), ("dice", "rival-dice.md")])
def test_it_tells_wins_and_thinking_and_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, page: str
) -> None:
    monkeypatch.setattr(rival, "PAGES", tmp_path)
    asked = ["--game", game, "--games", GAMES, "--first", "3", "--positions", FEW, "--page", "--json"]
    done = CliRunner().invoke(rival.bench_rival, asked)
    found = msgspec.json.decode(done.stdout.splitlines()[-1])
    assert [(one["stronger"], one["weaker"]) for one in found["pairs"]] == [("strong", "middle"), ("middle", "easy")]
    assert all(0 <= one["low"] <= one["share"] <= one["high"] <= 1 for one in found["pairs"])
    assert found["pairs"][0]["thinking"]["strong"]["positions"] > 0
    assert "| strong | middle | won " in (tmp_path / page).read_text()
    assert f"`bazaar bench rival --game {game} --games 2" in (tmp_path / page).read_text()
    assert done.exit_code == 1, "two games prove nothing"
