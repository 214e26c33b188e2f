"""How does a phone ask?  On a line that stays open, on a new one each time, and for an event stream."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from webui.attacks.answers import Answer, read_answer, read_head
from webui.attacks.clients.target import LineStart, OpenLine, Target, open_line

_TAP = json.dumps({"who": "smuggler"}).encode()
_TAP_HEADERS = {"Content-Type": "application/json", "Content-Length": str(len(_TAP))}
_LISTENING = {"Accept": "text/event-stream"}


@dataclass(frozen=True, slots=True)
class Phone:
    """A device at one door of the server; ``headers`` hold its cookie."""

    target: Target
    door: LineStart
    headers: Mapping[str, str] = field(default_factory=dict)

    async def look(self, line: OpenLine) -> bool:
        """Fetch the view; was it given?  Raises OSError, EOFError or ValueError where the line fails."""
        return await self._asked(line, line.head("GET", "/api/view", self.headers))

    async def tap(self, line: OpenLine) -> bool:
        """Roll the dice that touch no game; was it done?  Raises as ``look``."""
        return await self._asked(line, line.head("POST", "/api/roll", {**self.headers, **_TAP_HEADERS}) + _TAP)

    async def hear(self) -> bool:
        """Open a fresh event stream and wait for its first word; did it speak?  Raises as ``look``."""
        async with self.line() as line:
            await line.send(line.head("GET", "/events", {**self.headers, **_LISTENING}))
            head = await read_head(line.reader)
            return head.status == 200 and await line.reader.read(1) != b""

    @asynccontextmanager
    async def line(self) -> AsyncIterator[OpenLine]:
        """A new line, for this block."""
        line = await open_line(self.target, self.door)
        try:
            yield line
        finally:
            line.close()

    async def _asked(self, line: OpenLine, request: bytes) -> bool:
        await line.send(request)
        answer: Answer = await read_answer(line.reader)
        return answer.status == 200


class KeptLine:
    """The line of a phone that stays open between requests; those that come meanwhile wait their turn."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._line: OpenLine | None = None
        self._turn = asyncio.Lock()

    async def ask(self, tap: bool) -> bool:
        """A tap or a look.  A line the server has closed since the last request is opened anew.  Raises as ``look``."""
        async with self._turn:
            used_before = self._line is not None
            try:
                return await self._once(tap)
            except (ConnectionError, EOFError):
                if not used_before:
                    raise
            return await self._once(tap)

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None

    async def _once(self, tap: bool) -> bool:
        if self._line is None:
            self._line = await open_line(self._phone.target, self._phone.door)
        try:
            return await (self._phone.tap if tap else self._phone.look)(self._line)
        except BaseException:  # an answer that was not read to its end would be taken for the next one
            self.close()
            raise


class NewLines:
    """Every request on a line of its own."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    async def ask(self, tap: bool) -> bool:
        """A tap or a look.  Raises as ``look``."""
        async with self._phone.line() as line:
            return await (self._phone.tap if tap else self._phone.look)(line)
