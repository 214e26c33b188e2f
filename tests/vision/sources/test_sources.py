"""Pictures from cameras, files and the network: the newest wins, nothing blocks, and every failure has words."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.painted.virtual_table import VirtualTable
from vision.sources import heic, network
from vision.sources.choose import NoCameraChoice, open_source
from vision.sources.files import FilmPace, PictureFiles, VideoFile
from vision.sources.live import CannotOpen, LiveLimits, LiveSource
from vision.sources.network import newest_jpeg, newest_part, without_secrets
from vision.sources.pictures import BadPicture, decode_picture, load_picture, stated_size
from vision.sources.webcam import open_webcam

QUICK = LiveLimits(fresh_s=60, hang_s=0.05, retry_s=0.01, retry_most_s=0.02)


def until(check: Callable[[], bool], limit_s: float = 5.0) -> bool:
    """Whether ``check`` becomes true in time."""
    end, pause = time.monotonic() + limit_s, threading.Event()
    while not check():
        if time.monotonic() > end:
            return False
        pause.wait(0.005)
    return True


def plain(value: int, width: int = 32, height: int = 24) -> Image:
    return np.full((height, width, 3), value, np.uint8)


def jpeg_of(value: int) -> bytes:
    return cv2.imencode(".jpg", plain(value))[1].tobytes()


class FakeCamera:
    """Gives the pictures it was handed, then waits at ``gate`` (and is gone if nobody opens it)."""

    detail = "fake"

    def __init__(self, pictures: list[Image], gate: threading.Event | None = None) -> None:
        self.pictures, self.gate, self.released = list(pictures), gate, False
        self.skipped = 0

    def read(self) -> Image | None:
        if self.pictures:
            return self.pictures.pop(0)
        if self.gate is not None:
            self.gate.wait(10)
        return None

    def skip(self) -> bool:
        self.skipped += self.pictures[:1] != []
        return self.read() is not None

    def release(self) -> None:
        self.released = True


class Endless(FakeCamera):
    """Counts its pictures in their colour, as fast as they are taken."""

    def __init__(self) -> None:
        super().__init__([])
        self.made = 0

    def read(self) -> Image | None:
        self.made += 1
        time.sleep(0.001)
        return plain(self.made % 250)

    def skip(self) -> bool:
        self.skipped += 1
        return self.read() is not None


def test_pictures_nobody_asks_for_are_passed_over_undecoded_and_counted() -> None:
    camera = Endless()
    source = LiveSource("fake", lambda: camera, LiveLimits(fresh_s=60))
    assert until(lambda: camera.skipped > 20)
    source.close()
    assert camera.made - camera.skipped == 1
    assert source.dropped >= 20


def test_the_picture_given_is_one_that_came_after_it_was_asked_for() -> None:
    camera = Endless()
    source = LiveSource("fake", lambda: camera, LiveLimits(fresh_s=60))
    assert until(lambda: camera.skipped > 5)
    asked_at = camera.made
    assert until(lambda: (frame := source.next()) is not None and frame.seq >= asked_at)
    source.close()


def test_who_looks_now_and_then_gets_a_picture_every_time_though_many_come_between() -> None:
    camera = Endless()
    source = LiveSource("fake", lambda: camera, LiveLimits(fresh_s=60))
    for _ in range(5):
        assert until(lambda: source.next() is not None)
        before = camera.skipped
        assert until(lambda before=before: camera.skipped > before + 5)
    source.close()


def test_a_picture_is_given_out_once() -> None:
    gate = threading.Event()
    source = LiveSource("fake", lambda: FakeCamera([plain(1)], gate), LiveLimits(fresh_s=60))
    assert until(lambda: source.next() is not None)
    assert source.next() is None
    gate.set()
    source.close()


def test_a_stale_picture_is_never_given_out() -> None:
    now, gate = [100.0], threading.Event()
    camera = FakeCamera([plain(1)], gate)
    source = LiveSource("fake", lambda: camera, LiveLimits(fresh_s=1, hang_s=1000), lambda: now[0])
    assert until(lambda: source.status().state == "ok")
    now[0] += 2
    assert source.next() is None
    gate.set()
    source.close()


def test_a_camera_that_hangs_does_not_block_and_is_replaced() -> None:
    gate = threading.Event()
    cameras = iter([FakeCamera([], gate), FakeCamera([plain(7)], gate)])
    source = LiveSource("fake", lambda: next(cameras), QUICK)
    began_s = time.monotonic()
    assert until(lambda: (frame := source.next()) is not None and int(frame.bgr[0, 0, 0]) == 7)
    source.close()
    assert time.monotonic() - began_s < 5
    gate.set()


def test_a_camera_that_hangs_for_ever_does_not_pile_up_threads() -> None:
    gate = threading.Event()
    source = LiveSource("stubborn", lambda: FakeCamera([], gate), QUICK)
    assert until(lambda: "again and again" in source.status().detail)
    assert sum("stubborn" in thread.name for thread in threading.enumerate()) == QUICK.threads
    gate.set()
    source.close()


def test_a_lost_camera_is_opened_again() -> None:
    gate = threading.Event()
    cameras = iter([FakeCamera([plain(1)]), FakeCamera([plain(2)], gate)])
    limits = LiveLimits(fresh_s=60, retry_s=0.25)
    source = LiveSource("fake", lambda: next(cameras), limits)
    assert until(lambda: (frame := source.next()) is not None and int(frame.bgr[0, 0, 0]) == 2)
    gate.set()
    source.close()


def test_why_a_camera_does_not_open_is_told() -> None:
    def refuse() -> FakeCamera:
        raise CannotOpen("plug it in")

    source = LiveSource("fake", refuse, QUICK)
    assert until(lambda: source.status().detail == "plug it in")
    assert source.next() is None
    source.close()
    source.close()
    assert source.status().state == "ended"


def test_a_webcam_that_is_not_there_says_so() -> None:
    source = open_webcam("/dev/video97")
    assert until(lambda: "no camera at /dev/video97" in source.status().detail)
    source.close()


STREAM = "multipart/x-mixed-replace; boundary=b"


class Stream(BaseHTTPRequestHandler):
    """A phone's camera app: three pictures in one answer, a stream that hangs, a single picture, or a page."""

    stalled = threading.Event()

    def do_GET(self) -> None:
        kinds = {"/video": STREAM, "/stall": STREAM, "/shot.jpg": "image/jpeg"}
        self.send_response(200)
        self.send_header("Content-Type", kinds.get(self.path, "text/html"))
        self.end_headers()
        values = {"/video": (10, 20, 90), "/shot.jpg": (60,), "/stall": (30,)}.get(self.path, ())
        for value in values:
            head = b"" if self.path == "/shot.jpg" else b"--b\r\nContent-Type: image/jpeg\r\n\r\n"
            self.wfile.write(head + jpeg_of(value))
        if self.path == "/stall":
            Stream.stalled.wait(10)

    def log_message(self, format: str, *args: object) -> None:
        return None


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(("path", "value"), [("/video", 90), ("/shot.jpg", 60), ("/", 90)])
def test_pictures_come_over_http(address: str, path: str, value: int) -> None:
    source = open_source(address + path)
    assert until(lambda: (frame := source.next()) is not None and abs(int(frame.bgr[5, 5, 0]) - value) < 4)
    source.close()


