"""Which pictures is the eye tried on?  Folders of pictures with answers, and painted tables of art it never saw.

Painted cases are numbered.  Numbers below ``HELD_OUT`` may be used for tuning; those from there on are for judging.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.tiles import learn_photo
from calibration.workshop import BURNT, Case
from vision.arrays import image
from vision.frame import Image
from vision.profile import Profile, make_profile
from vision.sources.art_generator import art_set
from vision.sources.virtual_camera import Camera, framed
from vision.sources.virtual_decoy import decoy
from vision.sources.virtual_look import random_look
from vision.sources.virtual_paint import paint
from vision.sources.virtual_scene import Hand, Scene, Token

HELD_OUT = 1000
BOARDLESS = ("another_game", "cards", "empty", "mirrored", "mosaics", "newspaper", "stones")
"""Kinds of decoys on which there is nothing to be read; each that is read is a false lock."""

ORDER = tuple(range(1, 17))
COLORS = ("red", "blue", "green", "yellow", "white")


@dataclass(frozen=True, slots=True)
class Condition:
    """A kind of picture: ranges of tilt and of the share of the picture the board fills, and what spoils it."""

    tilt_deg: tuple[float, float] = (0.0, 45.0)
    share: tuple[float, float] = (0.6, 0.9)
    blur_px: float | None = None
    noise: float | None = None
    jpeg: int | None = None
    exposure: float | None = None
    hand: bool = False
    size_px: tuple[int, int] = (1600, 900)


CONDITIONS = {
    "nominal": Condition(),
    "tilt60": Condition(tilt_deg=(58.0, 60.0)),
    "blur5": Condition(blur_px=5.0),
    "share30": Condition(share=(0.3, 0.3)),
    "noise20": Condition(noise=20.0),
    "jpeg25": Condition(jpeg=25),
    "dark": Condition(exposure=0.2),
    "hand": Condition(hand=True),
    "webcam": Condition(size_px=(640, 480)),
    "decoy": Condition(),
}


def folder_cases(folder: Path) -> Iterator[Case]:
    """The photos of a folder with ``photo_enroll.jpg``; burnt ones are left out."""
    profile = learnt_from(_read(folder / "photo_enroll.jpg"), folder.name)
    for path in sorted(folder.glob("*_[0-9]*.jpg")):
        answer = path.with_suffix(".json")
        if answer.is_file():
            truth = json.loads(answer.read_text())
            if truth.get("burnt", 0) <= BURNT:
                yield Case(path.name, folder.name, _read(path), truth, profile)


def _read(path: Path) -> Image:
    picture = cv2.imread(str(path))
    if picture is None:
        raise OSError(f"{path} is not a picture")
    return image(picture)


def learnt_from(bgr: Image, name: str) -> Profile:
    """The profile a photo of bare tiles in number order teaches.  Raises ValueError where no tiles are found."""
    learnt = learn_photo(bgr, ORDER)
    if learnt is None:
        raise ValueError(f"no sixteen tiles are found in the picture to learn {name} from")
    return make_profile(name, tuple(tile.picture for tile in learnt.tiles))


def painted_cases(condition: str, first: int, count: int, tables_an_art: int = 4) -> Iterator[Case]:
    """Painted tables number ``first`` and on; the art changes every few, and is learnt from its own bare picture.

    Art that cannot be learnt is left out.
    """
    art_number, art, profile = -1, None, None
    for number in range(first, first + count):
        if number // tables_an_art != art_number or art is None:
            art_number = number // tables_an_art
            art = art_set(art_number)
            profile = _learnt_painting(art_number)
        if profile is not None:
            yield _painted(condition, number, art, profile)


def bare_painting(art: tuple[Image, ...], seed: int) -> tuple[Image, dict[str, Any]]:
    """The picture a person would take to learn a copy: bare tiles in order, taken with some care."""
    rng = np.random.default_rng([seed, 1])
    camera = Camera(1600, 900, float(rng.uniform(52, 72)), float(rng.uniform(-0.1, 0.02)), float(rng.uniform(0, 25)))
    camera = framed(replace(camera, azimuth_deg=float(rng.uniform(-10, 10))), float(rng.uniform(0.7, 0.9)))
    calm = replace(random_look(seed), blur_px=0.0, motion_px=0.0, hard=False, jpeg=92, noise=2.0, glare=0)
    gap_mm, jitter_mm = float(rng.uniform(1.5, 4)), float(rng.uniform(0.3, 1.5))
    picture, truth = paint(Scene(ORDER, bare=True, gap_mm=gap_mm, jitter_mm=jitter_mm), camera, calm, seed, art)
    return picture, dict(truth)


@lru_cache(maxsize=64)
def _learnt_painting(seed: int) -> Profile | None:
    try:
        return learnt_from(bare_painting(art_set(seed), seed)[0], f"painted {seed}")
    except ValueError:
        return None


def _painted(name: str, number: int, art: tuple[Image, ...], profile: Profile) -> Case:
    condition = CONDITIONS[name]
    rng = np.random.default_rng([number, 2])
    camera = _camera(condition, rng)
    look = random_look(number)
    for field in ("blur_px", "noise", "jpeg", "exposure"):
        value = getattr(condition, field)
        look = look if value is None else replace(look, **{field: value})
    if name == "decoy":
        kind = BOARDLESS[number % len(BOARDLESS)]
        return Case(f"{name}_{number}_{kind}", name, decoy(kind, camera, look, number, art), None, profile)
    picture, truth = paint(_scene(condition, rng), camera, look, number, art)
    return Case(f"{name}_{number}", name, picture, dict(truth), profile)


def _camera(condition: Condition, rng: np.random.Generator) -> Camera:
    side = float(rng.choice([0, 90, 180, 270]) + rng.uniform(-15, 15))
    width, height = condition.size_px
    lens = float(rng.uniform(50, 75)), float(rng.uniform(-0.12, 0.02))
    camera = Camera(width, height, *lens, float(rng.uniform(*condition.tilt_deg)), side)
    return framed(camera, float(rng.uniform(*condition.share)))


def _scene(condition: Condition, rng: np.random.Generator) -> Scene:
    def anywhere() -> int:
        return int(rng.integers(1, 17))

    playing = [str(color) for color in rng.permutation(COLORS)[: rng.integers(2, 6)]]
    tokens = [Token("governor", "purple", anywhere()), Token("smuggler", "black", anywhere())]
    for color in playing:
        tokens += [Token("merchant", color, anywhere(), int(rng.integers(0, 4))), Token("family", color, anywhere())]
        tokens += [Token("assistant", color, place) for place in {anywhere() for _ in range(rng.integers(0, 4))}]
    turned = rng.permutation(16)[: rng.integers(1, 4) if rng.uniform() < 0.4 else 0] + 1
    return Scene(
        tuple(int(place) for place in rng.permutation(16) + 1),
        tuple(tokens),
        frozenset(int(place) for place in turned),
        hand=Hand(tuple(rng.uniform(-140, 140, 2)), float(rng.uniform(0, 360))) if condition.hand else None,
        gap_mm=float(rng.uniform(0.5, 5)),
        jitter_mm=float(rng.uniform(0.3, 2)),
        skew_deg=float(rng.uniform(0.3, 3)),
        players=tuple(playing),
    )
