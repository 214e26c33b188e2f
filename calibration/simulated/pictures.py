"""A recorded game of pictures with its truth, shown once more: as it is, as a film, or as by a bad webcam."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from calibration.simulated.recorded import FILM_LOOKS, RecordingTold, compared
from companion.sync.episodes import PHOTO_HIDES
from companion.sync.model import shipped_model
from companion.sync.recording import follow
from companion.sync.turns import Turn
from vision.frame import Frame, Image
from vision.pipeline import Watcher
from vision.profile import Profile
from vision.sources.pictures import BadPicture, load_picture

MANNERS = ("photos", "film", "webcam")
FILM_HZ = 10.0
SENSOR_NOISE = 4.0
"""Of 255: the deviation of each value of each picture of a film."""
GAIN = 1.5
"""A bad webcam's exposure goes up and down by so much from picture to picture."""
ZOOM, SWAY_PX, BEND = 0.03, 6.0, 0.03
"""How far its lens breathes (a share), sways and bends (the radial term of its distortion)."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """The pictures in order, the first of the table before the first move, and what was done in each turn."""

    pictures: tuple[Path, ...]
    players: tuple[str, ...]
    turns: tuple[Turn, ...]


def read_game(folder: Path, prefix: str) -> RecordedGame:
    """The game of ``PREFIX_000.jpg …`` in a folder; ``PREFIX_log.json`` tells its turns, ``PREFIX_000.json`` who plays.

    OSError where one of them is missing, msgspec.DecodeError or KeyError where it says something else.
    """
    log = msgspec.json.decode((folder / f"{prefix}_log.json").read_bytes(), type=list[dict[str, Any]])
    events = [one["event"] for one in log if one.get("event") and not one["event"].get("setup")]
    players = msgspec.json.decode((folder / f"{prefix}_000.json").read_bytes())["players"]
    return RecordedGame(tuple(sorted(folder.glob(f"{prefix}_*.jpg"))), tuple(players), tuple(map(_turn, events)))


def _turn(event: dict[str, Any]) -> Turn:
    said = {name: value for name, value in event.items() if value is not None}
    turn = msgspec.convert({"assistant": "none"} | said, Turn)
    return msgspec.structs.replace(turn, recalled=tuple(sorted(turn.recalled)), caught=tuple(sorted(turn.caught)))


def tell(game: RecordedGame, profile: Profile, manner: str, seed: int) -> RecordingTold:
    """What is told of the game shown in one of the ``MANNERS``, beside what happened; ``seed``: of noise and lens."""
    watcher = Watcher(profile, game.players)
    frames = shown(game.pictures, manner, np.random.default_rng(seed))
    looks = ((frame.source, watcher.look(frame)) for frame in frames)
    lines = follow(looks, list(game.players), None if manner == "film" else PHOTO_HIDES, shipped_model())
    return compared(seed, list(lines), game.turns)


def shown(pictures: tuple[Path, ...], manner: str, rng: np.random.Generator) -> Iterator[Frame]:
    """The pictures as BGR frames, one each, or a film of three seconds each; what is no picture is left out."""
    at_s = 0.0
    for number, path in enumerate(pictures):
        image = load_picture(path)
        for one in () if isinstance(image, BadPicture) else _again(image, manner, rng):
            yield Frame(one, number, at_s, path.name)
            at_s += 1 / FILM_HZ if manner == "film" else 1.0


def _again(image: Image, manner: str, rng: np.random.Generator) -> Iterator[Image]:
    if manner == "film":
        yield from (noisy(image, SENSOR_NOISE, rng) for _ in range(FILM_LOOKS))
    else:
        yield by_webcam(image, rng) if manner == "webcam" else image


def by_webcam(image: Image, rng: np.random.Generator) -> Image:
    """The picture (BGR) by a camera whose exposure, colour, lens and stand differ from picture to picture."""
    height, width = image.shape[:2]
    gain = GAIN ** rng.uniform(-1, 1) * rng.uniform(0.92, 1.08, 3)
    exposed = np.clip(image * gain, 0, 255).astype(np.uint8)
    focal, centre = float(width), np.array([width / 2, height / 2])
    lens = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
    seen = lens.copy()
    seen[:2, 2] += rng.uniform(-SWAY_PX, SWAY_PX, 2)
    seen[[0, 1], [0, 1]] *= 1 + rng.uniform(-ZOOM, ZOOM)
    bend = np.array([rng.uniform(-BEND, BEND), 0, 0, 0])
    maps = cv2.initUndistortRectifyMap(lens, bend, np.eye(3), seen, (width, height), cv2.CV_32FC1)
    bent = cv2.remap(exposed, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = np.asarray(cv2.GaussianBlur(bent, (0, 0), rng.uniform(0.3, 1.0)), np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 90))]
    _, packed = cv2.imencode(".jpg", noisy(soft, SENSOR_NOISE, rng), quality)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def noisy(image: Image, deviation: float, rng: np.random.Generator) -> Image:
    """The picture with noise of this deviation (of 255) on each value."""
    grain = rng.normal(0, deviation, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)
