"""RTSP against a server of another house (H.264, as real cameras send), and against one that says nothing or dies."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from tests.vision.sources.test_sources import until
from vision.sources import network
from vision.sources.choose import open_source
from vision.sources.live import LiveSource

GREY, SIZE_PX, PATIENCE_S = 90, (640, 360), 60
PICTURES, RATE = 900, 15


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a minute of grey as H.264, one picture in ten whole."""
    place = tmp_path_factory.mktemp("films")
    with av.open(str(place / "table.mp4"), "w") as file:
        stream = file.add_stream("libx264", rate=Fraction(RATE), options={"g": "10", "preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = *SIZE_PX, "yuv420p"
        picture = av.VideoFrame.from_ndarray(np.full((*SIZE_PX[::-1], 3), GREY, np.uint8), "bgr24")
        for number in range(PICTURES):
            picture.pts = number
            file.mux(stream.encode(picture))
        file.mux(stream.encode())
    return place


def a_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@pytest.fixture
def serve(films: Path) -> Iterator[Callable[[int], subprocess.Popen[bytes]]]:
    """Starts an RTSP server at a port."""
    program, started = shutil.which("rtsp-server", path=str(Path(sys.executable).parent)), []

    def start(port: int) -> subprocess.Popen[bytes]:
        assert program, "pip install --group dev brings the server"
        words = [program, "-d", str(films), "-H", "127.0.0.1", "-p", str(port), "-cp", str(a_free_port())]
        started.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        assert until(lambda: answers(port), PATIENCE_S)
        return started[-1]

    yield start
    for one in started:
        one.kill()
        one.wait()


def shows_grey(source: LiveSource) -> bool:
    one = source.next()
    return one is not None and one.bgr.shape[:2] == SIZE_PX[::-1] and abs(float(one.bgr.mean()) - GREY) < 8


@pytest.mark.long
def test_a_camera_that_sends_h264_is_seen_and_found_again_after_it_was_gone(
    serve: Callable[[int], subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "READ_S", 1.0)
    port = a_free_port()
    camera, source = serve(port), open_source(f"rtsp://127.0.0.1:{port}/table.mp4")
    assert until(lambda: shows_grey(source), PATIENCE_S), source.status()
    camera.kill()
    assert until(lambda: source.next() is None and source.status().state == "waiting", PATIENCE_S)
    serve(port)
    assert until(lambda: shows_grey(source), PATIENCE_S), source.status()
    source.close()


def test_a_camera_that_takes_the_line_and_says_nothing_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "CONNECT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        source = open_source(f"rtsp://127.0.0.1:{mute.getsockname()[1]}/live")
        assert source.next() is None
        assert until(lambda: "nothing answers" in source.status().detail, PATIENCE_S), source.status()
        source.close()
