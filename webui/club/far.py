"""How does a page here listen to a table at another server?  The line ends here; only numbers come from there."""

import asyncio
from collections.abc import Collection

import msgspec

from companion.session.faults import OutOfReach
from companion.session.postgres.leases import Owner
from webui.club.peers import Broken, NeverSent, Peers
from webui.club.tables import NotOpen, Tables
from webui.club.ticks import Pulse
from webui.http.answers import App, Receive, Scope, Send
from webui.http.hub import Hub, Room
from webui.http.streams import Streams

EXCHANGE = "exchange"
_EVERY_S = 2.0
_ROOM = Room(all=64)
Here = dict[str, list[str]]


class FarTable:
    """The pages here of a table that another server has."""

    def __init__(self, ask: App, heartbeat_s: float) -> None:
        self.pages = 0
        self.hub = Hub(room=_ROOM)
        self._pulse: Pulse = {"tick": 0, "version": 0, "game_id": ""}
        self.listen = Streams(ask, self.hub, lambda: self._pulse, heartbeat_s)

    def heard(self, pulse: Pulse) -> None:
        """Where the table stands now; the pages are told where it has moved."""
        if pulse != self._pulse:
            self._pulse = pulse
            self.hub.publish()


class FarTables:
    """The tables of other servers that somebody watches from here.  For one loop.

    Every two seconds each server with such a table is told who watches, and answers where the table stands: what was
    lost on the way is made good.
    """

    def __init__(self, tables: Tables, peers: Peers, server: str, heartbeat_s: float) -> None:
        self._tables, self._peers, self._server, self._heartbeat_s = tables, peers, server, heartbeat_s
        self._far: dict[str, FarTable] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Exchange from now on."""
        self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Send the pages home."""
        if self._task is not None:
            self._task.cancel()
        for far in self._far.values():
            far.hub.close()

    def pages(self) -> int:
        """Open pages here of tables elsewhere."""
        return sum(far.pages for far in self._far.values())

    def watched(self) -> Collection[str]:
        """The tables elsewhere whose pages are here."""
        return self._far.keys()

    async def listen(self, code: str, ask: App, asked: tuple[Scope, Receive, Send]) -> None:
        """Hold a page's line; ``ask`` says whether it may listen."""
        far = self._far.setdefault(code, FarTable(ask, self._heartbeat_s))
        far.pages += 1
        try:
            await far.listen(*asked)
        finally:
            far.pages -= 1
            if not far.pages and self._far.get(code) is far:
                del self._far[code]

    def heard(self, code: str, pulse: Pulse) -> None:
        """A table moved."""
        if code in self._far:
            self._far[code].heard(pulse)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(_EVERY_S)
            for address, here in (await self._watched()).items():
                await self._exchange(address, here)

    async def _watched(self) -> dict[str, Here]:
        """Who watches what, by the address of the table's server; a table that came here sends its pages home."""
        found: dict[str, Here] = {}
        for code, far in list(self._far.items()):
            try:
                owner = await self._tables.find(code)
            except (NotOpen, OutOfReach):
                continue
            if isinstance(owner, Owner):
                found.setdefault(owner.address, {})[code] = sorted(far.hub.present())
            elif owner is not None:
                self._far.pop(code, None)
                far.hub.close()
        return found

    async def _exchange(self, address: str, here: Here) -> None:
        body = msgspec.json.encode({"server": self._server, "here": here})
        try:
            answer = await self._peers.ask(address, EXCHANGE, body)
        except (NeverSent, Broken):
            for code in here:
                self._tables.forget(code)  # the next look finds who has it now, or takes it
            return
        if answer.status == 200:
            pulses = msgspec.json.decode(answer.body, type=dict[str, Pulse])
            for code in here:
                self.heard(code, pulses[code]) if code in pulses else self._tables.forget(code)


def exchanged(tables: Tables, body: bytes) -> bytes:
    """The other side of it: note who watches from there, and say where these tables stand."""
    told = msgspec.json.decode(body, type=_Told)
    pulses = {}
    for code, tokens in told.here.items():
        table = tables.open.get(code)
        if table is not None:
            table.house.hub.seen_elsewhere(told.server, frozenset(tokens))
            pulses[code] = table.house.pulse()
    return msgspec.json.encode(pulses)


class _Told(msgspec.Struct):
    """What a server says of the pages it holds."""

    server: str
    here: Here
