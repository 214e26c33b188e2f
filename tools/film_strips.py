"""Film the moments: a row of pictures 200 ms apart of each, on a phone and on the table screen.

Usage: python tools/film_strips.py [SCENE…]   (needs Chromium; writes docs/pictures/moments/*.jpg)
"""

import base64
import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from companion.dice_game.notation.lines import parse_action
from companion.istanbul.actions import Rolled
from webui.house import House
from webui.http.server import Running
from webui.play.games import open_game
from webui.play.sitting import Sitting
from webui.settings import Settings

FOLDER = Path(__file__).parent.parent / "docs" / "pictures" / "moments"
PEOPLE = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "yellow"))
ALWAYS = (Rolled(4, 6), parse_action("rolled RRYLK"))
EVERY_MS, LAST_MS = 200, 1800
SIZES = {"phone": {"width": 360, "height": 740}, "table": {"width": 1280, "height": 720}}
STRIP_PX = {"phone": 210, "table": 360}
STILL = """const animate = Element.prototype.animate;
Element.prototype.animate = function (...all) { const one = animate.apply(this, all); one.pause(); return one; };"""
OURS = "document.getAnimations().filter(one => one.effect.target.closest('#moments'))"
AT = f"at => {OURS}.forEach(one => {{ one.currentTime = at; }})"
END = f"() => {OURS}.forEach(one => one.finish())"
SHOWN = "#moments > .moment"


class Filmed(NamedTuple):
    """What is set at Anna's turn, what she does then, which kind of moment is filmed, and in which game.

    Where Ben's seat is the app's, ``rival`` says how strongly it plays, and what is filmed is the app's own moment:
    phones show those of their own player, so there is no strip of the phone.
    """

    given: str
    does: tuple[str, ...]
    kind: str
    game: str = "istanbul"
    rival: str = ""


THROWN = ("throw", "keep")
RICH = "0.lira=40"
RUBY = ("move 16", "leave", "ruby")
SCENES = {
    "dice": Filmed("0.merchant=11", ("move 9", "leave", "announce 7"), "dice"),
    "gain": Filmed("0.merchant=7", ("move 2", "leave", "fill"), "gain"),
    "card": Filmed("0.merchant=8", ("move 6", "leave", "take draw", "take draw"), "card"),
    "governor": Filmed("0.merchant=7 governor=2 0.lira=9", ("move 2", "leave", "fill", "governor", "fee 2"), "dice"),
    "meeting": Filmed("0.merchant=7 smuggler=2 0.lira=9", ("move 2", "leave", "fill", "smuggler R fee 2"), "smuggler"),
    "caught": Filmed("0.merchant=7 1.family=2", ("move 2", "leave", "fill", "catch", "reward lira"), "walk"),
    "toll": Filmed("0.merchant=7 1.merchant=3 0.lira=9", ("move 3", "leave", "pay"), "toll"),
    "tile": Filmed("0.merchant=5 0.goods=RRGGYYBB 0.capacity=5", ("move 15", "leave", "tile B"), "tile"),
    "extension": Filmed("0.merchant=10 0.lira=9", ("move 1", "leave", "extend"), "extension"),
    "ruby": Filmed("0.lira=20 0.merchant=1", RUBY, "ruby"),
    "last": Filmed("0.lira=20 0.merchant=1 0.rubies=4 0.hand=-", RUBY, "last"),
    "winner": Filmed("0.lira=20 0.merchant=1 0.rubies=4 0.hand=- 1.hand=- 2.hand=-", (*RUBY, "…"), "winner"),
    "rival": Filmed(
        "0.merchant=4 1.lira=20 1.merchant=1 governor=8 smuggler=8",
        ("move 12", "leave", "skip"),
        "ruby",
        rival="middle",
    ),
    "dice-game-throw": Filmed("0.crystals=1", ("throw",), "faces", "dice"),
    "dice-game-takings": Filmed("0.lira=1", (*THROWN, "pair R RR"), "takings", "dice"),
    "dice-game-bazaar": Filmed("0.lira=1", (*THROWN, "cards 1"), "bazaar", "dice"),
    "dice-game-tile": Filmed("0.markers=RRRRYYYYGGGGBBBB", (*THROWN, "tile *"), "boon", "dice"),
    "dice-game-ruby": Filmed(RICH, (*THROWN, "ruby lira"), "ruby", "dice"),
    "dice-game-last-round": Filmed(f"{RICH} 0.rubies=5", (*THROWN, "ruby lira"), "last", "dice"),
    "dice-game-winner": Filmed(f"{RICH} 0.rubies=5", (*THROWN, "ruby lira", "…"), "winner", "dice"),
}
"""``…`` stands for everybody's turns to the end of the game, a star for whatever can be done that begins so."""


