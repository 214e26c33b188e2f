"""What does somebody at the table feel?  A phone that looks and taps at a steady pace, by every door, and times it all.

The pace does not wait for answers: a request that is late delays the next on the same line, and that shows.  What is
unanswered at the end counts as failed, with the time it has waited.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from webui.attacks.clients.phone import KeptLine, NewLines, Phone
from webui.attacks.clients.target import Target

EVERY_S = 0.1
TAP_EVERY = 5
"""Of so many requests one is a tap, the others look."""
_AMISS = (OSError, EOFError, ValueError, TimeoutError)
Asking = Callable[[], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Felt:
    """Milliseconds until answers came, and how many did not; ``stream_ms`` is None where no fresh stream spoke."""

    asked: int
    failed: int
    p50_ms: float
    p95_ms: float
    worst_ms: float
    stream_ms: float | None


@dataclass(frozen=True, slots=True)
class _Timed:
    good: bool
    took_ms: float


class Bystander:
    """A phone with its cookies (``NAME=VALUE``); by each door one line that stays open, and new ones all the time."""

    def __init__(self, target: Target, cookies: Sequence[str] = ()) -> None:
        headers = {"Cookie": "; ".join(cookies)} if cookies else {}
        self._phones = [Phone(target, door, headers) for door in target.doors()]
        self._kept = [KeptLine(phone) for phone in self._phones]
        self._lines: list[KeptLine | NewLines] = [*self._kept, *(NewLines(phone) for phone in self._phones)]

    async def feel(self, seconds: float, grace_s: float) -> Felt:
        """Ask for so long, once at least; answers may come until ``grace_s`` later."""
        start = perf_counter()
        end = start + seconds + grace_s
        ticks = range(max(1, round(seconds / EVERY_S)))
        asking = asyncio.gather(*(self._tick(number, start + number * EVERY_S, end) for number in ticks))
        streams = await asyncio.gather(*(_timed(phone.hear, start, end) for phone in self._phones))
        return _felt([one for tick in await asking for one in tick], streams)

    async def recovered(self, longest_s: float) -> float | None:
        """Seconds until every door answers again and a fresh stream speaks; None where that takes longer."""
        start = perf_counter()
        while (left := start + longest_s - perf_counter()) > 0:
            felt = await self.feel(0, left)
            if felt.failed == 0 and felt.stream_ms is not None:
                return perf_counter() - start
            await asyncio.sleep(EVERY_S)
        return None

    def close(self) -> None:
        """Hang up."""
        for line in self._kept:
            line.close()

    async def _tick(self, number: int, due: float, end: float) -> list[_Timed]:
        """One request on every kind of line, due at that time."""
        await asyncio.sleep(due - perf_counter())
        tap = number % TAP_EVERY == 0
        return await asyncio.gather(*(_timed(partial(line.ask, tap), due, end) for line in self._lines))


async def _timed(ask: Asking, due: float, end: float) -> _Timed:
    good = False
    with suppress(*_AMISS):
        async with asyncio.timeout(end - perf_counter()):
            good = await ask()
    return _Timed(good, 1000 * (perf_counter() - due))


def _felt(asked: Sequence[_Timed], streams: Sequence[_Timed]) -> Felt:
    took = sorted(one.took_ms for one in asked)
    failed = sum(not one.good for one in asked)
    stream_ms = max(one.took_ms for one in streams) if all(one.good for one in streams) else None
    return Felt(len(took), failed, _part(took, 50), _part(took, 95), took[-1], stream_ms)


def _part(took: Sequence[float], percent: int) -> float:
    return took[min(len(took) - 1, len(took) * percent // 100)]
