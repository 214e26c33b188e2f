"""What is a camera told while it looks?  To hold exposure, white balance and focus, and to keep stripes out."""

import cv2

from vision.frame import Image
from vision.sources.bands import Bands
from vision.sources.exposure import Exposure
from vision.sources.focus import Focus, sharpness_of
from vision.sources.machine.camera import ExposureScale

SPARSE = 32  # every so many pixels tell how bright a picture is
LOOK_S = 0.2
"""Focus and stripes are looked at so often."""


class Tuning:
    """Sets one open camera by the pictures it gives.  A driver that takes no orders is left as it is."""

    def __init__(self, capture: cv2.VideoCapture, scale: ExposureScale) -> None:
        self._capture, self._scale = capture, scale
        self._exposure, self._focus, self._bands = Exposure(), Focus(), Bands(scale)
        self._looked_s = float("-inf")

    def see(self, at_s: float, bgr: Image) -> None:
        """This picture came at this time (monotonic seconds)."""
        self._expose(at_s, float(bgr[::SPARSE, ::SPARSE].mean()))
        if at_s - self._looked_s < LOOK_S:
            return
        self._looked_s = at_s
        self._focus_on(at_s, bgr)
        if self._bands.see(bgr) and self._exposure.is_held:
            self._step(at_s)

    def _expose(self, at_s: float, brightness: float) -> None:
        order = self._exposure.see(at_s, brightness)
        if order == "hold" and not hold_exposure(self._capture, self._scale):
            self._exposure.refused()
        elif order == "measure":
            measure_exposure(self._capture, self._scale)

    def _focus_on(self, at_s: float, bgr: Image) -> None:
        order = self._focus.see(at_s, sharpness_of(bgr))
        if order == "lock" and not lock_focus(self._capture):
            self._focus.refused()
        elif order == "free":
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def _step(self, at_s: float) -> None:
        """Another exposure, under which the stripes may be gone."""
        wanted = self._bands.next_exposure(self._capture.get(cv2.CAP_PROP_EXPOSURE))
        if wanted is not None:
            self._capture.set(cv2.CAP_PROP_EXPOSURE, wanted)
            self._exposure.changed(at_s)


def hold_exposure(capture: cv2.VideoCapture, scale: ExposureScale) -> bool:
    """Keep exposure and white balance as they are now; whether the camera took it."""
    exposure, kelvin = capture.get(cv2.CAP_PROP_EXPOSURE), capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
    if not any(_takes(capture, cv2.CAP_PROP_AUTO_EXPOSURE, by_hand) for by_hand in scale.by_hand):
        measure_exposure(capture, scale)
        return False
    capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
    if kelvin > 0 and _takes(capture, cv2.CAP_PROP_AUTO_WB, 0):
        capture.set(cv2.CAP_PROP_WB_TEMPERATURE, kelvin)
    return True


def measure_exposure(capture: cv2.VideoCapture, scale: ExposureScale) -> None:
    """Let the camera measure by itself again."""
    any(_takes(capture, cv2.CAP_PROP_AUTO_EXPOSURE, by_itself) for by_itself in scale.by_itself)
    capture.set(cv2.CAP_PROP_AUTO_WB, 1)


def lock_focus(capture: cv2.VideoCapture) -> bool:
    """Keep the focus where it is now; whether the camera took it."""
    distance = capture.get(cv2.CAP_PROP_FOCUS)
    if capture.get(cv2.CAP_PROP_AUTOFOCUS) <= 0 or not _takes(capture, cv2.CAP_PROP_AUTOFOCUS, 0):
        return False
    if distance >= 0:
        capture.set(cv2.CAP_PROP_FOCUS, distance)
    return True


def _takes(capture: cv2.VideoCapture, what: int, value: float) -> bool:
    """Set and read back: drivers promise more than they keep."""
    return bool(capture.set(what, value)) and abs(capture.get(what) - value) < 1e-3
