"""Where does a request of a club go?  To a table here, to the server that has the table, or to the club's own pages.

/t/CODE/…  ─▶ the table: here, or sent on to its owner; taken here where nobody living owns it
/t/CODE/events ─▶ the line stays here, wherever the table is
/club/peer/…   ─▶ what servers tell each other
else           ─▶ the club's pages
"""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import nullcontext
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from time import monotonic
from typing import Any

import msgspec

from companion.session.faults import OutOfReach
from companion.session.postgres.leases import Owner
from webui.club.far import EXCHANGE, FarTables, exchanged
from webui.club.operations.drain import TAKE, taken
from webui.club.operations.state import State
from webui.club.peers import (
    NOT_MINE,
    PEER,
    Broken,
    NeverSent,
    PeerAnswer,
    Peers,
    as_asked,
    only_asks_to_listen,
    without_club_headers,
)
from webui.club.summaries import BOARD, summaries
from webui.club.table import OpenTable
from webui.club.tables import NotOpen
from webui.http.answers import App, Message, Receive, Scope, Send, header, refuse
from webui.http.front import EVENTS, UPLOADS
from webui.http.intake import Allowance, ClientLeft, read_within, replayed
from webui.http.trust import hosts_of
from webui.locales.words import cookies_of
from webui.settings import Settings

_TABLE = re.compile(r"^/t/([A-Za-z0-9]{2,12})(/.*)?$")
_PATIENCE_S = 8.0
"""So long a table may be between two owners before the asker is told to try again."""
_AGAIN_S, _LOOK_S = 0.2, 0.5
_AGAIN_ANYWAY = ("GET", "HEAD")
_IN_MEMORY = 1 << 18
_MOST_UPLOADS = 4
"""So many pictures are sent on to other servers at once."""
Asked = tuple[Scope, Receive, Send]


