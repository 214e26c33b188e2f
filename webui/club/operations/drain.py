"""How does a server end without anybody missing it?  It hands its tables on, answers meanwhile, then sends pages home.

SIGTERM ─▶ ``/healthz`` says 503, no table is taken here any more
        ─▶ each table is closed here, and another server is asked to take it at once
        ─▶ for a few seconds requests are still answered, by way of the new owners; new lines of pages are refused
        ─▶ the door is shut; pages come back by themselves, elsewhere
"""

import itertools
import logging
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from webui.club.operations.state import State
from webui.club.peers import Broken, NeverSent, Peers
from webui.club.tables import NotOpen, Tables

log = logging.getLogger(__name__)
TAKE = "take"


class Heirs:
    """The other living servers, ``servers`` by address; each in turn takes a table over.  For one loop."""

    def __init__(self, servers: Sequence[str], peers: Peers) -> None:
        self.servers, self._peers = servers, peers
        self._turns = itertools.cycle(servers)

    async def take(self, code: str) -> bool:
        """Have another server take a table; whether one did.  Who does not answer is passed over."""
        for address in itertools.islice(self._turns, len(self.servers)):
            if await self._ask(address, code):
                return True
        return False

    async def _ask(self, address: str, code: str) -> bool:
        try:
            return (await self._peers.ask(address, TAKE, msgspec.json.encode(code))).status == 200
        except (NeverSent, Broken):
            return False


async def taken(tables: Tables, body: bytes) -> bool:
    """The other side of it: take this table, unless somebody living has it.  Raises OutOfReach.

    False where it is nobody's after that, as far as can be known here.
    """
    code = msgspec.json.decode(body, type=str)
    tables.forget(code)
    with suppress(NotOpen):
        return await tables.find(code) is not None and not tables.is_cut_off
    return True


async def hand_on(tables: Tables, heirs: Heirs, state: State) -> int:
    """Give every table of this server to the others, one after the other; how many.  Raises OutOfReach.

    A table is closed before another server may have it, so that what was accepted here is written.
    """
    state.drain()
    tables.take_no_more()
    codes = list(tables.open)
    for code in codes:
        await tables.give_back(code)
        if not await heirs.take(code):
            log.warning("no other server of the club is there for table %s; it waits in the database", code)
    return len(codes)
