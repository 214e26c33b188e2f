"""Games that were only recorded are told, and what is told is compared with what happened."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.simulated.pictures import MANNERS, by_webcam, read_game, shown
from calibration.simulated.recorded import FILM_LOOKS, Recorded, compared, record
from companion.sync.turns import Asked, Turn, TurnSeen
from webui.cli.bench import bench

PLAYED = [
    {"frame": 0, "event": {"setup": True}},
    {"frame": 1, "event": {"player": "red", "from": 7, "to": 4, "assistant": "left"}},
    {"frame": 2, "hand": True},
    {"frame": 3, "event": {"player": "blue", "from": 7, "to": 7, "recalled": [9, 2], "governor": None}},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A recorded game of two turns, in pictures of nothing."""
    for number in range(4):
        grey = np.full((60, 80, 3), 40 * (number + 1), np.uint8)
        cv2.imwrite(str(tmp_path / f"game_{number:03}.jpg"), grey)
    (tmp_path / "game_000.json").write_text(json.dumps({"players": ["red", "blue"]}))
    (tmp_path / "game_log.json").write_text(json.dumps(PLAYED))
    return tmp_path


def test_a_recorded_game_is_read_with_what_was_done(folder: Path) -> None:
    game = read_game(folder, "game")
    assert game.turns == (Turn("red", 7, 4, "left"), Turn("blue", 7, 7, "none", (2, 9)))
    assert (len(game.pictures), game.players) == (4, ("red", "blue"))


@pytest.mark.parametrize(("manner", "looks"), list(zip(MANNERS, (4, 4 * FILM_LOOKS, 4), strict=True)))
def test_each_picture_is_shown_once_or_for_three_seconds(folder: Path, manner: str, looks: int) -> None:
    frames = list(shown(read_game(folder, "game").pictures, manner, np.random.default_rng(1)))
    assert len(frames) == looks
    assert [frame.source for frame in frames] == sorted(frame.source for frame in frames)


def test_a_bad_webcam_shows_the_same_picture_otherwise_each_time() -> None:
    rng, picture = np.random.default_rng(1), np.full((60, 80, 3), 90, np.uint8)
    again = [by_webcam(picture, rng) for _ in range(6)]
    means = [float(one.mean()) for one in again]
    assert {one.shape for one in again} == {picture.shape} and max(means) - min(means) > 10


@pytest.mark.long
def test_an_evening_seen_perfectly_once_a_turn_is_told_as_it_was() -> None:
    told = record(Recorded(seed=3, sight="perfect", turns=8))
    assert (told.in_a_row, told.wrong) == (8, 0)


def test_a_turn_that_was_asked_about_counts_as_no_other() -> None:
    first, second, third = (Turn("red", 7, 4, "left"), Turn("blue", 7, 5, "none"), Turn("red", 4, 9, "left"))
    lines = [TurnSeen("1", first), Asked("2", ((second,), (first,))), TurnSeen("3", third)]
    told = compared(1, lines, [first, second, third])
    assert (told.told, told.in_a_row, told.wrong, told.asked) == (2, 1, 0, 1)
    assert compared(1, lines, [first, second, second]).wrong == 1


def test_the_command_prints_a_line_for_each_evening() -> None:
    ran = CliRunner().invoke(
        bench, ["recorded", "evenings", "--games", "1", "--turns", "4", "--sight", "perfect", "--refuse", "0"]
    )
    assert ran.exit_code == 0 and "seed 0: 4 of 4 turns told, 4 right in a row, 0 wrong" in ran.output


def test_a_folder_without_a_game_is_refused_with_what_a_game_is(folder: Path) -> None:
    tiles = str(folder / "game_000.jpg")
    ran = CliRunner().invoke(bench, ["recorded", "pictures", str(folder), "--prefix", "no", "--tiles", tiles])
    assert ran.exit_code == 1 and "no_log.json" in ran.output
