"""Which tables has this server, and who has the others?  It takes what nobody living owns; what it lost it lets go."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable

from companion.session.faults import OutOfReach
from companion.session.postgres.clock import SharedClock
from companion.session.postgres.leases import LIFE_S, Hold, Leases, Owner
from webui.club.table import OpenTable

log = logging.getLogger(__name__)
_OWNER_REMEMBERED_S = 1.0
_BEATS_IN_A_LIFE = 5
_SURE_WITHIN_S = 1.0
Make = Callable[[Hold], OpenTable]


class NotOpen(LookupError):
    """There is no such table, or it was closed."""


class Tables:
    """The tables of one server.  ``find`` and ``forget`` are for its loop, ``start`` and ``stop`` for any thread.

    ``pulse`` is this server's word that it lives; it has a line of its own to PostgreSQL.
    """

    def __init__(self, leases: Leases, pulse: Leases, make: Make, life_s: float = LIFE_S) -> None:
        self._leases, self._pulse, self._make = leases, pulse, make
        self._open: dict[str, OpenTable] = {}
        self._owners: dict[str, tuple[Owner, float]] = {}
        self._taking: dict[str, asyncio.Lock] = {}
        self.clock = SharedClock()
        """The time of all servers of the club."""
        self._lived_s = time.monotonic()
        self._unheard = False
        """Whether PostgreSQL did not answer when it was last told."""
        self._sure: asyncio.Task[None] | None = None
        self._sure_s = 0.0
        self.others: tuple[str, ...] = ()
        """Where the other servers were, when PostgreSQL last named any."""
        self.life_s = life_s
        """After so long a silence others may take this server's tables."""
        self.taken, self.lost = 0, 0
        self._may_take = True
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._live, name="club beat", daemon=True)
        self._beating, self._changing = threading.Lock(), threading.Lock()

    @property
    def address(self) -> str:
        """Where the other servers reach this one."""
        return self._leases.address

    @property
    def open(self) -> dict[str, OpenTable]:
        """The tables that this server owns, by code."""
        return dict(self._open)

    @property
    def lived_s(self) -> float:
        """When PostgreSQL last heard that this server lives (monotonic)."""
        return self._lived_s

    @property
    def is_cut_off(self) -> bool:
        """Whether PostgreSQL has not heard this server for so long that its tables may be with others."""
        return time.monotonic() - self._lived_s > self.life_s

    def take_no_more(self) -> None:
        """From now on tables without an owner are left to the others."""
        self._may_take = False

    async def give_back(self, code: str) -> None:
        """Close a table here and let another server take it at once.  Raises OutOfReach."""
        for table in self._drop([code]):
            await asyncio.to_thread(table.close)
            await asyncio.to_thread(self._leases.give_back, table.hold)

    def start(self) -> None:
        """Live from now on.  Raises OutOfReach."""
        self._pulse.arrive()
        self._beat()
        self._thread.start()

    def stop(self) -> None:
        """Close every table and let the others take them at once."""
        self._ending.set()
        self._thread.join(self.life_s)
        for table in self._drop(self.open):
            table.close()
        try:
            self._leases.leave()
        except OutOfReach:
            log.warning("the club's database did not hear that this server ends")

    async def find(self, code: str, may_take: bool = True) -> OpenTable | Owner | None:
        """The table if it is this server's, else who has it; None where it cannot be had just now.

        A table without a living owner is taken.  Raises NotOpen, OutOfReach.
        """
        if self.is_cut_off and not self._unheard:
            await self._be_sure()
        table = self._open.get(code)
        if table is not None:
            return table
        owner, until_s = self._owners.get(code, (None, 0.0))
        if owner is not None and until_s > time.monotonic():
            return owner
        if self.is_cut_off:
            raise OutOfReach("club_away")
        if not may_take:
            return None
        async with self._taking.setdefault(code, asyncio.Lock()):
            return self._open.get(code) or await asyncio.to_thread(self._ask, code)

    async def _be_sure(self) -> None:
        """This server may have slept through its replacement: ask once, for all who wait, and not again at once."""
        if self._sure is None and time.monotonic() - self._sure_s < self.life_s / _BEATS_IN_A_LIFE:
            return
        if self._sure is None:
            self._sure = asyncio.create_task(asyncio.to_thread(self._beat_if_possible))
            self._sure.add_done_callback(self._is_sure)
        await asyncio.wait({self._sure}, timeout=_SURE_WITHIN_S)

    def _is_sure(self, _: object) -> None:
        self._sure, self._sure_s = None, time.monotonic()

    async def still_has(self, code: str, owner: Owner) -> bool:
        """Whether this server has the table, and lives; also where nobody can be asked."""
        try:
            now = await asyncio.to_thread(self._leases.owner, code)
        except (LookupError, OutOfReach):
            return True
        return now is not None and now.is_alive and now.server == owner.server

    async def take_over(self, code: str, gone: Owner) -> None:
        """Take a table from a server that runs no more, without waiting until it is silent for long enough."""
        self.forget(code)
        async with self._taking.setdefault(code, asyncio.Lock()):
            if code not in self._open:
                await asyncio.to_thread(self._take, code, gone.server)

    def remember(self, code: str, owner: Owner) -> None:
        """A server said that it has this table."""
        self._owners[code] = owner, time.monotonic() + _OWNER_REMEMBERED_S

    def forget(self, code: str) -> None:
        """Whoever was thought to have a table does not answer."""
        self._owners.pop(code, None)

    async def close(self, code: str) -> None:
        """Let go of a table, if this server has it."""
        for table in self._drop([code]):
            await asyncio.to_thread(table.close)

    def _drop(self, codes: Iterable[str]) -> list[OpenTable]:
        """These tables are not this server's any more."""
        with self._changing:
            gone = [self._open[code] for code in codes if code in self._open]
            self._open = {code: table for code, table in self._open.items() if table not in gone}
        return gone

    def _ask(self, code: str) -> OpenTable | Owner | None:
        try:
            owner = self._leases.owner(code)
        except LookupError as error:
            raise NotOpen(code) from error
        if owner is not None and owner.is_alive and owner.server != self._leases.server:
            self.remember(code, owner)
            return owner
        return self._take(code)

    def _take(self, code: str, from_server: str = "") -> OpenTable | None:
        hold = self._leases.take(code, from_server) if self._may_take else None
        if hold is None:
            return None
        log.info("table %s is here now (%d)", code, hold.fence)
        table = self._make(hold)
        self._owners.pop(code, None)
        with self._changing:
            self._open = {**self._open, code: table}
            self.taken += 1
        return table

    def _live(self) -> None:
        while not self._ending.wait(self.life_s / _BEATS_IN_A_LIFE):
            self._beat_if_possible()

    def _beat_if_possible(self) -> None:
        try:
            self._beat()
            self._unheard = False
        except OutOfReach as error:
            self._unheard = True
            log.warning("the club's database does not answer: %s", error.facts.get("why"))

    def _beat(self) -> None:
        """Say that this server lives, and let go of what it lost meanwhile."""
        with self._beating:
            before = self.open
            asked_s = self.clock.own_s()
            heard = self._pulse.live()
            gone = self._drop([code for code, table in before.items() if heard.held.get(code) != table.hold.fence])
            self._lived_s = time.monotonic()  # not before: a server that slept answers for none that it has lost
        self.clock.hear(heard.now_s, asked_s)
        self.others = heard.others or self.others  # who is only late may still be a door
        for code, table in before.items():
            table.note_help(code in heard.calling)
        for table in gone:
            log.warning("table %s has another owner now", table.hold.code)
            self.lost += 1
            table.close()
