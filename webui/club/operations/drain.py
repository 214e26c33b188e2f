"""How does a server end without anybody missing it?  It hands its tables on, answers meanwhile, then sends pages home.

SIGTERM ─▶ ``/healthz`` says 503, no table is taken here any more
        ─▶ each table is closed here, and another server is asked to take it at once
        ─▶ for a few seconds requests are still answered, by way of the new owners; new lines of pages are refused
        ─▶ the door is shut; pages come back by themselves, elsewhere
"""

import asyncio
import itertools
import logging

import msgspec

from webui.club.board import Board
from webui.club.operations.state import State
from webui.club.peers import Broken, NeverSent, Peers
from webui.club.tables import NotOpen, Tables

log = logging.getLogger(__name__)
TAKE = "take"


class Heirs:
    """The other living servers, as those who take tables over.  For one loop."""

    def __init__(self, board: Board, peers: Peers, own_address: str) -> None:
        self._board, self._peers, self._own = board, peers, own_address

    async def take(self, codes: list[str]) -> bool:
        """Have other servers take these tables, shared out among them; whether somebody was there.

        Raises OutOfReach.
        """
        servers = [address for address in await asyncio.to_thread(self._board.servers) if address != self._own]
        shares: dict[str, list[str]] = {address: [] for address in servers}
        for code, address in zip(codes, itertools.cycle(servers), strict=False):
            shares[address].append(code)
        asked = [self._ask(address, share) for address, share in shares.items() if share]
        return any(await asyncio.gather(*asked))

    async def _ask(self, address: str, codes: list[str]) -> bool:
        try:
            return (await self._peers.ask(address, TAKE, msgspec.json.encode(codes))).status == 200
        except (NeverSent, Broken):
            return False


async def taken(tables: Tables, body: bytes) -> bytes:
    """The other side of it: take these tables, as far as nobody living has them.  Raises OutOfReach."""
    for code in msgspec.json.decode(body, type=list[str]):
        tables.forget(code)
        try:
            await tables.find(code)
        except NotOpen:
            continue
    return b"{}"


async def hand_on(tables: Tables, heirs: Heirs, state: State) -> int:
    """Give every table of this server to the others, one after the other; how many.  Raises OutOfReach.

    A table is closed before another server may have it, so that what was accepted here is written.
    """
    state.drain()
    tables.take_no_more()
    codes = list(tables.open)
    for code in codes:
        await tables.give_back(code)
        if not await heirs.take([code]):
            log.warning("no other server of the club is there for table %s; it waits in the database", code)
    return len(codes)
