"""A router that forgets its lines without a word, as routers at home and sleeping phones do."""

import socket
import threading
from contextlib import suppress

_WAKES_S = 5.0


class Router:
    """Passes everything on to a server until it forgets its lines: they stay open, and nothing comes any more."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._forgotten = threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._held = list[socket.socket]()
        self._swallowed, self.swallows = b"", 0  # so many lines are still to be swallowed
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def forget(self) -> None:
        """Pass nothing on, on any line there is now."""
        self._forgotten.set()
        self._forgotten = threading.Event()

    def swallow(self, words: bytes, lines: int = 1) -> None:
        """Pass nothing on, on the next lines on which this is asked for."""
        self._swallowed, self.swallows = words, lines

    def close(self) -> None:
        """Open no line any more, and hang up those there are."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._accepting.join(_WAKES_S)
        self._door.close()
        for line in self._held:
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self._join(self._door.accept()[0])

    def _join(self, near: socket.socket) -> None:
        self._held.append(near)
        with suppress(OSError):
            far = socket.create_connection(("127.0.0.1", self._to))
            self._held.append(far)
            forgotten, swallowed = self._forgotten, threading.Event()
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other, forgotten, swallowed), daemon=True).start()

    def _pass(
        self, one: socket.socket, other: socket.socket, forgotten: threading.Event, swallowed: threading.Event
    ) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                if self.swallows > 0 and self._swallowed in data:
                    self.swallows -= 1
                    swallowed.set()
                if swallowed.is_set() or forgotten.is_set():
                    forgotten.wait()  # the line stays, and says nothing
                    return
                other.sendall(data)
            if swallowed.is_set():
                forgotten.wait()  # not even that the server has hung up, tired of waiting for what was swallowed
            other.shutdown(socket.SHUT_WR)
