"""From photos to turns, with the commands people use: a copy never seen is learnt, then an evening is followed."""

import json
from pathlib import Path
from random import Random

import cv2
import pytest
from click.testing import CliRunner

from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import outcomes, play
from companion.istanbul.setup import new_game
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from companion.sync.turns import Turn, turn_between
from vision.frame import Image
from vision.painted.art.generator import art_set
from vision.painted.camera import Camera, framed
from vision.painted.light import Conditions
from vision.painted.painter import Painter
from vision.painted.scene import Scene, settle
from vision.painted.table_of_game import scene
from webui.cli import main

pytestmark = pytest.mark.long
COPY, EVENING, TURNS = 77, 5, 5
CAMERA = framed(Camera(1600, 900, tilt_deg=24.0), 0.93)


@pytest.fixture(scope="module")
def art() -> list[Image]:
    """Sixteen tiles of an edition that exists nowhere."""
    return list(art_set(COPY))


@pytest.fixture
def painter(art: list[Image]) -> Painter:
    return Painter(CAMERA, Conditions(), EVENING, art)


def an_evening(seed: int) -> tuple[list[GameState], list[Turn]]:
    """The states after the set-up and after each of the first turns, and what happened in them."""
    rng = Random(seed)
    setup = new_setup(3, Options(), rng)
    states, truth = [new_game(setup.options, setup.deal)], list[Turn]()
    state, chance = states[0], DigitalChance(rng)
    while len(truth) < TURNS:
        due = outcomes(state)
        state = play(state, chance(due) if due else choose(state, rng))
        if state.turn != states[-1].turn:
            truth.append(turn_between(states[-1], state, states[-1].turn))
            states.append(state)
    return states, truth


def run(*words: str) -> list[dict[str, object]]:
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_an_evening_with_a_copy_never_seen(painter: Painter, tmp_path: Path) -> None:
    states, truth = an_evening(EVENING)
    folder = tmp_path / "evening"
    folder.mkdir()
    cv2.imwrite(str(tmp_path / "bare.jpg"), painter.picture(settle(Scene(bare=True), EVENING), 0))
    before = None
    for number, state in enumerate(states):
        before = settle(scene(state), EVENING, before)
        cv2.imwrite(str(folder / f"look_{number:02}.jpg"), painter.picture(before, number))

    data = ("--data-dir", str(tmp_path), "--profile", "never-seen")
    (learnt,) = run("learn", str(tmp_path / "bare.jpg"), "--layout", "order", *data)
    assert len(learnt["tiles"]) == 16  # type: ignore[arg-type]
    players = ",".join(str(player.color) for player in states[0].players)
    lines = run("follow", str(folder), "--players", players, *data)

    assert lines[0]["layout"] == [[int(place) for place in states[0].layout[row : row + 4]] for row in range(0, 16, 4)]
    told = [line for line in lines if line["type"] == "turn"]
    wanted = [(turn.player, turn.start, turn.to) for turn in truth]
    assert [(line["player"], line["from"], line["to"]) for line in told] == wanted
