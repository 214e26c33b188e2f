"""First light: a token moved on the virtual table becomes a turn on the phones, and a killed server loses nothing."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import open_store
from tests.webui.conftest import PHONE, Screens, know_the_painted_tiles, open_tab
from vision.profile import Profile
from webui.http.doors import free_port
from webui.play.games import GAMES

pytestmark = [pytest.mark.browser, pytest.mark.long]
FABRIC, FOUNTAIN = 2, 7
POST = """([path, body]) => fetch(path, {method: "POST", body: JSON.stringify(body),
  headers: {"X-Bazaar": "1", "Content-Type": "application/json"}}).then((answer) => answer.json())"""
CAMERA_MS = 300_000  # machines that test are slow
AS_PEOPLE_SEE_IT = {"reduced_motion": "no-preference"}


class Server:
    """``bazaar serve`` in a process of its own, which can be killed like any other."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.process, self.host_link = self._start()

    def restart_after_kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
        self.process, self.host_link = self._start()

    def stop(self) -> None:
        """As a system that shuts down does."""
        self.process.terminate()
        self.process.communicate(timeout=20)
        assert self.process.returncode == 0

    def _start(self) -> tuple[subprocess.Popen[str], str]:
        options = ["--camera", "virtual", "--no-browser", "--host", "127.0.0.1"]
        place = ["--port", str(self.port), "--data-dir", str(self.folder)]
        command = [sys.executable, "-m", "webui", "serve", *options, *place]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        for line in process.stderr:
            if found := re.search(r"http://127\S+/start#\S+", line):
                return process, found.group()
        raise AssertionError("the server did not say where it is")


@pytest.fixture
def server(tmp_path: Path, painted: Profile) -> Iterator[Server]:
    know_the_painted_tiles(tmp_path, painted)
    server = Server(tmp_path, free_port("127.0.0.1"))
    yield server
    server.stop()


def seen_by(page: Page) -> dict[str, Any]:
    view: dict[str, Any] = page.evaluate("() => fetch('/api/view').then((answer) => answer.json())")
    return view


def wait_until(page: Page, what: Callable[[dict[str, Any]], bool], timeout_ms: int = 30_000) -> dict[str, Any]:
    """Ask for the view until it is as wanted."""
    for _ in range(timeout_ms // 250):
        view = seen_by(page)
        if what(view):
            return view
        page.wait_for_timeout(250)
    raise AssertionError(f"still {json.dumps(view['camera'])[:600]}")


def sit_down(screens: Screens, host: Page) -> list[Page]:
    """Every seat's phone, come by its link."""
    links = host.evaluate("() => fetch('/api/seats').then((answer) => answer.json())")
    phones = [screens.open(seat["link"], **PHONE, **AS_PEOPLE_SEE_IT) for seat in links]
    for phone in phones:
        phone.wait_for_selector(".mat")
    return phones


def carry(host: Page, kind: str, color: str, start: int, to: int) -> None:
    """A token is taken from one place to another, as the host could on the Camera tab."""
    body = {"kind": kind, "color": color, "place": start, "to": to}
    host.evaluate(POST, ["/api/virtual/carry", body])


def take_back_and_move_again(host: Page, phone: Page, mover: int) -> None:
    """One tap on the phone takes back what the camera played; the next move is followed again."""
    color = seen_by(host)["players"][mover]["color"]
    phone.locator("[data-key=take-back]").click()
    wait_until(host, lambda view: view["players"][mover]["merchant"] == FOUNTAIN)
    wait_until(host, lambda view: view["camera"]["status"] == "in_step", CAMERA_MS)
    carry(host, "merchant", color, FOUNTAIN, FABRIC)
    wait_until(host, lambda view: view["players"][mover]["merchant"] == FABRIC, CAMERA_MS)


def knock_the_camera(host: Page) -> None:
    """The board is found again by itself."""
    frame = seen_by(host)["camera"]["frame"]
    host.evaluate(POST, ["/api/virtual/mishap", {"what": "bump"}])
    wait_until(host, lambda view: view["camera"]["frame"] > frame + 1, CAMERA_MS)
    wait_until(host, lambda view: view["camera"]["status"] == "in_step", CAMERA_MS)


def test_an_evening_at_the_virtual_table(server: Server, screens: Screens) -> None:
    host = screens.open(server.host_link, **AS_PEOPLE_SEE_IT)
    host.locator("[data-key=step-layout]").click()
    host.get_by_role("button", name="Open the bazaar").click()
    host.get_by_role("button", name="To the table").click()
    host.wait_for_url("**/table")
    phones = sit_down(screens, host)
    wait_until(host, lambda view: view["camera"]["status"] == "in_step", CAMERA_MS)

    mover = seen_by(host)["turn"]["seat"]
    color = seen_by(host)["players"][mover]["color"]
    open_tab(host, "Camera")
    lying = seen_by(host)["camera"]["virtual"]
    merchant = next(at for at, one in enumerate(lying) if (one["kind"], one["color"]) == ("merchant", color))
    host.locator("[data-key=token]").select_option(str(merchant))
    host.locator("[data-key=to]").select_option(str(FABRIC))
    host.locator("[data-key=carry]").click()

    phones[mover].locator("[data-key=take-back]").wait_for(timeout=CAMERA_MS)
    wait_until(host, lambda view: view["camera"]["status"] == "in_step" and view["version"] > 0, CAMERA_MS)

    views = [seen_by(page) for page in (host, *phones)]
    assert len({view["version"] for view in views}) == 1
    assert all(view["players"][mover]["merchant"] == FABRIC for view in views)
    assert all(view["players"][mover]["out"] == [FABRIC] for view in views)
    assert views[0]["camera"]["seen"]["seat"] == mover

    take_back_and_move_again(host, phones[mover], mover)
    knock_the_camera(host)

    server.restart_after_kill()
    phones[mover].reload()
    phones[mover].wait_for_selector(".mat")
    assert seen_by(phones[mover])["players"][mover]["merchant"] == FABRIC
    fill = "[data-key^='do-fill'], [data-key^='do-leave,fill']"  # with the assistant, where the eye waits for the phone
    phones[mover].locator(fill).first.click()
    full = wait_until(phones[mover], lambda view: view["players"][mover]["goods"]["R"] == 2)
    assert saved(server.folder).version == full["version"]


def saved(folder: Path) -> GameSession:
    """The game as it lies on the disk."""
    (path,) = (folder / "games").glob("*.bazaar")
    return GameSession(open_store(path, GAMES), FakeClock(), lambda due, point: None)
