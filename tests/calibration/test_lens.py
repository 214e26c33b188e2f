"""The sheet that measures a lens: printed to the millimetre, and read back from painted photos of it."""

import json
import re
import zlib
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.lens import find_lens, seen_corners, sheet_board, sheet_picture
from vision.frame import Image
from vision.params_learn import SHEET
from webui.cli import main

SIZE = (960, 640)
FOCAL = 0.8


@cache
def photo(k1: float, tilt: float, turn: float, right: float = 0.0, down: float = 0.0, away: float = 330.0) -> Image:
    """The sheet as a lens sees it: tilted about both axes (rad), moved (mm)."""
    sheet = cv2.resize(sheet_picture(), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    focal = FOCAL * SIZE[0]
    camera = np.array([[focal, 0, (SIZE[0] - 1) / 2], [0, focal, (SIZE[1] - 1) / 2], [0, 0, 1]])
    x, y = np.meshgrid(np.arange(SIZE[0], dtype=np.float64), np.arange(SIZE[1], dtype=np.float64))
    rays = cv2.undistortPoints(np.stack([x, y], -1).reshape(-1, 1, 2), camera, np.array([k1, 0, 0, 0])).reshape(-1, 2)
    rotation = cv2.Rodrigues(np.array([tilt, turn, 0.0]))[0]
    plane = np.linalg.inv(np.column_stack([rotation[:, :2], [right, down, away]]))
    on = plane @ np.column_stack([rays, np.ones(len(rays))]).T
    mm = (on[:2] / on[2]).T + np.array(SHEET.paper_mm) / 2
    where = (mm * SHEET.dpi / 25.4 / 4 - 0.5).astype(np.float32).reshape(SIZE[1], SIZE[0], 2)
    seen = cv2.remap(sheet, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderValue=(90.0,))
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR), np.uint8)


def all_round(k1: float) -> list[Image]:
    """Nine photos, to all sides."""
    tilts = [(0.0, 0.0), (0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)]
    moved = [(95.0, 65.0), (-95.0, 65.0), (95.0, -65.0), (-95.0, -65.0)]
    return [photo(k1, *tilt) for tilt in tilts] + [photo(k1, 0.2, -0.2, *by) for by in moved]


def test_the_printed_sheet_is_a4_with_exact_squares(tmp_path: Path) -> None:
    target = tmp_path / "lens.pdf"
    assert CliRunner().invoke(main, ["lens", "--sheet", str(target)]).exit_code == 0
    pdf = target.read_bytes()
    size = re.search(rb"MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", pdf)
    shape = re.search(rb"/Width (\d+) /Height (\d+)", pdf)
    assert size and shape and np.allclose(np.array(size.groups(), float) * 25.4 / 72, SHEET.paper_mm, atol=0.01)
    dots = zlib.decompress(pdf[pdf.index(b"stream\n") + 7 : pdf.index(b"\nendstream")])
    width, height = map(int, shape.groups())
    paper = np.frombuffer(dots, np.uint8).reshape(height, width)
    found = seen_corners(np.asarray(cv2.cvtColor(paper, cv2.COLOR_GRAY2BGR), np.uint8))
    assert found is not None and len(found[0]) == len(sheet_board().getChessboardCorners())
    steps = np.diff(found[1].reshape(SHEET.squares[1] - 1, SHEET.squares[0] - 1, 2), axis=1)[..., 0]
    assert np.allclose(steps * SHEET.paper_mm[0] / width, SHEET.square_mm, atol=0.15)


def test_a_sheet_of_another_kind_is_refused(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["lens", "--sheet", str(tmp_path / "lens.doc")])
    assert told.exit_code == 2 and ".pdf" in told.stderr
    assert CliRunner().invoke(main, ["lens"]).exit_code == 2


@pytest.mark.long
@pytest.mark.parametrize("k1", [-0.15, 0.08])
def test_the_lens_is_found_again(k1: float) -> None:
    found = find_lens(all_round(k1))
    assert found is not None and abs(found.k1 - k1) < 0.01 and abs(found.focal_widths / FOCAL - 1) < 0.01
    assert found.rms_px < 0.5 and found.advice == ()


def test_photos_from_one_side_alone_are_told() -> None:
    found = find_lens([photo(-0.15, 0.0, 0.0), photo(-0.15, 0.1, 0.0)])
    assert found is not None
    assert any("only 2 photos" in words for words in found.advice) and any("same side" in one for one in found.advice)


def test_photos_without_the_sheet_are_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((300, 400, 3), 120, np.uint8))
    told = CliRunner().invoke(main, ["lens", str(tmp_path / "grey.png")])
    assert told.exit_code == 1 and "go nearer" in told.stderr


def test_the_command_prints_one_line_of_json(tmp_path: Path) -> None:
    for number, one in enumerate(all_round(-0.15)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), one)
    told = CliRunner().invoke(main, ["lens", *map(str, sorted(tmp_path.glob("*.png"))), "--json"])
    assert told.exit_code == 0 and abs(json.loads(told.stdout)["k1"] + 0.15) < 0.01