def test_a_stream_that_hangs_is_left_and_asked_for_again(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "CONNECT_S", 0.1)
    source = open_source(address + "/stall")
    assert until(lambda: source.next() is not None)
    assert until(lambda: source.status().state == "waiting")
    assert until(lambda: source.next() is not None, 10)
    Stream.stalled.set()
    source.close()


def captured(monkeypatch: pytest.MonkeyPatch, pictures: list[bytes]) -> network.HttpCapture:
    """A camera whose stream comes picture by picture, and then ends."""
    pieces = iter(b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(one) + one for one in pictures)
    answer = SimpleNamespace(read1=lambda most: next(pieces, b""), close=lambda: None)
    monkeypatch.setattr(network, "pictures_at", lambda url: (url, answer, "multipart/x-mixed-replace"))
    return network.HttpCapture("http://camera/video")


TORN = b"\xff\xd8\xff\xdb torn \xff\xd9"


def test_a_picture_that_is_torn_on_the_way_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = captured(monkeypatch, [TORN, TORN, jpeg_of(70)])
    picture = camera.read()
    assert picture is not None and abs(int(picture[5, 5, 0]) - 70) < 4


def test_a_camera_whose_pictures_are_all_torn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = captured(monkeypatch, [TORN] * 9)
    with pytest.raises(network.CannotOpen, match="cannot be read"):
        camera.read()


def test_a_stream_for_ffmpeg_is_read_over_the_network(tmp_path: Path) -> None:
    a_video(tmp_path / "v.avi", 5)
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    capture = network.FfmpegCapture(f"http://127.0.0.1:{server.server_port}/v.avi")
    assert capture.skip()
    picture = capture.read()
    capture.release()
    server.shutdown()
    thread.join()
    server.server_close()
    assert picture is not None and abs(int(picture[5, 5, 0]) - 20) < 6


def test_an_address_without_pictures_says_so(address: str) -> None:
    source = open_source(address + "/help")
    assert until(lambda: "text/html" in source.status().detail)
    source.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/video", "rtsp://127.0.0.1:9/live"])
def test_an_address_where_nobody_answers_says_so(url: str) -> None:
    source = open_source(url)
    assert until(lambda: "nothing answers" in source.status().detail, 20)
    source.close()


