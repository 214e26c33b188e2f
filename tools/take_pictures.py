"""Take the pictures of the documents anew: every page, at phone and table size, from games in full swing.

Usage: python tools/take_pictures.py   (needs Chromium; writes docs/pictures/*.jpg and the gallery's README.md)
"""

import base64
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from companion.istanbul.actions import Move
from companion.istanbul.advice.policy import choose
from companion.istanbul.engine import legal_actions
from companion.session.chance import DigitalChance
from companion.session.session import GameSession
from webui.camera.camera_desk import CameraDesk
from webui.camera.lookout import CameraChoice
from webui.cli.https import certifier
from webui.house import House
from webui.http.server import Running
from webui.play.games import NewGame, NewPlayer, open_game, open_istanbul
from webui.play.sitting import Sitting
from webui.settings import Settings

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PEOPLE = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "yellow"))
SEED, ACTIONS = 11, 47
TABLE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
QUALITY = 72
SETTLE_MS = 900
PATIENCE_MS = 600_000
TOGETHER = """<body style="margin:0;display:flex;gap:28px;align-items:center;padding:28px;background:#d9c9ae">
<img src="{table}" style="width:940px;border-radius:14px;box-shadow:0 6px 24px #0005">
<img src="{phone}" style="width:300px;border-radius:26px;border:8px solid #222;box-shadow:0 6px 24px #0006"></body>"""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its file, what it shows, whose browser, where, what it waits for, and how it is dressed."""

    name: str
    shows: str
    who: str
    path: str
    ready: str
    theme: str = "light"
    language: str = "en"
    tab: str = ""


IN_PLAY = (
    Shot("table", "The table screen with the camera's picture", "host", "/table", ".table-head", tab="camera"),
    Shot("table-dark", "The table screen at night, with the log", "host", "/table", ".table-head", "dark", tab="log"),
    Shot("phone", "A phone: what I have, what I may do", "player", "/", ".mat"),
    Shot("phone-dark", "The same at night", "player", "/", ".mat", "dark"),
    Shot("phone-fr", "The same in French", "player", "/", ".mat", "light", "fr"),
    Shot("phone-ru", "The same in Russian, at night", "player", "/", ".mat", "dark", "ru"),
    Shot("join", "Joining", "stranger", "/", ".join"),
    Shot("guide", "The guide", "stranger", "/guide", ".topic"),
    Shot("safe-line", "What HTTPS is good for", "stranger", "/ca", "[data-key=comfort]"),
    Shot("camera", "A phone that is to be the camera", "stranger", "/camera", "[data-key=offer]"),
    Shot("tools", "Layouts and dice", "host", "/tools", ".plan"),
    Shot("new", "Another game", "host", "/new", "[data-key=comfort]"),
    Shot("setup-camera", "The first evening: the camera", "host", "/setup?step=camera", "[data-step=camera]"),
    Shot("setup-players", "The first evening: the players", "host", "/setup?step=players", "[data-step=players]"),
    Shot("setup-layout", "The first evening: the layout", "host", "/setup?step=layout", ".plan"),
    Shot("learn", "Learning a copy of the game", "host", "/learn", "main h1"),
    Shot("send", "A phone sends a photo of the tiles", "stranger", "/send#p=none", "[data-key=send]"),
)
AT_THE_END = (
    Shot("result", "The end on the table screen", "host", "/table", ".result"),
    Shot("result-phone", "The end on a phone, in French", "player", "/", ".result", "light", "fr"),
    Shot("statistics", "How it went", "host", "/evening", ".chart"),
)
DICE_GAME = (
    Shot("dice-phone", "The Dice Game on a phone", "player", "/", ".dock"),
    Shot("dice-table", "The Dice Game on the table screen", "host", "/table", ".table-head", tab="log"),
)
AT_THE_BEGINNING = (
    Shot("seats", "A code for every seat", "host", "/table", ".joining .qr"),
    Shot("setup-seats", "The first evening: the seats", "host", "/setup?step=seats", ".seat-card .qr"),
)
AGAINST_THE_APP = (
    Shot("rival-phone", "The app has played: what it did, and the wood to move for it", "player", "/", ".rival-due"),
    Shot("rival-table", "The same on the table screen", "host", "/table", ".rival-due"),
    Shot("rival-ru", "The same in Russian, at night", "player", "/", ".rival-due", "dark", "ru"),
)
COMPOSED = (
    Shot("question", "The camera has seen a move", "", "", ""),
    Shot("evening", "Table screen and phone together", "", "", ""),
)


def main() -> None:
    """Every picture, and the page that shows them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, a_running_game() as running:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        wait_for_camera(running, pages := everybody(browser, running))
        pictured = acting(running)
        for shot in IN_PLAY:
            take(pages[shot.who], running, shot)
        together(browser)
        ask(running, pages["player"])
        play_to_the_end(running.house.running())
        for shot in AT_THE_END:
            take(pages[shot.who], running, shot)
        start_dice_game(running.house, pictured)
        for shot in DICE_GAME:
            take(pages[shot.who], running, shot)
        begin(running.house)
        for shot in AT_THE_BEGINNING:
            take(pages[shot.who], running, shot)
        take_the_app(browser, running)
        browser.close()
    write_gallery()


