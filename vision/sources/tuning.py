"""What is a camera told while it looks?  To hold exposure, white balance and focus, and to keep stripes out."""

import cv2

from vision.frame import Image
from vision.sources.bands import Bands
from vision.sources.exposure import Exposure
from vision.sources.focus import Focus, sharpness_of
from vision.sources.longer import SPARSE, LongerExposure, whites_of
from vision.sources.machine.camera import ExposureScale

LOOK_S = 0.2
"""Focus, stripes and whether it is dark are looked at so often."""


class Tuning:
    """Sets one open camera by the pictures it gives.  A driver that takes no orders is left as it is.

    Cameras keep what they were told when they are closed: it begins by itself, and ends so (``let_go``).
    """

    def __init__(self, capture: cv2.VideoCapture, scale: ExposureScale, longer: LongerExposure | None = None) -> None:
        self._capture, self._scale = capture, scale
        self._exposure, self._focus, self._bands = Exposure(), Focus(), Bands(scale)
        self._longer = longer or LongerExposure(scale)
        self._longer.opened()
        self._looked_s = float("-inf")
        self.let_go()

    def see(self, at_s: float, bgr: Image) -> None:
        """This picture came at this time (monotonic seconds)."""
        self._expose(at_s, float(bgr[::SPARSE, ::SPARSE].mean()))
        if at_s - self._looked_s < LOOK_S:
            return
        self._looked_s = at_s
        if self._exposure.is_held:
            self._lengthen(at_s, whites_of(bgr))
        self._focus_on(at_s, bgr)
        if self._bands.see(bgr) and self._exposure.is_held:
            self._set_exposure(at_s, self._bands.next_exposure(self._capture.get(cv2.CAP_PROP_EXPOSURE)))

    def let_go(self) -> None:
        """Leave exposure, white balance and focus to the camera, where they were held."""
        if any(_is(self._capture, cv2.CAP_PROP_AUTO_EXPOSURE, by_hand) for by_hand in self._scale.by_hand):
            measure_exposure(self._capture, self._scale)
        if _is(self._capture, cv2.CAP_PROP_AUTOFOCUS, 0):
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def _expose(self, at_s: float, brightness: float) -> None:
        order = self._exposure.see(at_s, brightness)
        if order == "hold" and not hold_exposure(self._capture, self._scale):
            self._exposure.refused()
        elif order == "measure":
            measure_exposure(self._capture, self._scale)
            self._longer.measured()

    def _lengthen(self, at_s: float, whites: float) -> None:
        """A longer exposure where it is too dark, or the one before where that did not help."""
        wanted = self._longer.see(at_s, whites, self._capture.get(cv2.CAP_PROP_EXPOSURE))
        if wanted is not None and not self._set_exposure(at_s, wanted):
            self._longer.refused()

    def _focus_on(self, at_s: float, bgr: Image) -> None:
        order = self._focus.see(at_s, sharpness_of(bgr))
        if order == "lock" and not lock_focus(self._capture):
            self._focus.refused()
        elif order == "free":
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def _set_exposure(self, at_s: float, value: float | None) -> bool:
        """Another exposure, if any is wanted; whether the camera took it, or one rather like it."""
        if value is None:
            return False
        before = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_EXPOSURE, value)
        self._exposure.changed(at_s)
        now = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        return abs(now - value) < abs(now - before)


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
    return bool(capture.set(what, value)) and _is(capture, what, value)


def _is(capture: cv2.VideoCapture, what: int, value: float) -> bool:
    return abs(capture.get(what) - value) < 1e-3
