"""What comes of requests of every kind, legal and spoilt, by a stranger, two players and a host?

One ``AttackedEvening`` is one companion with its devices; each ``step`` is one request, and what must hold after it is
looked at at once.  A number gives the same requests again.
"""

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from companion.session.clock import FakeClock
from webui.app import create_app
from webui.attacks.answers import Answer
from webui.attacks.asked import ROLES, Request, Role
from webui.attacks.companion import ORDERS, SETTINGS, Companion, begin
from webui.attacks.doors import Door, FlaskDoor, LineDoor, StoodStill
from webui.attacks.kills.deeds import furnish
from webui.attacks.requests.holding import hidden_cards_shown, holding, states_differ, wrong_after
from webui.attacks.requests.mutations import spoilt
from webui.attacks.requests.wishes import LEFT_OUT, honest
from webui.house import House
from webui.http.server import Running

_SPOILT = 0.55
_LOOK_EVERY, _CARDS_EVERY, _LET_IN_EVERY, _CLOCK_EVERY = 60, 200, 100, 400
_HISTORY = 12
_LONG_S = 4000.0
_OFTEN: tuple[str, ...] = (
    "/api/act",
    "/api/table",
    "/api/undo",
    "/api/redo",
    "/api/correct",
    "/api/join",
    "/api/seats/free",
    "/api/leave",
)
_SELDOM: tuple[str, ...] = (
    "/api/rematch",
    "/api/lesson/photo",
    "/api/restore",
    "/api/backup",
    "/api/lesson/save",
    "/events",
)
_SELDOM += ("/api/wizard/camera", "/api/profiles/use", "/api/profiles/<name>/try", "/api/profiles/<name>/wood")
_SELDOM += ("/api/profiles/<name>/discs", "/api/profiles/<name>/disc", "/api/profiles/<name>.jpg", "/api/photo")
"""What takes long, or begins something new."""
_ENTITLING = ("/api/join", "/api/be_host", "/start")
_STREAM = "/events"


class Amiss(AssertionError):
    """Something did not hold; the text tells the last requests."""


class RequestCounts(msgspec.Struct):
    """How many requests, how many of them were granted, what was answered by status, and what was amiss."""

    requests: int = 0
    granted: int = 0
    statuses: dict[int, int] = {}
    amiss: list[str] = []


