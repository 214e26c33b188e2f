"""``bazaar bench server``: how soon does a tap show on eight other screens?  Beside a bare request in the same run."""

import http.client
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import click

from webui.cli.bench.timings import against_bare
from webui.cli.output import fail, json_line
from webui.http.doors import free_port

SCREENS, PLAYERS = 8, 5
WAIT_S = 30.0
HERE = "127.0.0.1"


@click.command("server")
@click.option("--actions", default=100, show_default=True, type=click.IntRange(min=5), help="How many taps.")
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_server(actions: int, seed: int, as_json: bool) -> None:
    """Play over HTTP with eight more screens listening, and print milliseconds and ratios."""
    found = measure(actions, Random(seed))
    if as_json:
        json_line(found)
        return
    rows = {"shown": f"tap shown on {SCREENS} screens", "heard": "  heard by them", "bare": "bare request"}
    for name, words in rows.items():
        p50, p95 = found[f"{name}_ms_p50"], found[f"{name}_ms_p95"]
        click.echo(f"{words:<26} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms")
    click.echo(f"{'ratio shown / bare':<26} p50 {found['ratio_p50']:7.1f}      p95 {found['ratio_p95']:7.1f}")
    times = {
        "qr_s": "cold start to QR",
        "cold_start_s": "cold start to first page",
        "stop_s": "Ctrl-C with streams open",
    }
    for name, words in times.items():
        click.echo(f"{words:<26}     {found[name]:7.2f} s")


def measure(actions: int, rng: Random) -> dict[str, Any]:
    """All figures, in one run, against a server in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="bazaar-bench-") as folder, _server(Path(folder) / "game") as served:
        qr_s = _cold_start_to_qr(Path(folder) / "serve")
        port, codes, times = served.port, served.codes, served.times
        seats = [_Line(port) for _ in codes]
        for line, code in zip(seats, codes, strict=True):
            line.post("/api/join", {"code": code})
        screens = [_Screen(port, seats[at].cookie if at < PLAYERS else "") for at in range(SCREENS)]
        bare = [_timed(lambda: seats[0].get("/static/manifest.json")) for _ in range(actions)]
        taps = [_tap(seats, screens, rng) for _ in range(actions)]
    heard, shown = zip(*taps, strict=True)
    figures = against_bare({"heard": heard, "shown": shown}, bare) | {"qr_s": round(qr_s, 2), "actions": actions}
    return figures | {name: round(seconds, 2) for name, seconds in times.items()}


def _timed(work: Any) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _tap(seats: list["_Line"], screens: list["_Screen"], rng: Random) -> tuple[float, float]:
    """One action of whoever is to act; seconds until every screen has heard of it, and until every one shows it."""
    seat = seats[0].get("/api/view")["turn"]["of"]
    view = seats[seat].get("/api/view")
    if view["result"]:
        fail("the game ended before the measurement did; use fewer --actions")
    choice = rng.choice([one for one in view["choices"] if one["kind"] != "Skip"] or view["choices"])
    start = perf_counter()
    version = seats[seat].post("/api/act", {"do": choice["do"], "version": view["version"]})["version"]
    times = [screen.when(version) for screen in screens]
    return max(heard for heard, _ in times) - start, max(shown for _, shown in times) - start


class _Line:
    """One device: a connection that stays open, and its cookie."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.cookie = cookie
        self._connection = http.client.HTTPConnection(HERE, port, timeout=WAIT_S)

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self._ask("POST", path, json.dumps(body))

    def _ask(self, method: str, path: str, body: str | None) -> Any:
        headers = {"X-Bazaar": "1", "Content-Type": "application/json", "Cookie": self.cookie}
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            fail(f"{path} answered {answer.status}: {text.decode()[:200]}")
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        return json.loads(text)


class _Screen:
    """One open page: hears of a change, fetches the view, notes when."""

    def __init__(self, port: int, cookie: str) -> None:
        self._line = _Line(port, cookie)
        self._stream = http.client.HTTPConnection(HERE, port, timeout=WAIT_S)
        self._stream.request("GET", "/events", headers={"Accept": "text/event-stream"})
        self._answer = self._stream.getresponse()
        self._seen: tuple[int, float, float] = (-1, 0.0, 0.0)
        self._moved = threading.Condition()
        self._answer.readline()
        threading.Thread(target=self._watch, daemon=True).start()

    def when(self, version: int) -> tuple[float, float]:
        """When this screen heard of a version, and when it had the view."""
        with self._moved:
            if not self._moved.wait_for(lambda: self._seen[0] >= version, WAIT_S):
                fail(f"a screen did not see version {version} within {WAIT_S:.0f} s")
            return self._seen[1:]

    def _watch(self) -> None:
        with suppress(OSError, ValueError, AttributeError):
            while line := self._answer.readline():
                if not line.startswith(b"data: "):
                    continue
                heard = perf_counter()
                version = self._line.get("/api/view")["version"]
                with self._moved:
                    self._seen = (version, heard, perf_counter())
                    self._moved.notify_all()


@dataclass
class _Served:
    """The measured server; ``times`` fill up as it starts and ends."""

    port: int
    codes: list[str]
    times: dict[str, float]


@contextmanager
def _server(folder: Path) -> Iterator[_Served]:
    """A server with a game of five in its own process."""
    port, start = free_port(HERE), perf_counter()
    command = [sys.executable, "-m", "webui.cli.bench.child", str(folder), str(port), str(PLAYERS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        served = _Served(port, json.loads(child.stdout.readline()) if child.stdout else [], {})
        try:
            _Line(port).get("/api/view")
            served.times["cold_start_s"] = perf_counter() - start
            yield served
        finally:
            stopping = perf_counter()
            child.terminate()
            child.wait()
            served.times["stop_s"] = perf_counter() - stopping


def _cold_start_to_qr(folder: Path) -> float:
    """Seconds from the command ``bazaar serve`` to its QR code on the terminal."""
    start, options = perf_counter(), ["--no-browser", "--camera", "none", "--host", HERE, "--port", "0"]
    command = [sys.executable, "-m", "webui", "serve", *options, "--data-dir", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        for line in child.stderr or ():
            if line.startswith("Ctrl-C"):  # the line after the code
                break
        seconds = perf_counter() - start
        child.terminate()
    return seconds
