"""Slow and greedy lines: given up in time, refused before they take room, and nobody else notices them."""

import http.client
import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tests.webui.conftest import wait_until
from webui.house import House
from webui.http.certificates import Certificates
from webui.http.doors import door, port_of
from webui.http.lines import Patience, Silent
from webui.http.server import Running, WebThread
from webui.settings import Settings

BRIEF = Patience(
    head_s=0.3, fetch_s=0.5, between_s=1, handshake_s=0.5, silent_of_address=5, lines_at_once=8, lines_each_s=0.001
)
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.77"
LONG_S = 30
HALF_HEAD = b"GET /api/view HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
MB = 1 << 20


@pytest.fixture
def brief(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server of little patience."""
    monkeypatch.setattr("webui.http.server.Patience", lambda: BRIEF)
    server = Running(house, Settings(host=HERE, port=0))
    yield server
    server.stop()


def line(port: int, said: bytes = b"") -> socket.socket:
    one = socket.create_connection((HERE, port), LONG_S)
    one.sendall(said)
    return one


def line_from(address: str, port: int, said: bytes) -> bytes:
    """The first bytes of the answer to somebody at that address, empty where the server hangs up."""
    with socket.socket() as one:
        one.bind((address, 0))
        one.connect((HERE, port))
        with suppress(ConnectionError):
            one.sendall(said)
            return one.recv(100)
        return b""


def is_closed(one: socket.socket) -> bool:
    """Reads on until the server hangs up."""
    with suppress(ConnectionError):
        while one.recv(1 << 16):
            pass
    one.close()
    return True


def status_of(
    port: int, path: str = "/api/view", body: bytes | None = None, headers: dict[str, str] | None = None
) -> int:
    connection = http.client.HTTPConnection(HERE, port, timeout=LONG_S)
    connection.request("GET" if body is None else "POST", path, body, {"X-Bazaar": "1", **(headers or {})})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


@pytest.mark.parametrize("said", [b"", b"G", HALF_HEAD])
def test_a_line_that_does_not_finish_its_head_is_closed(brief: Running, said: bytes) -> None:
    assert is_closed(line(brief.port, said))


def test_a_line_that_drips_is_closed_as_well(brief: Running) -> None:
    one = line(brief.port, HALF_HEAD)
    with suppress(ConnectionError):
        while True:
            one.sendall(b"x")
            one.settimeout(0.05)
            with suppress(TimeoutError):
                if not one.recv(100):
                    break
    one.close()


def test_a_line_may_ask_again_and_again(brief: Running) -> None:
    connection = http.client.HTTPConnection(HERE, brief.port, timeout=LONG_S)
    for _ in range(5):
        connection.request("GET", "/api/view")
        assert connection.getresponse().read()
    connection.close()


def test_silent_lines_of_one_address_make_room_for_its_newest(brief: Running) -> None:
    lines = [line(brief.port, b"G") for _ in range(12)]
    assert status_of(brief.port) == 200
    assert all(is_closed(one) for one in lines)


def test_an_address_that_opens_too_many_lines_is_held_back_and_nobody_else(brief: Running) -> None:
    ask = b"GET /api/view HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    answered = [bool(line_from(ELSEWHERE, brief.port, ask)) for _ in range(12)]
    assert answered == [True] * 8 + [False] * 4
    assert status_of(brief.port) == 200


@pytest.mark.long
def test_an_answer_that_nobody_fetches_is_given_up(brief: Running) -> None:
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect((HERE, brief.port))
    with suppress(ConnectionError):
        for _ in range(4000):
            one.sendall(b"GET /static/js/play/bazaar.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert is_closed(one)


def test_three_hundred_silent_lines_stop_nobody(running: Running) -> None:
    lines = [line(running.port, HALF_HEAD if number % 2 else b"") for number in range(300)]
    assert [status_of(running.port) for _ in range(5)] == [200] * 5
    for one in lines:
        one.close()


@pytest.mark.parametrize("path", ["/", "/api/act", "/api/photo", "/nowhere"])
def test_a_body_that_is_too_long_is_refused_by_its_length(running: Running, path: str) -> None:
    one = line(running.port, f"POST {path} HTTP/1.1\r\nHost: {HERE}\r\nContent-Length: {400 * MB}\r\n\r\n".encode())
    assert one.recv(100).startswith(b"HTTP/1.1 413")
    one.close()


def test_a_body_without_a_length_is_refused_once_it_is_too_long(running: Running) -> None:
    one = line(running.port, f"POST /api/act HTTP/1.1\r\nHost: {HERE}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with suppress(ConnectionError):
        for _ in range(200):
            one.sendall(chunk)
    with suppress(ConnectionError):
        assert one.recv(100).startswith(b"HTTP/1.1 413")
    one.close()


def test_a_body_that_does_not_come_is_given_up(house: House) -> None:
    server = Running(house, Settings(host=HERE, port=0, body_s=0.2))
    one = line(server.port, f"POST /api/act HTTP/1.1\r\nHost: {HERE}\r\nContent-Length: 50\r\n\r\nhalf".encode())
    said = b""
    while not said.endswith(b"}"):
        said += one.recv(4000)
    assert said.startswith(b"HTTP/1.1 408") and json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "too_slow"
    one.close()
    server.stop()


@pytest.mark.parametrize("head", [b"X-Long: " + b"x" * MB, b"X-Short: x\r\n" * 100_000])
def test_a_head_that_is_too_long_is_refused(running: Running, head: bytes) -> None:
    one = line(running.port)
    with suppress(ConnectionError):
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head)
    with suppress(ConnectionError):
        assert one.recv(100).startswith(b"HTTP/1.1 4")
    one.close()
    assert status_of(running.port) == 200


def test_a_picture_of_a_stranger_is_refused_by_its_length_and_a_players_is_read(running: Running) -> None:
    picture = b"\xff\xd8\xff" + bytes(MB)
    assert status_of(running.port, "/api/photo", picture) == 413
    token, _ = running.house.access.redeem(running.house.access.seat_code(0).secret, None, loopback=True)
    cookie = {"Cookie": f"bazaar_{running.port}={token}"}
    assert status_of(running.port, "/api/photo", picture, cookie) in (409, 415)
    assert status_of(running.port, "/api/photo", bytes(13 * MB), cookie) == 413


def test_one_client_that_asks_too_much_at_once_is_told_so(house: House) -> None:
    server = Running(house, Settings(host=HERE, port=0))
    ask = b"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"
    lines = [line(server.port, ask) for _ in range(60)]
    refused = line(server.port, b"GET /api/view HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 400)
    assert refused.recv(100).startswith(b"HTTP/1.1 503")
    assert is_closed(refused), "it is not told four hundred times"
    for one in lines:
        one.close()
    wait_until(lambda: status_of(server.port) == 200)
    server.stop()


def test_a_silent_handshake_holds_nobody_up(house: House, certify: Callable[[], Certificates]) -> None:
    server = Running(house, Settings(host=HERE, port=0), certify)
    silent = [line(server.port, b"\x16\x03\x01" if number % 2 else b"") for number in range(20)]
    context = ssl._create_unverified_context()
    for _ in range(3):
        with socket.create_connection((HERE, server.port), LONG_S) as plain, context.wrap_socket(plain) as safe:
            safe.sendall(b"GET /api/view HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert safe.recv(100).startswith(b"HTTP/1.1 200")
    for one in silent:
        one.close()
    server.stop()


def test_a_handshake_that_does_not_come_is_given_up(certify: Callable[[], Certificates]) -> None:
    async def nothing(scope: object, receive: object, send: object) -> None:
        return None

    one_door = door(HERE, 0)
    web = WebThread(nothing, [one_door], certify(), BRIEF)
    assert is_closed(line(port_of(one_door)))
    web.stop()


def test_a_second_program_at_the_same_port_is_told_so(running: Running) -> None:
    with pytest.raises(OSError):
        door(HERE, running.port)


def test_small_answers_do_not_wait_for_the_rest_of_a_packet() -> None:
    """A phone would wait 40 ms for the second half of an answer."""
    listening = door(HERE, 0)
    with listening, socket.create_connection(listening.getsockname()), listening.accept()[0] as line:
        assert line.proto == socket.IPPROTO_TCP, "asyncio asks for no delay on such lines only"


class Quiet:
    """A line on which nothing has been asked yet."""

    def __init__(self, address: str) -> None:
        self.address, self.hung_up = address, False

    def hang_up(self) -> None:
        self.hung_up = True


@pytest.mark.parametrize(("address", "kept"), [("10.0.0.1", True), ("10.0.0.2", False)])
def test_a_proxy_stands_for_many_people(address: str, kept: bool) -> None:
    silent = Silent(Patience(silent_of_address=2, proxies=frozenset({"10.0.0.1"})))
    lines = [Quiet(address) for _ in range(9)]
    for line in lines:
        silent.add(line)
    assert all(not line.hung_up for line in lines) == kept
