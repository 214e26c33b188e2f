"""How does a club stand a crowd?  Many tables with all their pages open, and taps at a steady rate, at two servers."""

import asyncio
import resource
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from webui.cli.bench.report import Row, load, part, ratio
from webui.cli.output import say
from webui.club.stress.crowd import PAGES, Crowd, Found
from webui.club.stress.killed import in_a_folder
from webui.club.trial import Server, Trial

_SERVERS = 2
_TABLE_KB, _PAGE_KB, _RATIO, _SLOWER = 2000, 60, 25.0, 2.0
_BARE = 100


class Size(NamedTuple):
    """Tables in all and at first, taps a second, and for how many seconds."""

    tables: int
    few: int
    rate: float
    seconds: float


def crowded(size: Size, rng: Random) -> list[Row]:
    """The figures of a crowd of this size."""
    _allow_files(4 * size.tables * PAGES + 500)
    with in_a_folder(_SERVERS) as trial:
        return asyncio.run(_evening(trial, size, rng))


async def _evening(trial: Trial, size: Size, rng: Random) -> list[Row]:
    crowd = Crowd([server.port for server in trial.servers], rng)
    try:
        codes = trial.put_up([f"Table {number + 1}" for number in range(size.tables)])
        pins = list(codes.items())
        at_first = await crowd.sit_down(dict(pins[: size.few]))
        before_kb = _memory_kb(trial.servers)
        rest = await crowd.sit_down(dict(pins[size.few :]))
        tables_kb = _memory_kb(trial.servers)
        say(f"{size.tables} tables play; {before_kb} kB with {size.few}, {tables_kb} kB with all")
        await crowd.open_pages(at_first)
        idle_s = await crowd.bare(_BARE)
        crowd.playing = at_first
        few = await crowd.play(size.rate, size.seconds)
        say(
            f"{size.few} tables at {size.rate:g} taps a second: {part(few.shown_s, 95, 0.001, 0)} ms, load {load():.0f}"
        )
        streams_kb = _memory_kb(trial.servers)
        await crowd.open_pages(rest)
        pages_kb = _memory_kb(trial.servers)
        crowd.playing = crowd.tables
        worked_s = -sum(server.processor_s() for server in trial.servers)
        many = await crowd.play(size.rate, size.seconds)
        worked_s += sum(server.processor_s() for server in trial.servers)
        say(f"{size.tables} tables: {part(many.shown_s, 95, 0.001, 0)} ms, load {load():.0f}")
        held = await asyncio.to_thread(_streams, trial.servers)
    finally:
        crowd.close()
    kb = (tables_kb - before_kb) / max(1, len(rest)), (pages_kb - streams_kb) / max(1, PAGES * len(rest))
    a_tap = f"{1000 * worked_s / max(1, len(many.shown_s)):.0f} ms"
    work = Row(f"processor of both servers for a tap and {PAGES} views", "", a_tap, f"{len(many.shown_s)} taps")
    return [*_room(size, kb, held), *_speed(size, few, many, idle_s), work]


def _room(size: Size, kb: tuple[float, float], held: int) -> list[Row]:
    more, pages = size.tables - size.few, PAGES * size.tables
    return [
        Row("memory of a table", f"≤ {_TABLE_KB} kB", f"{kb[0]:.0f} kB", f"{more} tables", kb[0] <= _TABLE_KB),
        Row(
            "memory of an open page", f"≤ {_PAGE_KB} kB", f"{kb[1]:.0f} kB", f"{PAGES * more} pages", kb[1] <= _PAGE_KB
        ),
        Row("streams held by two processes", f"{pages}", str(held), f"{size.tables} tables", held >= pages),
    ]


def _speed(size: Size, few: Found, many: Found, idle_s: Sequence[float]) -> list[Row]:
    to_bare, slower = ratio(many.shown_s, many.bare_s), ratio(many.shown_s, few.shown_s)
    rows = [
        Row(
            f"tap → all {PAGES} pages, as ratio to a bare request meanwhile (p95)",
            f"≤ {_RATIO:.0f}",
            f"{to_bare:.1f}",
            f"{len(many.shown_s)} taps, {len(many.bare_s)} requests",
            0 < to_bare <= _RATIO,
        ),
        Row(
            f"the same as ratio to {size.few} tables at the same rate (p95)",
            f"≤ {_SLOWER:.0f}",
            f"{slower:.2f}",
            f"{len(few.shown_s)} taps there",
            0 < slower <= _SLOWER,
        ),
    ]
    for name, one in ((f"{size.few} tables", few), (f"{size.tables} tables", many)):
        shown, bare = part(one.shown_s, 95, 0.001, 0), part(one.bare_s, 95, 0.001, 0)
        done = len(one.shown_s) / one.seconds if one.seconds else 0.0
        left = f"{one.refused} not accepted, {one.left_out} left out because every table was busy"
        told = f"{part(one.shown_s, 50, 0.001, 0)}, {shown} ms; bare {bare} ms; {done:.1f} taps a second done, {left}"
        enough = done >= 0.9 * size.rate
        rows.append(
            Row(f"{name}, {size.rate:g} taps a second wanted", f"{size.rate:g}", told, str(len(one.shown_s)), enough)
        )
    return [*rows, Row("a bare request while nobody plays", "", f"{part(idle_s, 95, 0.001, 1)} ms", str(len(idle_s)))]


def _memory_kb(servers: Sequence[Server]) -> int:
    return sum(server.memory_kb() for server in servers)


def _streams(servers: Sequence[Server]) -> int:
    """How many pages listen, as the servers say themselves."""
    return sum(int(server.line().ask("GET", "/healthz")[1]["pages"]) for server in servers)


def _allow_files(wanted: int) -> None:
    """So many connections need as many open files; the servers inherit the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
