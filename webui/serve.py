"""How does the server run?  cheroot with enough threads for every screen's event stream; it stops at once on Ctrl-C.

With certificates it speaks HTTPS to the network, and plain HTTP on a second port: to this computer's own browser, which
needs no certificate for itself, and to phones that want the help page.
"""

import itertools
import logging
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from ssl import TLSVersion
from typing import TYPE_CHECKING, Any

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server

from webui import create_app
from webui.house import House
from webui.lesson import Lesson
from webui.lookout import Lookout
from webui.settings import Settings

if TYPE_CHECKING:
    from webui.certificates import Certificates

log = logging.getLogger(__name__)
_BACKLOG = 64
_STOP_S = 1
_LOOK_UP_S = 0.1
"""How often the server looks whether it shall stop."""
_LINES_FOR_EACH_THREAD = 4
"""Lines kept open between two requests; waiting costs no thread."""
_TURNS_BEFORE_RENEWAL = 60
Certify = Callable[[], "Certificates"]
WSGI = Callable[..., Any]


class Running:
    """A server in its own thread; ``stop`` sends every screen home first, so that no thread keeps it waiting."""

    def __init__(self, house: House, settings: Settings, certify: Certify | None = None) -> None:
        self.house = house
        self._certify = certify
        certificates = certify() if certify else None
        self.fingerprint = certificates.fingerprint() if certificates else ""
        self.settings = _with_ports(settings, certificates is not None)
        app = create_app(house, self.settings, certificates)
        self.lookout: Lookout = app.extensions["lookout"]
        self.lesson: Lesson = app.extensions["lesson"]
        self._servers = [listen(app, self.settings, self.settings.port, certificates)]
        if certificates is not None:
            self._servers.append(listen(app, self.settings, self.settings.plain_port))
        self._threads = [threading.Thread(target=one.serve, name="web", daemon=True) for one in self._servers]
        for thread in self._threads:
            thread.start()

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

    def wait(self) -> None:
        """Until the thread ends; can be interrupted."""
        for turn in itertools.count(1):
            self._threads[0].join(0.5)
            if not self._threads[0].is_alive():
                return
            if turn % _TURNS_BEFORE_RENEWAL == 0:
                self.renew()

    def renew(self) -> None:
        """Show a certificate for this machine's present addresses from now on; nothing happens over plain HTTP."""
        if self._certify is not None:
            certificates = self._certify()
            self._servers[0].ssl_adapter.context.load_cert_chain(certificates.leaf, certificates.key)

    def stop(self) -> None:
        """Send the screens home, stop listening, let go of the camera, close the game's file."""
        self.house.hub.close()
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.stop()
            thread.join(_STOP_S)
        self.lookout.stop()
        self.house.close()


def _with_ports(settings: Settings, secure: bool) -> Settings:
    port = settings.port or free_port(settings.host)
    beside = settings.plain_port or (port + 1 if settings.port else free_port(settings.host))
    return replace(settings, port=port, secure=secure, plain_port=beside if secure else 0)


def listen(app: WSGI, settings: Settings, port: int, certificates: "Certificates | None" = None) -> Server:
    """A server that listens already, and answers from ``serve`` on."""
    server = _Server(
        (settings.host, port),
        app,
        numthreads=settings.threads,
        request_queue_size=_BACKLOG,
        shutdown_timeout=_STOP_S,
        server_name="bazaar",
    )
    if certificates is not None:
        server.ssl_adapter = _adapter(certificates)
    server.expiration_interval = _LOOK_UP_S
    server.keep_alive_conn_limit = _LINES_FOR_EACH_THREAD * settings.threads
    server.prepare()
    return server


class _Server(Server):
    """What goes amiss on a line, such as a phone that does not trust the certificate yet, is for the log alone."""

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        log.log(min(level, logging.INFO), msg, exc_info=traceback)


def _adapter(certificates: "Certificates") -> BuiltinSSLAdapter:
    adapter = BuiltinSSLAdapter(str(certificates.leaf), str(certificates.key))
    adapter.context.minimum_version = TLSVersion.TLSv1_2
    return adapter


def run(
    house: House,
    settings: Settings,
    ready: Callable[[Running], None] | None = None,
    certify: Certify | None = None,
) -> None:
    """Serve until interrupted.  ``ready`` is told when the first page can be asked for; ``certify`` brings HTTPS."""
    running = Running(house, settings, certify)
    try:
        if ready is not None:
            ready(running)
        running.wait()
    except KeyboardInterrupt:
        log.info("closing")
    finally:
        running.stop()


def free_port(host: str) -> int:
    """A port nobody uses now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
