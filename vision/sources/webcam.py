"""What is a camera on this machine asked for?  MJPG, size and settings are wishes: what was granted is read back."""

import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.frame import Image
from vision.sources.live import LiveLimits, LiveSource
from vision.sources.longer import LongerExposure
from vision.sources.machine.camera import System
from vision.sources.machine.door import VideoCapture, opened, this_system
from vision.sources.tuning import Tuning

SIZE_PX = (1920, 1080)
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
WARM_UP = 5
"""Pictures thrown away at first: those of many cameras are dark, green or old."""
LIMITS = LiveLimits(hang_s=2.0, open_s=20.0, retry_s=0.5, retry_most_s=1.5)
"""A camera that was plugged in again, or slept with the laptop, is back within three seconds."""


def open_webcam(device: int | str, size_px: tuple[int, int] = SIZE_PX) -> LiveSource:
    """A source over a camera named by number, by a path like ``/dev/video2``, or by its id."""
    longer = LongerExposure(this_system().exposure)
    return LiveSource(f"camera {device}", lambda: WebcamCapture(device, size_px, longer=longer), LIMITS)


class WebcamCapture:
    """An open camera of this machine.  Raises CannotOpen."""

    def __init__(
        self,
        device: int | str,
        size_px: tuple[int, int],
        clock: Callable[[], float] = time.monotonic,
        system: System | None = None,
        capture: VideoCapture | None = None,
        longer: LongerExposure | None = None,
    ) -> None:
        system = system or this_system()
        self._capture = opened(device, system, capture)
        ask(self._capture, size_px)
        self.detail = granted(self._capture)
        self._clock = clock
        self._tuning = Tuning(self._capture, system.exposure, longer)
        for _ in range(WARM_UP):
            self._capture.grab()

    def read(self) -> Image | None:
        """The next picture; blocks until the camera has one."""
        ok, image = self._capture.read()
        if not ok or image is None or image.ndim != 3:
            return None
        picture = np.asarray(image, np.uint8)
        self._tuning.see(self._clock(), picture)
        return picture

    def skip(self) -> bool:
        """Take the next picture out of the queue without decoding it."""
        return bool(self._capture.grab())

    def release(self) -> None:
        """Close the camera, which measures by itself again: the next program may want it so."""
        self._tuning.let_go()
        self._capture.release()


def ask(capture: cv2.VideoCapture, size_px: tuple[int, int]) -> None:
    """Wish for MJPG before and after the size (drivers forget one or the other), and for a queue of one picture."""
    capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    if int(capture.get(cv2.CAP_PROP_FOURCC)) != MJPG:
        capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def granted(capture: cv2.VideoCapture) -> str:
    """What the camera really gives, for people."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> 8 * i & 255) for i in range(4)) if code > 0 else "?"
    width, height = capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
    return f"{width:.0f}x{height:.0f} {letters.strip()} {capture.get(cv2.CAP_PROP_FPS):.0f} fps"
