"""What does a camera see that is no table of this game?  Pictures that must be refused, of ten kinds, all seeded."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.painted.art.generator import SIZE_PX, ink_of
from vision.painted.art.scenes import crowded, mosaic
from vision.painted.board import own_art, painted_board, surface
from vision.painted.camera import Camera
from vision.painted.light import Conditions, blurred, light_map, toned
from vision.painted.painter import Painter
from vision.painted.scene import PITCH_MM, Scene, dealt, settle
from vision.painted.solids import LitCamera, lay_picture

Art = Sequence[Image]


class DecoyGrid(NamedTuple):
    """How flat things lie: so many across and down, of this size (width, height), so far apart, in mm."""

    columns: int
    rows: int
    size_mm: tuple[float, float]
    gap_mm: float


def decoy(kind: str, camera: Camera, look: Conditions, seed: int, art: Art | None = None) -> Image:
    """A picture of ``kind`` (a name of ``DECOYS``), BGR (height, width, 3); ``art`` is the copy that it is not."""
    picture = DECOYS[kind](camera, look, seed, own_art() if art is None else art)
    noise = dealt(seed, "decoy noise").normal(0, max(look.noise, 0.5), picture.shape)
    return np.asarray(np.clip(blurred(toned(picture, look), look) + noise, 0, 255), np.uint8)


def lit(image: Image, camera: Camera, look: Conditions) -> Image:
    """The picture under the lamp."""
    return np.asarray(np.clip(image * light_map(camera, look, camera.plane_map()[0]), 0, 255), np.uint8)


def _empty(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """A table with nothing of the bazaar on it."""
    return lit(painted_board(camera, look, seed, art, [], camera.plane_map()[0]), camera, look)


def _mirrored(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """The right table through a front camera that shows a mirror's picture."""
    return np.asarray(_table(camera, look, seed, art)[:, ::-1], np.uint8)


def _burnt(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """The right table, but nearly everything is white."""
    picture = _table(camera, look, seed, art).astype(np.float32)
    return np.asarray(np.clip(picture * 3.2 + 90, 0, 255), np.uint8)


def _black(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """The right table in the dark."""
    return np.asarray(_table(camera, look, seed, art) * 0.02, np.uint8)


def _cut_off(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """Less than half of the right table."""
    side = dealt(seed, "side").choice([-1.0, 1.0])
    x, y = camera.look_at_mm
    aside = replace(camera, look_at_mm=(x + side * 3.4 * PITCH_MM[0], y))
    return _table(aside, look, seed, art)


def _table(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    layout = tuple(int(p) + 1 for p in dealt(seed, "layout").permutation(16))
    return Painter(camera, look, seed, art).clean(settle(Scene(layout), seed))


def _another_game(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """Sixteen tiles of the same size and in the same order, with other pictures."""
    rng = dealt(seed, "another")
    ink = ink_of(rng, rng.uniform(0, 180), 60, 0.7, 0.9)
    return _table(camera, look, seed, [crowded(rng, SIZE_PX, ink, int(rng.integers(8, 40)), 1.0) for _ in range(16)])


def _cards(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """Rows of picture cards of another shape and number."""
    rng = dealt(seed, "cards")
    columns, rows = int(rng.integers(2, 7)), int(rng.integers(2, 5))
    width, height = (float(v) for v in rng.choice([(63, 88), (60, 60), (44, 68), (80, 120), (56, 56)]))
    ink = ink_of(rng, rng.uniform(0, 180), 60, 0.7, 0.9)
    size = (int(width * 5), int(height * 5))
    pictures = [crowded(rng, size, ink, 14, 1.0) for _ in range(columns * rows)]
    return _laid(camera, look, seed, pictures, DecoyGrid(columns, rows, (width, height), float(rng.uniform(2, 16))))


def _mosaics(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """A tiled floor: the right grid with patterns in it."""
    rng = dealt(seed, "mosaics")
    ink = ink_of(rng, rng.uniform(0, 180), 40, 0.6, 0.9)
    pictures = [mosaic(rng, (450, 315), ink, 260) for _ in range(4)]
    return _laid(camera, look, seed, [pictures[i % 4] for i in range(16)], DecoyGrid(4, 4, (90, 63), 3.0))


def _newspaper(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """Sheets of print."""
    rng = dealt(seed, "news")
    return _laid(camera, look, seed, [_page(rng) for _ in range(4)], DecoyGrid(2, 2, (190, 130), 4.0))


def _stones(camera: Camera, look: Conditions, seed: int, art: Art) -> Image:
    """A chequered board with round stones on it."""
    rng = dealt(seed, "stones")
    board = np.full((800, 800, 3), (150, 196, 224), np.uint8)
    for i in range(8):
        for j in range(8):
            if (i + j) % 2:
                board[100 * j : 100 * j + 100, 100 * i : 100 * i + 100] = (50, 80, 120)
            if rng.uniform() < 0.3:
                shade = (30, 30, 34) if rng.uniform() < 0.5 else (228, 232, 236)
                cv2.circle(board, (100 * i + 50, 100 * j + 50), 38, shade, -1, cv2.LINE_AA)
    return _laid(camera, look, seed, [board], DecoyGrid(1, 1, (320, 320), 0.0))


def _page(rng: np.random.Generator) -> Image:
    """Columns of grey lines, headings and a photograph."""
    page = np.full((520, 760, 3), 226, np.uint8)
    for column in range(3):
        for line in range(30):
            x, y, end = 20 + 250 * column, 70 + 15 * line, 20 + 250 * column + int(rng.integers(120, 225))
            cv2.line(page, (x, y), (end, y), (70, 70, 74), 5)
    cv2.putText(page, "THE EVENING POST", (30, 48), cv2.FONT_HERSHEY_TRIPLEX, 1.6, (20, 20, 24), 3, cv2.LINE_AA)
    x, y = int(rng.integers(10, 480)), int(rng.integers(80, 300))
    page[y : y + 170, x : x + 240] = crowded(rng, (240, 170), ink_of(rng, 20, 20, 0.2, 0.9), 12, 1.0)
    return page


def _laid(
    camera: Camera,
    look: Conditions,
    seed: int,
    pictures: Art,
    grid: DecoyGrid,
) -> Image:
    """Flat pictures in a grid around the middle of the table."""
    columns, rows, size_mm, gap_mm = grid
    image, view = surface(camera, look, seed), LitCamera.of(camera, look)
    corners: Floats = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size_mm) / 2
    for i, picture in enumerate(pictures):
        row, column = divmod(i, columns)
        centre = np.array(
            [(column - (columns - 1) / 2) * (size_mm[0] + gap_mm), (row - (rows - 1) / 2) * (size_mm[1] + gap_mm)]
        )
        where = corners + centre + dealt(seed, "laid", i).uniform(-1, 1, 2)
        if view.in_sight(np.column_stack([where, np.zeros(4)])):
            lay_picture(image, camera.project(where), picture, np.ones(3))
    return lit(image, camera, look)


DECOYS: dict[str, Callable[[Camera, Conditions, int, Art], Image]] = {
    "empty": _empty,
    "mirrored": _mirrored,
    "burnt": _burnt,
    "black": _black,
    "cut_off": _cut_off,
    "another_game": _another_game,
    "cards": _cards,
    "mosaics": _mosaics,
    "newspaper": _newspaper,
    "stones": _stones,
}
