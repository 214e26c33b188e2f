"""Where do the looks of an eye meet the game?  A desk without pictures: it is told numbers, and follows."""

import time
from collections.abc import Callable
from typing import Any

from companion.game import Say
from companion.sync.observation import NotSeen
from vision.frame import Frame
from vision.sources.base import SourceStatus
from webui.camera.camera_view import camera_view
from webui.camera.camera_words import EYE_SILENT, reason_words
from webui.camera.desk import NOTHING
from webui.camera.following import FollowingReports
from webui.eyes.looks import KnownWood, Look
from webui.eyes.messenger import Messenger
from webui.house import House
from webui.http.errors import Refused

SILENT_S = 5.0
"""An eye that has said nothing for so long is called silent."""


class EyeDesk(FollowingReports):
    """The desk of a table whose camera hangs on another computer."""

    def __init__(self, house: House, messenger: Messenger, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(house)
        self._messenger, self._clock = messenger, clock
        self._told: Look | None = None
        self._told_s: float | None = None
        self._known: KnownWood | None = None

    def start(self) -> None:
        """Follow the running game from now on."""
        super().start()
        self._messenger.serve(self)

    def stop(self) -> None:
        """Let go of the game."""
        self._messenger.leave(self)
        super().stop()

    # ------------------------------------------------------------------ what the eye says

    @property
    def is_looking(self) -> bool:
        """Whether an eye is there now."""
        return self._told_s is not None

    @property
    def is_following(self) -> bool:
        """Whether there is a game for which looks matter."""
        return self._follower is not None

    def begin_anew(self) -> None:
        """Another camera looks from now on: nothing of what the one before saw can be compared with it."""
        self._known = None
        session = self._house.session
        if session is not None:
            self._follow(session)

    def take(self, look: Look) -> None:
        """The eye saw this just now."""
        was_silent, self._told_s = self._told_s is None, self._clock()
        self._told = look
        self._messenger.put(self, look)
        if was_silent:
            self._house.changed()

    def hear(self, look: Look) -> None:
        """Compare a look with the game; on the messenger's thread."""
        self._house.looked(None, look)
        self._deliver(look)
        known = self._known_wood()
        self._known = None if known is None else KnownWood(look.frame, known[1], tuple(sorted(known[0])))

    @property
    def known(self) -> KnownWood | None:
        """The wood of the last look that was heard, where it is beyond doubt: the eye may learn from it."""
        return self._known

    def notice_silence(self) -> None:
        """Tell the game that the eye says nothing any more, where it has come to that; on the messenger's thread."""
        told_s, told = self._told_s, self._told
        if told is None or told_s is None or self._clock() - told_s < SILENT_S:
            return
        self._told_s = None
        self._deliver(NotSeen(told.frame, told.at_s, told.source, EYE_SILENT))
        self._house.changed()

    # ------------------------------------------------------------------ what screens see

    def told(self) -> Look | None:
        return self._told

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        """Status, question and differences for a screen; there is no picture to show, and no photo can be read."""
        frame = self._told.frame if self._told else 0
        view = NOTHING | {"frame": frame, "ask_first": self._ask_first}
        view |= {"photos": False, "pictures": False, "eye": self.is_looking}
        if self._told is None or not (self.is_following or self.is_looking):
            return view | {"status": "not_seen", "detail": reason_words(EYE_SILENT, say)}
        if not self.is_following:
            return view | {"status": "looking", "detail": ""}
        status = self._status()
        seen = camera_view(status, self._house, say, self.nameless_places())
        return view | {"status": status.kind, "far": self.too_far(say)} | seen

    def photo(self, picture: bytes, seat: int | None, say: Say) -> str:
        raise Refused("photos_at_the_eye", 409)

    def frame(self) -> Frame | None:
        return None

    def source_status(self) -> SourceStatus:
        """How the eye is doing."""
        return SourceStatus("ok" if self.is_looking else "waiting")
