"""Which pictures is the eye tried on?  Folders of pictures with answers, and painted tables of art it never saw.

Painted cases are numbered.  Numbers below ``HELD_OUT`` may be used for tuning; those from there on are for judging.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.conditions import Condition, condition_named
from calibration.tiles import learn_photo
from calibration.workshop import BURNT, AnsweredPicture
from companion.istanbul.tables import COLORS
from vision.arrays import image
from vision.frame import Image
from vision.painted.art.generator import art_set
from vision.painted.art.painterly import painterly
from vision.painted.camera import Camera, framed
from vision.painted.clutter import cluttered
from vision.painted.decoy import decoy
from vision.painted.light import Conditions, random_look
from vision.painted.painter import film, paint
from vision.painted.scene import Hand, Scene, Token
from vision.painted.webcam import random_webcam
from vision.printed.params import PRINTED
from vision.profile import Profile, make_profile

HELD_OUT = 1000
AN_ART = 4
"""So many painted tables in a row show the same art."""

BOARDLESS = ("another_game", "cards", "empty", "mirrored", "mosaics", "newspaper", "stones")
"""Kinds of decoys on which there is nothing to be read; each that is read is a false lock."""

ORDER = tuple(range(1, 17))


def folder_cases(folder: Path) -> Iterator[AnsweredPicture]:
    """The photos of a folder with ``photo_enroll.jpg``; burnt ones are left out."""
    profile = learnt_from(_read(folder / "photo_enroll.jpg"), folder.name)
    for path in sorted(folder.glob("*_[0-9]*.jpg")):
        answer = path.with_suffix(".json")
        if answer.is_file():
            truth = json.loads(answer.read_text())
            if truth.get("burnt", 0) <= BURNT:
                yield AnsweredPicture(path.name, folder.name, _read(path), truth, profile)


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


def painted_cases(
    condition: str, first: int, count: int, known: frozenset[str] = frozenset()
) -> Iterator[AnsweredPicture]:
    """Painted tables number ``first`` and on, without those ``known`` by name; the art changes every ``AN_ART``.

    Each art is learnt from its own bare picture; art that cannot be learnt is left out.  Decoys do not show the art
    that is looked for, so there it is taken as it is.
    """
    for number in range(first, first + count):
        name = _name(condition, number)
        known_art = _given_painting if condition == "decoy" else _learnt_painting
        profile = None if name in known else known_art(number // AN_ART, condition_named(condition).painterly)
        if profile is not None:
            yield _painted(condition, number, profile)


def _name(condition: str, number: int) -> str:
    kind = f"_{BOARDLESS[number % len(BOARDLESS)]}" if condition == "decoy" else ""
    return f"{condition}_{number}{kind}"


def bare_painting(art: tuple[Image, ...], seed: int) -> tuple[Image, dict[str, Any]]:
    """The picture a person would take to learn a copy: bare tiles in order, taken with some care."""
    rng = np.random.default_rng([seed, 1])
    camera = Camera(1600, 900, float(rng.uniform(52, 72)), float(rng.uniform(-0.1, 0.02)), float(rng.uniform(0, 25)))
    camera = framed(replace(camera, azimuth_deg=float(rng.uniform(-10, 10))), float(rng.uniform(0.7, 0.9)))
    calm = replace(random_look(seed), blur_px=0.0, motion_px=0.0, hard=False, jpeg=92, noise=2.0, glare=0)
    gap_mm, jitter_mm = float(rng.uniform(1.5, 4)), float(rng.uniform(0.3, 1.5))
    picture, truth = paint(Scene(ORDER, bare=True, gap_mm=gap_mm, jitter_mm=jitter_mm), camera, calm, seed, art)
    return picture, dict(truth)


@lru_cache(maxsize=2)
def _art(seed: int, oils: bool = False) -> tuple[Image, ...]:
    art = art_set(seed)
    return tuple(painterly(tile, 16 * seed + number) for number, tile in enumerate(art)) if oils else art


@lru_cache(maxsize=64)
def _learnt_painting(seed: int, oils: bool) -> Profile | None:
    try:
        return learnt_from(bare_painting(_art(seed, oils), seed)[0], f"painted {seed}")
    except ValueError:
        return None


@lru_cache(maxsize=4)
def _given_painting(seed: int, oils: bool) -> Profile:
    return make_profile(f"painted {seed}", tuple(np.ascontiguousarray(tile) for tile in _art(seed, oils)))


def _painted(condition_name: str, number: int, profile: Profile) -> AnsweredPicture:
    condition, name = condition_named(condition_name), _name(condition_name, number)
    art = _art(number // AN_ART, condition.painterly)
    rng = np.random.default_rng([number, 2])
    camera = _camera(condition, rng)
    look = _look(condition, number)
    if condition_name == "decoy":
        kind = BOARDLESS[number % len(BOARDLESS)]
        return AnsweredPicture(name, condition_name, decoy(kind, camera, look, number, art), None, profile)
    laid = tuple(_tinted(tile, condition.tint) for tile in art) if condition.tint else art
    (first, *later), truth = film(_scene(condition, number, rng), camera, look, number, condition.pictures, laid)
    return AnsweredPicture(name, condition_name, first, dict(truth), profile, tuple(later))


def painted_table(
    condition_name: str, number: int
) -> tuple[Profile, tuple[Image, ...], Camera, Conditions, Scene] | None:
    """Copy, art, camera, light and wood of a painted table, to be played at; None where its art cannot be learnt."""
    condition, rng = condition_named(condition_name), np.random.default_rng([number, 2])
    profile = _learnt_painting(number // AN_ART, condition.painterly)
    if profile is None:
        return None
    camera, look = _camera(condition, rng), _look(condition, number)
    return profile, _art(number // AN_ART, condition.painterly), camera, look, _scene(condition, number, rng)


def _tinted(tile: Image, tint: float) -> Image:
    """The tile with its hue turned, as another edition may print it."""
    hsv = cv2.cvtColor(tile, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + round(180 * tint)) % 180
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def _look(condition: Condition, number: int) -> Conditions:
    look = replace(random_look(number), **condition.look)
    return look if condition.webcam_ev is None else replace(look, webcam=random_webcam(number, condition.webcam_ev))


def _camera(condition: Condition, rng: np.random.Generator) -> Camera:
    side = float(rng.choice([0, 90, 180, 270]) + rng.uniform(-15, 15))
    width, height = condition.size_px
    lens = float(rng.uniform(50, 75)), float(rng.uniform(-0.12, 0.02))
    camera = Camera(width, height, *lens, float(rng.uniform(*condition.tilt_deg)), side)
    return framed(replace(camera, **condition.camera), float(rng.uniform(*condition.share)))


def _scene(condition: Condition, number: int, rng: np.random.Generator) -> Scene:
    playing = [str(color) for color in rng.permutation(COLORS)[: rng.integers(2, 6)]]
    tokens = _tokens(playing, rng)
    turned = rng.permutation(16)[: rng.integers(1, 4) if rng.uniform() < 0.4 else 0] + 1
    scene = Scene(
        tuple(int(place) for place in rng.permutation(16) + 1),
        tuple(tokens),
        frozenset(int(place) for place in turned),
        hand=Hand(tuple(rng.uniform(-140, 140, 2)), float(rng.uniform(0, 360))) if condition.hand else None,
        gap_mm=float(rng.uniform(0.5, 5)),
        jitter_mm=float(rng.uniform(0.3, 2)),
        skew_deg=float(rng.uniform(0.3, 3)),
        players=tuple(playing),
    )
    if condition.turned is not None:
        scene = replace(scene, flipped=frozenset(int(place) + 1 for place in rng.permutation(16)[: condition.turned]))
    if condition.tokens is not None:
        scene = replace(scene, tokens=_crowd(condition.tokens, rng), players=COLORS)
    scene = replace(_amid_a_game(scene, np.random.default_rng([number, 4])), **condition.scene)
    scene = replace(scene, tokens=tuple(token for token in scene.tokens if token.place not in scene.missing))
    return cluttered(scene, number, np.random.default_rng([number, 3])) if condition.clutter else scene


def _amid_a_game(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene with dice thrown and with mail, demand, mosque tiles and rubies as they lie somewhere in a game."""
    tracks = {place: int(rng.integers(0, len(spots) + 1)) for place, spots in PRINTED.ruby_spots.items()}
    return replace(
        scene,
        dice=(int(rng.integers(1, 7)), int(rng.integers(1, 7))),
        mail_down=int(rng.integers(0, 5)),
        demand_large=str(rng.choice(PRINTED.large_demands)),
        demand_small=str(rng.choice(PRINTED.small_demands)),
        mosque={good: numbers[int(rng.integers(0, 5)) :] for good, numbers in scene.mosque.items()},
        rubies={**scene.rubies, **{int(place): count for place, count in tracks.items()}},
    )


def _tokens(playing: list[str], rng: np.random.Generator) -> list[Token]:
    tokens = [Token("governor", "purple", _anywhere(rng)), Token("smuggler", "black", _anywhere(rng))]
    for color in playing:
        under = _anywhere(rng), int(rng.integers(0, 4))
        tokens += [Token("merchant", color, *under), Token("family", color, _anywhere(rng))]
        tokens += [Token("assistant", color, p) for p in {_anywhere(rng) for _ in range(rng.integers(0, 4))}]
    return tokens


def _crowd(count: int, rng: np.random.Generator) -> tuple[Token, ...]:
    """The first ``count`` of all the wood five players have, everywhere."""
    tokens = [Token("governor", "purple", _anywhere(rng)), Token("smuggler", "black", _anywhere(rng))]
    tokens += [Token(kind, color, _anywhere(rng)) for kind in ("merchant", "family") for color in COLORS]
    for _ in range(4):
        places = rng.permutation(16) + 1
        tokens += [Token("assistant", color, int(place)) for color, place in zip(COLORS, places, strict=False)]
    return tuple(dict.fromkeys(tokens))[:count]


def _anywhere(rng: np.random.Generator) -> int:
    return int(rng.integers(1, 17))
