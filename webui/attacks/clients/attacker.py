"""How is the bystander's clock kept clear of the attack?  The attacker works in a process of its own.

``python -m webui.attacks.clients.attacker`` reads an order from standard input, says that it is in place, and stands
until the input ends.
"""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec

from webui.attacks.clients.kinds import ATTACKS
from webui.attacks.clients.places import standing
from webui.attacks.clients.target import Target

_END_S = 5.0


class AttackOrder(msgspec.Struct, frozen=True):
    """Which attack, on whom, on how many lines."""

    name: str
    target: Target
    n: int


class AttackTally(msgspec.Struct, frozen=True):
    """What the attackers saw from the first line to the last."""

    opened: int = 0
    cut: int = 0
    refused: int = 0
    sent_mb: float = 0.0
    answers: dict[int, int] = {}


class Attacker:
    """An attack in a process of its own; ``seen`` is there once it is over."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self._child = child
        self.seen = AttackTally()

    async def begin(self, order: AttackOrder) -> None:
        """Returns when every line has been tried."""
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(msgspec.json.encode(order) + b"\n")
        await self._child.stdout.readline()

    async def end(self) -> None:
        """Hear what was seen, and hang up on every line at once: the system does so for a process that ends."""
        assert self._child.stdin is not None and self._child.stdout is not None
        with suppress(OSError):
            self._child.stdin.close()
        with suppress(TimeoutError, msgspec.DecodeError):
            said = await asyncio.wait_for(self._child.stdout.readline(), _END_S)
            self.seen = msgspec.json.decode(said, type=AttackTally)
        await self.kill()

    async def kill(self) -> None:
        """End the process, if it has not ended yet."""
        with suppress(ProcessLookupError):
            self._child.kill()
        await self._child.wait()


@asynccontextmanager
async def attacker() -> AsyncIterator[Attacker]:
    """A process that waits for its order."""
    pipe = asyncio.subprocess.PIPE
    hostile = Attacker(await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe))
    try:
        yield hostile
    finally:
        await hostile.kill()


async def _obey() -> None:
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # lines that are cut are what is wanted
    order = msgspec.json.decode(await asyncio.to_thread(sys.stdin.buffer.readline), type=AttackOrder)
    async with standing(ATTACKS[order.name], order.target, order.n) as told:
        print("standing", flush=True)
        await asyncio.to_thread(sys.stdin.buffer.readline)
        seen = AttackTally(told.opened, told.cut, told.refused, round(told.sent / 2**20, 1), dict(told.answers))
        print(msgspec.json.encode(seen).decode(), flush=True)


if __name__ == "__main__":
    asyncio.run(_obey())