def test_of_several_pictures_in_the_stream_the_last_whole_one_is_taken() -> None:
    data = b"junk" + jpeg_of(10) + b"--b\r\n" + jpeg_of(90)
    found, rest = newest_jpeg(data + jpeg_of(50)[:40])
    assert found == jpeg_of(90) and rest == jpeg_of(50)[:40]


def test_a_stated_length_is_believed_though_a_preview_lies_inside_the_picture() -> None:
    inner, outer = jpeg_of(10), jpeg_of(90)
    part = outer[:2] + b"\xff\xe1" + (len(inner) + 2).to_bytes(2, "big") + inner + outer[2:]
    head = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(part)
    found, rest = newest_part(head + part + b"\r\n" + head + part[:50])
    assert found == part and rest.endswith(part[:50])


def test_a_password_in_an_address_is_not_shown() -> None:
    assert without_secrets("http://me:secret@10.0.0.2:8080/video?key=1") == "http://10.0.0.2:8080/video"


def test_a_folder_is_read_in_name_order_and_bad_files_are_named(tmp_path: Path) -> None:
    for name, value in (("p10.jpg", 30), ("p2.jpg", 20), ("p1.jpg", 10)):
        cv2.imwrite(str(tmp_path / name), plain(value))
    (tmp_path / "p3.jpg").write_bytes(b"not a picture")
    source = PictureFiles(tmp_path)
    frames = [source.next() for _ in range(4)]
    assert [f.source if f else None for f in frames] == ["p1.jpg", "p2.jpg", None, "p10.jpg"]
    assert source.status().state == "ended" and "p3.jpg" in source.status().detail


def test_a_live_folder_waits_for_each_pictures_time(tmp_path: Path) -> None:
    now = [0.0]
    for i in range(2):
        cv2.imwrite(str(tmp_path / f"{i}.png"), plain(i))
    source = PictureFiles(tmp_path, FilmPace(True, lambda: now[0]))
    assert source.next() is not None
    assert source.next() is None
    now[0] = 1.0
    assert source.next() is not None


def a_video(path: Path, count: int = 10) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (32, 24))
    for i in range(count):
        writer.write(plain(20 * i))
    writer.release()
    return path


def test_a_video_gives_every_picture_with_its_time(tmp_path: Path) -> None:
    source = VideoFile(a_video(tmp_path / "v.avi"))
    frames = [source.next() for _ in range(11)]
    assert [round(f.at_s, 2) for f in frames if f] == [round(i / 10, 2) for i in range(10)]
    assert source.status().state == "ended"


def test_a_live_video_skips_what_is_late(tmp_path: Path) -> None:
    now = [0.0]
    source = VideoFile(a_video(tmp_path / "v.avi"), FilmPace(True, lambda: now[0]))
    assert source.next() is not None
    now[0] = 0.55
    frame = source.next()
    assert frame is not None and frame.seq == 6 and source.dropped == 4
    source.close()


def test_a_photo_is_turned_as_exif_says() -> None:
    body = cv2.imencode(".jpg", plain(5, 40, 20))[1].tobytes()
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = decode_picture(body[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + body[2:])
    assert not isinstance(turned, BadPicture) and turned.shape == (40, 20, 3)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello", "JPEG or PNG"),
        (b"\0\0\0\x18ftypheic" + bytes(30), "HEIC"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60000).to_bytes(4, "big") * 2 + bytes(20), "smaller"),
    ],
)
def test_what_is_no_picture_is_refused_in_words(data: bytes, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heic, "find_spec", lambda name: None)
    bad = decode_picture(data, "photo")
    assert isinstance(bad, BadPicture) and words in str(bad) and "photo" in str(bad)


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    assert isinstance(load_picture(tmp_path / "gone.jpg"), BadPicture)


def test_the_size_is_read_before_the_picture() -> None:
    assert stated_size(jpeg_of(1)) == (32, 24)
    assert stated_size(cv2.imencode(".png", plain(1))[1].tobytes()) == (32, 24)


def test_a_spec_names_its_source(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), plain(1))
    video = a_video(tmp_path / "v.avi", 2)
    kinds = {"virtual": VirtualTable, "none": NoCameraChoice, "97": LiveSource, "/dev/video97": LiveSource}
    kinds |= {str(tmp_path): PictureFiles, str(tmp_path / "a.png"): PictureFiles, str(video): VideoFile}
    for spec, kind in kinds.items():
        source = open_source(spec)
        assert isinstance(source, kind)
        source.close()


@pytest.mark.parametrize(
    "spec", ["", "nowhere.mp4", "ftp://camera/", "http://", "rtsp://", "http://h:port/", "http://[h/"]
)
def test_a_spec_that_means_nothing_says_what_to_write(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"--camera|choose another|write it like"):
        open_source(spec)