@contextmanager
def a_running_game() -> Iterator[Running]:
    """A server with a game some rounds old, at the virtual table; over HTTPS, so that its pages tell of that too."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), chance=DigitalChance(Random(SEED)))
        play_on(begin(house))
        settings = Settings(host="127.0.0.1", port=0, join_limit="1000 per minute")
        running = Running(house, settings, certifier(Path(folder)))
        running.lookout.choose(CameraChoice("virtual"))
        try:
            yield running
        finally:
            running.stop()


def begin(house: House) -> GameSession:
    """A game of three; nobody has a seat yet."""
    people = [NewPlayer(name, color) for name, color in PEOPLE]
    opening = open_istanbul(NewGame(people, first=0), Random(SEED))
    return house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards))


def take_the_app(browser: Browser, running: Running) -> None:
    """A seat is the app's, and nobody has a camera: it has played, and its wood is still to be moved."""
    running.lookout.choose(CameraChoice("none"))
    people = [NewPlayer("Anna", "red"), NewPlayer("Mustafa", "yellow", "strong")]
    opening = open_istanbul(NewGame(people, first=0), Random(SEED))
    session = running.house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards))
    pages = {one: page for one, page in everybody(browser, running).items() if one != "stranger"}
    while session.state.turn == 0:
        session.submit([choose(session.state, Random(SEED))], 0)
    while session.state.turn != 0:
        pages["player"].wait_for_timeout(SETTLE_MS)
    for shot in AGAINST_THE_APP:
        take(pages[shot.who], running, shot)


def play_on(session: GameSession) -> None:
    """Some actions of the sensible player, up to the beginning of a turn."""
    rng = Random(SEED)
    while session.version < ACTIONS or not any(isinstance(one, Move) for one in legal_actions(session.state)):
        session.submit([choose(session.state, rng)], None)


def play_to_the_end(session: GameSession) -> None:
    """The sensible player plays for all."""
    rng = Random(SEED)
    while not session.game.is_over(session.state):
        session.submit([choose(session.state, rng)], None)


def start_dice_game(house: House, first: int) -> None:
    """The same people at the other game, each with the own phone; who is pictured begins."""
    players = [{"name": name, "color": color} for name, color in PEOPLE]
    order: dict[str, Any] = {"game": "dice", "players": players, "first": first, "cards": "app", "copy": "practice"}
    name, opening = open_game(json.dumps(order).encode(), Random(SEED), house.data_dir)
    house.start(
        name, opening.setup, Sitting(opening.people, opening.dice, opening.cards, opening.copy), keep_seats=True
    )
    session = house.running()
    session.submit([session.game.parse_action("throw")], 0)


