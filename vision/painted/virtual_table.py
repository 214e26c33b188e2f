"""What does a camera see when nobody has one?  The virtual table: a source that paints what a program lays on it."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from vision.frame import Frame, Image
from vision.painted.camera import Camera, bumped, framed
from vision.painted.light import Conditions
from vision.painted.painter import Painter, Truth
from vision.painted.scene import PITCH_MM, Hand, Scene, Token, settle
from vision.sources.base import SourceStatus

ASSISTANT = "assistant"


class PictureRate(NamedTuple):
    """How many pictures come a second while things change and when nothing does, and by which clock."""

    fps: float = 10.0
    idle_fps: float = 2.0
    clock: Callable[[], float] = time.monotonic


class VirtualTable:
    """A camera over a painted table.

    Any thread may change the table with ``show``, ``move``, ``put``, ``take``, ``roll``, ``hand`` and ``bump``.
    """

    def __init__(
        self,
        seed: int = 0,
        art: Sequence[Image] | None = None,
        camera: Camera | None = None,
        look: Conditions | None = None,
        scene: Scene | None = None,
        pace: PictureRate | None = None,
    ) -> None:
        self.name = "virtual"
        self._seed, self._art = seed, art
        self._camera = camera or framed(Camera(), 0.8)
        self._look = look or Conditions()
        self._scene = settle(scene or Scene(), seed)
        pace = pace or PictureRate()
        self._pause_s = (1 / pace.fps, 1 / pace.idle_fps)
        self._clock = pace.clock
        self._lock = threading.Lock()
        self._painter: Painter | None = None
        self._clean: tuple[Scene, Image] | None = None
        self._seq = 0
        self._next_at_s = 0.0
        self._changed_at_s = pace.clock()
        self._closed = False

    @property
    def scene(self) -> Scene:
        """What lies on the table now."""
        with self._lock:
            return self._scene

    @property
    def camera(self) -> Camera:
        """Where the camera stands now."""
        with self._lock:
            return self._camera

    def truth(self) -> Truth:
        """What a perfect reader would say of the table now."""
        with self._lock:
            scene = self._scene
        return self._ready_painter().truth(scene)

    def shown(self, scene: Scene, token: Token) -> float:
        """Share of a token of a scene that the camera, where it stands now, would see of it."""
        return self._ready_painter().shown(scene, token)

    def show(self, scene: Scene) -> None:
        """Lay the whole table anew; tokens that stay where they were are not touched."""
        self._change(lambda before: settle(scene, self._seed, before))

    def move(self, kind: str, color: str, to: int, *, leave: int = 0, pick: int = 0) -> None:
        """Somebody carries a token to place ``to``; a merchant goes with its stack.

        A merchant leaves ``leave`` assistants of its stack at the new place, or takes up ``pick`` that lie there.
        """
        self._change(lambda before: settle(carried(before, kind, color, to, leave, pick), self._seed, before))

    def put(self, token: Token) -> None:
        """Lay one more token."""
        self._change(lambda before: settle(replace(before, tokens=(*before.tokens, token)), self._seed, before))

    def take(self, kind: str, color: str, place: int) -> None:
        """Take a token off the table."""
        self._change(lambda before: without(before, kind, color, place))

    def roll(self, dice: tuple[int, int] | None) -> None:
        """Two dice fall beside the board; None takes them away."""
        self._change(lambda before: replace(before, dice=dice))

    def hand(self, over: int | None) -> None:
        """A hand reaches over the given place; None takes it away."""
        self._change(lambda before: replace(before, hand=None if over is None else reaching(before, over)))

    def bump(self, dx_mm: float = 0.0, dy_mm: float = 0.0, turn_deg: float = 0.0) -> None:
        """Somebody knocks against the camera."""
        self.stand(bumped(self.camera, dx_mm, dy_mm, turn_deg))

    def stand(self, camera: Camera) -> None:
        """The camera stands elsewhere from now on."""
        with self._lock:
            self._camera = camera
            self._painter, self._clean = None, None
            self._stamp()

    def relight(self, look: Conditions) -> None:
        """Somebody moves a lamp."""
        with self._lock:
            self._look = look
            self._painter, self._clean = None, None
            self._stamp()

    def next(self) -> Frame | None:
        """The table now, or None where the last picture is still fresh."""
        now_s = self._clock()
        with self._lock:
            if self._closed or now_s < self._next_at_s:
                return None
            quiet = now_s - self._changed_at_s > 3.0
            self._next_at_s = now_s + self._pause_s[quiet]
            self._seq += 1
            scene, seq = self._scene, self._seq
        return Frame(self._seen(scene, seq), seq, now_s, self.name)

    def status(self) -> SourceStatus:
        """Always well until it is closed."""
        return (
            SourceStatus("ended", "the virtual table was closed")
            if self._closed
            else SourceStatus("ok", "painted table")
        )

    def close(self) -> None:
        """No more pictures; what was painted is let go of."""
        with self._lock:
            self._closed = True
            self._painter, self._clean = None, None

    def _change(self, edit: Callable[[Scene], Scene]) -> None:
        with self._lock:
            self._scene = edit(self._scene)
            self._stamp()

    def _stamp(self) -> None:
        self._changed_at_s = self._clock()
        self._next_at_s = min(self._next_at_s, self._changed_at_s + self._pause_s[0])

    def _ready_painter(self) -> Painter:
        """The painter of the camera as it stands now."""
        with self._lock:
            painter, camera = self._painter, self._camera
        if painter is None or painter.camera != camera:
            painter = Painter(camera, self._look, self._seed, self._art)
            with self._lock:
                self._painter = None if self._closed else painter
        return painter

    def _seen(self, scene: Scene, seq: int) -> Image:
        """The scene with this picture's own noise; painted only when something changed."""
        painter = self._ready_painter()
        kept = self._clean
        if kept is None or kept[0] is not scene or painter is not self._painter:
            kept = (scene, painter.clean(scene))
            with self._lock:
                self._clean = kept if painter is self._painter else None
        return painter.sensed(kept[1], seq)


