"""Which webcams hang on this machine, and what does each of them see now?"""

import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.frame import Image
from vision.sources.live import CannotOpen, Capture
from vision.sources.webcam import SIZE_PX, WebcamCapture

_TRIED = 4
_WARM_UP = 6
"""Pictures thrown away until the exposure has settled."""
OpenCapture = Callable[[int], Capture]


@dataclass(frozen=True, slots=True, eq=False)
class Webcam:
    """A webcam that opened: its number and the picture it gave."""

    number: int
    picture: Image


def webcams() -> list[tuple[int, int, int]]:
    """Number, width and height (px) of every webcam that opens, lowest number first."""
    found = []
    for index in _likely():
        capture = cv2.VideoCapture(index)
        if capture.isOpened():
            size = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
            found.append((index, *size))
        capture.release()
    return found


def glances(leave_out: int | None = None, open_capture: OpenCapture | None = None) -> Iterator[Webcam]:
    """A picture of every webcam but one (that is in use already); those that give none are left out."""
    opener = open_capture or (lambda number: WebcamCapture(number, SIZE_PX))
    for number in range(_TRIED) if open_capture else _likely():
        picture = None if number == leave_out else _glance(opener, number)
        if picture is not None:
            yield Webcam(number, picture)


def _glance(opener: OpenCapture, number: int) -> Image | None:
    try:
        capture = opener(number)
    except CannotOpen:
        return None
    try:
        picture = None
        for _ in range(_WARM_UP):
            picture = capture.read()
        return picture
    finally:
        capture.release()


def _likely() -> Iterator[int]:
    """Numbers worth trying: on Linux only those with a device file."""
    linux = platform.system() == "Linux"
    return (index for index in range(_TRIED) if not linux or Path(f"/dev/video{index}").exists())
