"""Is it another copy of the game that lies on the table?  The others are tried where the one in use is not seen."""

import logging
from pathlib import Path

from calibration.store import ProfileRefused, load_profile, profile_names
from companion.sync.observation import BoardObservation, NotSeen
from vision.frame import Frame
from vision.pipeline import look

log = logging.getLogger(__name__)
SURE = 0.99
"""A copy whose layout is told with all its tiles and this certainty lies there."""
BLIND_S = 4.0
"""So long the copy in use is not seen until others are tried: its tiles may still be laid out."""
AGAIN_S = 30.0
"""So long after all were tried they are tried again."""


class OtherCopies:
    """Tries the other copies of a data folder; ``seen`` is the name of the one that lies there, else empty.

    A try takes as long as reading a picture for the first time.  ``after`` is for the thread that reads the camera,
    ``try_all`` for any.
    """

    def __init__(self, own: str, folder: Path) -> None:
        self.seen = ""
        self._own, self._folder = own, folder
        self._untried = list[str]()
        self._due_s: float | None = None

    def after(self, frame: Frame, told: BoardObservation | NotSeen) -> bool:
        """Try one, if it is time, after a picture was read with the copy in use; whether ``seen`` is another now."""
        before = self.seen
        if isinstance(told, BoardObservation):
            self.seen, self._untried, self._due_s = "", [], None
        elif _shows_no_board(told):
            self._due_s = frame.at_s + BLIND_S if self._due_s is None else self._due_s
            if frame.at_s >= self._due_s:
                self._try_next(frame)
        return self.seen != before

    def try_all(self, frame: Frame, told: BoardObservation | NotSeen) -> None:
        """Try all, after a photo was read with the copy in use: no other photo may follow."""
        names = self._others() if _shows_no_board(told) else []
        self.seen = next((name for name in names if self._lies_there(name, frame)), "")

    def _try_next(self, frame: Frame) -> None:
        name, *self._untried = self._untried or self._others() or [""]
        if name and self._lies_there(name, frame):
            self.seen, self._untried = name, []
        elif name == self.seen:
            self.seen = ""
        if not self._untried:
            self._due_s = frame.at_s + AGAIN_S

    def _others(self) -> list[str]:
        """The one seen last comes first."""
        return sorted(set(profile_names(self._folder)) - {self._own}, key=lambda name: (name != self.seen, name))

    def _lies_there(self, name: str, frame: Frame) -> bool:
        try:
            told = look(frame, load_profile(name, self._folder)).observation
        except (ProfileRefused, OSError) as error:
            log.info("the copy %s could not be tried: %s", name, error)
            return False
        return isinstance(told, BoardObservation) and None not in told.layout and told.layout_confidence >= SURE


def _shows_no_board(told: BoardObservation | NotSeen) -> bool:
    return isinstance(told, NotSeen) and told.reason == "no_board"
