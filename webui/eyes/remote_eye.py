"""What does an eye do all evening?  Read pictures, send the newest look, and say how it goes."""

import threading
import time
from collections import deque
from collections.abc import Callable

from companion.sync.observation import BoardObservation, NotSeen
from vision.pipeline import Watcher
from vision.profile import Profile
from vision.sources.base import FrameSource
from vision.worker import NO_PICTURE, CameraWorker
from webui.eyes.counterpart import LINES, Counterpart, OwnKey, Refusal, Unreachable
from webui.eyes.lines import Lines, Numbered
from webui.eyes.looks import KnownWood, Look

_AGAIN_S = (0.5, 1.0, 2.0, 4.0)
"""Pauses after the first, second … time in a row that nobody answered."""
_IDLE_S = 1.0
"""So often a look is sent while no game follows."""
_BLIND_S, _SLOW_S = 2.0, 15.0
_REMEMBERED = 64
"""So many looks that were sent are kept until the server may say what was known of them."""
_ENDS = frozenset({"eye_replaced", "eye_unknown", "eye_format", "no_such_table"})
"""After these the eye has nothing more to do."""


class RemoteEye:
    """One start of an eye.  ``say`` takes words for people, from any thread; ``wait`` tells why it ended."""

    def __init__(
        self,
        server: Counterpart,
        key: OwnKey,
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._server, self._key, self._say, self._clock = server, key, say, clock
        self._run = ""
        self._greeting, self._counting = threading.Lock(), threading.Lock()
        self._failed, self._again_s, self._state = 0, 0.0, ""
        self._over = threading.Event()
        self._why = ""
        self._worker: CameraWorker | None = None
        self._watcher: Watcher | None = None
        self._sent: deque[Look] = deque(maxlen=_REMEMBERED)
        self._since_s = time.monotonic()
        self._lines = Lines(self._send, LINES)

    def start(self, profile: Profile, source: FrameSource) -> None:
        """Look from now on.  Raises Unreachable, Refusal where the first greeting fails."""
        self._run = self._server.greet(self._key)
        self._watcher = Watcher(profile)
        self._worker = CameraWorker(source, self._watcher.look, self._lines.tell)
        self._worker.start()

    def wait(self, patience_s: float) -> str | None:
        """Until the eye has nothing more to do: why; None where it goes on after ``patience_s``."""
        self._tell_of_blindness()
        return self._why if self._over.wait(patience_s) else None

    def stop(self) -> None:
        """Let go of camera and line."""
        self._lines.stop()
        if self._worker is not None:
            self._worker.stop()

    # ------------------------------------------------------------------ helpers

    def _tell_of_blindness(self) -> None:
        """A camera without pictures is told of, too: else the table would think that the eye is gone."""
        worker = self._worker
        if worker is None:
            return
        status = worker.status()
        patience_s = _BLIND_S if status.source.state != "ok" else _SLOW_S  # the first picture takes longest to read
        if (status.age_s or time.monotonic() - self._since_s) > patience_s:
            source = worker.source.name
            self._lines.tell(NotSeen(status.frames, time.monotonic(), source, NO_PICTURE))
            self._show(f"the camera gives no picture ({status.source.detail or status.source.state})")

    def _send(self, one: Numbered) -> float:
        """Post a look; how long to send nothing."""
        run = self._run
        try:
            age_s = max(0.0, time.monotonic() - one.look.at_s)
            self._sent.append(one.look)
            answer = self._server.look(self._key, run, one.number, (age_s, one.look))
        except Unreachable as error:
            return self._failing(str(error))
        except Refusal as error:
            return self._refused(error, run)
        self._failed = 0
        if not isinstance(one.look, NotSeen) or one.look.reason != NO_PICTURE:
            self._show(_going(one.look, answer.follows))
        if answer.known is not None:
            self._learn(answer.known)
        return 0.0 if answer.follows else _IDLE_S

    def _learn(self, known: KnownWood) -> None:
        """Learn how the bare tiles look from a look that was sent, where it is still remembered."""
        look = next((one for one in self._sent.copy() if one.frame == known.frame), None)
        if look is not None and self._watcher is not None:
            self._watcher.confirm(look, frozenset(known.wood), known.step)

    def _failing(self, words: str) -> float:
        """How long to send nothing.  What fails on several lines at once has failed once."""
        self._show(f"{words} Trying again …")
        with self._counting:
            now_s = self._clock()
            if now_s >= self._again_s:
                self._again_s = now_s + _AGAIN_S[min(self._failed, len(_AGAIN_S) - 1)]
                self._failed += 1
            return self._again_s - now_s

    def _refused(self, error: Refusal, run: str) -> float:
        if error.code in _ENDS:
            self._end(str(error))
            return _AGAIN_S[-1]
        if error.code == "eye_greet":
            return self._greet_anew(run)
        return self._failing(str(error))

    def _greet_anew(self, old: str) -> float:
        """Another server has the table: one thread greets it, the others go on with what it was told."""
        with self._greeting:
            if self._run != old:
                return 0.0
            try:
                self._run = self._server.greet(self._key)
            except Unreachable as error:
                return self._failing(str(error))
            except Refusal as error:
                if error.code in _ENDS:
                    self._end(str(error))
                return self._failing(str(error))
            return 0.0

    def _end(self, why: str) -> None:
        self._why = why
        self._over.set()

    def _show(self, state: str) -> None:
        if state != self._state and not self._over.is_set():
            self._state = state
            self._say(state)


def _going(look: Look, follows: bool) -> str:
    if not follows:
        return "connected; no game that an eye can follow runs at the table"
    return "connected; the table is seen" if isinstance(look, BoardObservation) else "connected; the board is not seen"
