"""Which cameras hang on this machine, and how is one of them opened?  The one door for all who ask."""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module

import cv2

from vision.sources.live import CannotOpen
from vision.sources.machine.camera import PREFIX, LocalCamera, System, chosen
from vision.sources.machine.leave import AskingPeople, CameraLeave
from vision.sources.machine.probe import PictureSize, probed

NUMBERS_TRIED = 6
_SYSTEMS = {"win32": ("windows", "Windows"), "darwin": ("macos", "MacOS")}
_LEAVE = CameraLeave()
VideoCapture = Callable[[int, int], cv2.VideoCapture]
Probe = Callable[[tuple[tuple[int, int], ...]], PictureSize | None]


@cache
def this_system(platform: str = sys.platform) -> System:
    """The module for a system."""
    module, name = _SYSTEMS.get(platform, ("linux", "Linux"))
    made: System = getattr(import_module(f"vision.sources.machine.{module}"), name)()
    return made


def cameras(system: System | None = None, probe: Probe = probed) -> list[LocalCamera]:
    """Every camera plugged in.  Only where the system has no list are numbers tried, and then in a child process."""
    system = system or this_system()
    listed = system.cameras()
    if listed is not None:
        return listed
    found = list[LocalCamera]()
    for number in range(NUMBERS_TRIED):
        ways = system.ways(number)
        if not ways or probe(ways) is None:
            break  # beyond the first gap a number may end the process that asks for it
        found.append(LocalCamera(f"{number + 1}", ways, f"number {number}"))
    return found


def ways_to(spec: str | int, system: System | None = None) -> tuple[tuple[int, int], ...]:
    """OpenCV's backend and number for a camera named by number, device file or id.  Raises CannotOpen."""
    system = system or this_system()
    text = str(spec)
    if text.startswith(PREFIX):
        camera = chosen(text, cameras(system))
        if camera is None:
            raise CannotOpen("the camera is not plugged in: it is used again as soon as it is, in whatever socket")
        return camera.ways
    digits = (os.path.realpath(text) if text.startswith("/") else text).removeprefix("/dev/video")
    ways = _numbered(int(digits), system) if digits.isdigit() else ()
    if not ways:
        where = f"at /dev/video{digits}" if digits.isdigit() and system.name == "linux" else text
        raise CannotOpen(f"there is no camera {where}: plug one in, or choose another with --camera")
    return ways


def _numbered(number: int, system: System) -> tuple[tuple[int, int], ...]:
    listed = system.cameras() or []
    return next((one.ways for one in listed if one.number == number), system.ways(number))


def opened(
    spec: str | int, system: System | None = None, capture: VideoCapture | None = None, leave: CameraLeave = _LEAVE
) -> cv2.VideoCapture:
    """The camera, by the first of its ways that works.  Blocks as long as drivers do.

    Raises CannotOpen, and AskingPeople while the system asks people whether cameras may be used.
    """
    system = system or this_system()
    ways = ways_to(spec, system)
    for backend, number in ways:
        one = (capture or cv2.VideoCapture)(number, backend)
        if one.isOpened():
            return one
        one.release()
    if system.asks_people and leave.asking(ways):
        raise AskingPeople("the system may be asking whether this program may use the camera: say OK")
    raise CannotOpen(f"the camera does not open: {system.why_not()}")
