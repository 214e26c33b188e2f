"""How are cameras found on Windows?  DirectShow's list first: Media Foundation takes many seconds to open some."""

import os
import re
from collections.abc import Callable, Iterable
from typing import Any

import cv2

from vision.sources.machine.camera import ExposureScale, LocalCamera
from vision.sources.machine.listed import enumerated

_BACKENDS = (cv2.CAP_DSHOW, cv2.CAP_MSMF)
_PATH = re.compile(r"usb#(vid_\w{4}&pid_\w{4})(?:&mi_\w+)?#([^#]+)#", re.IGNORECASE)
Enumerate = Callable[[int], Iterable[Any] | None]


class Windows:
    """DirectShow, and Media Foundation for cameras that DirectShow does not open."""

    name = "win32"
    exposure = ExposureScale(base=2.0, by_hand=(0.0, 0.25), by_itself=(1.0, 0.75))
    asks_people = False

    def __init__(self, enumerate_cameras: Enumerate = enumerated) -> None:
        self._enumerate = enumerate_cameras
        os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")  # else it opens in up to 20 s

    def cameras(self) -> list[LocalCamera] | None:
        """Every camera by its path; one that only one of the two lists has too."""
        listed = {backend: self._enumerate(backend) for backend in _BACKENDS}
        if all(found is None for found in listed.values()):
            return None
        ways: dict[str, list[tuple[int, int]]] = {}
        names: dict[str, str] = {}
        for backend, found in listed.items():
            for one in found or ():
                key = _key(one)
                names.setdefault(key, str(one.name))
                ways.setdefault(key, []).append((backend, int(one.index)))
        return [LocalCamera(names[key], tuple(ways[key]), *_identity(key, names[key])) for key in names]

    def ways(self, number: int) -> tuple[tuple[int, int], ...]:
        return tuple((backend, number) for backend in _BACKENDS)

    def why_not(self) -> str:
        return (
            "another program may be using it: close it; or programs may not: Settings, Privacy & security, Camera, "
            "switch on “Let desktop apps access your camera”"
        )


def _key(one: Any) -> str:
    """The same for both lists, which write the last part of the path each in its own way."""
    path = str(one.path or "").lower()
    return path.rpartition("#")[0] or path or str(one.name)


def _identity(key: str, name: str) -> tuple[str, str]:
    found = _PATH.search(f"{key}#")
    return (found[1].lower(), found[2]) if found else (name, key if key != name else "")
