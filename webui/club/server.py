"""How does one server of a club run?  Its tables, its door, its word to the others; it ends without losing a table."""

import asyncio
import itertools
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from companion.session.faults import OutOfReach
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold, Leases
from companion.session.postgres.retention import Retention
from companion.session.postgres.schema import bring_up_to_date
from webui.club.app import create_club_app
from webui.club.board import ClubBoard
from webui.club.club_pages import ENTER
from webui.club.door import ClubDoor
from webui.club.far import FarTables
from webui.club.operations.chore import Chore
from webui.club.operations.drain import Heirs, hand_on
from webui.club.operations.health import HEALTH
from webui.club.operations.metrics import METRICS, Figures, measured
from webui.club.operations.state import State
from webui.club.operations.sweep import Sweep
from webui.club.organiser import Organiser
from webui.club.peers import Broken, NeverSent, Peers
from webui.club.settings import ClubSettings
from webui.club.summaries import BOARD
from webui.club.table import FOLDER, OpenTable, Shared
from webui.club.tables import Tables
from webui.club.ticks import Ticks
from webui.club.work.photos import Photos
from webui.club.work.queue import Queue, make_queue
from webui.club.work.table_photos import Collector, TablePhotos
from webui.eyes.messenger import Messenger
from webui.http.answers import App, Receive, Scope, Send
from webui.http.bridge import Bridge
from webui.http.doors import door, free_port
from webui.http.intake import Allowance, Client, Intake, IntakeRoom
from webui.http.lines import Patience
from webui.http.server import WebThread
from webui.http.watchdog import Watchdog
from webui.settings import Settings

log = logging.getLogger(__name__)
_CONNECTIONS = 12
_SWEEP_S, _PHOTOS_S, _PHOTOS_PATIENCE_S = 300.0, 0.5, 30.0
_STARTING_S, _ENDING_S, _HANDING_ON_S = 20.0, 5.0, 30.0
_ROOM = IntakeRoom(strangers=12)
_SHORT = {"/": ENTER, "/healthz": HEALTH, "/metrics": METRICS}


