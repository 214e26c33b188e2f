"""How soon is a tap on every page of its table, while many tables play?  A crowd in one process, by its own clock.

Every table has a host's screen and a phone for each of five seats.  As behind the proxy that is shipped, a table's
requests go to the server that its code leads to; some pages go astray and listen at another one.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from webui.club.stress.plain import CrowdLines, CrowdRefused, Told, listen
from webui.club.trial import COLORS

PAGES = 6
_PLAYERS = PAGES - 1
_AT_ONCE, _TRIES = 12, 10
_PATIENCE_S = 30.0
_BARE_EVERY_S = 0.1
Moment = tuple[str, int]


class _Turn(msgspec.Struct):
    of: int | None = None


class _Choice(msgspec.Struct):
    do: str | list[str]
    kind: str = ""


class _View(msgspec.Struct):
    """What the crowd reads of a view."""

    game_id: str
    version: int
    turn: _Turn | None = None
    choices: list[_Choice] = []
    result: Any = None
    you: Any = None
    """Only numbers came where nothing is said of the page."""

    @property
    def moment(self) -> Moment:
        """Grows while a table plays, over a rematch, too."""
        return self.game_id, self.version


class Page:
    """One open page: is sent the view with a change, or hears of the change and fetches it."""

    def __init__(self, table: "CrowdTable", lines: CrowdLines, cookie: str) -> None:
        self.cookie, self.view = cookie, _View("", -1)
        self._table, self._lines = table, lines
        self._news = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Listen from now on."""
        path = f"{self._table.path}/events?views=1"
        self.tasks = [
            asyncio.create_task(listen(self._lines.port, path, self.cookie, self._hear)),
            asyncio.create_task(self._fetch_on()),
        ]

    def shows(self, told: Told) -> None:
        """This view was brought."""
        if told.status == 200:
            self._show(msgspec.json.decode(told.body, type=_View))

    def _show(self, view: _View) -> None:
        if view.moment >= self.view.moment:
            self.view = view
        self._table.shown()

    async def fetch(self) -> None:
        """Fetch the view, however it stands."""
        self.shows(await self._lines.ask("GET", f"{self._table.path}/api/view", self.cookie))

    def _hear(self, said: bytes) -> None:
        news = msgspec.json.decode(said, type=_View)
        if news.you:
            self._show(news)
        elif news.moment != self.view.moment:
            self._news.set()

    async def _fetch_on(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self.fetch()
            except OSError:
                self._news.set()
                await asyncio.sleep(1.0)


class CrowdTable:
    """One table of the crowd: the first page is the host's screen, the others hold a seat each."""

    def __init__(self, code: str, pin: str, servers: Sequence[CrowdLines], astray: bool) -> None:
        self.path, self.busy = f"/t/{code}", False
        self._pin, self.lines = pin, servers[_number_of(code) % len(servers)]
        elsewhere = servers[(_number_of(code) + 1) % len(servers)]
        self.pages = [Page(self, self.lines, "") for _ in range(PAGES - 1)]
        self.pages.append(Page(self, elsewhere if astray else self.lines, ""))
        self._awaited: tuple[Moment, asyncio.Future[float]] | None = None

    async def sit_down(self) -> None:
        """Start a game, and have every phone take its seat.  Raises CrowdRefused."""
        host, *phones = self.pages
        host.cookie = (await self._need("be_host", {"pin": self._pin}, "")).cookie
        people = [{"name": color.title(), "color": color} for color in COLORS[:_PLAYERS]]
        await self._need("game", {"players": people}, host.cookie)
        for seat, phone in enumerate(phones):
            told = await self._need("seats/code", {"seat": seat}, host.cookie)
            secret = msgspec.json.decode(told.body)["link"].partition("#j=")[2]
            phone.cookie = (await self._need("join", {"code": secret}, "")).cookie

    async def tap(self, rng: Random) -> float | None:
        """One action of whoever is to act; seconds until every page shows it.  None where it was not accepted."""
        self.busy = True
        try:
            host = self.pages[0]
            if host.view.result or host.view.turn is None or host.view.turn.of is None:
                await self.lines.ask("POST", f"{self.path}/api/rematch", host.cookie, {})
                return None
            page = self.pages[1 + host.view.turn.of]
            choices = [one for one in page.view.choices if one.kind != "Skip"] or page.view.choices
            if not choices:
                await page.fetch()
                return None
            return await self._play(page, rng.choice(choices).do)
        finally:
            self.busy = False

    def shown(self) -> None:
        """A page shows something new."""
        if self._awaited is not None:
            moment, done = self._awaited
            if not done.done() and all(page.view.moment >= moment for page in self.pages):
                done.set_result(perf_counter())

    def close(self) -> None:
        """Close every page."""
        for page in self.pages:
            for task in page.tasks:
                task.cancel()

    async def _play(self, page: Page, do: str | list[str]) -> float | None:
        body = {"do": do, "version": page.view.version, "game_id": page.view.game_id}
        began_s = perf_counter()
        told = await self.lines.ask("POST", f"{self.path}/api/act", page.cookie, body)
        if told.status != 200:
            await page.fetch()
            return None
        page.shows(told)
        done: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._awaited = page.view.moment, done
        self.shown()
        try:
            return await asyncio.wait_for(done, _PATIENCE_S) - began_s
        except TimeoutError:
            return _PATIENCE_S
        finally:
            self._awaited = None

    async def _need(self, what: str, body: Any, cookie: str) -> Told:
        for _ in range(_TRIES):
            told = await self.lines.ask("POST", f"{self.path}/api/{what}", cookie, body)
            if told.status != 503:
                break
            await asyncio.sleep(1.0)
        if told.status != 200:
            raise CrowdRefused(f"{self.path}/api/{what}: {told.status} {told.body[:200].decode(errors='replace')}")
        return told


class Found(msgspec.Struct):
    """What was measured: seconds of every tap until all pages showed it, and of the bare requests meanwhile."""

    shown_s: list[float] = []
    bare_s: list[float] = []
    refused: int = 0
    left_out: int = 0
    seconds: float = 0.0


class Crowd:
    """Tables that play at servers on these ports.  For one loop; ``rate`` taps a second fall on any of the tables."""

    def __init__(self, ports: Sequence[int], rng: Random, astray: float = 0.1) -> None:
        self._servers, self._rng, self._astray = [CrowdLines(port) for port in ports], rng, astray
        self._bare = CrowdLines(ports[0], 1)
        self.tables: list[CrowdTable] = []
        self.playing: Sequence[CrowdTable] = self.tables
        """Those on which taps fall."""

    async def sit_down(self, pins: dict[str, str]) -> list[CrowdTable]:
        """Start games at these tables (PIN by code), a few at a time; nobody has a page open yet."""
        room = asyncio.Semaphore(_AT_ONCE)

        async def one(table: CrowdTable) -> None:
            async with room:
                await table.sit_down()

        fresh = [CrowdTable(*each, self._servers, self._rng.random() < self._astray) for each in pins.items()]
        await asyncio.gather(*(one(table) for table in fresh))
        self.tables += fresh
        return fresh

    async def open_pages(self, tables: Sequence[CrowdTable]) -> None:
        """Every page of these tables listens and has its view."""
        for table in tables:
            for page in table.pages:
                page.open()
            await asyncio.gather(*(page.fetch() for page in table.pages))

    async def play(self, rate: float, seconds: float) -> Found:
        """Taps at this rate, whether or not those before have been answered; all of them are waited for."""
        found, taps = Found(), set[asyncio.Task[None]]()
        timing = asyncio.create_task(self._time_bare(found))
        began_s, due_s = perf_counter(), perf_counter()
        while due_s < began_s + seconds:
            await asyncio.sleep(max(0.0, due_s - perf_counter()))
            due_s += self._rng.expovariate(rate)
            free = [table for table in self.playing if not table.busy]
            if not free:
                found.left_out += 1
                continue
            task = asyncio.create_task(self._tap(self._rng.choice(free), found))
            taps.add(task)
            task.add_done_callback(taps.discard)
        found.seconds = perf_counter() - began_s
        await asyncio.gather(*taps)
        timing.cancel()
        return found

    async def bare(self, count: int) -> list[float]:
        """Seconds of requests that ask for nothing of any table, one after the other."""
        return [await self._bare_s() for _ in range(count)]

    def close(self) -> None:
        """Everybody goes home."""
        for table in self.tables:
            table.close()
        for lines in (*self._servers, self._bare):
            lines.close()

    async def _tap(self, table: CrowdTable, found: Found) -> None:
        try:
            took_s = await table.tap(self._rng)
        except OSError:
            took_s = None
        if took_s is None:
            found.refused += 1
        else:
            found.shown_s.append(took_s)

    async def _time_bare(self, found: Found) -> None:
        while True:
            found.bare_s.append(await self._bare_s())
            await asyncio.sleep(_BARE_EVERY_S)

    async def _bare_s(self) -> float:
        began_s = perf_counter()
        await self._bare.ask("GET", "/static/manifest.json")
        return perf_counter() - began_s


def _number_of(code: str) -> int:
    return sum(code.encode())
