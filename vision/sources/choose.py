"""Which source does ``--camera SPEC`` mean?"""

import re
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from vision.frame import Frame
from vision.painted.virtual_table import VirtualTable
from vision.sources.base import FrameSource, SourceStatus
from vision.sources.files import PICTURES, VIDEOS, FilmPace, PictureFiles, VideoFile
from vision.sources.machine.camera import PREFIX
from vision.sources.network import open_network, without_secrets
from vision.sources.webcam import open_webcam

SpecKind = Literal["none", "virtual", "webcam", "network", "files"]
SPECS = "virtual, none, a number (0), /dev/videoN, rtsp://…, http://…, a video file, a photo or a folder of pictures"

_SCHEMES = ("http", "https", "rtsp", "rtsps")
_WEBCAM = re.compile(r"\d{1,3}|/dev/video\d{1,3}|/dev/v4l/by-(id|path)/[\w.:@+-]{1,200}|id:[^\0\r\n]{1,300}")


class NoCameraChoice:
    """The source of those who play without one."""

    name = "none"

    def next(self) -> Frame | None:
        return None

    def status(self) -> SourceStatus:
        return SourceStatus("ended", "no camera")

    def close(self) -> None:
        return None


def kind_of(spec: str) -> SpecKind:
    """What a spec means; whatever has no other meaning is a file or a folder."""
    spec = spec.strip()
    if spec == "none":
        return "none"
    if spec == "virtual":
        return "virtual"
    if spec.isdigit() or spec.startswith(("/dev/", PREFIX)):
        return "webcam"
    return "network" if "://" in spec else "files"


def names_a_webcam(spec: str) -> bool:
    """Whether a spec is a number, a device file or an id that a camera of this machine can have."""
    return _WEBCAM.fullmatch(spec) is not None


def names_a_machine(address: str) -> bool:
    """Whether a camera can be reached at an address: its scheme is one of cameras, and it has a host."""
    try:
        parts = urlsplit(address)
        return parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def open_source(spec: str, seed: int = 0, live: bool = True) -> FrameSource:
    """The source a person named; ``live`` replays files at their own pace instead of as fast as they are asked for.

    Cameras are opened in the background and may come later; only words that mean nothing raise ValueError.
    """
    spec = spec.strip()
    match kind_of(spec):
        case "virtual":
            return VirtualTable(seed)
        case "none":
            return NoCameraChoice()
        case "webcam":
            return open_webcam(spec)
        case "network":
            return _addressed(spec)
        case "files":
            return _file(Path(spec).expanduser(), live)


def _addressed(url: str) -> FrameSource:
    scheme = url.partition("://")[0].lower()
    if scheme not in _SCHEMES:
        raise ValueError(f"cameras are reached by http:// or rtsp://, not by {scheme}://; --camera takes {SPECS}")
    if not names_a_machine(url):
        raise ValueError(
            f"the address {without_secrets(url)!r} names no machine: write it like {scheme}://192.168.1.20:8080/video"
        )
    return open_network(url)


def _file(path: Path, live: bool) -> FrameSource:
    if path.is_dir():
        return PictureFiles(path, FilmPace(live))
    if not path.exists():
        raise ValueError(f"there is no file or folder {str(path)!r}; --camera takes {SPECS}")
    if path.suffix.lower() in PICTURES:
        return PictureFiles(path, FilmPace(live))
    if path.suffix.lower() in VIDEOS:
        return VideoFile(path, FilmPace(live))
    raise ValueError(f"{path.name} is neither a picture nor a video by its ending; --camera takes {SPECS}")
