"""Does a server of its own process stand slow and greedy clients, and does it end at once when it is told to?"""

import asyncio
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from webui.attacks.asked import asking
from webui.attacks.clients.kinds import fitting
from webui.attacks.clients.rows import AttackRow
from webui.attacks.clients.run import AttackPlan, ClientTimes, run
from webui.attacks.clients.served import Served, served
from webui.attacks.clients.target import Target, strangers

MOST_TIMES, MOST_MB, MOST_END_S = 3.0, 16.0, 3.0
LEAST_MS = 5.0
"""Below this a ratio says nothing."""
QUICK = ("half-header", "streams", "body-action", "short-headers")
_SLOW = ("half-header", "half-body", "silent", "drip-header", "drip-headers", "drip-body", "streams", "streams-left")
_STREAMS = 20


class Stood(msgspec.Struct):
    """A row of figures for each attack, by plain HTTP and by HTTPS; seconds until the server ended; what was amiss."""

    rows: dict[str, list[AttackRow]] = {}
    ended_s: dict[str, float] = {}
    amiss: list[str] = []


def attack_by_clients(quick: bool) -> Stood:
    """All kinds against servers started here; a few of them where it shall be ``quick``."""
    told = Stood(rows={}, ended_s={}, amiss=[])
    for https in (False,) if quick else (False, True):
        name = "https" if https else "plain"
        with tempfile.TemporaryDirectory() as folder, served(Path(folder), https) as server:
            rows = asyncio.run(run(_plan(server, quick), QUICK if quick else fitting(https)))
        told.rows[name] = rows
        told.amiss += [f"{name}, {said}" for row in rows for said in _missed(row)]
    for number in (signal.SIGINT, signal.SIGTERM):
        told.ended_s[number.name] = round(_ends(number), 2)
    told.amiss += [
        f"{name}: the server ended after {took_s:.1f} s, not {MOST_END_S:.0f}"
        for name, took_s in told.ended_s.items()
        if took_s > MOST_END_S
    ]
    return told


def _plan(server: Served, quick: bool) -> AttackPlan:
    sources = strangers("127.0.0.1", 1)
    # with HTTPS the server's first door is the TLS one, and the plain one is this computer's own
    target = Target("127.0.0.1", server.port, server.tls_port, over_tls=bool(server.tls_port), sources=sources)
    pace = ClientTimes(1.0, 2.0, 3.0, 10.0, 0) if quick else ClientTimes()
    return AttackPlan(target, server.cookies(server.player), server.child.pid, pace=pace)


def _missed(row: AttackRow) -> Iterator[str]:
    """Bars that an attack broke."""
    if row.attack in _SLOW and row.ratio > MOST_TIMES and row.under_p95_ms > LEAST_MS:
        yield f"{row.attack}: a phone's p95 was {row.ratio:.1f} times its own ({row.under_p95_ms:.0f} ms)"
    if row.failed:
        yield f"{row.attack}: {row.failed} of {row.asked} requests failed"
    if not row.recovered:
        yield f"{row.attack}: the server did not recover"
    grown_mb = (row.memory_peak_mb or 0.0) - (row.memory_before_mb or 0.0)
    if row.attack not in _HOLDING and grown_mb > MOST_MB:
        yield f"{row.attack}: memory grew by {grown_mb:.0f} MB"


_HOLDING: Sequence[str] = ("many-photos",)
"""Forty announced photos may be held at once, as far as the server has room for pictures."""


def _ends(number: signal.Signals) -> float:
    """Seconds until a server ends that is told to, with streams open and while a copy is being learnt."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), https=False) as server:
        lines = [_stream(server) for _ in range(_STREAMS)]
        learning, _, _ = server.ask(asking("host", "POST", "/api/lesson/photo", _photo(), "image/jpeg"), server.host)
        assert learning == 200, f"the photo to learn from was answered {learning}"
        began_s = time.monotonic()
        server.child.send_signal(number)
        try:
            server.child.wait(MOST_END_S * 10)
        except subprocess.TimeoutExpired:
            server.child.kill()
        took_s = time.monotonic() - began_s
        for line in lines:
            line.close()
        return took_s


def _photo() -> bytes:
    """A large photo in which much is to be looked at, and no tiles are."""
    noise = np.random.default_rng(1).integers(0, 255, (1500, 2000, 3), np.uint8)
    return bytes(cv2.imencode(".jpg", cv2.GaussianBlur(noise, (9, 9), 0))[1])


def _stream(server: Served) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port))
    token = f"Cookie: {server.cookie}={server.player}\r\n"
    head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{token}Accept: text/event-stream\r\n\r\n"
    line.sendall(head.encode())
    assert line.recv(1), "a stream was refused"
    return line
