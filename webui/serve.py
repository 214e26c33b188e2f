"""How does the server run?  cheroot with enough threads for every screen's event stream; it stops at once on Ctrl-C."""

import logging
import socket
import threading
from collections.abc import Callable
from dataclasses import replace

from cheroot.wsgi import Server

from webui import create_app
from webui.house import House
from webui.settings import Settings

log = logging.getLogger(__name__)
_BACKLOG = 64
_STOP_S = 1


class Running:
    """A server in its own thread; ``stop`` sends every screen home first, so that no thread keeps it waiting."""

    def __init__(self, house: House, settings: Settings) -> None:
        self.house = house
        self.settings = replace(settings, port=settings.port or free_port(settings.host))
        self._server = Server(
            (self.settings.host, self.settings.port),
            create_app(house, self.settings),
            numthreads=settings.threads,
            request_queue_size=_BACKLOG,
            shutdown_timeout=_STOP_S,
            server_name="bazaar",
        )
        self._server.prepare()
        self._thread = threading.Thread(target=self._server.serve, name="web", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.settings.port

    @property
    def here(self) -> str:
        """The address on this machine."""
        return f"http://127.0.0.1:{self.port}"

    def host_link(self) -> str:
        """A one-use link that makes a browser on this machine the host's."""
        return f"{self.here}/start#h={self.house.access.host_code().secret}"

    def wait(self) -> None:
        """Until the thread ends; can be interrupted."""
        while self._thread.is_alive():
            self._thread.join(0.5)

    def stop(self) -> None:
        """Send the screens home, stop listening, close the game's file."""
        self.house.hub.close()
        self._server.stop()
        self._thread.join(_STOP_S)
        self.house.close()


def run(house: House, settings: Settings, ready: Callable[[Running], None] | None = None) -> None:
    """Serve until interrupted.  ``ready`` is told when the first page can be asked for."""
    running = Running(house, settings)
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