def carried(scene: Scene, kind: str, color: str, to: int, leave: int = 0, pick: int = 0) -> Scene:
    """The scene after a token was carried to place ``to``, with assistants left there or taken up."""
    found = next((t for t in scene.tokens if t.kind == kind and t.color == color), None)
    if found is None:
        raise ValueError(f"there is no {color} {kind} on the virtual table")
    if leave > found.under:
        raise ValueError(f"the {color} {kind} has {found.under} assistants under it and cannot leave {leave}")
    moved = replace(found, place=to, under=found.under - leave + pick, at_mm=found.at_mm if found.place == to else None)
    scene = replace(scene, tokens=tuple(moved if t is found else t for t in scene.tokens))
    for _ in range(pick):
        scene = without(scene, ASSISTANT, color, to)
    return replace(scene, tokens=(*scene.tokens, *(Token(ASSISTANT, color, to) for _ in range(leave))))


def without(scene: Scene, kind: str, color: str, place: int) -> Scene:
    """The scene with one such token taken away."""
    for i, token in enumerate(scene.tokens):
        if (token.kind, token.color, token.place) == (kind, color, place):
            return replace(scene, tokens=scene.tokens[:i] + scene.tokens[i + 1 :])
    raise ValueError(f"no {color} {kind} lies on place {place} of the virtual table")


def reaching(scene: Scene, place: int) -> Hand:
    """A hand over a place, from the nearest side of the table."""
    row, column = divmod(scene.layout.index(place), 4)
    at = ((column - 1.5) * PITCH_MM[0], (row - 1.5) * PITCH_MM[1])
    return Hand(at, {0: 180.0, 3: 0.0}.get(row, 90.0 if column > 1 else -90.0))
