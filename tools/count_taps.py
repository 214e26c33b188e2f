"""Count the taps of the usual turn at each of the sixteen places, with a camera over the table and without one.

Usage: python tools/count_taps.py [N]   (needs Chromium; N games of other dice and cards; writes docs/results/taps.md)
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from companion.istanbul.names import Place
from companion.session.chance import DigitalChance
from companion.session.session import GameSession
from webui.camera.camera_desk import CameraDesk
from webui.camera.lookout import CameraChoice
from webui.house import House
from webui.http.server import Running
from webui.play.games import NewGame, NewPlayer, open_istanbul
from webui.play.sitting import Sitting
from webui.settings import Settings

FILE = Path(__file__).parent.parent / "docs" / "results" / "taps.md"
PEOPLE = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "yellow"))
PHONE = {"width": 360, "height": 740}
FULL = "0.goods=RRGGYYBB 0.capacity=5"
FAMILY_GOES_TO = 3
MOST_TAPS = 9
BAR = {"camera": 1, "tapped": 3}
PATIENCE_MS, LOOK_MS, STEADY = 60_000, 250, 8
FIRST = (
    ".dock .camera-card .primary", ".dock .primary", ".dock .numbers button", ".dock .primary-soft",
    ".dock .choice:not(.denied)", ".dock [data-key^=end-]",
)  # fmt: skip
"""Where a tap goes that follows the page: to what stands out, else to the first that can be tapped."""
HEAD = """# Taps of a turn

How many taps the usual turn takes on the phone of whoever plays, at each of the sixteen places. A tap is a
place or a button; each goes to what stands out on the page. *Tapped*: without a camera, the place first; the bar
is three. *Camera*: the merchant is carried on the virtual table, with the assistant left; the bar is one. No
cards in hand, nobody met on the way; the app rolls and deals.

```
python tools/count_taps.py {n}      # commit {commit}, N = {n} at each place and way, deals 1 to {n}
```

| place | tapped | camera |
|---|---|---|
"""
TAIL = """
Over the bar:

* **Caravansary** with a camera: nobody is made to draw, so that drawing is one tap, of both cards; which card goes
  back is known only to who has seen the two, and no camera sees it.
"""


class Visit(NamedTuple):
    """What is set before a usual turn at a place."""

    place: Place
    given: str


VISITS = (
    Visit(Place.WAINWRIGHT, "0.lira=7 0.merchant=10"),
    Visit(Place.FABRIC_WAREHOUSE, "0.merchant=5"),
    Visit(Place.SPICE_WAREHOUSE, "0.merchant=7"),
    Visit(Place.FRUIT_WAREHOUSE, "0.merchant=12"),
    Visit(Place.POST_OFFICE, "0.merchant=2"),
    Visit(Place.CARAVANSARY, "0.merchant=8"),
    Visit(Place.FOUNTAIN, "0.merchant=12 0.assistants=3,8 0.stack=oo"),
    Visit(Place.BLACK_MARKET, "0.merchant=6"),
    Visit(Place.TEA_HOUSE, "0.merchant=11"),
    Visit(Place.LARGE_MARKET, f"0.merchant=13 {FULL}"),
    Visit(Place.SMALL_MARKET, f"0.merchant=6 {FULL}"),
    Visit(Place.POLICE_STATION, "0.merchant=4"),
    Visit(Place.SULTANS_PALACE, f"0.merchant=10 {FULL}"),
    Visit(Place.SMALL_MOSQUE, f"0.merchant=2 {FULL}"),
    Visit(Place.GREAT_MOSQUE, f"0.merchant=5 {FULL}"),
    Visit(Place.GEMSTONE_DEALER, "0.lira=20 0.merchant=1"),
)


def main() -> None:
    """Every place, both ways, and the page that tells of it."""
    seeds = range(1, int(sys.argv[1] if len(sys.argv) > 1 else 1) + 1)
    with a_phone() as (running, phone):
        found = {way: taps_of(running, phone, seeds, play) for way, play in WAYS.items()}
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
    rows = [f"| {int(v.place)} {v.place.name.replace('_', ' ').title()} | {told(found, v)} |" for v in VISITS]
    FILE.write_text(HEAD.format(n=len(seeds), commit=commit.strip()) + "\n".join(rows) + "\n" + TAIL, "utf-8")


def told(found: dict[str, dict[Place, list[int]]], visit: Visit) -> str:
    """The taps of one place; those over the bar stand out."""
    cells = []
    for way, bar in BAR.items():
        counts = sorted(set(found[way][visit.place]))
        words = "–".join(str(count) for count in dict.fromkeys((counts[0], counts[-1])))
        cells.insert(0, f"**{words}**" if counts[-1] > bar else words)
    return " | ".join(cells)


@contextmanager
def a_phone() -> Iterator[tuple[Running, Page]]:
    """A server, and Anna's phone."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(
            House(Path(folder), chance=DigitalChance(Random(1))),
            Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"),
        )
        begin(running.house, VISITS[0], 1)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
        page.goto(f"{running.here}/#j={running.house.access.seat_code(0, take_over=True).secret}")
        page.wait_for_selector(".mat")
        try:
            yield running, page
        finally:
            browser.close()
            running.stop()


