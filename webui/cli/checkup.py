"""What does this machine have for an evening, and what should be mended?  One finding for each thing that must fit."""

import platform
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, TypeVar

import cv2

from vision.sources.machine.camera import LocalCamera
from vision.sources.machine.door import cameras
from vision.sources.machine.probe import PictureSize, probed
from webui.camera.camera_help import help_for_webcam
from webui.http.doors import door, usual_port
from webui.reach.cards import CardAddress, cards

CAMERA_S = 3.0
"""A camera has so long to give a picture."""
LIST_S = 1.0
"""The system has so long to say which cameras there are; some drivers keep even that waiting."""
LEAST_FREE = 1 << 30
_NEEDED = ("opencv-python", "numpy", "flask", "uvicorn", "msgspec", "babel", "qrcode")
_EXTRAS = {"cryptography": "https", "pillow-heif": "heic", "zeroconf": "local"}
_MODEL = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}|vid_\w{4}&pid_\w{4}")
T = TypeVar("T")
State = Literal["ok", "note", "mend"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, what was found, and what to do.

    ``public`` is what was found without names, folders and addresses, to be sent to others.
    """

    what: str
    state: State
    found: str
    advice: str = ""
    public: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """How a check-up looks at a machine; tests put another one in its place."""

    cameras: Callable[[], Sequence[LocalCamera]] = cameras
    probe: Callable[[tuple[tuple[int, int], ...], float], PictureSize | None] = probed
    cards: Callable[[], Sequence[CardAddress]] = cards


def check_up(folder: Path, port: int, machine: Machine | None = None) -> Iterator[Finding]:
    """Everything there is to say, the most general first."""
    machine = machine or Machine()
    system = f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}"
    yield Finding("system", "ok", system, public=system)
    yield _packages()
    backends = ", ".join(map(cv2.videoio_registry.getBackendName, cv2.videoio_registry.getCameraBackends()))
    yield _plain("pictures", f"OpenCV {cv2.__version__}, cameras by {backends}")
    yield from _cameras(machine)
    yield _network(machine.cards())
    yield _port(port)
    yield _folder(folder)
    yield _copies(folder)
    yield _extras()


def _plain(what: str, found: str, state: State = "ok", advice: str = "") -> Finding:
    """A finding that tells nothing of anybody."""
    return Finding(what, state, found, advice, found)


def _packages() -> Finding:
    missing = [name for name in _NEEDED if not _version(name)]
    if missing:
        return _plain("packages", f"missing: {', '.join(missing)}", "mend", "install the companion again")
    found = ", ".join(f"{name} {_version(name)}" for name in ("bazaar-companion", *_NEEDED))
    return _plain("packages", found)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _cameras(machine: Machine) -> Iterator[Finding]:
    there = _in_time(machine.cameras, LIST_S)
    if there is None:
        advice = "unplug the cameras one after another, plug them in again, then try again"
        yield _plain("camera", "the system does not say which cameras there are", "mend", advice)
        return
    if not there:
        yield _plain("camera", "none is plugged in", "note", "plug one in, use a phone, or play without: all work")
        return
    with ThreadPoolExecutor(len(there)) as together:
        looks = [together.submit(machine.probe, one.ways, CAMERA_S) for one in there]
        for one, look in zip(there, looks, strict=True):
            yield _camera(one, look.result())


def _in_time(ask: Callable[[], T], patience_s: float) -> T | None:
    """The answer; None where it takes longer.  Who does not answer is left behind."""
    answers = list[T]()
    thread = threading.Thread(target=lambda: answers.append(ask()), name="check-up", daemon=True)
    thread.start()
    thread.join(patience_s)
    return answers[0] if answers else None


def _camera(one: LocalCamera, seen: PictureSize | None) -> Finding:
    model = found[0] if (found := _MODEL.search(one.model.lower())) else "a camera"
    if seen is None:
        said, advice = f"gives no picture within {CAMERA_S:.0f} s", " ".join(help_for_webcam(str))
        return Finding("camera", "mend", f"{one.name}: {said}", advice, f"{model} {said}")
    said = f"gives {seen.width}x{seen.height} pixels"
    return Finding("camera", "ok", f"{one.name}: {said}", "", f"{model} {said}")


def _network(there: Sequence[CardAddress]) -> Finding:
    outside = [card for card in there if card.kind != "loopback"]
    public = ", ".join(f"{card.kind} IPv{6 if ':' in card.address else 4}" for card in outside) or "none"
    if not outside:
        advice = "join a Wi-Fi, or open a hotspot on this laptop or on a phone: the internet is not needed"
        return Finding("network", "mend", "no address that phones could reach", advice, public)
    found = ", ".join(f"{card.address} ({card.kind})" for card in outside)
    if outside[0].kind != "real":
        return Finding("network", "note", found, "none is surely the table's own network: choose on the page", public)
    return Finding("network", "ok", found, "", public)


def _port(port: int) -> Finding:
    try:
        door("127.0.0.1", port).close()
    except OSError:
        other = usual_port("127.0.0.1")
        return _plain("port", f"{port} is taken", "note", f"bazaar takes {other} by itself; or close the other program")
    return _plain("port", f"{port} is free")


def _folder(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    room = f"{free / 2**30:.1f} GiB free"
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as why:
        advice = "choose another folder with --data-dir, or allow yourself to write there"
        return Finding("folder", "mend", f"{folder} cannot be written ({why.strerror})", advice, "cannot be written")
    if free < LEAST_FREE:
        return Finding("folder", "mend", f"{folder}: {room}", "make room on this disk", room)
    return Finding("folder", "ok", f"{folder}: {room}", "", room)


def _copies(folder: Path) -> Finding:
    names = sorted(path.name for path in (folder / "profiles").glob("*") if path.is_dir())
    if not names:
        return _plain("copies", "none learnt yet", "note", "the set-up teaches the camera your tiles in one photo")
    return Finding("copies", "ok", ", ".join(names), "", f"{len(names)} learnt")


def _extras() -> Finding:
    here = [extra for name, extra in _EXTRAS.items() if _version(name)]
    away = [extra for extra in _EXTRAS.values() if extra not in here]
    advice = f"wanted only for {' and '.join(away)}: install bazaar-companion[{','.join(away)}]" if away else ""
    return _plain("extras", ", ".join(here) or "none", "ok", advice)
