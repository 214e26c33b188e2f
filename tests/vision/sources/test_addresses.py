"""Cameras on the network, against real servers: passwords, lengths that lie, RTSP, and secrets nobody gets to see."""

import base64
import hashlib
import logging
import re
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.sources.test_sources import jpeg_of, until
from vision.sources.choose import open_source

NAME, SECRET = "anna", "s3cr3t-w0rd"
BASIC = "Basic " + base64.b64encode(f"{NAME}:{SECRET}".encode()).decode()
REALM, NONCE = "camera", "abc123"
STREAM = "multipart/x-mixed-replace; boundary=b"


def digest(method: str, path: str) -> str:
    """What a camera that wants a digest compares with."""
    first = hashlib.md5(f"{NAME}:{REALM}:{SECRET}".encode()).hexdigest()
    second = hashlib.md5(f"{method}:{path}".encode()).hexdigest()
    return hashlib.md5(f"{first}:{NONCE}:{second}".encode()).hexdigest()


class Camera(BaseHTTPRequestHandler):
    """/basic and /digest want a password; /short and /long state lengths that are not those of the pictures."""

    def do_GET(self) -> None:
        if not self._is_let_in():
            self.send_response(401)
            kind = f'Digest realm="{REALM}", nonce="{NONCE}"' if self.path == "/digest" else f'Basic realm="{REALM}"'
            self.send_header("WWW-Authenticate", kind)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", STREAM)
        self.end_headers()
        off = {"/short": -200, "/long": 10}.get(self.path, 0)
        for value in (10, 20, 90):
            picture = jpeg_of(value)
            head = f"--b\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture) + off}\r\n\r\n"
            self.wfile.write(head.encode() + picture + b"\r\n")

    def _is_let_in(self) -> bool:
        said = self.headers.get("Authorization", "")
        if self.path == "/digest":
            return f'response="{digest("GET", self.path)}"' in said
        return self.path != "/basic" or said == BASIC

    def log_message(self, format: str, *args: object) -> None:
        return None


@pytest.fixture
def camera() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def sees(spec: str, value: int, patience_s: float = 10.0) -> bool:
    source = open_source(spec)
    try:
        return until(lambda: (one := source.next()) is not None and abs(int(one.bgr[-5, 5, 0]) - value) < 5, patience_s)
    finally:
        source.close()


@pytest.mark.parametrize("path", ["basic", "digest"])
def test_a_camera_with_a_password_is_seen(camera: str, path: str) -> None:
    assert sees(f"http://{NAME}:{SECRET}@{camera}/{path}", 90)


@pytest.mark.parametrize("path", ["short", "long"])
def test_a_stream_that_lies_about_its_lengths_is_seen_whole(camera: str, path: str) -> None:
    assert sees(f"http://{camera}/{path}", 90)


@pytest.mark.parametrize("who", ["", f"{NAME}:wrong@"])
def test_a_wrong_password_is_told_as_such(camera: str, who: str) -> None:
    source = open_source(f"http://{who}{camera}/basic")
    assert until(lambda: "wants a name and a password" in source.status().detail)
    assert "wrong" not in source.status().detail
    source.close()


# ---------------------------------------------------------------------- RTSP


def a_transport_stream(place: Path) -> bytes:
    """A second of grey as an MPEG transport stream."""
    file = place / "grey.ts"
    writer = cv2.VideoWriter(str(file), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MPEG"), 25, (320, 240))
    for _ in range(75):
        writer.write(np.full((240, 320, 3), 90, np.uint8))
    writer.release()
    return file.read_bytes()


class Rtsp(socketserver.StreamRequestHandler):
    """A camera that speaks RTSP: a transport stream in RTP packets on the same line, for who has the password."""

    stream = b""

    def handle(self) -> None:
        while line := self.rfile.readline().decode():
            head = {}
            while (one := self.rfile.readline().decode().strip()) != "":
                key, _, value = one.partition(":")
                head[key.lower()] = value.strip()
            self._answer(line.split()[0], head)

    def _answer(self, method: str, head: dict[str, str]) -> None:
        if method != "OPTIONS" and head.get("authorization") != BASIC:
            return self._say("401 Unauthorized", head, f'WWW-Authenticate: Basic realm="{REALM}"\r\n')
        sdp = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\nm=video 0 RTP/AVP 33\r\na=control:track1\r\n"
        more = {
            "OPTIONS": "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n",
            "DESCRIBE": f"Content-Type: application/sdp\r\nContent-Length: {len(sdp)}\r\n",
            "SETUP": "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 7\r\n",
        }.get(method, "Session: 7\r\n")
        self._say("200 OK", head, more, sdp if method == "DESCRIBE" else "")
        if method == "PLAY":
            self._play()

    def _say(self, status: str, head: dict[str, str], more: str, body: str = "") -> None:
        self.wfile.write(f"RTSP/1.0 {status}\r\nCSeq: {head.get('cseq', '0')}\r\n{more}\r\n{body}".encode())

    def _play(self) -> None:
        step = 7 * 188
        for number in range(0, len(self.stream), step):
            count = (number // step) & 0xFFFF
            header = bytes([0x80, 33]) + count.to_bytes(2, "big") + (count * 900).to_bytes(4, "big") + b"\0\0\0\7"
            packet = header + self.stream[number : number + step]
            self.wfile.write(b"$\0" + len(packet).to_bytes(2, "big") + packet)


@pytest.fixture
def rtsp(tmp_path: Path) -> Iterator[str]:
    kind = type("WithStream", (Rtsp,), {"stream": a_transport_stream(tmp_path)})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), kind) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_a_camera_over_rtsp_with_a_password_is_seen(rtsp: str) -> None:
    assert sees(f"rtsp://{NAME}:{SECRET}@{rtsp}/live", 90, 30)


# ---------------------------------------------------------------------- secrets

LOOK = """
import logging, sys, time
logging.basicConfig(level=logging.DEBUG)
from vision.sources.choose import open_source
source = open_source(sys.argv[1])
end = time.monotonic() + 20
while source.next() is None and "opening" in source.status().detail and time.monotonic() < end:
    pass
print(source.name, source.status())
source.close()
"""


@pytest.mark.parametrize(
    "where", ["http://{who}@{camera}/basic", "http://{who}@{camera}/none", "rtsp://{who}@127.0.0.1:9/x"]
)
def test_nothing_a_program_says_of_a_camera_holds_its_password(camera: str, where: str) -> None:
    url = where.format(who=f"{NAME}:{SECRET}", camera=camera) + f"?token={SECRET}"
    done = subprocess.run([sys.executable, "-c", LOOK, url], capture_output=True, text=True, timeout=60, check=True)
    assert SECRET not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "url", [f"http://{NAME}:{SECRET}@", f"ftp://{NAME}:{SECRET}@10.0.0.2/", f"rtsp://{NAME}:{SECRET}@h:99999/"]
)
def test_a_refusal_of_an_address_does_not_repeat_its_password(url: str, caplog: Any) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(ValueError, match=r"address|reached") as why:
        open_source(url)
    assert not re.search(SECRET, f"{why.value} {caplog.text}")