class ClubDoor:
    """The ASGI application of one server of a club; ``pages`` answers what belongs to no table."""

    def __init__(self, state: State, peers: Peers, far: FarTables, pages: App, settings: Settings) -> None:
        self._state, self._tables, self._peers, self._far, self._pages = state, state.tables, peers, far, pages
        self._settings = settings
        self._uploads = asyncio.Semaphore(_MOST_UPLOADS)
        self._hosts = hosts_of(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        from_peer = self._peers.is_one(scope)
        if from_peer and scope["path"].startswith(f"{PEER}/"):
            await self._tell_peer(scope, receive, send)
            return
        listens = from_peer and only_asks_to_listen(scope)
        scope = as_asked(scope) if from_peer else without_club_headers(scope)
        found = _TABLE.match(scope["path"])
        if found is None:
            await self._pages(scope, receive, send)
        elif not from_peer and header(scope, b"host") not in self._hosts:
            await refuse(scope, send, 400, "wrong_host")
        elif not found[2]:
            await _redirect(send, f"/t/{found[1].upper()}/")
        else:
            code, inner = found[1].upper(), {**scope, "path": found[2], "root_path": f"/t/{found[1].upper()}"}
            try:
                if from_peer:
                    await self._for_peer(code, listens, (inner, receive, send))
                elif found[2] == EVENTS:
                    await self._hold_line(code, (scope, receive, send), inner)
                else:
                    await self._answer(code, (scope, receive, send), inner)
            except NotOpen:
                await refuse(scope, send, 404, "no_such_table")
            except OutOfReach:
                await refuse(scope, send, 503, "club_away")
            except ClientLeft:
                pass

    async def _for_peer(self, code: str, listens: bool, asked: Asked) -> None:
        """Another server asks on somebody's behalf: only for what is here, so that nothing goes round in circles."""
        table = self._tables.open.get(code)
        if table is None:
            await say(asked[2], PeerAnswer(NOT_MINE, [], b""))
        elif listens:
            await table.may_listen(*asked)
        else:
            await table(*asked)

    async def _found(self, code: str) -> OpenTable | Owner | None:
        """The table, or who has it.  A server that PostgreSQL does not hear is a mere door to one that it hears."""
        try:
            found = await self._tables.find(code)
            if isinstance(found, Owner) or not self._tables.is_cut_off:
                return found
        except OutOfReach:
            if heir := await self._heir(code):
                return heir
            raise
        return await self._heir(code) or found

    async def _heir(self, code: str) -> Owner | None:
        """Another server that has this table from now on; None where none can."""
        for address in self._tables.others:
            try:
                answer = await self._peers.ask(address, TAKE, msgspec.json.encode(code))
            except (NeverSent, Broken):
                continue
            if answer.status == HTTPStatus.OK:
                heir = Owner("", address, True)
                await self._tables.close(code)
                self._tables.remember(code, heir)
                return heir
        return None

    async def _answer(self, code: str, asked: Asked, inner: Scope) -> None:
        found = await self._found(code)
        if isinstance(found, OpenTable):
            await found(inner, asked[1], asked[2])
            return
        allowance = self._allows(inner)
        async with self._uploads if allowance.is_upload else nullcontext():
            await self._answer_elsewhere(code, asked, inner, allowance)

    async def _answer_elsewhere(self, code: str, asked: Asked, inner: Scope, allowance: Allowance) -> None:
        with SpooledTemporaryFile(_IN_MEMORY) as body:
            refusal = await read_within(asked[0], asked[1], allowance, body)
            if refusal is not None:
                await refuse(asked[0], asked[2], *refusal)
                return
            length = body.tell()
            body.seek(0)
            got = await self._from_owner(code, asked[0], body.read())
            if isinstance(got, OpenTable):
                body.seek(0)
                await got(inner, replayed(body, length), asked[2])
            elif got is None:
                await refuse(asked[0], asked[2], 503, "table_moved")
            else:
                await say(asked[2], got)

    def _allows(self, inner: Scope) -> Allowance:
        """What may be sent on: a picture from whoever seems to belong to the table; its owner looks more closely."""
        settings = self._settings
        name = settings.cookie_name(inner["scheme"] == "https")
        if inner["path"] in UPLOADS and name in cookies_of(header(inner, b"cookie")):
            return Allowance(settings.upload_max_bytes, settings.upload_s, is_upload=True)
        return Allowance(settings.body_max_bytes, settings.body_s)

    async def _from_owner(
        self, code: str, scope: Scope, body: bytes, listens: bool = False
    ) -> PeerAnswer | OpenTable | None:
        """What the table's owner answers, or the table once it is here; None where neither was to be had in time."""
        until_s = monotonic() + _PATIENCE_S
        while monotonic() < until_s:
            found = await self._found(code)
            if isinstance(found, OpenTable):
                return found
            if isinstance(found, Owner):
                try:
                    asking = self._peers.forward(found.address, scope, body, listens)
                    answer = await self._while_it_lives(code, found, asking)
                    if answer.status != NOT_MINE:
                        return answer
                except NeverSent:
                    await self._tables.take_over(code, found)
                    continue
                except Broken:
                    if scope["method"] not in _AGAIN_ANYWAY:
                        self._tables.forget(code)
                        return None
                self._tables.forget(code)
            await asyncio.sleep(_AGAIN_S)
        return None

    async def _while_it_lives(self, code: str, owner: Owner, asking: Coroutine[Any, Any, PeerAnswer]) -> PeerAnswer:
        """What an owner answers.  Raises Broken where it has been silent for too long: its line may hang for ever."""
        task = asyncio.ensure_future(asking)
        try:
            while not (await asyncio.wait({task}, timeout=_LOOK_S))[0]:
                if not await self._tables.still_has(code, owner):
                    raise Broken(owner.address)
            return task.result()
        finally:
            task.cancel()

    async def _hold_line(self, code: str, asked: Asked, inner: Scope) -> None:
        """Let a page listen: at the table if it is here, else here to what is told of it."""
        if self._state.draining:
            await refuse(asked[0], asked[2], 503, "draining")
            return
        found = await self._found(code)
        if isinstance(found, OpenTable):
            await found(inner, asked[1], asked[2])
            return

        async def ask(scope: Scope, receive: Receive, send: Send) -> None:
            got = await self._from_owner(code, scope, b"", listens=True)
            if isinstance(got, OpenTable):
                await got.may_listen({**scope, "root_path": f"/t/{code}"}, receive, send)
            elif got is None:
                await refuse(scope, send, 503, "table_moved")
            else:
                await say(send, got)

        await self._far.listen(code, ask, asked)

    async def _tell_peer(self, scope: Scope, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(_IN_MEMORY) as body:
            await read_within(scope, receive, Allowance(1 << 22, 10.0), body)
            body.seek(0)
            what = scope["path"].removeprefix(f"{PEER}/")
            if what == EXCHANGE:
                await say(send, PeerAnswer(200, [], exchanged(self._tables, body.read())))
            elif what == TAKE:
                await self._take(body.read(), send)
            elif what == BOARD:
                await say(send, PeerAnswer(200, [], summaries(self._tables)))
            else:
                await say(send, PeerAnswer(404, [], b""))

    async def _take(self, body: bytes, send: Send) -> None:
        """A server that ends, or that PostgreSQL does not hear, asks this one to go on with a table."""
        if self._state.draining or self._tables.is_cut_off:
            await say(send, PeerAnswer(503, [], b""))
            return
        try:
            await say(send, PeerAnswer(200 if await taken(self._tables, body) else 503, [], b"{}"))
        except OutOfReach:
            await say(send, PeerAnswer(503, [], b""))


async def say(send: Send, answer: PeerAnswer) -> None:
    """Give somebody an answer that is there already."""
    headers = [(key, value) for key, value in answer.headers if key != b"content-length"]
    start: Message = {"type": "http.response.start", "status": answer.status}
    await send({**start, "headers": [*headers, (b"content-length", str(len(answer.body)).encode())]})
    await send({"type": "http.response.body", "body": answer.body})


async def _redirect(send: Send, to: str) -> None:
    await say(send, PeerAnswer(307, [(b"location", to.encode())], b""))
