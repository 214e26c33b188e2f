"""How is a picture put right that a camera gives turned or mirrored?  A source over a source."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame, Image
from vision.sources.base import FrameSource, SourceStatus

_TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True, slots=True)
class PictureTurn:
    """What is done to every picture: mirrored left to right first, then turned clockwise by a quarter, half or more."""

    degrees: int = 0
    mirrored: bool = False

    def __bool__(self) -> bool:
        return bool(self.degrees or self.mirrored)

    def __call__(self, bgr: Image) -> Image:
        """The picture put right."""
        right = np.asarray(cv2.flip(bgr, 1), np.uint8) if self.mirrored else bgr
        return np.asarray(cv2.rotate(right, _TURNS[self.degrees]), np.uint8) if self.degrees else right


class TurnedSource:
    """The pictures of another source, put right."""

    def __init__(self, source: FrameSource, turn: PictureTurn) -> None:
        self.name = source.name
        self._source, self._turn = source, turn

    def next(self) -> Frame | None:
        """The newest picture of the source."""
        frame = self._source.next()
        return None if frame is None else Frame(self._turn(frame.bgr), frame.seq, frame.at_s, frame.source)

    def status(self) -> SourceStatus:
        """How the source is doing."""
        return self._source.status()

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()


def turned(source: FrameSource, turn: PictureTurn) -> FrameSource:
    """The source, or one over it where its pictures are to be put right."""
    return TurnedSource(source, turn) if turn else source
