"""How is a camera on this machine opened?  MJPG, size and exposure are wishes: what was granted is read back."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Image
from vision.sources.exposure import Exposure
from vision.sources.live import CannotOpen, LiveLimits, LiveSource

SIZE_PX = (1920, 1080)
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
WARM_UP = 5  # first pictures of many cameras are dark, green or old
SPARSE = 32  # every so many pixels tell how bright a picture is
BY_HAND, BY_ITSELF = (1.0, 0.25), (3.0, 0.75)
"""What drivers call an exposure that is set, and one that is measured: V4L2's own numbers, and OpenCV's shares."""


def open_webcam(device: int | str, size_px: tuple[int, int] = SIZE_PX) -> LiveSource:
    """A source over camera number ``device`` or a path like ``/dev/video2``."""
    return LiveSource(f"camera {device}", lambda: WebcamCapture(device, size_px), LiveLimits(hang_s=6.0))


class WebcamCapture:
    """An open camera of this machine."""

    def __init__(
        self, device: int | str, size_px: tuple[int, int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        path = device_path(device)
        if path is not None and not path.exists():
            raise CannotOpen(f"there is no camera at {path}: plug one in, or choose another with --camera")
        self._capture = cv2.VideoCapture(device, backend()) if isinstance(device, int) else named(device)
        if not self._capture.isOpened():
            self._capture.release()
            raise CannotOpen(f"camera {device} does not open: another program may be using it, or it needs permission")
        ask(self._capture, size_px)
        self.detail = granted(self._capture)
        self._clock = clock
        self._exposure = Exposure()
        for _ in range(WARM_UP):
            self._capture.grab()

    def read(self) -> Image | None:
        """The next picture; blocks until the camera has one."""
        ok, image = self._capture.read()
        if not ok or image is None or image.ndim != 3:
            return None
        self._expose(float(image[::SPARSE, ::SPARSE].mean()))
        return np.asarray(image, np.uint8)

    def skip(self) -> bool:
        """Take the next picture out of the queue without decoding it."""
        return bool(self._capture.grab())

    def _expose(self, brightness: float) -> None:
        order = self._exposure.see(self._clock(), brightness)
        if order == "hold" and not hold_exposure(self._capture):
            self._exposure.refused()
        elif order == "measure":
            measure_exposure(self._capture)

    def release(self) -> None:
        self._capture.release()


def device_path(device: int | str) -> Path | None:
    """The device file on systems that have one."""
    if isinstance(device, str):
        return Path(device)
    return Path(f"/dev/video{device}") if sys.platform == "linux" else None


def backend() -> int:
    """Which of OpenCV's doors leads to local cameras here."""
    return {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}.get(
        sys.platform, cv2.CAP_ANY
    )


def named(device: str) -> cv2.VideoCapture:
    """A camera by its device file; a number at its end is the better known name."""
    digits = device.removeprefix("/dev/video")
    return cv2.VideoCapture(int(digits), backend()) if digits.isdigit() else cv2.VideoCapture(device, backend())


def ask(capture: cv2.VideoCapture, size_px: tuple[int, int]) -> None:
    """Wish for MJPG before and after the size (drivers forget one or the other), and for a queue of one picture."""
    capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    if int(capture.get(cv2.CAP_PROP_FOURCC)) != MJPG:
        capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def hold_exposure(capture: cv2.VideoCapture) -> bool:
    """Keep exposure and white balance as they are now; whether the camera took it."""
    exposure, kelvin = capture.get(cv2.CAP_PROP_EXPOSURE), capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
    if not any(_takes(capture, cv2.CAP_PROP_AUTO_EXPOSURE, by_hand) for by_hand in BY_HAND):
        measure_exposure(capture)
        return False
    capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
    if kelvin > 0 and _takes(capture, cv2.CAP_PROP_AUTO_WB, 0):
        capture.set(cv2.CAP_PROP_WB_TEMPERATURE, kelvin)
    return True


def measure_exposure(capture: cv2.VideoCapture) -> None:
    """Let the camera measure by itself again."""
    any(_takes(capture, cv2.CAP_PROP_AUTO_EXPOSURE, by_itself) for by_itself in BY_ITSELF)
    capture.set(cv2.CAP_PROP_AUTO_WB, 1)


def _takes(capture: cv2.VideoCapture, what: int, value: float) -> bool:
    """Set and read back: drivers promise more than they keep."""
    return bool(capture.set(what, value)) and abs(capture.get(what) - value) < 1e-3


def granted(capture: cv2.VideoCapture) -> str:
    """What the camera really gives, for people."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> 8 * i & 255) for i in range(4)) if code > 0 else "?"
    width, height = capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
    return f"{width:.0f}x{height:.0f} {letters.strip()} {capture.get(cv2.CAP_PROP_FPS):.0f} fps"
