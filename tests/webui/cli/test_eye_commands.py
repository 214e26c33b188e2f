"""`bazaar learn` and `bazaar read`: lines for scripts, words for people, a line for every picture."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.store import save_profile
from companion.sync.observation import BoardObservation, Unknown
from tests.vision.golden import PICTURES, picture, profile, truth
from vision.frame import Frame
from vision.pipeline import look
from webui.cli.eye import learn, line_of, read

KEYS = {"image", "ok", "reason", "layout", "layout_confidence", "upside_down", "tokens", "covered", "hand", "dice"}
LIGHTS = {"glare", "unseen", "unknown"}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    save_profile(profile(), tmp_path)
    return tmp_path


def lines(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.mark.long
def test_learn_tells_what_it_learnt(tmp_path: Path) -> None:
    photo = str(PICTURES / "photo_enroll.jpg")
    run = CliRunner().invoke(
        learn, [photo, "--layout", "order", "--profile", "mine", "--data-dir", str(tmp_path), "--json"]
    )
    assert run.exit_code == 0, run.output
    told = lines(run.stdout)[0]
    assert told["profile"] == "mine" and [tile["place"] for tile in told["tiles"]] == list(range(1, 17))  # type: ignore
    assert all(tile["width_px"] > 150 for tile in told["tiles"])  # type: ignore[attr-defined]


@pytest.mark.long
def test_every_picture_gets_its_line(shelf: Path) -> None:
    shutil.copy(PICTURES / "photo_035.jpg", shelf / "good.jpg")
    (shelf / "bad.jpg").write_bytes(b"no picture")
    names = [str(shelf / name) for name in ("bad.jpg", "good.jpg", "missing.jpg")]
    run = CliRunner().invoke(read, [*names, "--profile", "golden", "--data-dir", str(shelf), "--json"])
    assert run.exit_code == 0, run.output
    bad, good, missing = lines(run.stdout)
    assert bad["reason"] == missing["reason"] == "not_an_image" and not bad["ok"]
    assert good["ok"] and set(good) >= KEYS | LIGHTS and good["layout"] == truth("photo_035")["layout"]


@pytest.mark.long
def test_every_token_has_its_probability_and_every_number_under_a_merchant(shelf: Path) -> None:
    arguments = [str(PICTURES / "photo_035.jpg"), "--profile", "golden", "--data-dir", str(shelf), "--json"]
    tokens = lines(CliRunner().invoke(read, arguments).stdout)[0]["tokens"]
    assert isinstance(tokens, list) and tokens
    assert all(0 < token["p"] == token["confidence"] <= 1 for token in tokens)
    assert all(("under" in token) == ("under_p" in token) for token in tokens)
    assert any(token.get("under_p", 0) > 0.5 for token in tokens)


@pytest.mark.long
def test_what_has_no_name_is_told_with_its_place_and_where_it_is_seen() -> None:
    bgr = picture("photo_035")
    seen = look(Frame(bgr.copy()), profile())
    assert isinstance(seen.observation, BoardObservation)
    thing = Unknown(7, (412.34, 200.0), 0.91234)
    told = line_of("a.jpg", replace(seen, observation=msgspec.structs.replace(seen.observation, unknown=(thing,))))
    assert told["unknown"] == [{"place": 7, "px": [412.3, 200.0], "p": 0.9123}]


@pytest.mark.long
def test_a_covered_place_is_named_but_not_stated(shelf: Path) -> None:
    run = CliRunner().invoke(
        read, [str(PICTURES / "photo_031.jpg"), "--profile", "golden", "--data-dir", str(shelf), "--json"]
    )
    told = lines(run.stdout)[0]
    assert told["hand"] and told["covered"] == [2] and None in told["layout"][0]  # type: ignore[index]


@pytest.mark.long
def test_the_overlay_is_written(shelf: Path) -> None:
    arguments = [str(PICTURES / "photo_035.jpg"), "--profile", "golden", "--data-dir", str(shelf)]
    run = CliRunner().invoke(read, [*arguments, "--debug", str(shelf / "debug")])
    assert run.exit_code == 0 and (shelf / "debug" / "photo_035.jpg").is_file()


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["no_photo.jpg", "--layout", "order", "--profile", "x"], 1, "no such file"),
        ([".", "--layout", "order", "--profile", "x"], 1, "folder"),
        ([__file__, "--layout", "order", "--profile", "x"], 1, "JPEG"),
        (["no_photo.jpg", "--layout", "1 2 3", "--profile", "x"], 2, "each of the numbers 1 to 16"),
        (["no_photo.jpg", "--layout", "order", "--profile", "x", "--corners", "1,2"], 2, "four points"),
    ],
)
def test_learn_says_what_is_wrong(arguments: list[str], status: int, said: str, tmp_path: Path) -> None:
    run = CliRunner().invoke(learn, [*arguments, "--data-dir", str(tmp_path)])
    assert run.exit_code == status and said in run.stderr


def test_learn_says_what_to_do_about_a_burnt_out_photo(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "burnt.png"), np.full((300, 400, 3), 255, np.uint8))
    run = CliRunner().invoke(
        learn, [str(tmp_path / "burnt.png"), "--layout", "order", "--profile", "x", "--data-dir", str(tmp_path)]
    )
    assert run.exit_code == 1 and "move the lamp or the camera" in run.stderr


def test_read_needs_a_profile(tmp_path: Path) -> None:
    run = CliRunner().invoke(read, ["a.jpg", "--profile", "none", "--data-dir", str(tmp_path)])
    assert run.exit_code == 1 and "bazaar learn" in run.stderr
