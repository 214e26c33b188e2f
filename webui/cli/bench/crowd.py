"""``bazaar bench crowd``: many games with all their phones on one server; how soon is a tap on every phone of its game?

One companion holds one running game, so a hundred games are a hundred houses, each complete with its own file, log and
seats, in one process behind one port.  Beside it, as a yardstick, a bare request to the same server in the same run.
"""

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import click

from webui.cli.bench.timings import against_bare
from webui.cli.output import json_line, say
from webui.http.doors import free_port

HERE = "127.0.0.1"
STARTING_S = 120.0
BARE_REQUESTS = 50


@click.command("crowd")
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1))
@click.option("--phones", default=5, show_default=True, type=click.IntRange(2, 5), help="Phones in each game.")
@click.option("--taps", default=6, show_default=True, type=click.IntRange(min=1), help="Taps in each game.")
@click.option("--pace", default=10.0, show_default=True, help="Seconds between two taps of one game, about.")
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_crowd(games: int, phones: int, taps: int, pace: float, seed: int, as_json: bool) -> None:
    """Play many games at once on one server, and print milliseconds, ratios and the server's memory."""
    found = measure(games, phones, taps, pace, Random(seed))
    if as_json:
        json_line(found)
        return
    click.echo(f"{games} games, {phones} phones each, {found['taps']} taps, one in {pace:.0f} s in each game")
    for name, words in {"shown": "tap shown on all phones", "bare": "bare request meanwhile"}.items():
        click.echo(f"{words:<24} p50 {found[f'{name}_ms_p50']:7.1f} ms   p95 {found[f'{name}_ms_p95']:7.1f} ms")
    click.echo(f"{'ratio shown / bare':<24} p50 {found['ratio_p50']:7.1f}      p95 {found['ratio_p95']:7.1f}")
    click.echo(
        f"{'server memory':<24}     {found['memory_mb']:7.0f} MB (before the first phone {found['empty_mb']:.0f} MB)"
    )


def measure(games: int, phones: int, taps: int, pace: float, rng: Random) -> dict[str, Any]:
    """All figures of one run."""
    _allow_files(4 * games * phones + 200)
    with tempfile.TemporaryDirectory(prefix="bazaar-crowd-") as folder, _server(Path(folder), games, phones) as served:
        port, codes, pid = served
        empty_mb = _memory_mb(pid)
        shown, bare = asyncio.run(_evening(port, codes, taps, pace, rng))
        memory_mb = _memory_mb(pid)
    figures = {"games": games, "phones": phones, "taps": len(shown), "empty_mb": empty_mb, "memory_mb": memory_mb}
    return figures | against_bare({"shown": shown}, bare)


async def _evening(
    port: int, codes: list[list[str]], taps: int, pace: float, rng: Random
) -> tuple[list[float], list[float]]:
    """Everybody sits down; then every game plays at its own pace while bare requests are timed."""
    tables = [_Table(f"/t/{number}", [_CrowdLine(port) for _ in seats]) for number, seats in enumerate(codes)]
    for table, seats in zip(tables, codes, strict=True):
        await table.sit_down(port, seats)
    say(f"{sum(map(len, codes))} phones have their pages open")
    bare: list[float] = []
    timing = asyncio.create_task(_time_bare(_CrowdLine(port), bare, taps * pace / BARE_REQUESTS))
    played = await asyncio.gather(*(table.play(taps, pace, Random(rng.random())) for table in tables))
    timing.cancel()
    for table in tables:
        table.leave()
    return [seconds for table in played for seconds in table], bare


async def _time_bare(line: "_CrowdLine", found: list[float], every_s: float) -> None:
    while True:
        start = perf_counter()
        await line.ask("GET", "/t/0/static/manifest.json")
        found.append(perf_counter() - start)
        await asyncio.sleep(every_s)


