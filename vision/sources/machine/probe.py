"""Does a camera open at all?  Tried in a child process, which may crash or hang in a driver without harm to this one.

The child asks on its main thread, as macOS wants it where people must first give leave.
"""

import multiprocessing
import os
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

import cv2

PATIENCE_S = 20.0
Way = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PictureSize:
    """A camera that gave a picture: its size in pixels."""

    width: int
    height: int


def probed(ways: tuple[Way, ...], patience_s: float = PATIENCE_S) -> PictureSize | None:
    """The size of the picture a camera gives by the first of its ways that works; None where none comes in time."""
    return probed_by(first_picture, ways, patience_s)


def probed_by(
    look: Callable[[tuple[Way, ...]], PictureSize | None], ways: tuple[Way, ...], patience_s: float = PATIENCE_S
) -> PictureSize | None:
    """What ``look`` finds in a child process; None where it crashes, hangs or finds nothing."""
    processes = multiprocessing.get_context("spawn")
    ours, theirs = processes.Pipe(duplex=False)
    child = processes.Process(target=_tell, args=(theirs, look, ways), daemon=True)
    child.start()
    theirs.close()
    try:
        found: PictureSize | None = ours.recv() if ours.poll(patience_s) else None
    except EOFError:
        found = None
    finally:
        ours.close()
        child.kill()
    return found


def first_picture(ways: tuple[Way, ...]) -> PictureSize | None:
    """Open a camera by the first way that works and take one picture."""
    os.environ.pop("OPENCV_AVFOUNDATION_SKIP_AUTH", None)  # this is a main thread: here the system may ask for leave
    for backend, number in ways:
        capture = cv2.VideoCapture(number, backend)
        came, picture = capture.read() if capture.isOpened() else (False, None)
        capture.release()
        if came and picture is not None:
            return PictureSize(int(picture.shape[1]), int(picture.shape[0]))
    return None


def _tell(line: Connection, look: Callable[[tuple[Way, ...]], PictureSize | None], ways: tuple[Way, ...]) -> None:
    line.send(look(ways))
    line.close()
