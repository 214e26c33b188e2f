"""How are cameras found on macOS?  By AVFoundation's list.  OpenCV's own way of trying numbers can end the process."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import cv2

from vision.sources.machine.camera import ExposureScale, LocalCamera
from vision.sources.machine.listed import enumerated


class MacOS:
    """AVFoundation.  A phone nearby may be in the list too, as its owner allowed."""

    name = "darwin"
    exposure = ExposureScale(unit_s=1e-4)
    asks_people = True

    def __init__(self, enumerate_cameras: Callable[[int], Iterable[Any] | None] = enumerated) -> None:
        self._enumerate = enumerate_cameras
        os.environ.setdefault(
            "OPENCV_AVFOUNDATION_SKIP_AUTH", "1"
        )  # permission is asked for on a main thread, by a child

    def cameras(self) -> list[LocalCamera] | None:
        """Every camera, by AVFoundation's own order, which is OpenCV's."""
        found = self._enumerate(cv2.CAP_AVFOUNDATION)
        return None if found is None else [self._camera(one) for one in found]

    def ways(self, number: int) -> tuple[tuple[int, int], ...]:
        return ((cv2.CAP_AVFOUNDATION, number),)

    def why_not(self) -> str:
        return (
            "System Settings, Privacy & Security, Camera: tick the box beside Terminal (or the program that started "
            "this one), then start the companion again"
        )

    def _camera(self, one: Any) -> LocalCamera:
        name = str(one.name)
        model = f"{one.vid:04x}:{one.pid:04x}" if one.vid and one.pid else name
        return LocalCamera(name, self.ways(int(one.index)), model, str(one.path or ""))
