"""How is a camera on the network opened?  Motion JPEG over http is read here, RTSP by FFmpeg inside OpenCV."""

import re
import time
import urllib.error
import urllib.request
from http.client import HTTPException, HTTPResponse
from urllib.parse import unquote, urlsplit, urlunsplit

import cv2
import numpy as np

from vision.frame import Image
from vision.sources.live import CannotOpen, LiveLimits, LiveSource
from vision.sources.pictures import BadPicture, decode_picture

CONNECT_S = 5.0
READ_S = 4.0
PIECE_BYTES = 1 << 18
MOST_BYTES, LARGEST_BYTES = 16 << 20, 6 << 20
LENGTH = re.compile(rb"content-length:[ \t]*(\d{1,8})(?:\r\n[^\r\n]+)*\r\n\r\n", re.IGNORECASE)
SNAPSHOT_PAUSE_S = 0.3
MOST_UNREADABLE = 5
"""A line that is busy tears a picture now and then; a camera with so many in a row sends something else."""
PICTURE_KINDS = ("image/", "multipart/", "video/x-motion-jpeg")
USUAL_PATHS = ("/video", "/mjpegfeed", "/videofeed", "/stream", "/shot.jpg")
"""Where the common apps that make a phone a camera have their pictures."""


def open_network(url: str) -> LiveSource:
    """A source over an address of a camera."""
    kind = FfmpegCapture if urlsplit(url).scheme.startswith("rtsp") else HttpCapture
    return LiveSource(without_secrets(url), lambda: kind(url), LiveLimits(hang_s=12.0))


def without_secrets(url: str) -> str:
    """The address without name, password and what follows a question mark, fit to be shown and logged.

    Of what is no address at all, the scheme is left.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return f"{url.partition('://')[0]}://…"
    port = f":{port_of(url)}" if port_of(url) else ""
    return urlunsplit((parts.scheme, f"{parts.hostname or ''}{port}", parts.path, "", ""))


def port_of(url: str) -> int | None:
    """The port an address names; None where it names none, or none that exists."""
    try:
        return urlsplit(url).port
    except ValueError:
        return None


class FfmpegCapture:
    """An RTSP stream; OpenCV gives up opening and reading after the given times."""

    def __init__(self, url: str) -> None:
        patience = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            int(CONNECT_S * 1000),
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            int(READ_S * 1000),
        ]
        self._capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, patience)
        if not self._capture.isOpened():
            self._capture.release()
            raise CannotOpen(
                f"nothing answers at {without_secrets(url)}: is the camera's app running, on the same network?"
            )
        self.detail = f"{without_secrets(url)} by FFmpeg"

    def read(self) -> Image | None:
        ok, image = self._capture.read()
        return np.asarray(image, np.uint8) if ok and image is not None else None

    def skip(self) -> bool:
        return bool(self._capture.grab())

    def release(self) -> None:
        self._capture.release()


class HttpCapture:
    """Motion JPEG (many pictures in one answer) or a single picture that is asked for again and again."""

    def __init__(self, url: str) -> None:
        self._rest, self._lengths = b"", True
        self._url, self._answer, kind = pictures_at(url)
        self._single = kind.startswith("image/")
        self.detail = f"{without_secrets(self._url)} ({'single pictures' if self._single else 'motion JPEG'})"

    def read(self) -> Image | None:
        """The newest whole picture that has arrived; a few that cannot be read are passed over.

        Raises CannotOpen where one after the other cannot be read.
        """
        why = ""
        for _ in range(MOST_UNREADABLE):
            data = self._next_single() if self._single else self._next_part()
            if data is None:
                return None
            image = decode_picture(data, "the stream")
            if not isinstance(image, BadPicture):
                return image
            why = image.why
        raise CannotOpen(f"{without_secrets(self._url)} sends pictures that cannot be read: {why}")

    def skip(self) -> bool:
        """Let a picture go by; a single one is not even asked for."""
        if self._single:
            time.sleep(SNAPSHOT_PAUSE_S)
            return True
        return self._next_part() is not None

    def release(self) -> None:
        self._answer.close()

    def _next_single(self) -> bytes | None:
        time.sleep(SNAPSHOT_PAUSE_S)
        self._answer.close()
        self._answer = ask(self._url)
        return self._answer.read(MOST_BYTES) or None

    def _next_part(self) -> bytes | None:
        """Bytes of the last picture complete in what has come; older ones are dropped."""
        while True:
            found, rest = (newest_part if self._lengths else newest_jpeg)(self._rest)
            lies = len(rest) > LARGEST_BYTES if found is None else not is_whole(found)
            if self._lengths and lies:
                self._lengths = False  # what it states is not how long its pictures are: look for their ends
                continue
            self._rest = rest
            if found is not None:
                return found
            piece = self._answer.read1(PIECE_BYTES)
            if not piece:
                return None
            self._rest = (self._rest + piece)[-MOST_BYTES:]


def pictures_at(url: str) -> tuple[str, HTTPResponse, str]:
    """Where the pictures are: at the address itself, or where apps usually have them if it is an app's front page."""
    answer = ask(url)
    kind = answer.headers.get_content_type()
    if kind.startswith(PICTURE_KINDS):
        return url, answer, kind
    answer.close()
    for path in USUAL_PATHS if urlsplit(url).path in ("", "/") else ():
        try:
            return _pictures_only(urlunsplit(urlsplit(url)._replace(path=path)))
        except CannotOpen:
            continue
    raise CannotOpen(
        f"{without_secrets(url)} answers with {kind}, not with pictures: use the address of its MJPEG stream"
    )