def begin(house: House, visit: Visit, seed: int) -> GameSession:
    """A new game of two, set as the visit wants it; the usual turn meets nobody."""
    opening = open_istanbul(NewGame([NewPlayer(*one) for one in PEOPLE], first=0), Random(seed))
    session = house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards), True)
    away = 16 if int(visit.place) != 16 else 10
    words = f'set 0.hand=- governor={away} smuggler={away} {visit.given} despite because "a count"'
    session.submit([session.game.parse_action(words)], None, session.version, "table")
    return session


def taps_of(running: Running, phone: Page, seeds: range, play: Callable[..., int]) -> dict[Place, list[int]]:
    """So many taps at each place, a game for each seed."""
    return {visit.place: [play(running, phone, visit, seed) for seed in seeds] for visit in VISITS}


def tapped(running: Running, phone: Page, visit: Visit, seed: int) -> int:
    """Without a camera: the place, then what stands out."""
    session = begin(running.house, visit, seed)
    shown(running, phone)
    phone.locator(f".bazaar [data-place='{int(visit.place)}']").click()
    return 1 + follow_the_page(running, phone, session)


def carried(running: Running, phone: Page, visit: Visit, seed: int) -> int:
    """With a camera: the wood first, then what stands out, if anything is still asked."""
    session = begin(running.house, visit, seed)
    if running.lookout.choice is None or running.lookout.choice.kind != "virtual":
        running.lookout.choose(CameraChoice("virtual"))
    settled(running, phone)
    desk = running.house.desk
    assert isinstance(desk, CameraDesk) and desk.hands is not None
    me = session.state.players[0]
    desk.hands.carry("merchant", "red", int(me.merchant), int(visit.place), usual=True)
    if visit.place is Place.FOUNTAIN:
        for place in me.assistants:
            desk.hands.carry("assistant", "red", int(place), int(Place.FOUNTAIN), usual=False)
    if visit.place is Place.POLICE_STATION:
        desk.hands.carry("family", "red", int(Place.POLICE_STATION), FAMILY_GOES_TO, usual=False)
    settled(running, phone)
    return follow_the_page(running, phone, session)


WAYS: dict[str, Callable[..., int]] = {"tapped": tapped, "camera": carried}


def follow_the_page(running: Running, phone: Page, session: GameSession) -> int:
    """Taps what stands out until the turn is over; how many taps that were."""
    for taps in range(MOST_TAPS):
        shown(running, phone)
        if session.game.seat_to_act(session.state) != 0:
            return taps
        tap_first(phone)
        settled(running, phone)
    return MOST_TAPS


def tap_first(phone: Page) -> None:
    """The button that stands out; at the Police Station the place where the family member goes, before that."""
    pad, send = phone.locator(f".dock [data-key=send-{FAMILY_GOES_TO}]"), phone.locator(".dock .send-picker .go-ways")
    if pad.count() and not send.count():
        return pad.click()
    send = phone.locator(".dock").get_by_role("button", name="Send there")
    lit = phone.locator(f".bazaar .lit[data-place='{FAMILY_GOES_TO}']")
    if phone.locator(".dock h2", has_text="Act at the Police Station").count() and lit.count() and not send.count():
        return lit.click()
    phone.wait_for_selector(", ".join(FIRST))
    button = next(one for one in map(phone.locator, FIRST) if one.count())
    return button.first.click()


def shown(running: Running, phone: Page) -> None:
    """The last tap is answered, and the phone shows what is so now."""
    phone.wait_for_selector(".dock:not(.busy)")
    moment = f"{running.house.game_id}/{running.house.version}"
    phone.wait_for_selector(f'html[data-moment="{moment}"] .dock:not(.busy)')


def settled(running: Running, phone: Page) -> None:
    """Nothing has changed for a while: a camera has said what it has to say."""
    desk, before, same = running.house.desk, "", 0
    for _ in range(PATIENCE_MS // LOOK_MS):
        view = desk.view(0, str)
        if view["status"] == "off":
            return
        now = f"{view['status']} {running.house.version} {view['question'] and view['question']['id']}"
        same = same + 1 if now == before and view["status"] not in ("starting", "looking", "seeing") else 0
        if same >= STEADY:
            return
        before = now
        phone.wait_for_timeout(LOOK_MS)


if __name__ == "__main__":
    main()
