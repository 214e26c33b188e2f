"""How are cameras found on Linux?  The kernel's own list, read from files; nothing is opened."""

import fcntl
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2

from vision.sources.machine.camera import ExposureScale, LocalCamera

_QUERYCAP, _ANSWER_BYTES, _CAPS_AT = 0x80685600, 104, 84
_CAPTURES, _HAS_OWN_CAPS = 0x1 | 0x1000, 0x80000000
_PROCESSORS = ("bcm2835", "pispbe", "rpivid", "rpi-hevc", "Dummy")
"""Chips that turn pictures into others: the kernel lists them beside cameras."""
Captures = Callable[[Path], bool]


class Linux:
    """Video4Linux, with V4L2 as OpenCV's door."""

    name = "linux"
    exposure = ExposureScale(unit_s=1e-4)
    asks_people = False

    def __init__(self, root: Path = Path("/"), captures: Captures | None = None) -> None:
        self._root = root
        self._captures = captures or gives_pictures

    def cameras(self) -> list[LocalCamera] | None:
        """Every camera with a device file, by the number of that file."""
        folder = self._root / "sys/class/video4linux"
        if not folder.is_dir():
            return None if any((self._root / "dev").glob("video*")) else []
        return sorted(self._found(folder), key=lambda one: one.number)

    def ways(self, number: int) -> tuple[tuple[int, int], ...]:
        return ((cv2.CAP_V4L2, number),) if (self._root / f"dev/video{number}").exists() else ()

    def why_not(self) -> str:
        return (
            "another program may be using it: close it; or your user may not: sudo usermod -aG video $USER, then sign "
            "out and in again"
        )

    def _found(self, folder: Path) -> Iterator[LocalCamera]:
        for entry in folder.iterdir():
            digits = entry.name.removeprefix("video")
            device = self._root / "dev" / entry.name
            name = _said(entry / "name") or entry.name
            if not digits.isdigit() or not device.exists() or name.startswith(_PROCESSORS):
                continue
            if _said(entry / "index") in ("", "0") and self._captures(device):
                yield LocalCamera(name, self.ways(int(digits)), *_identity(entry, name))


def _identity(entry: Path, name: str) -> tuple[str, str]:
    """Model and plug: what the USB device says of itself, and the name of the port it hangs at."""
    device = (entry / "device").resolve()
    usb = next((one for one in (device, *device.parents) if (one / "idVendor").exists()), None)
    if usb is None:
        return name, device.name
    parts = [_said(usb / "idVendor"), _said(usb / "idProduct"), _said(usb / "serial")]
    return ":".join(re.sub(r"[^\w.-]", "_", part) for part in parts if part), usb.name


def gives_pictures(device: Path) -> bool:
    """Whether the driver says that pictures come out; True where it may not be asked, or is busy."""
    answer = bytearray(_ANSWER_BYTES)
    try:
        line = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return True
    try:
        fcntl.ioctl(line, _QUERYCAP, answer)
    except OSError:
        return True
    finally:
        os.close(line)
    whole, own = (int.from_bytes(answer[at : at + 4], "little") for at in (_CAPS_AT, _CAPS_AT + 4))
    return bool((own if whole & _HAS_OWN_CAPS else whole) & _CAPTURES)


def _said(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