def everybody(browser: Browser, running: Running) -> dict[str, Page]:
    """The host at the table screen, the player whose turn it is, and somebody who has just come."""
    code = running.house.access.seat_code(acting(running), take_over=True).secret
    pages = {
        "host": open_page(browser, TABLE, running.host_link()),
        "player": open_page(browser, PHONE, f"{running.here}/#j={code}"),
        "stranger": open_page(browser, PHONE, running.here),
    }
    pages["host"].wait_for_url("**/table")
    pages["player"].wait_for_selector(".mat")
    return pages


def acting(running: Running) -> int:
    """The seat whose turn it is."""
    session = running.house.running()
    return session.game.seat_to_act(session.state) or 0


def open_page(browser: Browser, size: dict[str, int], url: str) -> Page:
    page = browser.new_context(viewport=size, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
    page.goto(url)
    return page


def wait_for_camera(running: Running, pages: dict[str, Page]) -> None:
    """Until it agrees with the game; on a slow machine the tiles take minutes to be learnt."""
    for _ in range(PATIENCE_MS // 500):
        if running.house.desk.view(None, str)["status"] == "in_step":
            return
        pages["host"].wait_for_timeout(500)
    raise RuntimeError("the camera never agreed with the game: pictures without it would tell nothing")


def take(page: Page, running: Running, shot: Shot) -> None:
    """Go there, dress the page, and keep what is seen."""
    page.context.add_cookies([{"name": "lang", "value": shot.language, "url": running.here}])
    page.emulate_media(color_scheme=shot.theme)  # type: ignore[arg-type]
    page.goto("about:blank")
    page.goto(running.here + shot.path)
    page.wait_for_selector(shot.ready)
    if shot.tab:
        page.locator("[data-key=menu]").click()
        page.locator(f"[data-key=tab-{shot.tab}]").click()
    page.wait_for_timeout(SETTLE_MS)
    keep(page, shot.name)


def keep(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def ask(running: Running, phone: Page) -> None:
    """A merchant is moved on the table, and the phone says what the camera makes of it."""
    session, desk = running.house.running(), running.house.desk
    seat = session.game.seat_to_act(session.state) or 0
    move = next(action for action in legal_actions(session.state) if isinstance(action, Move))
    player = session.state.players[seat]
    phone.context.add_cookies([{"name": "lang", "value": "en", "url": running.here}])
    phone.emulate_media(color_scheme="light")
    phone.reload()
    if isinstance(desk, CameraDesk) and desk.hands is not None:
        desk.hands.carry("merchant", str(player.color), int(player.merchant), int(move.to), usual=False)
    with suppress(TimeoutError):
        phone.wait_for_selector(".camera-card, [data-key=take-back]", timeout=PATIENCE_MS)
    phone.wait_for_timeout(SETTLE_MS)
    keep(phone, "question")


def together(browser: Browser) -> None:
    """Table screen and phone side by side, for the README."""
    pictures = {name: _inline(FOLDER / f"{name}.jpg") for name in ("table", "phone")}
    page = browser.new_context(viewport={"width": 1370, "height": 720}).new_page()
    page.set_content(TOGETHER.format(**pictures))
    keep(page, "evening")


def _inline(path: Path) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(path.read_bytes()).decode()


def write_gallery() -> None:
    """The page with all pictures."""
    shots = [*COMPOSED, *AT_THE_BEGINNING, *IN_PLAY, *AT_THE_END, *DICE_GAME, *AGAINST_THE_APP]
    rows = "\n\n".join(f"**{shot.shows}**\n\n![{shot.shows}]({shot.name}.jpg)" for shot in shots)
    (FOLDER / "README.md").write_text(f"# Every page\n\nTaken by `python tools/take_pictures.py`.\n\n{rows}\n", "utf-8")


if __name__ == "__main__":
    main()
