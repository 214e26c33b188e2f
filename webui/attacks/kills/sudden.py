"""What is forgotten where a server is killed at any moment?  Random taps over a line, SIGKILL, the next start.

Each server is a child of this process, which has imported everything: a life takes a fraction of a second.
"""

import json
import os
import random
import select
import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import msgspec

from webui.attacks.asked import Request, Role, asking
from webui.attacks.companion import ORDERS, SETTINGS, Companion, Tokens, begin, opened
from webui.attacks.kills.forked import in_child
from webui.house import House
from webui.http.server import Running

PATIENCE_S = 30.0
_LONGEST_S = 0.12
"""A server lives so long after its first answer at most."""
_HOST = "127.0.0.1"
_READ = 1 << 16
_SEATED: tuple[Role, ...] = ("seat 0", "seat 1")
_GAMES_EVERY = 40
"""So many lives are spent on one game."""


class Sudden(msgspec.Struct):
    """How many servers were killed, how many actions they had accepted, and what was amiss, a line each."""

    kills: int = 0
    accepted: int = 0
    in_flight: int = 0
    """Kills while an action was on its way."""
    amiss: list[str] = []


@dataclass(slots=True)
class ToldPhones:
    """What the phones have been told: the version, and which game."""

    version: int = 0
    game: str = ""


def sudden_deaths(kills: int, rng: random.Random, folder: Path) -> Sudden:
    """Kill so many servers, one after the other on the same folder.  This process must have no threads."""
    cv2.setNumThreads(1)
    told, known, tokens = Sudden(amiss=[]), ToldPhones(), Tokens()
    for life in range(kills):
        if life % _GAMES_EVERY == 0:
            tokens = _new_game(folder, rng)
            known = ToldPhones()
        told.kills += 1
        told.amiss += [f"life {life}: {said}" for said in _life(folder, tokens, known, rng, told)]
    return told


def _new_game(folder: Path, rng: random.Random) -> Tokens:
    """A game, and who plays it; made in a child, so that no thread stays here."""
    kind = rng.choice([kind for kind in ORDERS if "real" not in kind])

    def make(tell: Any) -> None:
        one: Companion = opened(folder)
        begin(one.house, kind, rng.randrange(1000), players=2)
        tell(dict(one.let_in().tokens))
        one.close()

    made = in_child(make)
    assert made.told, made.broke
    tokens: Tokens = made.told[0]
    return tokens


def _life(folder: Path, tokens: Tokens, known: ToldPhones, rng: random.Random, told: Sudden) -> Iterator[str]:
    server, port = _serve(folder)
    try:
        with socket.create_connection((_HOST, port), PATIENCE_S) as line:
            phone = PhoneLine(line, port, tokens)
            view = phone.ask(asking("seat 0", "GET", "/api/view"), time.monotonic() + PATIENCE_S)
            yield from _forgotten(view, known)
            if view is not None:
                _tap(phone, view, known, rng, told)
    finally:
        os.kill(server, signal.SIGKILL)
        os.waitpid(server, 0)


def _serve(folder: Path) -> tuple[int, int]:
    """A server in a child: its process and its port.  Raises RuntimeError where it does not come up."""
    reading, writing = os.pipe()
    server = os.fork()
    if server == 0:
        _be_the_server(folder, writing)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], PATIENCE_S)
    said = os.read(reading, _READ) if ready else b""
    os.close(reading)
    if not said.isdigit():
        raise RuntimeError(f"the server did not come up: {said.decode(errors='replace')}")
    return server, int(said)


def _be_the_server(folder: Path, writing: int) -> None:
    """In the child, until it is killed."""
    try:
        running = Running(House(folder), replace(SETTINGS, port=0))
        os.write(writing, str(running.port).encode())
        running.wait()
    except BaseException as error:
        os.write(writing, repr(error).encode())
    finally:
        os._exit(1)


class PhoneLine:
    """One line, and the answers on it as far as they come in time."""

    def __init__(self, line: socket.socket, port: int, tokens: Tokens) -> None:
        self._line, self._port, self._tokens = line, port, tokens

    def ask(self, request: Request, until_s: float) -> dict[str, Any] | None:
        """What was answered; None where nothing whole came in time.  Raises AssertionError for a 500."""
        cookie = f"bazaar_{self._port}={self._tokens[request.who]}"
        own = request.with_header("Host", f"{_HOST}:{self._port}").with_header("Cookie", cookie)
        self._line.sendall(own.head() + own.body)
        return self._answer(until_s)

    def _answer(self, until_s: float) -> dict[str, Any] | None:
        said = b""
        while (left_s := until_s - time.monotonic()) > 0:
            if select.select([self._line], [], [], left_s)[0]:
                said += self._line.recv(_READ)
                head, found, body = said.partition(b"\r\n\r\n")
                if found and len(body) >= _length(head):
                    status = int(head.split()[1])
                    assert status < 500, said[:600]
                    answer: dict[str, Any] = json.loads(body)
                    return answer | {"status": status}
        return None


def _length(head: bytes) -> int:
    lines = [line.partition(b":") for line in head.lower().split(b"\r\n")]
    return next((int(value) for name, _, value in lines if name == b"content-length"), 0)


def _forgotten(view: dict[str, Any] | None, known: ToldPhones) -> Iterator[str]:
    """What the last server had told, and this one does not know."""
    if view is None:
        yield "the next start does not answer"
        return
    if known.game and view["game_id"] != known.game:
        yield f"it opened {view['game_id']}, not {known.game}"
    if view["version"] < known.version:
        yield f"{known.version - view['version']} accepted entries are lost"
    if view["you"]["seats"] != [0]:
        yield f"the phone has lost its seat: {view['you']}"
    if view["troubles"]:
        yield f"there are troubles: {view['troubles']}"
    known.game, known.version = view["game_id"], view["version"]


def _tap(phone: PhoneLine, view: dict[str, Any], known: ToldPhones, rng: random.Random, told: Sudden) -> None:
    """Tap until the time is up; what was answered must be known to the next server."""
    until_s = time.monotonic() + rng.uniform(0, _LONGEST_S)
    while time.monotonic() < until_s:
        request = _next(view, rng)
        answer = phone.ask(request, until_s)
        if answer is None:
            told.in_flight += request.method == "POST"
            return
        view = answer.get("view", answer) if "you" in answer or "view" in answer else view
        if answer["status"] == 200:
            told.accepted += view["version"] > known.version
            known.version = view["version"]


def _next(view: dict[str, Any], rng: random.Random) -> Request:
    """A tap of whoever is to act, now and then an undo or a correction; a look where this seat has nothing to do."""
    version = view["version"]
    if rng.random() < 0.1 and version:
        return asking("host", "POST", "/api/undo", {"keep": max(0, version - rng.randint(1, 3)), "version": version})
    if rng.random() < 0.1:
        lira = {"seat": rng.randint(0, 1), "what": "lira", "value": rng.randint(0, 30)}
        wish = {"changes": [lira], "reason": "a tap", "version": version, "despite": True}
        return asking("host", "POST", "/api/correct", wish)
    choices = [one["do"] for one in view.get("choices") or [] if one.get("do")]
    if not choices:
        return asking(rng.choice(_SEATED), "GET", "/api/view")
    who = _SEATED[view["you"]["seat"]]
    return asking(who, "POST", "/api/act", {"do": rng.choice(choices), "version": version})
