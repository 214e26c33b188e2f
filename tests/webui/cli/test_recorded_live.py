"""A recorded game before the camera of a running server: it is followed, and only what is unseen is tapped."""

import json
from pathlib import Path
from random import Random
from typing import Any

import cv2
import pytest

from calibration.simulated.eyes import PaintedEye
from calibration.simulated.pictures import RecordedGame, read_game
from calibration.simulated.recorded import Recorded, played
from companion.istanbul.dealer import new_setup
from companion.istanbul.setup import new_game
from companion.istanbul.state import GameState, Options
from companion.sync.table import expected
from vision.profile import Profile
from webui.cli.bench import recorded_live
from webui.cli.bench.recorded_live import follow_live

SEED, TURNS = 7, 4


@pytest.fixture
def painted(tmp_path: Path) -> tuple[RecordedGame, Profile]:
    """The first turns of an evening of three, a painted picture of each table."""
    rng = Random(SEED)
    setup = new_setup(3, Options(layout="random"), rng)
    colors = tuple(str(color) for color in setup.deal.colors)
    states, turns = played(new_game(setup.options, setup.deal), rng, Recorded(SEED, turns=TURNS))
    eye = PaintedEye(7001, colors)
    for number, state in enumerate(states):
        eye.lay(state)
        cv2.imwrite(str(tmp_path / f"game_{number:03}.jpg"), eye.picture())
        (tmp_path / f"game_{number:03}.json").write_text(json.dumps(truth_of(state, colors)))
    log: list[dict[str, Any]] = [{"frame": 0, "event": {"setup": True}}]
    log += [{"frame": number, "event": told(turn)} for number, turn in enumerate(turns, 1)]
    (tmp_path / "game_log.json").write_text(json.dumps(log))
    return read_game(tmp_path, "game"), eye.profile


def truth_of(state: GameState, colors: tuple[str, ...]) -> dict[str, Any]:
    wood = [{"kind": thing.kind.value, "color": thing.color, "place": place} for thing, place in expected(state)]
    rows = [[int(place) for place in state.layout[row : row + 4]] for row in range(0, 16, 4)]
    return {"layout": rows, "tokens": wood, "players": colors, "hand": False}


def told(turn: Any) -> dict[str, Any]:
    return {"player": turn.player, "from": turn.start, "to": turn.to, "assistant": turn.assistant}


@pytest.mark.long
def test_a_painted_game_is_followed_with_no_tap_for_wood(painted: tuple[RecordedGame, Profile], tmp_path: Path) -> None:
    game, profile = painted
    found = follow_live(game, profile, tmp_path / "data")
    assert found == {"turns": TURNS, "followed": TURNS, "missed": []}


@pytest.mark.long
def test_a_move_that_is_never_laid_is_named(
    painted: tuple[RecordedGame, Profile], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorded_live, "PATIENCE_S", 15.0)
    game, profile = painted
    first, second = game.pictures[:2]
    second.write_bytes(first.read_bytes())
    found = follow_live(RecordedGame(game.pictures[:2], game.players, game.turns[:1]), profile, tmp_path / "data")
    assert found["followed"] == 0 and game.turns[0].player in found["missed"][0]
