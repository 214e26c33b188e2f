"""What can be seen before the tiles are learnt?  The camera's picture and nothing else."""

import threading
from typing import Any

from companion.game import Say
from vision.frame import Frame
from vision.sources.base import FrameSource, SourceStatus
from webui.camera.desk import NoCamera
from webui.camera.pictures import jpeg


class Preview(NoCamera):
    """The desk of a camera without a profile: its picture is there to be learnt from, nothing is read in it."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._frame: Frame | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """The source has its own thread."""

    def stop(self) -> None:
        """Let go of the camera and of its last picture."""
        self._source.close()
        with self._lock:
            self._frame = None

    def wait(self, patience_s: float) -> bool:
        """Nothing is being opened here."""
        return True

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | {"status": "unlearnt"}

    def picture_jpeg(self, layers: set[str]) -> bytes | None:
        frame = self.frame()
        return None if frame is None else jpeg(frame.bgr)

    def frame(self) -> Frame | None:
        """The newest picture."""
        with self._lock:
            self._frame = self._source.next() or self._frame
            return self._frame

    def source_status(self) -> SourceStatus:
        """How the camera is doing."""
        return self._source.status()