def main() -> None:
    """Every scene asked for, or all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(House(Path(folder), chance=always), Settings(host="127.0.0.1", port=0))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in sys.argv[1:] or SCENES:
            for screen in ["table"] if SCENES[name].rival else SIZES:
                film_scene(browser, running, name, screen)
        browser.close()
        running.stop()


def film_scene(browser: Browser, running: Running, name: str, screen: str) -> None:
    """One file with the strip of one scene on one screen."""
    scene = SCENES[name]
    set_scene(running.house, scene)
    page = look_on(browser, running, screen)
    perform(running.house, scene.does)
    strip = browser.new_page(viewport={"width": 5 * (STRIP_PX[screen] + 6), "height": 400})
    shots = "".join(f'<img width={STRIP_PX[screen]} src="{as_url(one)}">' for one in film(page, scene.kind))
    strip.set_content(f'<body style="margin:0;display:flex;flex-wrap:wrap;gap:6px;background:#333">{shots}</body>')
    strip.locator("body").screenshot(path=FOLDER / f"{name}-{screen}.jpg", type="jpeg", quality=55)
    for one in (page, strip):
        one.context.close()


def always(odds: Mapping[Any, float], point: str) -> Any:
    """The same throw every time; the first card of the deck."""
    return next((one for one in ALWAYS if one in odds), next(iter(odds)))


def set_scene(house: House, scene: Filmed) -> None:
    """A new game of three with the table as the scene wants it."""
    given, game, rival = scene.given, scene.game, scene.rival
    players = [{"name": name, "color": color} for name, color in PEOPLE]
    players[1]["strength"] = rival
    order = {"game": game, "players": players, "first": 0} | (
        {"copy": "practice", "cards": "app"} if game == "dice" else {}
    )
    _, opening = open_game(json.dumps(order).encode(), Random(7), house.data_dir)
    sitting = Sitting(opening.people, opening.dice, opening.cards, opening.copy)
    house.start(game, opening.setup, sitting, keep_seats=True)
    apart = [f"{who}=12" for who in ("governor", "smuggler") if who not in given and game != "dice"]
    session = house.running()
    words = " ".join(["set", given, *apart, "despite", 'because "a scene"'])
    session.submit([session.game.parse_action(words)], None, session.version, "table")


def look_on(browser: Browser, running: Running, screen: str, **options: Any) -> Page:
    """Anna's phone, or the table screen; what moves on it stands still until it is told to go on."""
    page = browser.new_context(viewport=SIZES[screen], **options).new_page()
    page.add_init_script(STILL)
    code = running.house.access.seat_code(0, take_over=True).secret
    page.goto(f"{running.here}/#j={code}" if screen == "phone" else f"{running.here}/table")
    page.wait_for_selector("[data-moment]")
    return page


def perform(house: House, does: tuple[str, ...]) -> None:
    """What Anna does, all in one tap."""
    session, rng = house.running(), Random(1)
    session.submit([session.game.parse_action(one) for one in does if one[-1] not in "…*"], 0, session.version)
    if does[-1].endswith("*"):
        offers = map(session.game.format_action, session.game.legal_actions(session.state))
        session.submit([session.game.parse_action(next(one for one in offers if one.startswith(does[-1][:-1])))], 0)
    while does[-1] == "…" and not session.game.is_over(session.state):
        (line,) = house.face.hint(session.state, rng, [name for name, _ in PEOPLE], str)["do"]
        session.submit([session.game.parse_action(line)], None)


def film(page: Page, kind: str) -> list[bytes]:
    """Pictures of the first moment of a kind, 200 ms apart; those before it are passed over."""
    pictures: list[bytes] = []
    while not pictures:
        page.wait_for_selector(SHOWN)
        nth = page.locator("#moments").get_attribute("data-nth")
        if page.locator(f"{SHOWN}.is-{kind}").count():
            pictures = [_frame(page, at) for at in range(0, LAST_MS + 1, EVERY_MS)]
        page.evaluate(END)
        page.wait_for_selector(f'#moments:not([data-nth="{nth}"])', state="attached")
    return pictures


def _frame(page: Page, at_ms: int) -> bytes:
    page.evaluate(AT, at_ms)
    return page.screenshot(type="jpeg", quality=80)


def as_url(picture: bytes) -> str:
    """A picture as an address of its own."""
    return f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}"


if __name__ == "__main__":
    main()
