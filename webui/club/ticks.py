"""How do pages hear of a change at another server?  By Redis, and should that be lost, by asking every two seconds.

Each table has a channel of its own, and a server listens to those whose pages it holds.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
_CHANNEL = "bazaar:ticks:"
_LOOK_S = 0.2
"""So often a server looks whether it should listen to other tables than before."""
_AGAIN_S = 1.0
_MOST_WAITING = 10_000
Pulse = dict[str, Any]
Told = Callable[[str, Pulse], None]


class Ticks:
    """Tells the other servers what changed here, and hears from them.  Losing one is harmless.

    ``told`` is called on the loop with the code of a table and its pulse; ``watched`` says whose pages are here.
    """

    def __init__(self, url: str, told: Told, watched: Callable[[], Collection[str]]) -> None:
        self._url, self._told, self._watched = url, told, watched
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(_MOST_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    def say(self, code: str, pulse: Pulse) -> None:
        """Something changed at a table here; from any thread."""
        if self._loop is not None:
            message = code, msgspec.json.encode(pulse)
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._put, message)

    async def start(self) -> None:
        """Speak and listen from now on; nothing happens without an address."""
        if self._url:
            self._loop = asyncio.get_running_loop()
            self._tasks = [asyncio.create_task(self._again(work)) for work in (self._speak, self._listen)]

    async def stop(self) -> None:
        """Fall silent."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _put(self, message: tuple[str, bytes]) -> None:
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(message)

    async def _again(self, work: Callable[[Any], Any]) -> None:
        """Do it again whenever Redis has been away."""
        while True:
            try:
                async with Redis.from_url(self._url, socket_connect_timeout=2.0) as redis:
                    await work(redis)
            except (RedisError, OSError) as error:
                log.warning("Redis does not answer (%s); changes at other servers show within two seconds", error)
                await asyncio.sleep(_AGAIN_S)

    async def _speak(self, redis: Any) -> None:
        while True:
            code, pulse = await self._waiting.get()
            await redis.publish(f"{_CHANNEL}{code}", pulse)

    async def _listen(self, redis: Any) -> None:
        heard = set[str]()
        async with redis.pubsub(ignore_subscribe_messages=True) as channels:
            await channels.subscribe(_CHANNEL)  # nothing is said there; it keeps the line
            while True:
                wanted = {f"{_CHANNEL}{code}" for code in self._watched()}
                if fresh := wanted - heard:
                    await channels.subscribe(*fresh)
                if left := heard - wanted:
                    await channels.unsubscribe(*left)
                heard = wanted
                message = await channels.get_message(timeout=_LOOK_S)
                if message is not None:
                    code = message["channel"].decode().removeprefix(_CHANNEL)
                    self._told(code, msgspec.json.decode(message["data"]))