class AttackedEvening:
    """One companion in a folder of its own, asked without lines, or over lines to a real server."""

    def __init__(self, kind: str, seed: int, on_lines: bool = False) -> None:
        self._scratch = tempfile.TemporaryDirectory()
        self._folder = Path(self._scratch.name) / "data"
        self._folder.mkdir()
        furnish(self._folder)
        self.rng, self.clock, self.history = random.Random(seed), FakeClock(), list[str]()
        self.statuses: Counter[int] = Counter()
        house = House(self._folder, self.clock)
        self._running = Running(house, replace(SETTINGS, port=0)) if on_lines else None
        settings = self._running.settings if self._running else SETTINGS
        self.one = Companion(house, create_app(house, settings))
        begin(house, kind, seed)
        self.one.let_in()
        self._lesson, self._was_quiet = self.one.app.extensions["lesson"], True
        self._doors: dict[Role, Door] = {who: self._door(settings.port) for who in ROLES}
        self._rules, self._weights = _rules(self.one, on_lines)

    def step(self, rng: random.Random | None = None) -> None:
        """One request of somebody, and a look at what must hold.  Raises Amiss."""
        rng = rng or self.rng
        self._now_and_then(rng)
        method, rule = rng.choices(self._rules, self._weights)[0]
        who = rng.choice(ROLES)
        request = self._honest(who, method, rule, rng)
        if rng.random() < _SPOILT:
            request = spoilt(request, rng, on_a_line=self._running is not None)
        self._ask(request)

    def finish(self) -> None:
        """Compare what is kept with what is in memory, and end.  Raises Amiss."""
        copied = self._folder.with_name("copied")
        try:
            shutil.copytree(self._folder, copied)
            if wrong := states_differ(self.one.house, copied):
                self._raise(wrong)
        finally:
            self.close()

    def close(self) -> None:
        """End."""
        for door in self._doors.values():
            door.close()
        if self._running:
            self._running.stop()
        self.one.close()
        self._scratch.cleanup()

    # ------------------------------------------------------------------ helpers

    def _door(self, port: int) -> Door:
        return LineDoor(port) if self._running else FlaskDoor(self.one.app, f"127.0.0.1:{port}")

    def _honest(self, who: Role, method: str, rule: str, rng: random.Random) -> Request:
        try:
            request = honest(self.one, who, method, rule, rng)
        except AssertionError as error:
            self._raise(str(error))
            raise
        return replace(request, entitled=rule in _ENTITLING)

    def _ask(self, request: Request) -> None:
        house = self.one.house
        token = self.one.tokens.get(request.who)
        before, asking = holding(house), house.access.device(token)
        self.history = [*self.history[-_HISTORY:], str(request)]
        answer = self._answered(request)
        self.statuses[answer.status] += 1
        self.one.keep_cookie(request.who, answer)
        ticks = self._running is None and self._is_quiet()
        for wrong in wrong_after(request, answer, before, holding(house), asking, ticks=ticks):
            self._raise(wrong)

    def _is_quiet(self) -> bool:
        """Whether nothing but requests changes what pages show: no photo is looked at, and no camera looks on."""
        quiet, known = not any(photo.looking for photo in self._lesson.photos), self._was_quiet
        self._was_quiet = quiet and self.one.app.extensions["lookout"].choice is None
        return known and self._was_quiet

    def _answered(self, request: Request) -> Answer:
        try:
            return self._doors[request.who].ask(request, self.one.cookie(request.who))
        except StoodStill as error:
            self._raise(str(error))
            raise

    def _now_and_then(self, rng: random.Random) -> None:
        if rng.randrange(_LET_IN_EVERY) == 0:
            self.one.tokens["stranger"] = ""
            if self.one.house.session is not None:
                self.one.let_in()
        if rng.randrange(_CLOCK_EVERY) == 0:
            self.clock.wait(rng.uniform(0, _LONG_S))
        if rng.randrange(_LOOK_EVERY) == 0:
            for role in ROLES:
                self.one.view(role)
        looks = rng.randrange(_CARDS_EVERY) == 0 and self._running is None
        if looks and (wrong := hidden_cards_shown(self.one, rng)):
            self._raise(wrong)

    def _raise(self, wrong: str) -> None:
        raise Amiss("\n  ".join([f"{wrong}; after:", *self.history]))


def ask_everything(requests: int, seed: int, on_lines: bool, each: int, tell: Callable[[int], None]) -> RequestCounts:
    """So many requests, ``each`` an evening; an evening in which something is amiss ends there."""
    asked, rng = RequestCounts(amiss=[], statuses={}), random.Random(seed)
    while asked.requests < requests:
        kind, own_seed = rng.choice(list(ORDERS)), rng.randrange(10**6)
        evening = AttackedEvening(kind, own_seed, on_lines)
        try:
            for _ in range(min(each, requests - asked.requests)):
                asked.requests += 1
                evening.step()
            evening.finish()
        except AssertionError as error:
            asked.amiss.append(f"{kind}, seed {own_seed}, {'lines' if on_lines else 'no lines'}: {error}")
            evening.close()
        for status, count in evening.statuses.items():
            asked.statuses[status] = asked.statuses.get(status, 0) + count
        tell(asked.requests)
    asked.granted = sum(count for status, count in asked.statuses.items() if status < 400)
    return asked


def _rules(one: Companion, on_lines: bool) -> tuple[list[tuple[str, str]], list[float]]:
    """Method and address of everything the application answers, and how often each is asked for."""
    rules = [rule for rule in one.app.url_map.iter_rules() if rule.rule not in LEFT_OUT]
    pairs = {(method, rule.rule) for rule in rules for method in (rule.methods or set()) & {"GET", "POST"}}
    known = sorted(pair for pair in pairs if on_lines or pair[1] != _STREAM)
    return known, [8.0 if rule in _OFTEN else 0.1 if rule in _SELDOM else 1.0 for _, rule in known]
