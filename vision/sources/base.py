"""What must a camera be able to do?"""

from dataclasses import dataclass
from typing import Protocol

from vision.frame import Frame


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """How a source is doing: ``ok``, ``waiting`` (opening or reconnecting) or ``ended``; ``detail`` is for people."""

    state: str
    detail: str = ""


class FrameSource(Protocol):
    """A source of pictures.  It must exist even where the camera does not, and may deliver nothing."""

    name: str

    def next(self) -> Frame | None:
        """The newest picture not yet taken, or None where there is none.  Never blocks for long (under 0.2 s)."""

    def status(self) -> SourceStatus:
        """How the source is doing now."""

    def close(self) -> None:
        """Let go of the camera.  Calling it twice is fine."""
