"""What does the companion make of odd pictures?  Each is sent to every address that takes one."""

import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from webui.attacks.answers import Answer
from webui.attacks.asked import Request, asking
from webui.attacks.companion import Companion, begin, opened
from webui.attacks.doors import FlaskDoor
from webui.attacks.kills.deeds import furnish
from webui.attacks.requests.holding import wrong_status
from webui.attacks.requests.wishes import small_picture
from webui.camera.lookout import CameraChoice

ROUTES: Sequence[str] = (
    "/api/photo",
    "/api/lesson/photo",
    "/api/phone_camera/picture",
    "/api/dice/photo",
    "/api/dice/icons",
    "/api/profiles/mine/try",
    "/api/profiles/mine/wood",
    "/api/profiles/mine/discs",
)
QUICK = ("/api/phone_camera/picture", "/api/dice/photo", "/api/dice/icons")
"""Those that look only a moment at a picture."""
_DICE, _BY_CAMERA, _OF_THE_TABLE = "/api/dice/", "/api/phone_camera/picture", "/api/photo"
_KIND = "image/jpeg"
_HEAD, _PAUSE_S = 400, 0.05
_APART = 7
"""Threads begin so many pictures from one another."""


class Sent(msgspec.Struct):
    """How many pictures went to how many addresses, what was answered by status, and what was amiss."""

    pictures: int = 0
    requests: int = 0
    statuses: dict[int, int] = {}
    amiss: list[str] = []


@contextmanager
def receiving(route: str) -> Iterator[Companion]:
    """A companion that has use for a picture at this address: dice are due, or a camera reads, and a copy is known."""
    with tempfile.TemporaryDirectory() as folder:
        furnish(Path(folder))
        one = opened(Path(folder))
        begin(one.house, "dice, real" if route.startswith(_DICE) else "istanbul", seed=3)
        one.let_in()
        one.app.config["MAX_CONTENT_LENGTH"] = None
        _make_ready(one, route)
        try:
            yield one
        finally:
            one.close()


def _make_ready(one: Companion, route: str) -> None:
    if route.startswith(_DICE):
        one.post("host", "/api/table", {"do": ["throw"], "version": one.house.version})
    elif route == _BY_CAMERA:
        one.post("host", "/api/phone_camera/offer")
    elif route == _OF_THE_TABLE:
        one.app.extensions["lookout"].choose(CameraChoice("photos", profile="mine"))
        only_a_head = small_picture()[:_HEAD] + bytes(_HEAD)
        while b"camera_starting" in one.ask(_sending(route, only_a_head)).body:
            time.sleep(_PAUSE_S)


def send_pictures(pictures: Iterable[bytes], routes: Sequence[str] = ROUTES) -> Sent:
    """Send each picture to each address, one after the other."""
    sent = list(pictures)
    told, statuses = Sent(len(sent), amiss=[]), Counter[int]()
    for route in routes:
        with receiving(route) as one:
            for number, picture in enumerate(sent):
                told.requests += 1
                request = _sending(route, picture)
                answer = one.ask(request)
                statuses[answer.status] += 1
                told.amiss += [f"picture {number} to {route}: {wrong}" for wrong in wrong_status(request, answer)]
    told.statuses = dict(statuses)
    return told


def send_at_once(pictures: Sequence[bytes], route: str, threads: int) -> Sent:
    """The same from several threads at once, each in an order of its own."""
    told, statuses, lock = Sent(len(pictures), amiss=[]), Counter[int](), threading.Lock()
    with receiving(route) as one:

        def send(own: int) -> None:
            for at in range(len(pictures)):
                request = _sending(route, pictures[(at + own * _APART) % len(pictures)])
                answer = _alone(one, request)
                with lock:
                    told.requests += 1
                    statuses[answer.status] += 1
                    told.amiss += [f"thread {own} to {route}: {wrong}" for wrong in wrong_status(request, answer)]

        each = [threading.Thread(target=send, args=(own,)) for own in range(threads)]
        for thread in each:
            thread.start()
        for thread in each:
            thread.join()
    told.statuses = dict(statuses)
    return told


def _sending(route: str, picture: bytes) -> Request:
    return asking("host", "POST", route, picture, _KIND)


def _alone(one: Companion, request: Request) -> Answer:
    return FlaskDoor(one.app, "127.0.0.1:8484").ask(request, one.cookie("host"))
