"""``bazaar bench recorded live``: a recorded game before the camera of a running server; how many moves does it follow?

The pictures come as a motion-JPEG stream, each as long as it takes, with fresh sensor noise.  Dice are the table's own.
Phones tap what no camera sees, once the wood of the turn lies in the game.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from calibration.simulated.pictures import FILM_HZ, SENSOR_NOISE, RecordedGame, noisy
from calibration.store import save_profile
from vision.frame import Image
from vision.profile import Profile
from vision.sources.pictures import BadPicture, load_picture
from webui.cli.bench.live import HERE, BenchDevice, NotShown, Plain, phone_of, served

HAND_S = 3.0
"""So long a picture with a hand in it is shown."""
POLL_S, PATIENCE_S = 0.3, 30.0
BOUNDARY = "picture"
PURSE = 40
"""Everybody can pay whatever the recorded people paid."""
PASSES = ("skip", "end", "done")
KINDS = ("merchant", "assistant", "family", "governor", "smuggler")


def follow_live(game: RecordedGame, profile: Profile, folder: Path) -> Plain:
    """How many of the recorded moves the game holds without a tap for wood; the others are named."""
    save_profile(profile, folder)
    with _camera() as (show, url), served(folder, url, ("--profile", profile.name)) as (_, port, secret):
        host = BenchDevice(port)
        host.post("/api/join", {"code": secret})
        show(_picture(game.pictures[0]))
        phones = _begin(host, port, game)
        missed = list(_played(host, phones, game, show))
        turns = len(game.turns)
    return {"turns": turns, "followed": turns - len(missed), "missed": missed}


class Shown:
    """The picture before the camera, as JPEG with fresh noise at every look."""

    def __init__(self) -> None:
        self._picture = np.zeros((90, 160, 3), np.uint8)
        self._rng = np.random.default_rng(1)
        self._lock = threading.Lock()

    def show(self, picture: Image) -> None:
        """This one from now on."""
        self._picture = picture

    def jpeg(self) -> bytes:
        """One look."""
        with self._lock:
            seen = noisy(self._picture, SENSOR_NOISE, self._rng)
        return bytes(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


@contextmanager
def _camera() -> Iterator[tuple[Any, str]]:
    shown = Shown()

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
            self.end_headers()
            while True:
                data = shown.jpeg()
                head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + data + b"\r\n")
                except OSError:
                    return
                time.sleep(1 / FILM_HZ)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer((HERE, 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield shown.show, f"http://{HERE}:{server.server_port}/video"
    finally:
        server.shutdown()
        server.server_close()


def _picture(path: Path) -> Image:
    image = load_picture(path)
    if isinstance(image, BadPicture):
        raise NotShown(str(image))
    return image


def _truth(path: Path) -> Plain:
    """What lies in a recorded picture."""
    told: Plain = msgspec.json.decode(path.with_suffix(".json").read_bytes())
    return told


def _begin(host: BenchDevice, port: int, game: RecordedGame) -> list[BenchDevice]:
    """The players' phones in a game as it was laid out, with money enough; the set-up check is left out."""
    truth = _truth(game.pictures[0])
    people = [{"name": color.capitalize(), "color": color} for color in game.players]
    cells = [place for row in truth["layout"] for place in row]
    host.post("/api/game", {"players": people, "first": 0, "cells": cells, "dice": "real"})
    phones = [phone_of(port, seat["link"].partition("#j=")[2]) for seat in host.get("/api/seats")]
    lies = {one["kind"]: one["place"] for one in truth["tokens"]}
    purses = " ".join(f"{seat}.lira={PURSE}" for seat in range(len(people)))
    change = f'set governor={lies["governor"]} smuggler={lies["smuggler"]} {purses} because "as it was recorded"'
    host.post("/api/table", {"do": [change], "version": host.get("/api/view")["version"]})
    host.post("/api/setup-check/skip", {})
    _wait(host, lambda view: view["camera"]["status"] == "in_step")
    return phones


def _played(host: BenchDevice, phones: list[BenchDevice], game: RecordedGame, show: Any) -> Iterator[str]:
    """The moves that were not followed, in words, as they come."""
    turns = iter(game.turns)
    for path in game.pictures[1:]:
        truth = _truth(path)
        show(_picture(path))
        if truth["hand"]:
            time.sleep(HAND_S)
            continue
        turn = next(turns)
        seat = game.players.index(turn.player)
        _tap_what_no_camera_sees(phones[seat], seat, truth)
        if not _wait(host, lambda view, truth=truth: _agrees(view, truth)):
            view = host.get("/api/view")
            apart = ", ".join(_apart(view, truth))
            yield f"{path.name}: {turn.player} to {turn.to}: {apart}; {view['camera']['status']}"
            host.post("/api/table", {"do": [_put_right(view, truth)], "version": view["version"]})


def _wait(host: BenchDevice, holds: Any) -> bool:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if holds(host.get("/api/view")):
            return True
        time.sleep(POLL_S)
    return False


def _agrees(view: Plain, truth: Plain) -> bool:
    return not _apart(view, truth)


def _apart(view: Plain, truth: Plain, kinds: tuple[str, ...] = KINDS) -> list[str]:
    """The wood of these kinds that lies otherwise in the game than in the picture."""
    seen = {(one["kind"], one["color"], one["place"]) for one in truth["tokens"]}
    held = {(kind, one["color"], one[kind]) for one in view["players"] for kind in ("merchant", "family")}
    held |= {("assistant", one["color"], place) for one in view["players"] for place in one["out"]}
    held |= {(kind, color, view["table"][kind]) for kind, color in (("governor", "purple"), ("smuggler", "black"))}
    return [f"{kind} of {color} at {place}" for kind, color, place in sorted(seen ^ held) if kind in kinds]


def _put_right(view: Plain, truth: Plain) -> str:
    """The correction that makes the game as the picture is, so that one miss is no miss of the next move."""
    lies = {(one["kind"], one["color"]): one["place"] for one in truth["tokens"]}
    changes = [f"{kind}={lies[kind, color]}" for kind, color in (("governor", "purple"), ("smuggler", "black"))]
    for seat, player in enumerate(view["players"]):
        changes += [f"{seat}.{kind}={lies[kind, player['color']]}" for kind in ("merchant", "family")]
    return f'set {" ".join(changes)} because "missed"'


def _tap_what_no_camera_sees(phone: BenchDevice, seat: int, truth: Plain) -> None:
    """The rest of the turn on the phone, once merchant and assistants are followed: dice are left to the table."""
    end = time.monotonic() + PATIENCE_S
    met = [kind for kind in ("governor", "smuggler") if _met(phone.get("/api/view"), truth, kind)]
    while time.monotonic() < end:
        view = phone.get("/api/view")
        if view["turn"]["of"] != seat:
            return
        if view["choices"] and not _apart(view, truth, ("merchant", "assistant")):
            wanted = (*met, *PASSES)
            first = min(view["choices"], key=lambda one: _rank(one["do"][0].split()[0], wanted))
            phone.tap(first, view)
        time.sleep(POLL_S)


def _met(view: Plain, truth: Plain, kind: str) -> bool:
    return bool(_apart(view, truth, (kind,)))


def _rank(word: str, wanted: tuple[str, ...]) -> int:
    return wanted.index(word) if word in wanted else len(wanted)
