"""Where do camera and game meet?  A source is read on its own thread; a follower compares it with the running game."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.game import Say
from companion.sync.observation import BoardObservation, NotSeen
from vision.draw import draw_observation
from vision.frame import Frame
from vision.painted.table_of_game import Hands
from vision.pipeline import Watcher, look
from vision.pose import Pose
from vision.profile import Profile
from vision.sources.base import FrameSource, SourceStatus
from vision.sources.pictures import BadPicture, decode_picture
from vision.task import Look
from vision.worker import CameraWorker
from webui.camera.camera_view import camera_view, detail_words, without_errands
from webui.camera.desk import NOTHING
from webui.camera.following import Following
from webui.camera.other_copies import OtherCopies
from webui.camera.pictures import jpeg
from webui.house import House
from webui.http.errors import Refused

log = logging.getLogger(__name__)
_JPEG_QUALITY = 80
_PATIENCE_S = 0.5


@dataclass(frozen=True, slots=True)
class SeenFrame:
    """The newest picture with what was read in it."""

    frame: Frame
    told: BoardObservation | NotSeen
    pose: Pose | None


class CameraDesk(Following):
    """The desk of a house with a camera, or with none but the phones' photos.

    ``eyes`` is called once, on a thread of its own, so that the first page does not wait: it gives the profile and,
    where there is one, the source.  ``hands`` move things where the table is a virtual one.
    """

    def __init__(
        self,
        house: House,
        eyes: Callable[[], tuple[Profile, FrameSource | None]],
        hands: Hands | None = None,
    ) -> None:
        super().__init__(house)
        self.hands = hands
        self._eyes = eyes
        self._seen: SeenFrame | None = None
        self._watcher: Watcher | None = None
        self._profile: Profile | None = None
        self._others: OtherCopies | None = None
        self._source: FrameSource | None = None
        self._worker: CameraWorker | None = None
        self._failure = ""
        self._overlay: tuple[Any, bytes] | None = None
        self._leave: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._open_eyes, name="camera-start", daemon=True)

    def start(self) -> None:
        """Begin to look; returns at once."""
        followers = [self.hands.follow] if self.hands else []
        self._leave = [self._house.when_opened(follow) for follow in (*followers, self._follow)]
        self._thread.start()

    def stop(self) -> None:
        """Let go of the camera and of the game."""
        with self._lock:
            self._stopped = True
        for leave in self._leave:
            leave()
        if self.hands is not None:
            self.hands.let_go()
        self._thread.join(_PATIENCE_S)  # one that still opens its eyes closes them by itself
        if self._worker is not None:
            self._worker.stop()
        self._leave_game()
        self._forget()

    def wait(self, patience_s: float) -> bool:
        """Until eyes still opening when they were told to stop are closed; whether it came to that in time."""
        self._thread.join(patience_s)
        return not self._thread.is_alive()

    # ------------------------------------------------------------------ what screens see

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        """Status, question and differences for a screen."""
        status = self._status()
        frame = self._seen.frame.seq if self._seen else 0
        view: dict[str, Any] = {**NOTHING, "status": status.kind, "frame": frame}
        view["ask_first"] = self._ask_first
        view["virtual"] = self.hands.tokens() if self.hands else None
        view["other_copy"] = self._others.seen if self._others else ""
        if self._profile is None:
            return view | {"status": "starting", "detail": self._failure}
        if self._follower is None or (self._worker is None and status.kind == "looking"):
            return view | {"status": "off" if self._worker is None else "looking", "detail": ""}
        view |= camera_view(status, self._house, say, self.nameless_places()) | {"far": self.too_far(say)}
        return without_errands(view) if self.hands and self.hands.is_tidy else view

    def picture_jpeg(self, layers: set[str]) -> bytes | None:
        """The newest picture as JPEG, with what was read drawn over it where layers are asked for."""
        with self._lock:
            seen = self._seen
        if seen is None:
            return None
        key = (seen.frame.source, seen.frame.seq, frozenset(layers))
        if self._overlay is None or self._overlay[0] != key:
            bgr = draw_observation(seen.frame.bgr, seen.told, seen.pose, layers) if layers else seen.frame.bgr
            self._overlay = (key, jpeg(bgr, quality=_JPEG_QUALITY))
        return self._overlay[1]

    def told(self) -> BoardObservation | NotSeen | None:
        return self._seen.told if self._seen else None

    def frame(self) -> Frame | None:
        """The newest picture."""
        return self._seen.frame if self._seen else None

    def source_status(self) -> SourceStatus:
        """How the camera is doing."""
        return SourceStatus("waiting") if self._worker is None else self._worker.status().source

    # ------------------------------------------------------------------ what people do

    def photo(self, picture: bytes, seat: int | None, say: Say) -> str:
        """Read a photo taken by a phone; what came of it, in words."""
        follower = self._need_follower()
        if self._profile is None:
            raise Refused("camera_starting", 409)
        bgr = decode_picture(picture, say("The photo"))
        if isinstance(bgr, BadPicture):
            raise Refused("not_an_image", 400)
        frame = Frame(bgr, seq=_next_seq(self._seen), at_s=time.monotonic(), source="photo")
        seen = look(frame, self._profile)
        self._take(frame, seen)
        if self._others is not None:
            self._others.try_all(frame, seen.observation)
        follower.see(seen.observation, still=True)
        return detail_words(follower.status, self._house, say)

    # ------------------------------------------------------------------ helpers

    def _forget(self) -> None:
        """Let go of pictures, and of all that leads back here: the memory is free with the last who holds the desk."""
        with self._lock:
            self._worker = self._follower = self._watcher = self._seen = self._overlay = None
        self._leave = []

    def _open_eyes(self) -> None:
        try:
            self._profile, self._source = self._eyes()
        except Exception as error:
            log.exception("the camera could not be started")
            self._failure = str(error)
            self._house.changed()
            return
        if self.hands is None:
            self._others = OtherCopies(self._profile.name, self._house.data_dir)
        with self._lock:
            self._begin_to_read(self._profile, self._source)
        self._house.changed()

    def _begin_to_read(self, profile: Profile, source: FrameSource | None) -> None:
        if source is not None and self._stopped:
            source.close()
        elif source is not None:
            watcher = self._watcher = Watcher(profile)
            self._worker = CameraWorker(source, lambda frame: self._read(watcher, frame), self._deliver)
            self._worker.start()

    def _read(self, watcher: Watcher, frame: Frame) -> BoardObservation | NotSeen:
        """Called on the worker's reading thread."""
        told = watcher.look(frame)
        with self._lock:
            self._seen = SeenFrame(frame, told, watcher.pose)
        self._house.looked(frame, told)
        if self._others is not None and self._others.after(frame, told):
            self._house.changed()
        return told

    def _deliver(self, told: BoardObservation | NotSeen, still: bool = False) -> None:
        """Tell the follower; what stands on the table beyond doubt after that look, the eye learns from."""
        super()._deliver(told, still)
        watcher, known = self._watcher, self._known_wood()
        if watcher is not None and known is not None:
            watcher.confirm(told, *known)

    def _take(self, frame: Frame, seen: Look) -> None:
        with self._lock:
            self._seen = SeenFrame(frame, seen.observation, seen.pose)
        self._house.looked(frame, seen.observation)


def _next_seq(seen: SeenFrame | None) -> int:
    return seen.frame.seq + 1 if seen else 1
