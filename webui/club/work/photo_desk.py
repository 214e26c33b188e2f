"""Where do photos of phones meet the game of a club's table?  A desk without a camera: workers read what it is sent."""

from collections.abc import Callable
from typing import Any

from companion.game import Say
from companion.sync.observation import BoardObservation, NotSeen
from companion.words import mark
from webui.camera.camera_view import camera_view
from webui.camera.desk import NOTHING
from webui.camera.following import FollowingReports
from webui.house import House

PUT = mark("The photo has been sent. What comes of it is shown here.")


class PhotoDesk(FollowingReports):
    """The desk of a table whose copy of the game is known; ``send`` has a photo read."""

    def __init__(self, house: House, send: Callable[[bytes], None]) -> None:
        super().__init__(house)
        self._send = send
        self._told: BoardObservation | NotSeen | None = None

    def told(self) -> BoardObservation | NotSeen | None:
        return self._told

    def photo(self, picture: bytes, seat: int | None, say: Say) -> str:
        """Have a photo read; what came of it is shown later."""
        self._need_follower()
        self._send(picture)
        return say(PUT)

    def take(self, look: BoardObservation | NotSeen) -> None:
        """A worker read this in a photo."""
        self._told = look
        self._house.looked(None, look)
        self._deliver(look, still=True)

    @property
    def status(self) -> Any:
        """How camera and game stand."""
        return self._status()

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        """Status, question and differences for a screen; between two photos nothing looks at the table."""
        view = NOTHING | {"ask_first": self._ask_first, "pictures": False}
        status = self._status()
        if self._follower is None or status.kind == "looking":
            return view
        return view | {"status": status.kind} | camera_view(status, self._house, say, self.nameless_places())
