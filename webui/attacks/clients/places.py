"""How does an attacker hold on?  So many places: where the server hangs up, another line is opened a second later."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from time import perf_counter

from webui.attacks.clients.target import LineStart, OpenLine, Target, open_line

AGAIN_S = 1.0
SETTLE_S = 3.0
"""The longest wait until every place has tried once; a server that takes no more lines would keep it for ever."""
OPEN_S = 5.0
_READ = 1 << 16


@dataclass(slots=True)
class LineCounts:
    """What the attackers saw: lines opened, lines the server hung up, lines it did not take, answers by status."""

    opened: int = 0
    cut: int = 0
    refused: int = 0
    sent: int = 0
    """Bytes."""
    answers: Counter[int] = field(default_factory=Counter)


Misdeed = Callable[[OpenLine, LineCounts], Awaitable[None]]
"""What is done on one line; it ends when the server has hung up, or has answered it all."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A misdeed on ``n`` lines at once; ``tls_only`` is for those below TLS, ``patient`` where a deadline must end it.

    ``words`` says what is done.
    """

    misdeed: Misdeed
    n: int
    words: str
    tls_only: bool = False
    patient: bool = False

    def door(self, target: Target) -> LineStart:
        """Where the lines begin."""
        if self.tls_only:
            return LineStart.BELOW_TLS
        return LineStart.TLS if target.over_tls or not target.port else LineStart.PLAIN


@asynccontextmanager
async def standing(attack: Attack, target: Target, n: int) -> AsyncIterator[LineCounts]:
    """The attack stands from the first line of the block to the last; what was seen until then."""
    told = LineCounts()
    places = [_Place(attack, target, source, told) for source in islice(cycle(target.sources or ("",)), n)]
    held = [asyncio.create_task(place.hold()) for place in places]
    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(place.tried.wait() for place in places)), SETTLE_S)
        yield told
    finally:
        for one in held:
            one.cancel()
        await asyncio.gather(*held, return_exceptions=True)


async def patience(attack: Attack, target: Target, longest_s: float) -> float | None:
    """Seconds until the server hangs up on one such line; None where it still waits after ``longest_s``."""
    line = await open_line(target, attack.door(target), next(iter(target.sources), ""))
    start = perf_counter()
    try:
        await asyncio.wait_for(_until_cut(attack, line, LineCounts()), longest_s)
        return perf_counter() - start
    except TimeoutError:
        return None
    finally:
        line.close()


@dataclass(slots=True)
class _Place:
    """One of the attacker's lines at a time; ``tried`` is set with the first."""

    attack: Attack
    target: Target
    source: str
    told: LineCounts
    tried: asyncio.Event = field(default_factory=asyncio.Event)

    async def hold(self) -> None:
        """Do it again and again."""
        while True:
            await self._once()
            await asyncio.sleep(AGAIN_S)

    async def _once(self) -> None:
        line = await self._open()
        self.tried.set()
        if line is None:
            self.told.refused += 1
            return
        self.told.opened += 1
        try:
            await _until_cut(self.attack, line, self.told)
            self.told.cut += 1
        finally:
            line.close()

    async def _open(self) -> OpenLine | None:
        try:
            door = self.attack.door(self.target)
            return await asyncio.wait_for(open_line(self.target, door, self.source), OPEN_S)
        except (OSError, TimeoutError):
            return None


async def _until_cut(attack: Attack, line: OpenLine, told: LineCounts) -> None:
    with suppress(OSError, EOFError):
        await attack.misdeed(line, told)


async def watch(line: OpenLine, told: LineCounts) -> None:
    """Read whatever comes until the server hangs up; the first answer is counted."""
    first = await listen(line, told)
    while first:
        first = await line.reader.read(_READ)


async def listen(line: OpenLine, told: LineCounts) -> bytes:
    """The first bytes the server says, empty where it hangs up; an answer is counted."""
    said = await line.reader.read(_READ)
    words = said[:16].split()
    if len(words) > 1 and words[0].startswith(b"HTTP/") and words[1].isdigit():
        told.answers[int(words[1])] += 1
    return said
