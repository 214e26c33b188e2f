"""Take the pictures of the documents anew: every page, at phone and table size, from a game in full swing.

Usage: python tools/take_pictures.py   (needs Chromium; writes docs/pictures/*.jpg)
"""

import base64
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from companion.istanbul.actions import Move
from companion.istanbul.engine import legal_actions
from companion.istanbul.policy import choose
from companion.session.chance import DigitalChance
from companion.session.session import GameSession
from companion.sync.params import LIVE
from webui.camera_desk import CameraDesk
from webui.games import NewGame, NewPlayer, open_istanbul
from webui.house import House, Sitting
from webui.serve import Running
from webui.settings import Settings
from webui.virtual_eyes import virtual_desk

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PEOPLE = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "yellow"))
SEED, ACTIONS = 11, 47
TABLE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
QUALITY = 78
TOGETHER = """<body style="margin:0;display:flex;gap:28px;align-items:center;padding:28px;background:#d9c9ae">
<img src="{table}" style="width:940px;border-radius:14px;box-shadow:0 6px 24px #0005">
<img src="{phone}" style="width:300px;border-radius:26px;border:8px solid #222;box-shadow:0 6px 24px #0006"></body>"""


def main() -> None:
    """Every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, a_running_game() as running:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        host = open_page(browser, TABLE, running.host_link())
        host.wait_for_url("**/table")
        session = running.house.running()
        seat = session.game.seat_to_act(session.state) or 0
        phone = open_page(browser, PHONE, f"{running.here}/#j={running.house.access.seat_code(seat, running.house.begun).secret}")
        phone.wait_for_selector(".mat")
        for _ in range(100):
            if running.house.desk.view(None, str)["status"] == "in_step":
                break
            host.wait_for_timeout(500)
        host.get_by_role("tab", name="Camera").click()
        host.wait_for_timeout(1500)
        take(host, "table")
        take(phone, "phone")
        together(browser)
        ask(running, seat, phone)
        for name in ("new", "tools"):
            host.goto(f"{running.here}/{name}")
            host.wait_for_timeout(500)
            take(host, name)
        browser.close()


@contextmanager
def a_running_game() -> Iterator[Running]:
    """A server with a game some rounds old, at the virtual table."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), chance=DigitalChance(Random(SEED)))
        people = [NewPlayer(name, color) for name, color in PEOPLE]
        opening = open_istanbul(NewGame(people, first=0), Random(SEED))
        play_on(house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards)))
        desk = virtual_desk(house, Path(folder), LIVE)
        house.desk = desk
        running = Running(house, Settings(host="127.0.0.1", port=0))
        desk.start()
        try:
            yield running
        finally:
            desk.stop()
            running.stop()


def play_on(session: GameSession) -> None:
    """Some actions of the sensible player, up to the beginning of a turn."""
    rng = Random(SEED)
    while session.version < ACTIONS or not any(isinstance(one, Move) for one in legal_actions(session.state)):
        session.submit([choose(session.state, rng)], None)


def open_page(browser: Browser, size: dict[str, int], url: str) -> Page:
    page = browser.new_context(viewport=size).new_page()  # type: ignore[arg-type]
    page.goto(url)
    return page


def take(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def ask(running: Running, seat: int, phone: Page) -> None:
    """The camera has seen a merchant move and asks."""
    session = running.house.running()
    move = next(action for action in legal_actions(session.state) if isinstance(action, Move))
    player = session.state.players[seat]
    desk = running.house.desk
    if isinstance(desk, CameraDesk) and desk.hands is not None:
        desk.hands.carry("merchant", str(player.color), int(player.merchant), int(move.to), usual=True)
    phone.wait_for_selector("[data-key=answer-0]")
    phone.wait_for_timeout(500)
    take(phone, "question")


def together(browser: Browser) -> None:
    """Table screen and phone side by side, for the README."""
    pictures = {name: _inline(FOLDER / f"{name}.jpg") for name in ("table", "phone")}
    page = browser.new_context(viewport={"width": 1370, "height": 720}).new_page()
    page.set_content(TOGETHER.format(**pictures))
    take(page, "evening")


def _inline(path: Path) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(path.read_bytes()).decode()


if __name__ == "__main__":
    main()
