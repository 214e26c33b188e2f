"""Where do photos of phones meet the game of a club's table?  A desk without a camera: workers read what it is sent."""

from collections.abc import Callable
from typing import Any

from companion.game import Say
from companion.sync.observation import BoardObservation, NotSeen
from companion.words import mark
from webui.camera.camera_view import camera_view
from webui.camera.following import NOTHING, Following
from webui.house import House

PUT = mark("The photo has been sent. What comes of it is shown here.")


class PhotoDesk(Following):
    """The desk of a table whose copy of the game is known; ``send`` has a photo read."""

    def __init__(self, house: House, send: Callable[[bytes], None]) -> None:
        super().__init__(house)
        self._send = send
        self._told: BoardObservation | NotSeen | None = None
        self._leave: list[Callable[[], None]] = []

    def start(self) -> None:
        """Follow the running game from now on."""
        self._leave = [self._house.when_opened(self._follow)]

    def stop(self) -> None:
        """Let go of the game."""
        for leave in self._leave:
            leave()
        self._leave = []
        if self._follower is not None:
            self._follower.close()
        self._follower = None

    def wait(self, patience_s: float) -> bool:
        """Nothing here takes long to end."""
        return True

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
        if self._follower is not None and not self._house.held:
            self._follower.see(look, still=True)

    @property
    def status(self) -> Any:
        """How camera and game stand."""
        return self._status()

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        """Status, question and differences for a screen; between two photos nothing looks at the table."""
        view: dict[str, Any] = {**NOTHING, "frame": 0, "ask_first": self._ask_first, "virtual": None}
        view |= {"photos": True, "pictures": False}
        status = self._status()
        if self._follower is None or status.kind == "looking":
            return view | {"status": "off", "detail": ""}
        return view | {"status": status.kind} | camera_view(status, self._house, say)

    def picture_jpeg(self, layers: set[str]) -> bytes | None:
        return None
