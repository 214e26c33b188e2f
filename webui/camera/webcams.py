"""Which webcams hang on this machine, and what does each of them see now?"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic, sleep
from typing import Literal

from vision.frame import Image
from vision.sources.live import CannotOpen, Capture
from vision.sources.machine.camera import LocalCamera, chosen, spec_of
from vision.sources.machine.door import cameras
from vision.sources.machine.leave import AskingPeople
from vision.sources.webcam import SIZE_PX, WARM_UP, WebcamCapture

PATIENCE_S = 12.0
"""A camera that has shown nothing by then is left behind, and the next one is opened."""
_AGAIN_S = 0.5
_LATER = ("iphone", "ipad", "phone", "virtual", "obs", "snap camera", "dummy", "infrared", "ir camera")
"""Words in the names of cameras that hardly anybody means: phones nearby, painted ones, those that see warmth."""
OpenCapture = Callable[[str], Capture]
State = Literal["waiting", "seen", "silent"]


@dataclass(frozen=True, slots=True, eq=False)
class FoundWebcam:
    """A webcam by its lasting name for settings and its name for people, and the picture it gave."""

    spec: str
    name: str
    state: State = "waiting"
    picture: Image | None = None


def likeliest() -> str:
    """The camera to begin with where nobody has chosen: its spec, empty where none is plugged in.  None is opened."""
    found = sorted(cameras(), key=lambda one: any(word in one.name.lower() for word in _LATER))
    return spec_of(found[0]) if found else ""


def camera_named(spec: str, among: Sequence[LocalCamera]) -> LocalCamera | None:
    """The camera that a choice means, by its id or its number."""
    text = spec.removeprefix("/dev/video")
    return next((one for one in among if text == str(one.number)), None) or chosen(spec, among)


class WebcamSearch:
    """Looks through one webcam after another, on a thread of its own; ``found`` tells how far it has come.

    Safe to call from several threads.  Each search has a list of its own, so that none writes into the next one's.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[LocalCamera]] = cameras,
        open_capture: OpenCapture = lambda spec: WebcamCapture(spec, SIZE_PX),
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._find, self._open, self._patience_s = find, open_capture, patience_s
        self._thread: threading.Thread | None = None
        self._found: list[FoundWebcam] = []
        self._lock = threading.Lock()

    @property
    def found(self) -> tuple[FoundWebcam, ...]:
        """The cameras there are, with the pictures that have come so far."""
        return tuple(self._found)

    @property
    def is_looking(self) -> bool:
        """Whether there is more to come."""
        thread = self._thread
        return thread is not None and thread.is_alive()

    def start(self, in_use: str = "", picture: Image | None = None) -> None:
        """Begin to look, unless that goes on already.  The camera in use is shown by its running ``picture``."""
        with self._lock:
            if self.is_looking:
                return
            found = self._found = []
            self._thread = threading.Thread(
                target=self._look, args=(found, in_use, picture), name="webcams", daemon=True
            )
            self._thread.start()

    def wait(self, patience_s: float) -> bool:
        """Until all have been looked through; whether it came to that in time."""
        thread = self._thread
        if thread is not None:
            thread.join(patience_s)
        return not self.is_looking

    def _look(self, found: list[FoundWebcam], in_use: str, picture: Image | None) -> None:
        there = self._find()
        busy = camera_named(in_use, there) if in_use else None
        found += [FoundWebcam(spec_of(one), one.name) for one in there]
        for at, camera in enumerate(there):
            seen = picture if camera is busy else self._glance(spec_of(camera))
            found[at] = replace(found[at], picture=seen, state="silent" if seen is None else "seen")

    def _glance(self, spec: str) -> Image | None:
        """A picture of a camera; None where it gives none, or none in time."""
        seen = list[Image | None]()
        thread = threading.Thread(target=lambda: seen.append(self._picture(spec)), name=f"glance {spec}", daemon=True)
        thread.start()
        thread.join(self._patience_s)
        return seen[0] if seen else None

    def _picture(self, spec: str) -> Image | None:
        with suppress(CannotOpen):
            capture = self._opened(spec)
            try:
                return [capture.read() for _ in range(WARM_UP + 1)][-1]
            finally:
                capture.release()
        return None

    def _opened(self, spec: str) -> Capture:
        """The camera, opened again and again while people are asked whether it may be used."""
        until_s = monotonic() + self._patience_s
        while True:
            try:
                return self._open(spec)
            except AskingPeople:
                if monotonic() > until_s:
                    raise
                sleep(_AGAIN_S)
