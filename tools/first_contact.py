"""How soon is a page right again that was frozen for minutes, and the doctor done though a camera hangs?

Usage: python tools/first_contact.py [PAGES [MINUTES]]   (needs Chromium; writes docs/results/first-contact.md)

Each page has a browser of its own, all processes of which are stopped, as a phone stops them; the router forgets its
lines without a word meanwhile, and turns are played.  Then one browser after another goes on.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from webui.attacks.clients.router import Router
from webui.cli.bench.child import a_house
from webui.cli.bench.pages import ARGUMENTS
from webui.http.server import Running
from webui.settings import Settings

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "results" / "first-contact.md"
SEATS, PHONE = 5, {"width": 360, "height": 740}
DOCTORS, PATIENCE_S, PATIENCE_MS = 10, 60, 60_000
RETURN_BAR_S, DOCTOR_BAR_S = 2.0, 5.0
STARTS = ("--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-background-networking")
HIDES = "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true }); TOLD }"
SHOWS = "() => { delete document.hidden; TOLD }"
TOLD = "document.dispatchEvent(new Event('visibilitychange'));"
RIGHT = "(moment) => document.documentElement.dataset.moment === moment"
HANGS = """
import threading
import cv2
from vision.sources.machine.camera import LocalCamera
from vision.sources.machine.linux import Linux
cv2.VideoCapture = lambda *_: threading.Event().wait()
Linux.cameras = lambda self: [LocalCamera("a camera that hangs", ((cv2.CAP_V4L2, 0),), "046d:0825", "1-2")]
"""
HEAD = """# First contact

Two cores, Linux, Python {python}; other work ran on them too. Nothing here is asserted by a test.

```
python tools/first_contact.py {pages} {minutes:g}      # commit {commit}
```

| what | N | median | slowest | bar | yardstick in the same run |
|---|---|---|---|---|---|
"""
TAIL = """
*Back* is the time from the moment a stopped browser goes on until its page shows the turns played meanwhile; the page
is told that it is looked at again as soon as its browser listens. The yardstick is a reload of the same page, from
its first request to the wheelbarrow. While a browser was stopped its lines stayed open and nothing came through them
any more; {dead} of {pages} pages had counted no second meanwhile. *Doctor* is the whole command with one camera whose
driver never answers; the yardstick is the same command without a camera.

The way from a wheel to a seated phone takes three commands; `tests/packaging/test_wheel.py` prints how long, in CI too.
"""


class Frozen(NamedTuple):
    """A page, its browser's process group, and the game it shows."""

    page: Page
    group: int
    running: Running


class Times(NamedTuple):
    """Seconds of one way, one figure each time."""

    of: list[float]
    yardstick: list[float]

    def row(self, what: str, bar_s: float) -> str:
        slowest = f"{max(self.of):.2f} s"
        told = slowest if max(self.of) <= bar_s else f"**{slowest}**"
        cells = (
            what,
            len(self.of),
            f"{median(self.of):.2f} s",
            told,
            f"{bar_s:g} s",
            f"{median(self.yardstick):.2f} s",
        )
        return f"| {' | '.join(map(str, cells))} |\n"


def main() -> None:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
    back, dead = returns(pages, minutes)
    doctor = Times(doctors(HANGS), doctors(""))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    facts = {
        "python": sys.version.split()[0],
        "pages": pages,
        "minutes": minutes,
        "commit": commit.strip(),
        "dead": dead,
    }
    rows = back.row(f"back after {minutes:g} minutes", RETURN_BAR_S) + doctor.row("doctor", DOCTOR_BAR_S)
    FILE.write_text(HEAD.format(**facts) + rows + TAIL.format(**facts), encoding="utf-8")
    print(rows)


