"""How soon do phones show what was laid on the table?  A real server over the virtual table, real screens over HTTP."""

import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

HERE = "127.0.0.1"
WAIT_S = 60.0
PLAYERS = ("red", "blue", "green")
WATCHING = 3  # screens without a seat
QUIET_S, IDLE_S = 6.0, 10.0
Plain = dict[str, Any]


class NotShown(Exception):
    """A screen did not show in time what it should."""


class TooLate(NotShown):
    """The game has moved on since the view that was answered to."""


def measure_live(folder: Path, moves: int) -> Plain:
    """Seconds from a token set down until every screen shows it, and the processor's share while nobody moves."""
    with served(folder) as (process, port, secret):
        host = BenchDevice(port)
        host.post("/api/join", {"code": secret})
        host.post(
            "/api/game", {"players": [{"name": name.capitalize(), "color": name} for name in PLAYERS], "first": 0}
        )
        phones = [phone_of(port, seat["link"].partition("#j=")[2]) for seat in host.get("/api/seats")]
        screens = [Screen(port, line.cookie) for line in phones] + [Screen(port, "") for _ in range(WATCHING)]
        _until(screens[0], lambda view: view["camera"]["status"] == "in_step", 4 * WAIT_S)
        took = [_move(host, phones, screens) for _ in range(moves)]
        sleep(QUIET_S)
        idle = _busy_share(process.pid)
    took.sort()
    return {
        "moves": moves,
        "screens": len(screens),
        "shown_s_p50": round(took[len(took) // 2], 2),
        "shown_s_p95": round(took[len(took) * 95 // 100], 2),
        "shown_s_most": round(took[-1], 2),
        "idle_share": idle,
    }


class BenchDevice:
    """One device with its cookie."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.cookie = cookie
        self._port = port

    def get(self, path: str) -> Any:
        """What the server answers."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: Plain) -> Any:
        """What the server answers to this."""
        return self._ask("POST", path, json.dumps(body))

    def tap(self, choice: Plain, view: Plain) -> None:
        """Do what that view offers; nothing where the camera was faster: then people look again."""
        with suppress(TooLate):
            self.post("/api/act", {"do": choice["do"], "version": view["version"]})

    def _ask(self, method: str, path: str, body: str | None) -> Any:
        headers = {"X-Bazaar": "1", "Content-Type": "application/json", "Cookie": self.cookie}
        connection = http.client.HTTPConnection(HERE, self._port, timeout=WAIT_S)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status != 200:
            stale = answer.status == HTTPStatus.CONFLICT and json.loads(text)["code"] == "stale"
            raise (TooLate if stale else NotShown)(f"{path} answered {answer.status}: {text.decode()[:200]}")
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        return json.loads(text)


class Screen:
    """One open page: hears of changes, fetches the view, notes when."""

    def __init__(self, port: int, cookie: str) -> None:
        self._line = BenchDevice(port, cookie)
        self._stream = http.client.HTTPConnection(HERE, port, timeout=4 * WAIT_S)
        self._stream.request("GET", "/events", headers={"Cookie": cookie})
        self._answer = self._stream.getresponse()
        self._moved = threading.Condition()
        self._seen: tuple[Plain, float] = (self._line.get("/api/view"), perf_counter())
        threading.Thread(target=self._watch, daemon=True).start()

    def when(self, shows: Callable[[Plain], bool], patience_s: float = WAIT_S) -> float | None:
        """When the view first did so; None where it did not in time."""
        with self._moved:
            found = self._moved.wait_for(lambda: shows(self._seen[0]), patience_s)
            return self._seen[1] if found else None

    def _watch(self) -> None:
        with suppress(OSError, ValueError, AttributeError):
            while line := self._answer.readline():
                if line.startswith(b"data: "):
                    view = self._line.get("/api/view")
                    with self._moved:
                        self._seen = (view, perf_counter())
                        self._moved.notify_all()


def _move(host: BenchDevice, phones: list[BenchDevice], screens: list[Screen]) -> float:
    """Whoever's turn it is sets his merchant down elsewhere; until every screen shows the move or the question."""
    view = host.get("/api/view")
    seat = view["turn"]["of"]
    player = view["players"][seat]
    to = _free_place(phones[seat].get("/api/view"), view)
    start = perf_counter()
    carried = {"kind": "merchant", "color": player["color"], "place": player["merchant"], "to": to, "usual": True}
    host.post("/api/virtual/carry", carried)
    took = [_until(screen, lambda view: _shows(view, seat, to)) - start for screen in screens]
    _finish_turn(phones[seat], screens[0], seat)
    return max(took)


def _shows(view: Plain, seat: int, to: int) -> bool:
    return view["players"][seat]["merchant"] == to or bool(view["camera"]["question"])


def _free_place(own: Plain, view: Plain) -> int:
    """A place within reach where nobody stands and no assistant lies."""
    taken = {player["merchant"] for player in view["players"]} | {one["place"] for one in view["table"]["neutrals"]}
    taken |= {place for player in view["players"] for place in (*player["out"], player["family"])}
    taken |= {view["table"]["governor"], view["table"]["smuggler"], 7}
    for choice in own["choices"]:
        word, _, number = choice["do"][0].partition(" ")
        if word == "move" and int(number) not in taken:
            return int(number)
    raise NotShown("nobody can go anywhere free")


def _finish_turn(phone: BenchDevice, screen: Screen, seat: int) -> None:
    """The rest of the turn on the phone, the shortest way; then table and game agree again."""
    view = phone.get("/api/view")
    if view["camera"]["question"]:
        phone.post("/api/camera/answer", {"question_id": view["camera"]["question"]["id"], "option_id": 0})
        view = phone.get("/api/view")
    while view["turn"]["of"] == seat:
        last = next((one for one in view["choices"] if one["do"][0] in ("skip", "end", "done")), view["choices"][-1])
        phone.tap(last, view)
        view = phone.get("/api/view")
    _until(screen, lambda view: view["turn"]["of"] != seat and view["camera"]["status"] == "in_step")


def _until(screen: Screen, shows: Callable[[Plain], bool], patience_s: float = WAIT_S) -> float:
    at = screen.when(shows, patience_s)
    if at is None:
        raise NotShown("a screen did not show the move in time")
    return at


def phone_of(port: int, code: str) -> BenchDevice:
    """A phone that has scanned this code."""
    line = BenchDevice(port)
    line.post("/api/join", {"code": code})
    return line


def _busy_share(pid: int) -> float | None:
    """The share of one core a process uses over some seconds; None where the system does not tell."""
    before = _processor_s(pid)
    sleep(IDLE_S)
    after = _processor_s(pid)
    return None if before is None or after is None else round((after - before) / IDLE_S, 4)


def _processor_s(pid: int) -> float | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(
    folder: Path, camera: str = "virtual", more: tuple[str, ...] = ()
) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """``bazaar serve`` before a camera in a process of its own: process, port, the host's code."""
    options = ["--no-browser", "--camera", camera, "--host", HERE, "--port", "0", "--data-dir", str(folder), *more]
    with subprocess.Popen(
        [sys.executable, "-m", "webui", "serve", *options], stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            link = next((line for line in child.stderr or () if "/start#h=" in line), "")
            address, _, secret = link.strip().partition("/start#h=")
            yield child, int(address.rpartition(":")[2]), secret
        finally:
            child.terminate()
