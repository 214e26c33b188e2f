"""How do photos, folders of photos and video files become a source?  Replayed with their own times, in name order."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Frame
from vision.sources.base import SourceStatus
from vision.sources.pictures import BadPicture, load_picture

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
VIDEOS = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mjpg", ".mjpeg", ".mpg", ".mpeg", ".ogv"})
FOLDER_STEP_S = 1.0


@dataclass(frozen=True, slots=True)
class FilmPace:
    """``live`` gives out pictures no faster than their times say and skips what is late; else every picture at once."""

    live: bool = False
    clock: Callable[[], float] = time.monotonic


class PictureFiles:
    """One photo or the photos of a folder, in name order; ``at_s`` counts ``FOLDER_STEP_S`` a picture."""

    def __init__(self, path: Path, pace: FilmPace | None = None) -> None:
        self.name = path.name
        self.bad: list[BadPicture] = []
        self._paths = [path] if path.is_file() else pictures_in(path)
        if not self._paths:
            raise ValueError(f"the folder {path} holds no pictures (jpg, png, …): choose another folder")
        self._pace = pace or FilmPace()
        self._began_s = self._pace.clock()
        self._next = 0
        self._closed = False

    def next(self) -> Frame | None:
        """The next picture that can be read; ones that cannot are noted in ``bad``."""
        if self._closed or self._next >= len(self._paths) or self._is_early():
            return None
        index, path = self._next, self._paths[self._next]
        self._next += 1
        image = load_picture(path)
        if isinstance(image, BadPicture):
            self.bad.append(image)
            return None
        return Frame(image, index + 1, self._time_of(index), path.name)

    def status(self) -> SourceStatus:
        """``ended`` after the last picture."""
        note = f"; left out {self.bad[-1]}" if self.bad else ""
        over = self._closed or self._next >= len(self._paths)
        return SourceStatus("ended" if over else "ok", f"{self._next} of {len(self._paths)} pictures{note}")

    def close(self) -> None:
        self._closed = True

    def _time_of(self, index: int) -> float:
        return self._began_s + index * FOLDER_STEP_S if self._pace.live else index * FOLDER_STEP_S

    def _is_early(self) -> bool:
        return self._pace.live and self._pace.clock() < self._time_of(self._next)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder; numbers in names count as numbers."""
    return sorted((p for p in folder.iterdir() if p.suffix.lower() in PICTURES and p.is_file()), key=natural_key)


def natural_key(path: Path) -> list[tuple[int, int, str]]:
    """``photo_2`` before ``photo_10``."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", path.name.lower())]


class VideoFile:
    """A video file; ``at_s`` is the time within it (``live``: the clock's time at which it is due)."""

    def __init__(self, path: Path, pace: FilmPace | None = None) -> None:
        self.name = path.name
        self.dropped = 0
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            self._capture.release()
            raise ValueError(f"the video {path} cannot be opened: it may be damaged or of an unknown kind; try an MP4")
        self._step_s = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or 25.0)
        self._pace = pace or FilmPace()
        self._began_s = self._pace.clock()
        self._seq = 0
        self._ended = False

    def next(self) -> Frame | None:
        """The next picture; in ``live`` pace the newest that is due, older ones are dropped."""
        if self._ended or self._is_early():
            return None
        while self._pace.live and self._pace.clock() - self._due_s() > self._step_s and self._capture.grab():
            self._seq += 1
            self.dropped += 1
        due_s = self._due_s()
        ok, image = self._capture.read()
        if not ok or image is None:
            self._ended = True
            return None
        self._seq += 1
        return Frame(np.asarray(image, np.uint8), self._seq, due_s, self.name)

    def status(self) -> SourceStatus:
        """``ended`` after the last picture."""
        return SourceStatus("ended" if self._ended else "ok", f"picture {self._seq} of {self.name}")

    def close(self) -> None:
        self._ended = True
        self._capture.release()

    def _due_s(self) -> float:
        return (self._began_s if self._pace.live else 0.0) + self._seq * self._step_s

    def _is_early(self) -> bool:
        return self._pace.live and self._pace.clock() < self._due_s()
