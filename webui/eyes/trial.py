"""An eye for a trial: a filmed table that is painted, a long line, and the command in a process of its own."""

import heapq
import itertools
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2

from calibration.store import save_profile
from vision.painted.virtual_table import VirtualTable
from webui.camera.virtual_eyes import CAMERA, virtual_profile

HERE = "127.0.0.1"
COPY = "painted"
_BOUNDARY = "picture"
_PAUSE_S, _PICTURE_S = 0.02, 0.1
_ENDING_S = 20.0


class FilmedTable:
    """A painted table before a network camera (MJPEG over HTTP): ``table`` is moved, ``address`` is filmed.

    The first picture is there when it is made; painting is slower than filming.  ``shown_s`` is when what lies there
    now was first before the camera (monotonic).
    """

    def __init__(self) -> None:
        self.table = VirtualTable(camera=CAMERA)
        self._ended = threading.Event()
        self._jpeg, self.shown_s, self._scene = b"", 0.0, self.table.scene
        self._paint()
        film, ended = self, self._ended

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
                self.end_headers()
                with suppress(OSError):
                    while not ended.wait(_PICTURE_S):
                        self.wfile.write(film._part())

            def log_message(self, format: str, *args: object) -> None:
                return None

        self._server = ThreadingHTTPServer((HERE, 0), Stream)
        self._server.daemon_threads = True
        self.address = f"http://{HERE}:{self._server.server_port}/video"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        threading.Thread(target=self._paint_on, daemon=True).start()

    def close(self) -> None:
        """Film no more."""
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()

    def _part(self) -> bytes:
        jpeg = self._jpeg  # another thread may put the next one there meanwhile
        head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
        return head.encode() + jpeg + b"\r\n"

    def _paint_on(self) -> None:
        while not self._ended.wait(_PAUSE_S):
            self._paint()

    def _paint(self) -> None:
        scene, frame = self.table.scene, self.table.next()
        if frame is not None:
            if scene is not self._scene:
                self._scene, self.shown_s = scene, time.monotonic()
            self._jpeg = bytes(cv2.imencode(".jpg", frame.bgr, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


class LongLine:
    """A line to a server of this computer with ``delay_s`` each way; ``cut`` lets nothing through."""

    def __init__(self, port: int, delay_s: float) -> None:
        self._to, self._delay_s = port, delay_s
        self._cut = False
        self._door = socket.create_server((HERE, 0))
        self.port = int(self._door.getsockname()[1])
        self._held = list[socket.socket]()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, cut: bool) -> None:
        """Hang every line up and let no new one come through, or let them."""
        self._cut = cut
        for line in self._held if cut else ():
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Open no line any more, and hang up those there are."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut(True)
        for line in self._held:
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near = self._door.accept()[0]
                near.close() if self._cut else self._join(near)

    def _join(self, near: socket.socket) -> None:
        far = socket.create_connection((HERE, self._to))
        self._held += (near, far)
        for one, other in ((near, far), (far, near)):
            later = Later(other, self._delay_s)
            threading.Thread(target=self._pass, args=(one, later), daemon=True).start()

    def _pass(self, one: socket.socket, later: "Later") -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                later.put(data)
        later.put(b"")


class Later:
    """Writes to a socket what is put in, each piece ``delay_s`` after it was put; nothing ends it."""

    def __init__(self, to: socket.socket, delay_s: float) -> None:
        self._to, self._delay_s = to, delay_s
        self._pieces: list[tuple[float, int, bytes]] = []
        self._count = itertools.count()
        self._filled = threading.Condition()
        threading.Thread(target=self._go_on, daemon=True).start()

    def put(self, data: bytes) -> None:
        """Write this later."""
        with self._filled:
            heapq.heappush(self._pieces, (time.monotonic() + self._delay_s, next(self._count), data))
            self._filled.notify()

    def _go_on(self) -> None:
        data = b"begin"
        while data:
            with self._filled:
                while not self._pieces:
                    self._filled.wait()
                due_s, _, data = heapq.heappop(self._pieces)
            time.sleep(max(0.0, due_s - time.monotonic()))
            with suppress(OSError):
                self._to.sendall(data) if data else self._to.shutdown(socket.SHUT_WR)


class EyeProcess:
    """``bazaar eye`` in a process of its own; ``said`` is what it told people so far."""

    def __init__(self, folder: Path, options: dict[str, str]) -> None:
        self._log = folder / f"eye-{time.monotonic_ns()}.log"
        words = [f"--{name}={value}" for name, value in options.items()]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "webui", "eye", f"--data-dir={folder}", *words], stderr=log, stdout=log
            )

    def said(self) -> str:
        """Everything it told so far."""
        return self._log.read_text(errors="replace")

    def ended(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._process.poll()

    def kill(self) -> None:
        """Kill it where it stands."""
        self._process.kill()
        self._process.wait(_ENDING_S)

    def end(self) -> int:
        """End it as a person does; its exit status."""
        if self._process.poll() is None:
            self._process.terminate()
        return self._process.wait(_ENDING_S)


def learn_the_copy(folder: Path) -> str:
    """The painted tiles as a copy that was learnt in this folder; its name."""
    save_profile(replace(virtual_profile(folder), name=COPY), folder)
    return COPY