def _pictures_only(url: str) -> tuple[str, HTTPResponse, str]:
    answer = ask(url)
    kind = answer.headers.get_content_type()
    if not kind.startswith(PICTURE_KINDS):
        answer.close()
        raise CannotOpen(kind)
    return url, answer, kind


def newest_part(data: bytes) -> tuple[bytes | None, bytes]:
    """The last whole picture in ``data`` and the rest: by the lengths the camera states, else by JPEG's marks."""
    found, at = None, 0
    while stated := LENGTH.search(data, at):
        end = stated.end() + int(stated[1])
        if end > len(data):
            return found, data[stated.start() :]
        found, at = data[stated.end() : end], end
    return (found, data[at:]) if found is not None else newest_jpeg(data)


def is_whole(picture: bytes) -> bool:
    """Whether these bytes are a JPEG from its first mark to its last, or a picture of another kind."""
    return not picture.startswith(b"\xff\xd8") or picture.rstrip(b"\0\r\n").endswith(b"\xff\xd9")


def newest_jpeg(data: bytes) -> tuple[bytes | None, bytes]:
    """The last whole JPEG in ``data`` and what follows it; None and ``data`` where there is none."""
    end = data.rfind(b"\xff\xd9")
    while end >= 0:
        start = data.rfind(b"\xff\xd8\xff", 0, end)
        if start < 0:
            return None, data
        before = data.rfind(b"\xff\xd9", 0, end)
        if before < start:
            return data[start : end + 2], data[end + 2 :]
        end = before
    return None, data


def ask(url: str) -> HTTPResponse:
    """The camera's answer; no proxy between us, for cameras stand on the table's own network."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    plain = urlunsplit((parts.scheme, f"{_host(parts.hostname or '')}{port}", parts.path, parts.query, ""))
    try:
        answer: HTTPResponse = _opener(plain, url).open(plain, timeout=CONNECT_S)
    except urllib.error.HTTPError as why:
        why.close()
        raise CannotOpen(_refusal(url, why.code)) from None
    except (urllib.error.URLError, HTTPException, OSError) as why:
        raise CannotOpen(f"nothing answers at {without_secrets(url)} ({why}): is the camera's app running?") from None
    return answer


def _opener(plain: str, url: str) -> urllib.request.OpenerDirector:
    """Tells name and password to whom asks for them, and in the way that was asked for."""
    parts, known = urlsplit(url), urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if parts.username:
        known.add_password(None, plain, unquote(parts.username), unquote(parts.password or ""))
    handlers = urllib.request.HTTPDigestAuthHandler(known), urllib.request.HTTPBasicAuthHandler(known)
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)


def _host(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _refusal(url: str, status: int) -> str:
    where = without_secrets(url)
    if status in (401, 403):
        return f"{where} wants a name and a password, or others: write them as http://NAME:PASSWORD@…"
    return f"{where} answers with error {status}: is the address right?"
