"""A camera that was knocked stands elsewhere; one that trembles does not.  What cannot be followed is said."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.sync.episodes import PHOTO_HIDES
from companion.sync.turns import Asked, Turn
from vision.painted.camera import Camera, bumped, framed
from vision.profile import make_profile
from vision.sources.choose import open_source
from webui.cli import follow as command
from webui.cli.follow import has_moved, hidden_at_most, name_of

CAMERA = framed(Camera(), 0.8)


def test_a_knock_is_told_from_a_tremble() -> None:
    there, beside = bumped(CAMERA, 30, 0, 5), replace(CAMERA, look_at_mm=tuple(np.add(CAMERA.look_at_mm, 0.5)))
    assert has_moved(CAMERA.pose, there.pose, CAMERA.width_px)
    assert not has_moved(CAMERA.pose, beside.pose, CAMERA.width_px)


def test_the_first_picture_and_one_without_the_board_say_nothing() -> None:
    assert not has_moved(None, CAMERA.pose, CAMERA.width_px)
    assert not has_moved(CAMERA.pose, None, CAMERA.width_px)


def test_the_shift_is_that_of_the_boards_corners() -> None:
    moved = replace(CAMERA, tilt_deg=0.0, azimuth_deg=0.0, k1=0.0)
    beside = replace(moved, look_at_mm=(moved.look_at_mm[0] + 10, moved.look_at_mm[1]))
    assert abs(beside.pose.shift_px(moved.pose) - 10 * moved.px_per_mm()) < 0.5


@pytest.fixture
def black(tmp_path: Path) -> Path:
    """Two black pictures and a file that is none."""
    for number in (1, 2):
        cv2.imwrite(str(tmp_path / f"look {number}.jpg"), np.zeros((90, 160, 3), np.uint8))
    (tmp_path / "look 3.jpg").write_text("no picture")
    return tmp_path


def followed(source: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """What the command says of a source, for any copy of the game."""
    tiles = np.random.default_rng(1).integers(0, 255, (16, 64, 90, 3), np.uint8)
    monkeypatch.setattr(command, "load_profile", lambda *_: make_profile("any", tuple(tiles)))
    return CliRunner().invoke(command.follow, [str(source), "--profile", "any", "--players", "red,blue", "--json"])


def test_where_no_picture_shows_the_set_up_it_is_said(black: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = followed(black, monkeypatch)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "no picture shows the whole set-up" in told.stderr
    assert "too_dark 2" in told.stderr


def test_a_file_that_is_no_picture_is_left_out_and_named(black: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "left out look 3.jpg" in followed(black, monkeypatch).stderr


def test_one_photo_is_taken_as_it_is(black: Path) -> None:
    assert hidden_at_most(open_source(str(black / "look 1.jpg"), live=False)) == PHOTO_HIDES


def test_a_picture_of_a_film_is_named_by_its_second(tmp_path: Path) -> None:
    path = tmp_path / "evening.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 2, (160, 90))
    for _ in range(2):
        film.write(np.zeros((90, 160, 3), np.uint8))
    film.release()
    pictures = open_source(str(path), live=False)
    names = [name_of(frame, pictures) for frame in iter(pictures.next, None)]
    assert names == ["evening.avi 0.0 s", "evening.avi 0.5 s"]


def test_alternatives_are_told_apart_by_all_that_was_seen() -> None:
    ways = (Turn("red", 7, 9, "left", smuggler=12),), (Turn("red", 7, 9, "left", (4, 5), 8, ("blue",), governor=1),)
    asked = command._words(Asked("look 3.jpg", ways))
    assert asked == (
        "look 3.jpg: one of these happened: red 7 → 9, assistant left, Smuggler to 12 / "
        "red 7 → 9, assistant left, called back from 4, 5, caught blue, family member to 8, Governor to 1"
    )
