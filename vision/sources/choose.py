"""Which source does ``--camera SPEC`` mean?"""

from pathlib import Path
from urllib.parse import urlsplit

from vision.frame import Frame
from vision.painted.virtual_table import VirtualTable
from vision.sources.base import FrameSource, SourceStatus
from vision.sources.files import PICTURES, VIDEOS, FilmPace, PictureFiles, VideoFile
from vision.sources.machine.camera import PREFIX
from vision.sources.network import open_network, without_secrets
from vision.sources.webcam import open_webcam

SPECS = "virtual, none, a number (0), /dev/videoN, rtsp://…, http://…, a video file, a photo or a folder of pictures"


class NoCameraChoice:
    """The source of those who play without one."""

    name = "none"

    def next(self) -> Frame | None:
        return None

    def status(self) -> SourceStatus:
        return SourceStatus("ended", "no camera")

    def close(self) -> None:
        return None


def open_source(spec: str, seed: int = 0, live: bool = True) -> FrameSource:
    """The source a person named; ``live`` replays files at their own pace instead of as fast as they are asked for.

    Cameras are opened in the background and may come later; only words that mean nothing raise ValueError.
    """
    spec = spec.strip()
    if spec == "virtual":
        return VirtualTable(seed)
    if spec == "none":
        return NoCameraChoice()
    if spec.isdigit() or spec.startswith(("/dev/", PREFIX)):
        return open_webcam(spec)
    if "://" in spec:
        return _addressed(spec)
    return _file(Path(spec).expanduser(), live)


def _addressed(url: str) -> FrameSource:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "rtsp", "rtsps"):
        raise ValueError(f"cameras are reached by http:// or rtsp://, not by {parts.scheme}://; --camera takes {SPECS}")
    try:
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named:
        raise ValueError(
            f"the address {without_secrets(url)!r} names no machine: write it like {parts.scheme}://192.168.1.20:8080/video"
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