def returns(count: int, minutes: float) -> tuple[Times, int]:
    """How long pages take to be right again, against a reload; and how many had really stood still."""
    with ExitStack() as open_ones, sync_playwright() as playwright:
        tables = [open_ones.enter_context(a_table()) for _ in range(ceil(count / SEATS))]
        frozen = [open_ones.enter_context(opened(playwright, *tables[n // SEATS], n % SEATS)) for n in range(count)]
        for one in frozen:
            one.page.evaluate(HIDES.replace("TOLD", TOLD))
            one.page.evaluate("() => { window.seconds = 0; setInterval(() => window.seconds++, 1000); }")
            os.killpg(one.group, signal.SIGSTOP)
        for running, router in tables:
            router.forget()
            played(running)
        time.sleep(minutes * 60)
        for running, _ in tables:
            played(running)
        found = [back(one) for one in frozen]
    reloads = [reload_s for _, reload_s, _ in found]
    return Times([back_s for back_s, _, _ in found], reloads), sum(counted < minutes * 30 for *_, counted in found)


def back(one: Frozen) -> tuple[float, float, int]:
    """Seconds until the page is right again, seconds of a reload, and the seconds it had counted when it came back."""
    began_s = time.perf_counter()
    os.killpg(one.group, signal.SIGCONT)
    counted = int(one.page.evaluate("() => window.seconds"))
    one.page.evaluate(SHOWS.replace("TOLD", TOLD))
    one.page.wait_for_function(RIGHT, arg=moment(one.running), timeout=PATIENCE_MS, polling=20)
    back_s = time.perf_counter() - began_s
    began_s = time.perf_counter()
    one.page.reload(wait_until="commit")
    one.page.wait_for_selector(".mat")
    reload_s = time.perf_counter() - began_s
    one.page.goto("about:blank")
    return back_s, reload_s, counted


def moment(running: Running) -> str:
    return f"{running.house.game_id}/{running.house.version}"


def played(running: Running) -> None:
    """Something happens in the game, as seen by every seat."""
    session = running.house.running()
    for seat in range(SEATS):
        lira = 50 + session.version
        session.submit([session.game.parse_action(f'set {seat}.lira={lira} because "a measure"')], None)


@contextmanager
def a_table() -> Iterator[tuple[Running, Router]]:
    """A game of five behind a router."""
    with tempfile.TemporaryDirectory(prefix="bazaar-contact-") as folder:
        house = a_house(Path(folder), SEATS)
        running = Running(house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
        router = Router(running.port)
        try:
            yield running, router
        finally:
            router.close()
            running.stop()


@contextmanager
def opened(playwright: Playwright, running: Running, router: Router, seat: int) -> Iterator[Frozen]:
    """A phone's page in a browser of its own."""
    program = next(path for name in ("chromium", "google-chrome") if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory(prefix="bazaar-browser-", ignore_cleanup_errors=True) as folder:
        words = [program, *ARGUMENTS, *STARTS, f"--user-data-dir={folder}", "about:blank"]
        started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            page = connected(playwright, Path(folder) / "DevToolsActivePort").contexts[0].pages[0]
            page.set_viewport_size(PHONE)  # type: ignore[arg-type]
            page.goto(f"http://127.0.0.1:{router.port}/#j={running.house.access.seat_code(seat).secret}")
            page.wait_for_selector(".mat")
            yield Frozen(page, started.pid, running)
        finally:
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()


def connected(playwright: Playwright, told: Path) -> Browser:
    wait_for(lambda: told.exists() and bool(told.read_text()))
    return playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{told.read_text().split()[0]}")


def wait_for(holds: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end_s:
            raise TimeoutError("the browser does not start")
        time.sleep(0.02)


def doctors(changed: str) -> list[float]:
    """Seconds of the whole command, some times over, on a machine with these changes."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sitecustomize.py").write_text(changed)
        env = {**os.environ, "PYTHONPATH": folder}
        words = [sys.executable, "-m", "webui", "doctor", "--data-dir", folder]
        return [timed(words, env) for _ in range(DOCTORS)]


def timed(words: list[str], env: dict[str, str]) -> float:
    began_s = time.perf_counter()
    subprocess.run(words, env=env, cwd=ROOT, capture_output=True, timeout=PATIENCE_S, check=False)
    return time.perf_counter() - began_s


if __name__ == "__main__":
    main()
