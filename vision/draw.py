"""How is a reading shown to people?  Outlines and names over the picture; no reader imports this."""

from collections.abc import Set
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np

from companion.sync.observation import BoardObservation, NotSeen
from vision.frame import Image
from vision.pose import Pose

READ_BGR = (90, 220, 90)
UNSURE_BGR = (60, 190, 250)
COVERED_BGR = (70, 70, 240)
CASING_BGR = (25, 25, 25)
TEXT_BGR = (255, 255, 255)
SURE = 0.9
_PEN = ThreadPoolExecutor(1, "overlay pen")
"""OpenCV reads its fonts anew for every thread that writes, some 6 MB each: one thread writes for all."""
THING_BGR = {
    "red": (40, 40, 220),
    "blue": (230, 110, 30),
    "green": (60, 170, 60),
    "yellow": (30, 210, 240),
    "white": (245, 245, 245),
    "purple": (170, 50, 150),
    "black": (30, 30, 30),
}


LAYERS = frozenset({"tiles", "tokens", "scores"})
"""What can be drawn: outlines with numbers; rings round tokens, ? at what has no name; how sure the reader is."""


def draw_observation(
    bgr: Image, observation: BoardObservation | NotSeen, pose: Pose | None, layers: Set[str] = LAYERS
) -> Image:
    """A copy of the picture with the tiles outlined and numbered, the tokens named; framed in red if not read."""
    canvas = bgr.copy()
    size = max(0.4, min(canvas.shape[:2]) / 1100)
    if isinstance(observation, NotSeen):
        cv2.rectangle(canvas, (0, 0), (canvas.shape[1] - 1, canvas.shape[0] - 1), COVERED_BGR, max(4, round(12 * size)))
    if pose is not None and "tiles" in layers:
        _draw_tiles(canvas, pose, size)
    if isinstance(observation, BoardObservation) and "tokens" in layers:
        _draw_tokens(canvas, observation, size, "scores" in layers)
    return canvas


def _draw_tiles(canvas: Image, pose: Pose, size: float) -> None:
    for tile in pose.tiles:
        color = COVERED_BGR if tile.place is None else READ_BGR if tile.confidence >= SURE else UNSURE_BGR
        corners = pose.project_plane(tile.corners_mm)
        outline = np.round(corners).astype(np.int32)
        cv2.polylines(canvas, [outline], True, CASING_BGR, max(3, round(6 * size)), cv2.LINE_AA)
        cv2.polylines(canvas, [outline], True, color, max(2, round(3 * size)), cv2.LINE_AA)
        text = "?" if tile.place is None else str(tile.place)
        at = 0.8 * corners[0] + 0.2 * corners[2]
        _write(canvas, text, (int(at[0] - 10 * size), int(at[1] + 8 * size)), 0.8 * size, color)


def _draw_tokens(canvas: Image, observation: BoardObservation, size: float, scores: bool) -> None:
    for thing in observation.unknown:
        x, y = (round(v) for v in thing.at_px)
        _write(canvas, "?", (x - int(9 * size), y + int(9 * size)), 1.2 * size, UNSURE_BGR)
    for sighting in observation.sightings:
        color = THING_BGR.get(sighting.thing.color, UNSURE_BGR)
        x, y = (round(v) for v in sighting.at_px)
        radius = max(6, round(26 * size))
        cv2.circle(canvas, (x, y), radius, CASING_BGR, max(4, round(7 * size)), cv2.LINE_AA)
        cv2.circle(canvas, (x, y), radius, color, max(2, round(4 * size)), cv2.LINE_AA)
        under = f"+{sighting.under}" if sighting.under else ""
        sure = f" {sighting.confidence:.0%}" if scores else ""
        name = sighting.thing.kind[0].upper() + under + sure
        _write(canvas, name, (x - int(9 * size), y + int(9 * size)), 0.8 * size, TEXT_BGR)


def _write(canvas: Image, text: str, at_px: tuple[int, int], size: float, color: tuple[int, int, int]) -> None:
    _PEN.submit(_write_now, canvas, text, at_px, size, color).result()


def _write_now(canvas: Image, text: str, at_px: tuple[int, int], size: float, color: tuple[int, int, int]) -> None:
    thick = max(1, round(2 * size))
    cv2.putText(canvas, text, at_px, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.putText(canvas, text, at_px, cv2.FONT_HERSHEY_SIMPLEX, size, color, thick, cv2.LINE_AA)
