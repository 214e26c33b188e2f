"""How does the server run?  uvicorn on a thread of its own, with our lines; it stops at once on Ctrl-C.

With certificates it speaks HTTPS to the network, and plain HTTP on a second port: to this computer's own browser, which
needs no certificate for itself, and to phones that want the help page.
"""

import asyncio
import itertools
import logging
import os
import signal
import socket
import threading
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from ssl import PROTOCOL_TLS_SERVER, SSLContext, TLSVersion
from typing import TYPE_CHECKING, Any

import uvicorn

from companion.beats import Beat
from webui.app import create_app
from webui.camera.lookout import Lookout
from webui.eyes.eye_post import EyePost
from webui.house import House
from webui.http.doors import BACKLOG, door, port_of
from webui.http.front import Front
from webui.http.lines import Greeter, Line, Patience, Silent
from webui.http.watchdog import Watchdog
from webui.learning.lesson import Lesson
from webui.play.rivals import Rivals
from webui.reach.announced import NAME, Announcer, can_announce
from webui.reach.ways import Ways
from webui.rights.links import ONLY_HERE
from webui.settings import Settings

if TYPE_CHECKING:
    from webui.http.certificates import Certificates

log = logging.getLogger(__name__)
_GRACE_S = 1
_TLS_READ_BYTES = 1 << 15
"""Room for reading on each HTTPS line; asyncio takes 256 kB."""
_BEAT_S = 10.0
_STOP_S = 2.5
_TURNS_BEFORE_RENEWAL = 60
Certify = Callable[[], "Certificates"]


class Running:
    """A house that is served; ``stop`` sends every screen home first, so that nobody keeps it waiting."""

    def __init__(self, house: House, settings: Settings, certify: Certify | None = None) -> None:
        self.house = house
        self._certify = certify
        certificates = certify() if certify else None
        self.fingerprint = certificates.fingerprint() if certificates else ""
        doors = _doors(settings, certificates is not None)
        self.settings = replace(settings, port=port_of(doors[0]), secure=certificates is not None)
        if certificates is not None:
            self.settings = replace(self.settings, plain_port=port_of(doors[1]))
        app = create_app(house, self.settings, certificates)
        self.lookout: Lookout = app.extensions["lookout"]
        self.lesson: Lesson = app.extensions["lesson"]
        self.ways: Ways = app.extensions["ways"]
        self.rivals: Rivals = app.extensions["rivals"]
        self.rivals.start()
        eyes: EyePost = app.extensions["eyes"]
        self._front = Front(app, house, self.settings, lambda: self.lesson.code, knows_eye=eyes.knows)
        self._web = WebThread(self._front, doors, certificates)
        self._watchdog = app.extensions["watchdog"] = Watchdog(self._web.beat)
        self._announcer: Announcer | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.settings.port

    @property
    def here(self) -> str:
        """The address on this machine, for its own browser."""
        return f"http://127.0.0.1:{self.settings.plain_port if self.settings.secure else self.port}"

    def host_link(self) -> str:
        """A one-use link that makes a browser on this machine the host's."""
        return f"{self.here}/start#h={self.house.access.host_code().secret}"

    def announce(self, told: Callable[[str], None]) -> None:
        """Answer to ``bazaar.local`` where that is possible; ``told`` hears the name once it is so."""
        if self.settings.host not in ONLY_HERE and can_announce():
            self._announcer = Announcer(self.port, self.ways.outside, partial(self._named, told), NAME)

    def _named(self, told: Callable[[str], None], name: str) -> None:
        self.ways.name = name
        if name:
            told(name)

    def wait(self) -> None:
        """Until the server ends; can be interrupted."""
        for turn in itertools.count(1):
            if self._web.ended_within(0.5):
                return
            if turn % _TURNS_BEFORE_RENEWAL == 0:
                self.renew()

    def renew(self) -> None:
        """Show a certificate for this machine's present addresses from now on; nothing happens over plain HTTP."""
        if self._certify is not None:
            self._web.show(self._certify())

    def stop(self) -> None:
        """Send the screens home, stop listening, let go of the camera, close the game's file."""
        self.house.hub.close()
        if self._announcer is not None:
            self._announcer.stop()
        self._watchdog.stop()
        self._web.stop()
        self._front.close()
        self.rivals.stop()
        self.lookout.stop()
        self.house.close()


