"""What may an eye do at a table?  Come in once with a code, greet, and post looks; nothing else, and nowhere else.

An eye greets whenever it starts and is given a run.  The first look of a newer run makes that run the table's, and
whoever posts for an older one is told so.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.locks import Lock
from webui.eyes.eye_desk import EyeDesk
from webui.eyes.keys import GREET, LOOK, Key, Keys
from webui.eyes.looks import Look, LookAnswer, SentLook, need_format, read_look
from webui.house import House
from webui.http.errors import Refused
from webui.http.orders import decoded
from webui.keepsakes.shelf import Note
from webui.rights.codes import Code

_LOOKS_A_SECOND, _AT_ONCE = 15.0, 30.0
_RUNS = 64
CODE_LIFE_S = 600.0


class Greeting(msgspec.Struct, forbid_unknown_fields=True):
    """An eye that starts."""

    format: int


@dataclass(slots=True)
class _Run:
    """One start of an eye: the how-many-eth, whose, and the number of its newest look."""

    serial: int
    eye: str
    newest: int = 0


class EyePost:
    """The eyes of one house.  ``known`` is told whether the house knows any eye, whenever that may have changed."""

    def __init__(
        self,
        house: House,
        kept: Note,
        known: Callable[[bool], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._house, self._known, self._clock = house, known, clock
        self._keys = Keys(kept, house.clock, CODE_LIFE_S)
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._greeted, self._current = 0, 0
        self._at_s, self._room, self._counted_s = 0.0, _AT_ONCE, clock()
        self._lock = Lock("eyes")

    @property
    def is_looking(self) -> bool:
        """Whether an eye looks at the table now."""
        desk = self._house.desk
        return isinstance(desk, EyeDesk) and desk.is_looking

    @property
    def eyes(self) -> tuple[Key, ...]:
        """The eyes that were let in."""
        return self._keys.all

    def knows(self, id: str) -> bool:
        """Whether an eye has this id."""
        return any(key.id == id for key in self._keys.all)

    def code(self) -> Code:
        """A code for one more eye."""
        with self._lock:
            return self._keys.code()

    def let_in(self, typed: str, name: str, format: int) -> Key:
        """A key for a code.  Raises Refused, OutOfReach; then nothing has changed."""
        need_format(format)
        with self._lock:
            key = self._keys.let_in(typed, name)
        self._known(True)
        return key

    def forget(self, id: str) -> None:
        """This eye looks no more.  Raises Refused, OutOfReach."""
        with self._lock:
            if not self._keys.forget(id):
                raise Refused("no_such_eye", 404)
            left = bool(self._keys.all)
        if not left:
            self._known(False)

    def greet(self, id: str, signature: str, raw: bytes) -> str:
        """The name of a new run.  Raises Refused."""
        with self._lock:
            self._keys.need(id, signature, GREET, raw)
            need_format(decoded(raw, Greeting).format)
            self._greeted += 1
            name = secrets.token_urlsafe(12)
            self._runs[name] = _Run(self._greeted, id)
            while len(self._runs) > _RUNS:
                self._runs.popitem(last=False)
            return name

    def look(self, id: str, signature: str, raw: bytes) -> dict[str, Any]:
        """Take a look: a ``LookAnswer``, and whether it was taken (a newer one may be here).  Raises Refused."""
        with self._lock:
            self._keys.need(id, signature, LOOK, raw)
            self._count()
            sent = read_look(raw)
            desk, run = self._desk(), self._run(id, sent)
            if sent.number <= run.newest:
                return _answer(desk, taken=False)
            run.newest = sent.number
            if run.serial > self._current:
                self._current = run.serial
                desk.begin_anew()
            desk.take(self._here(sent))
            return _answer(desk, taken=True)

    def _desk(self) -> EyeDesk:
        desk = self._house.desk
        if not isinstance(desk, EyeDesk):
            raise Refused("other_camera", 409)
        return desk

    def _run(self, id: str, sent: SentLook) -> _Run:
        run = self._runs.get(sent.run)
        if run is None or run.eye != id:
            raise Refused("eye_greet", 409)
        if run.serial < self._current:
            raise Refused("eye_replaced", 409)
        return run

    def _here(self, sent: SentLook) -> Look:
        """The look by the clock of this computer; time never runs backwards."""
        self._at_s = max(self._at_s, self._clock() - sent.age_s)
        look: Look = msgspec.structs.replace(sent.look, at_s=self._at_s)
        return look

    def _count(self) -> None:
        """Raise Refused where looks come faster than anybody can follow."""
        now_s = self._clock()
        self._room = min(_AT_ONCE, self._room + (now_s - self._counted_s) * _LOOKS_A_SECOND)
        self._counted_s = now_s
        if self._room < 1.0:
            raise Refused("eye_too_fast", 429)
        self._room -= 1.0


def _answer(desk: EyeDesk, taken: bool) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(LookAnswer(desk.is_following, desk.known))
    return {"taken": taken, **told}
