"""People at a virtual table: they tap and carry wood, their phones come and go, somebody learns a copy now and then."""

import http.client
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from random import Random
from typing import Any

from webui.soak.line import HERE, PATIENCE_S, Reply, SoakDevice

PEOPLE = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "yellow"), ("Dora", "white"), ("Emil", "green"))
TURN_S, LOOK_S, AWAY_S, CHANGE_S = 3.0, 5.0, (20.0, 120.0), 300.0
"""Seconds between taps, between looks at the picture, that a phone stays, and between two changes of a phone."""
_CARRIED = 0.4
"""Share of moves made by carrying wood instead of by a tap."""
_FIRST_COPY_S = 120.0
_LOST = (OSError, http.client.HTTPException, ValueError)


class SoakEvening:
    """Threads that use a running server until it is told to stop.

    ``did`` counts what was done; ``wrong`` names every answer of 500 and above, and every answer that did not come.
    """

    def __init__(self, port: int, host_code: str, photo: bytes, learn_every_s: float, rng: Random) -> None:
        self.did: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._port, self._photo, self._learn_every_s, self._rng = port, photo, learn_every_s, rng
        self._stop = threading.Event()
        self._host = SoakDevice(port)
        self._check(self._host.post("/api/join", {"code": host_code}), "join")
        self._phones: list[SoakDevice] = []
        self._new_game()
        self._doing = [self._begun(work) for work in (self._play, self._look, self._learn, self._change_phones)]
        self._listening = [self._begun(partial(self._listen, seat)) for seat in range(len(PEOPLE) + 1)]

    def stop(self) -> None:
        """Everybody finishes what he is about; pages that are still open end with the server."""
        self._stop.set()
        for thread in self._doing:
            thread.join(PATIENCE_S)

    def wait(self) -> None:
        """Until the last page has ended, once the server has."""
        for thread in self._listening:
            thread.join(PATIENCE_S)
        for line in (self._host, *self._phones):
            line.close()

    def _begun(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=self._guarded, args=(work,), daemon=True)
        thread.start()
        return thread

    def _guarded(self, work: Callable[[], None]) -> None:
        while not self._stop.is_set():
            try:
                work()
            except _LOST as why:
                if not self._stop.wait(1.0):
                    self.wrong.append(f"no answer: {why!r}")

    def _line(self, cookie: str = "") -> "closing[SoakDevice]":
        return closing(SoakDevice(self._port, cookie))

    def _check(self, told: Reply, what: str) -> Any:
        self.did[what] += 1
        if told.status >= 500 and not self._stop.is_set():
            self.wrong.append(f"{what}: {told.status} {str(told.body)[:120]}")
        return told.body

    def _new_game(self) -> None:
        players = [{"name": name, "color": color} for name, color in PEOPLE]
        asked = {"game": "istanbul", "players": players, "kind": "random", "first": 0, "seed": self._rng.randrange(999)}
        self._check(self._host.post("/api/game", asked), "new game")
        self._phones = [SoakDevice(self._port) for _ in PEOPLE]
        seats = self._check(self._host.get("/api/seats"), "seats")
        for phone, seat in zip(self._phones, seats, strict=True):
            self._check(phone.post("/api/join", {"code": seat["link"].partition("#j=")[2]}), "join")
        self._begin()

    def _begin(self) -> None:
        self._check(self._host.post("/api/recorder", {"on": True}), "recorder")
        self._check(self._host.post("/api/setup-check/skip"), "set-up skipped")

    def _play(self) -> None:
        """One tap, one piece of wood carried, or one question answered; a rematch when the game is over."""
        self._stop.wait(TURN_S)
        view = self._check(self._host.get("/api/view"), "view")
        question = (view.get("camera") or {}).get("question")
        if view["result"]:
            self._check(self._host.post("/api/rematch"), "rematch")
            self._begin()
        elif question and question["options"]:
            answer = {"question_id": question["id"], "option_id": question["options"][0]["id"]}
            self._check(self._host.post("/api/camera/answer", answer), "answer")
        else:
            self._take_part(view)
        if self._rng.random() < 0.2:
            what = self._rng.choice(["hand", "no_hand", "bump", "tidy", "tidy", "tidy"])
            self._check(self._host.post("/api/virtual/mishap", {"what": what}), "mishap")

    def _take_part(self, view: dict[str, Any]) -> None:
        seat = view["turn"]["of"]
        with self._line(self._phones[seat].cookie) as phone:
            own = self._check(phone.get("/api/view"), "view")
            if own["choices"]:
                self._choose(phone, seat, view, own)

    def _choose(self, phone: SoakDevice, seat: int, view: dict[str, Any], own: dict[str, Any]) -> None:
        usual = [one for one in own["choices"] if one.get("usual")]
        choice = self._rng.choice(usual if usual and self._rng.random() < 0.7 else own["choices"])
        color = PEOPLE[seat][1]
        laid = (view.get("camera") or {}).get("virtual") or []
        token = next((one for one in laid if one["kind"] == "merchant" and one["color"] == color), None)
        if choice["kind"] == "Move" and choice.get("place") and token and self._rng.random() < _CARRIED:
            order = {"kind": "merchant", "color": color, "place": token["place"], "to": choice["place"]}
            self._check(self._host.post("/api/virtual/carry", order), "carry")
            return
        act = {"do": choice["do"], "version": own["version"]}
        self._check(phone.post("/api/act", act), "tap")

    def _look(self) -> None:
        self._stop.wait(LOOK_S)
        with self._line(self._host.cookie) as line:
            self._check(line.get("/api/camera.jpg?layers=tiles,tokens"), "overlay")
            self._check(line.get("/healthz"), "health")

    def _listen(self, seat: int) -> None:
        """A phone's page: hears of a change, fetches the view; goes away now and then, and comes back."""
        is_host = seat == len(PEOPLE)
        until_s = time.monotonic() + self._rng.uniform(*AWAY_S)
        cookie = (self._host if is_host else self._phones[seat]).cookie
        page = closing(http.client.HTTPConnection(HERE, self._port, timeout=60))
        lost = suppress(OSError, http.client.HTTPException)  # signed out, or the server has ended
        with lost, self._line(cookie) as line, page as stream:
            stream.request("GET", "/events", headers={"Cookie": line.cookie, "Accept": "text/event-stream"})
            answer = stream.getresponse()
            self._check(Reply(answer.status, ""), f"stream {answer.status}")
            while not self._stop.is_set() and time.monotonic() < until_s and (text := answer.readline()):
                if text.startswith(b"data: "):
                    self._check(line.get("/api/view"), "view")
        self._stop.wait(self._rng.uniform(0.5, 5.0))

    def _change_phones(self) -> None:
        """Somebody goes on with another phone."""
        if self._stop.wait(CHANGE_S):
            return
        seat, phone = self._rng.randrange(len(PEOPLE)), SoakDevice(self._port)
        with self._line(self._host.cookie) as host:
            way_in = self._check(host.post("/api/seats/code", {"seat": seat}), "code")
        self._check(phone.post("/api/join", {"code": way_in["link"].partition("#j=")[2]}), "join")
        self._phones[seat].close()
        self._phones[seat] = phone

    def _learn(self) -> None:
        """A photo, tiles pushed a little, the copy saved and tried, as on the learning page."""
        if self._stop.wait(_FIRST_COPY_S if not self.did["copy saved"] else self._learn_every_s):
            return
        with self._line(self._host.cookie) as line:
            self._learn_a_copy(line)

    def _learn_a_copy(self, line: SoakDevice) -> None:
        self._check(line.ask("POST", "/api/lesson/photo", self._photo, "image/jpeg"), "photo")
        lesson = self._settled(line)
        for photo in [one for one in lesson.get("photos", []) if one["found"]]:
            push = {"photo": photo["number"], "cell": 3, "right_mm": 0.5}
            self._check(line.post("/api/lesson/push", push), "push")
        self._settled(line)
        for place in range(1, 17):
            self._check(line.get(f"/api/lesson/tile/{place}.jpg"), "cut-out")
        self._check(line.post("/api/lesson/save", {"name": "soak", "replace": True}), "copy saved")
        self._check(line.ask("POST", "/api/profiles/soak/try", self._photo, "image/jpeg"), "copy tried")

    def _settled(self, line: SoakDevice) -> dict[str, Any]:
        while True:
            lesson: dict[str, Any] = self._check(line.get("/api/lesson"), "lesson")
            if not any(photo["looking"] for photo in lesson.get("photos", [])) or self._stop.wait(0.5):
                return lesson