class WebThread:
    """An ASGI application served on a thread of its own, behind doors (sockets that listen already).

    The first door speaks HTTPS where there are certificates.
    """

    def __init__(
        self,
        app: Any,
        doors: Sequence[socket.socket],
        certificates: "Certificates | None" = None,
        patience: Patience | None = None,
    ) -> None:
        patience = patience or Patience()
        self._servers = [_Server(app, door, patience) for door in doors]
        if certificates is not None:
            self._servers[0].secure(certificates)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open = threading.Event()
        self._beat = Beat("the web server", _BEAT_S)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="web", daemon=True)
        self._thread.start()
        self._open.wait()

    def ended_within(self, seconds: float) -> bool:
        """Wait a little for the end."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop it runs on."""
        assert self._loop is not None
        return self._loop

    def show(self, certificates: "Certificates") -> None:
        """New lines are shown these certificates."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._servers[0].secure, certificates)

    def beat(self) -> None:
        """Let the loop say that it goes on; the watchdog hears whether it does."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._beat.beat)

    def stop(self) -> None:
        """Listen no more, and end within a few seconds whatever hangs."""
        self._beat.rest()
        for server in self._servers:
            server.should_exit = True
        self._thread.join(_STOP_S)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        opened = asyncio.gather(*(server.opened.wait() for server in self._servers))
        opened.add_done_callback(lambda _: self._open.set())
        await asyncio.gather(*(server.serve() for server in self._servers))
        for server in self._servers:
            server.let_go()
        await asyncio.sleep(0)  # so that sockets are closed before the loop is gone


class _Server(uvicorn.Server):
    """uvicorn at one door, with lines that are not waited for for ever."""

    def __init__(self, app: Any, door: socket.socket, patience: Patience) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Line,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=int(patience.between_s),
                timeout_graceful_shutdown=_GRACE_S,
                h11_max_incomplete_event_size=patience.head_bytes,
            )
        )
        self.config.load()
        self.opened = asyncio.Event()
        self._door, self._patience, self._silent = door, patience, Silent(patience)
        self._context: SSLContext | None = None

    def secure(self, certificates: "Certificates") -> None:
        """Speak HTTPS with these certificates; lines that are open keep theirs."""
        SSLProtocol.max_size = _TLS_READ_BYTES
        if self._context is None:
            self._context = SSLContext(PROTOCOL_TLS_SERVER)
            self._context.minimum_version = TLSVersion.TLSv1_2
        self._context.load_cert_chain(certificates.leaf, certificates.key)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen at the door; as uvicorn's own, but lines are counted before hands are shaken."""
        await self.lifespan.startup()
        loop = asyncio.get_running_loop()
        self.servers = [await loop.create_server(self._greeter, sock=self._door, backlog=BACKLOG)]
        self.started = True
        self.opened.set()

    def let_go(self) -> None:
        """Hang up on every line that is still there, whatever was not fetched."""
        for line in list(self.server_state.connections):
            if isinstance(line, Line):
                line.hang_up()

    def _greeter(self) -> Greeter:
        return Greeter(self._patience, self._silent, self._context, self._line)

    def _line(self) -> Line:
        return Line(self._patience, self._silent, config=self.config, server_state=self.server_state, app_state={})


def run(
    house: House,
    settings: Settings,
    ready: Callable[[Running], None] | None = None,
    certify: Certify | None = None,
) -> None:
    """Serve until interrupted; to be called on the main thread.

    ``ready`` is told when the first page can be asked for; ``certify`` brings HTTPS.
    """
    running = Running(house, settings, certify)
    try:
        if ready is not None:
            ready(running)
        running.wait()
    except KeyboardInterrupt:
        log.info("closing")
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _end_at_once)
        running.stop()


def _end_at_once(number: int, frame: object) -> None:
    """Asked a second time: everything accepted is on the disk already."""
    os._exit(128 + number)


def _doors(settings: Settings, secure: bool) -> list[socket.socket]:
    """One door, and a second one for plain HTTP where the first speaks HTTPS."""
    first = door(settings.host, settings.port)
    if not secure:
        return [first]
    return [first, door(settings.host, settings.plain_port or (settings.port + 1 if settings.port else 0))]