@dataclass
class _CrowdLine:
    """A connection that stays open, and the device's cookie."""

    port: int
    cookie: str = ""
    _pair: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One request; its answer as JSON."""
        data = b"" if body is None else json.dumps(body).encode()
        while True:
            reader, writer = await self._connected()
            writer.write(self.head(method, path, len(data)) + data)
            if status := await reader.readline():
                length = await self._read_head(reader, status)
                return json.loads(await reader.readexactly(length))
            self._pair = None  # idle for so long that the server hung up

    def head(self, method: str, path: str, length: int = 0) -> bytes:
        """The lines before a body."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HERE}:{self.port}", f"Cookie: {self.cookie}", "X-Bazaar: 1"]
        lines += ["Accept: application/json, text/event-stream", "Content-Type: application/json"]
        return "\r\n".join([*lines, f"Content-Length: {length}", "", ""]).encode()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._pair is None:
            self._pair = await asyncio.open_connection(HERE, self.port)
        return self._pair

    async def _read_head(self, reader: asyncio.StreamReader, first: bytes) -> int:
        status, length = first.split()[1], 0
        while line := (await reader.readline()).strip():
            name, _, value = line.decode().partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        if status != b"200":
            raise click.ClickException(f"the server answered {status.decode()}: {(await reader.read(200)).decode()}")
        return length


@dataclass
class _Table:
    """One game and its phones: each hears of a change on its stream and fetches the view."""

    path: str
    phones: list[_CrowdLine]
    seen: list[int] = field(default_factory=list)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _streams: list[asyncio.StreamWriter] = field(default_factory=list)
    _listening: list[asyncio.Task[None]] = field(default_factory=list)

    async def sit_down(self, port: int, codes: list[str]) -> None:
        """Every phone takes its seat and opens its page."""
        self.seen = [-1] * len(self.phones)
        for seat, (phone, code) in enumerate(zip(self.phones, codes, strict=True)):
            await phone.ask("POST", f"{self.path}/api/join", {"code": code})
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(phone.head("GET", f"{self.path}/events"))
            self._streams.append(writer)
            self._listening.append(asyncio.create_task(self._listen(seat, reader, _CrowdLine(port, phone.cookie))))

    async def play(self, taps: int, pace: float, rng: Random) -> list[float]:
        """Tap, and wait until every phone of this table shows what came of it; seconds for each tap."""
        await asyncio.sleep(rng.random() * pace)
        found = []
        for _ in range(taps):
            found.append(await self._tap(rng))
            await asyncio.sleep(pace * rng.uniform(0.5, 1.5))
        return found

    def leave(self) -> None:
        """Close the pages."""
        for task, stream in zip(self._listening, self._streams, strict=True):
            task.cancel()
            stream.close()

    async def _tap(self, rng: Random) -> float:
        seat = (await self.phones[0].ask("GET", f"{self.path}/api/view"))["turn"]["of"]
        view = await self.phones[seat].ask("GET", f"{self.path}/api/view")
        choice = rng.choice([one for one in view["choices"] if one["kind"] != "Skip"] or view["choices"])
        start = perf_counter()
        body = {"do": choice["do"], "version": view["version"]}
        version = (await self.phones[seat].ask("POST", f"{self.path}/api/act", body))["version"]
        async with self._news:
            await self._news.wait_for(lambda: min(self.seen) >= version)
        return perf_counter() - start

    async def _listen(self, seat: int, stream: asyncio.StreamReader, line: _CrowdLine) -> None:
        while text := await stream.readline():
            if not text.startswith(b"data: "):
                continue
            version = (await line.ask("GET", f"{self.path}/api/view"))["version"]
            async with self._news:
                self.seen[seat] = version
                self._news.notify_all()


@contextmanager
def _server(folder: Path, games: int, phones: int) -> Iterator[tuple[int, list[list[str]], int]]:
    """The server in its own process: port, codes of every game, process number."""
    port, start = free_port(HERE), perf_counter()
    command = [sys.executable, "-m", "webui.cli.bench.child", str(folder), str(port), str(phones), str(games)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            codes = json.loads(child.stdout.readline()) if child.stdout else []
            say(f"{games} games up after {perf_counter() - start:.1f} s")
            yield port, codes, child.pid
        finally:
            child.terminate()
            with suppress(subprocess.TimeoutExpired):
                child.wait(STARTING_S)


def _memory_mb(pid: int) -> float:
    """What the process holds in memory, in megabytes; 0 where the system does not tell."""
    path = Path(f"/proc/{pid}/status")
    if not path.exists():
        return 0.0
    told = next(line for line in path.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(told.split()[1]) / 1024


def _allow_files(wanted: int) -> None:
    """So many connections need as many open files; the child inherits the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
