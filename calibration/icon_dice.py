"""What do the six icons of this copy's dice look like?  Learnt from one photo of six dice in a row, in order."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.disk import write_whole
from companion.session.faults import keeping
from vision.frame import Image
from vision.icon_dice import FACE_PX, ICONS, PARAMS, IconDiceParams, Square, cut_face, find_blobs

CENTRED = 3  # times
INK = 0.28  # share by which a pixel of an icon is darker than the body, in one channel at least
LEAST_INK_PX = 40
WHITE = 0.7  # share of the whitest die's brightness
_AT = (np.arange(FACE_PX) - (FACE_PX - 1) / 2) / FACE_PX
ROUND = _AT[:, None] ** 2 + _AT[None] ** 2 < 0.42**2
"""Where the icon may be: not in the corners, where the table and other sides are seen."""
FAR = 0.29
"""Share of the side: what has its middle farther out belongs to a side of the die, or to the table."""


def learn_icons(bgr: Image, params: IconDiceParams = PARAMS) -> tuple[Image, ...] | int:
    """The faces (64, 64, 3) in the order of ICONS, or how many dice were seen instead of six.

    The dice lie in a row, left to right in that order; other things may lie about if they are not of the same size.
    """
    scale = min(1.0, params.longest_px / max(bgr.shape[:2]))
    small = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    row = _alike(_brightest(small, [_steady(blob) for blob in find_blobs(small, params)]))
    if len(row) != len(ICONS):
        return len(row)
    ordered = sorted(row, key=lambda square: float(square.middle_px[0]))
    return tuple(cut_face(small, _on_icon(small, square)) for square in ordered)


def _steady(blob: list[Square]) -> Square:
    """The square in the middle of what a blob was at all levels."""
    return sorted(blob, key=lambda square: square.side_px)[len(blob) // 2]


def _on_icon(bgr: Image, square: Square) -> Square:
    """The same square with the icon in its middle: a blob with a side of the die is not in the middle of its face."""
    for _ in range(CENTRED):
        face = cut_face(bgr, square).astype(np.float32)
        ink = (1 - face / np.maximum(np.percentile(face, 92, axis=(0, 1)), 20)).max(axis=2) > INK
        rows, columns = np.nonzero(_inside(ink))
        if len(rows) < LEAST_INK_PX:
            return square
        off = np.array([columns.min() + columns.max(), rows.min() + rows.max()]) / 2 - (FACE_PX - 1) / 2
        cos, sin = np.cos(square.turn), np.sin(square.turn)
        moved = np.array([off[0] * cos - off[1] * sin, off[0] * sin + off[1] * cos]) * square.side_px / FACE_PX
        square = Square(square.middle_px + moved, square.side_px, square.turn)
    return square


def _inside(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What is dark around the middle: an icon is there, a shaded side of the die is beyond."""
    count, labels, _, middles = cv2.connectedComponentsWithStats((ink & ROUND).astype(np.uint8))
    far = np.linalg.norm(middles / FACE_PX - 0.5, axis=1)
    return np.isin(labels, [label for label in range(1, count) if far[label] < FAR])


def _brightest(bgr: Image, squares: list[Square]) -> list[Square]:
    """Those as white as the whitest: patterns of a tablecloth are not."""
    whites = [float(np.percentile(cut_face(bgr, square).min(axis=2), 92)) for square in squares]
    return [square for square, white in zip(squares, whites, strict=True) if white > WHITE * max(whites)]


def _alike(squares: list[Square], tolerance: float = 0.22) -> list[Square]:
    """The largest group of squares of one size."""
    groups = [[one for one in squares if abs(one.side_px / of.side_px - 1) < tolerance] for of in squares]
    return max(groups, key=len, default=[])


# ------------------------------------------------------------------------- kept beside the copy


def save_icons(faces: tuple[Image, ...], path: Path) -> None:
    """One strip of six pictures, written whole.  Raises OutOfReach; then the old one is as it was."""
    with keeping(path.name):
        write_whole(path, cv2.imencode(".png", np.hstack(faces))[1].tobytes())


def load_icons(path: Path) -> tuple[Image, ...] | None:
    """The faces, None where there are none or the file is no strip of six."""
    if not path.exists():
        return None
    strip = cv2.imdecode(np.frombuffer(path.read_bytes() or b"\0", np.uint8), cv2.IMREAD_COLOR)
    if strip is None or strip.shape != (FACE_PX, FACE_PX * len(ICONS), 3):
        return None
    return tuple(np.asarray(face, np.uint8) for face in np.hsplit(strip, len(ICONS)))