class ClubServer:
    """One server of a club, running from its making until ``stop``.  Raises OutOfReach, and OSError for its door."""

    def __init__(self, settings: ClubSettings) -> None:
        make_ready(settings.postgres)
        self.port = settings.door[1] or free_port(settings.door[0])
        self.settings = Settings(
            host=settings.door[0], port=self.port, url=settings.url.rstrip("/"), shared=True, names=("bazaar.local",)
        )
        self._database, self._beats = Database(settings.postgres, _CONNECTIONS), Database(settings.postgres, 2)
        self._database.wait()
        self._beats.wait()
        address = settings.address or f"{settings.door[0]}:{self.port}"
        leases, pulse = Leases(self._database, address), Leases(self._beats, address)
        pulse.server = leases.server
        self.tables = Tables(leases, pulse, self._open)
        self.peers = Peers(settings.secret)
        self._far = FarTables(self.tables, self.peers, leases.server, self.settings.heartbeat_s)
        self.ticks = Ticks(settings.redis, self._far.heard, self._far.watched)
        self._messenger = Messenger()
        self._data = Path(settings.data).expanduser()
        self.board = ClubBoard(self._database)
        self.state = State(self.tables, self._far.pages)
        self._figures, self._drain_s = Figures(self.state), settings.drain_s
        parts = {"board": self.board, "organiser": Organiser(settings, self.tables.clock), "club": settings}
        parts |= {"told": self.told, "state": self.state, "figures": self._figures}
        flask = create_club_app(self.settings, {**parts, "database": self._database}, self._data)
        self._bridge = (flask, Bridge(flask, self.settings.threads))
        photos = Photos(self._database, Queue(settings.postgres))
        where = (self._database, self._data, self.tables.clock)
        self._shared = Shared(*where, self.settings, self._bridge, self._messenger, photos, settings.told)
        self._chores = self._make_chores(photos, Retention(self._database, settings.keep))
        front = measured(ClubDoor(self.state, self.peers, self._far, self._pages(), self.settings), self._figures)
        trusted: Any = ProxyHeadersMiddleware(cast(Any, front), trusted_hosts=list(settings.proxies))
        listening = door(settings.door[0], self.port)  # the last step: who calls before is sent elsewhere at once
        self.tables.start()
        for chore in self._chores:
            chore.start()
        self._web = WebThread(trusted, [listening], patience=Patience(proxies=frozenset(settings.proxies)))
        self._watchdog = flask.extensions["watchdog"] = Watchdog(self._web.beat)
        self._in_loop(self._start(), _STARTING_S)

    def _make_chores(self, photos: Photos, retention: Retention) -> tuple[Chore, ...]:
        sweep = Sweep(retention, self._data / FOLDER, lambda: self.tables.open)
        collector = Collector(photos, self._photos_here)
        return (
            Chore("club sweep", _SWEEP_S, sweep.once),
            Chore("club photos", _PHOTOS_S, collector.once, patience_s=_PHOTOS_PATIENCE_S),
        )

    def wait(self) -> None:
        """Until the server ends; can be interrupted."""
        for _ in itertools.count():
            if self._web.ended_within(0.5):
                return

    def stop(self) -> None:
        """Hand every table on, answer a little longer, then listen no more."""
        self._hand_on()
        for chore in self._chores:
            chore.stop()
        self.tables.stop()
        self._watchdog.stop()
        self._messenger.stop()
        try:
            self._in_loop(self._end(), _ENDING_S)
        except TimeoutError:
            log.warning("not every line was closed in time")
        self._web.stop()
        self._bridge[1].executor.shutdown(wait=False, cancel_futures=True)
        self._database.close()
        self._beats.close()

    def _hand_on(self) -> None:
        """Give the tables to the other servers; where there is none, or no database, there is nothing to wait for."""
        try:
            heirs = Heirs([one for one in self.board.servers() if one != self.peer_address], self.peers)
            tables = self._in_loop(hand_on(self.tables, heirs, self.state), _HANDING_ON_S)
        except (OutOfReach, TimeoutError) as error:
            log.warning("not every table could be handed on: %s", error)
            return
        self._in_loop(self._far.stop(), _ENDING_S)
        log.info("%d tables handed on to %d servers", tables, len(heirs.servers))
        if heirs.servers:
            time.sleep(self._drain_s)

    def told(self) -> dict[str, dict[str, Any]]:
        """What every server tells of its tables, by code; to be called on a thread."""
        found = {code: table.summary() for code, table in self.tables.open.items()}
        own = self.peer_address
        for address in self.board.servers():
            if address != own:
                found |= self._in_loop(self._told_by(address), _ENDING_S)
        return found

    def _photos_here(self) -> dict[str, TablePhotos]:
        return {code: table.photos for code, table in self.tables.open.items()}

    @property
    def peer_address(self) -> str:
        """Where the other servers reach this one."""
        return self.tables.address

    async def _told_by(self, address: str) -> dict[str, dict[str, Any]]:
        try:
            answer = await self.peers.ask(address, BOARD)
        except (NeverSent, Broken):
            return {}
        return msgspec.json.decode(answer.body, type=dict[str, dict[str, Any]]) if answer.status == 200 else {}

    def _open(self, hold: Hold) -> OpenTable:
        table = OpenTable(self._shared, hold)
        table.when_changed(self.ticks.say)
        return table

    def _pages(self) -> App:
        """The club's own pages, behind the same limits as everything else."""
        intake = Intake(
            self._bridge[1],
            _ROOM,
            lambda scope: Client(f"at {(scope.get('client') or ('',))[0]}", False),
            lambda scope: Allowance(self.settings.body_max_bytes, self.settings.body_s),
        )

        async def pages(scope: Scope, receive: Receive, send: Send) -> None:
            await intake({**scope, "path": _page_for(scope["path"])}, receive, send)

        return pages

    async def _start(self) -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_CONNECTIONS, "tables"))
        await self.peers.start()
        await self.ticks.start()
        await self._far.start()

    async def _end(self) -> None:
        await self._far.stop()
        await self.ticks.stop()
        await self.peers.stop()

    def _in_loop(self, work: Any, within_s: float) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._web.loop).result(within_s)


def make_ready(url: str) -> None:
    """Make or bring up to date what the database holds.  Raises OutOfReach."""
    bring_up_to_date(url)
    make_queue(url)


def _page_for(path: str) -> str:
    """The club's own addresses as they are; anything else of a table has no meaning without one."""
    if path in _SHORT:
        return _SHORT[path]
    ours = path.startswith(("/club", "/static/", "/art/")) or path in ("/favicon.ico",)
    return path if ours else "/club/api/nothing"
