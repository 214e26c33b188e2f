"""What OWASP ASVS 5.0 asks at level 1 and no other test shows; and that ``docs/asvs.md`` answers all of it."""

import ast
import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.session.clock import FakeClock
from tests.webui import conftest
from tests.webui.conftest import BASE, SETTINGS, Device, Screens, begin
from webui.app import create_app
from webui.house import House
from webui.http.server import Running

Make = Callable[[], Device]
Seat = Callable[[int], Device]
ROOT = Path(__file__).parents[2]
FOLDERS = ("companion", "vision", "calibration", "webui")
OURS = tuple(sorted(path for folder in FOLDERS for path in ROOT.glob(f"{folder}/**/*.py")))
SCRIPTS = tuple(sorted(ROOT.glob("webui/static/js/**/*.js")))
OPEN_TO_ALL = {"/api/join", "/api/be_host", "/api/layout", "/api/roll", "/api/phone_camera/offer"}
"""What a stranger may send: a way in, an offer that waits for the host, and tools that touch no game."""
SAID = {
    "/api/act": {"do": "move 3", "version": 0},
    "/api/undo": {"version": 0, "keep": 0},
    "/api/redo": {"version": 0},
    "/api/hand": {"cards": ["GOOD"], "version": 0},
    "/api/leave": {"seat": 0},
    "/api/camera/answer": {"question_id": "q", "option_id": 0},
    "/api/camera/take-back": {"version": 0},
    "/api/camera/settle": {"who": "app"},
    "/api/eye/come_in": {"code": "not-a-code", "format": 1},
    "/api/correct": {"changes": [{"what": "lira", "value": 9, "seat": 0}], "reason": "gift", "version": 0},
}
"""What is sent where a body is read before rights are looked at."""
OF_PLAYERS = {*SAID, "/api/photo", "/api/dice/photo", "/api/dice/icons", "/api/rival/begin", "/api/rival/moved"}
OTHER_CODE = {"/api/lesson/photo": "lesson_over", "/api/phone_camera/picture": "not_the_camera"}
OTHER_CODE |= {"/api/eye/greet": "eye_unknown", "/api/eye/look": "eye_unknown"}
SHAPES: dict[str, Callable[[bytes], bool]] = {
    "application/json": lambda data: json.loads(data) is not None,
    "text/html": lambda data: data.lstrip().lower().startswith((b"<!doctype html", b"<html")),
    "text/csv": lambda data: b"," in data,
    "text/javascript": lambda data: b"self.addEventListener" in data,
    "application/zip": lambda data: data.startswith(b"PK"),
    "text/event-stream": lambda data: data == b"",
}
NEVER_IN_SCRIPTS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|javascript:|\beval\(|new Function"
)
NEVER_CALLED = {"eval", "exec", "system", "popen"}
NEVER_IMPORTED = {"pickle", "marshal", "shelve", "yaml"}
HASHES = {"sha256"}
NOTHING_TO_SHOW = {"6.4.2"}
"""Met by what is not there."""
PROGRAMS_OF_CLUBS = (
    "webui/club/engines.py",
    "webui/club/trial.py",
    "webui/club/operations/dump.py",
    "webui/club/stress/",
    "webui/eyes/trial.py",
)
STARTS_PROGRAMS = ("webui/cli/bench", "webui/attacks/", "webui/soak/", "calibration/simulated/", *PROGRAMS_OF_CLUBS)
"""Measurements, which start the companion itself, and what calls PostgreSQL's own programs."""
ODD_NAME = "<img src=x>');DROP"
LEVEL_ONE = (
    *("1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.3.1", "1.3.2", "1.5.1", "2.1.1", "2.2.1", "2.2.2", "2.3.1"),
    *("3.2.1", "3.2.2", "3.3.1", "3.4.1", "3.4.2", "3.5.1", "3.5.2", "3.5.3", "4.1.1", "4.4.1"),
    *("5.2.1", "5.2.2", "5.3.1", "5.3.2", "6.1.1", "6.2.1", "6.2.2", "6.2.3", "6.2.4", "6.2.5", "6.2.6", "6.2.7"),
    *("6.2.8", "6.3.1", "6.3.2", "6.4.1", "6.4.2", "7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.4.1", "7.4.2"),
    *("8.1.1", "8.2.1", "8.2.2", "8.3.1", "9.1.1", "9.1.2", "9.1.3", "9.2.1"),
    *("10.4.1", "10.4.2", "10.4.3", "10.4.4", "10.4.5", "11.3.1", "11.3.2", "11.4.1", "12.1.1", "12.2.1", "12.2.2"),
    *("13.4.1", "14.2.1", "14.3.1", "15.1.1", "15.2.1", "15.3.1"),
)


def looks(app: Flask) -> list[str]:
    """Every address without a part of its own that can be looked at."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return sorted(rule.rule for rule in rules if not rule.arguments)


def sends(app: Flask) -> list[str]:
    """Every address that something can be sent to."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}]
    return sorted(re.sub(r"<[^>]*>", "1", rule) for rule in rules)


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ------------------------------------------------------------------ who may do what


@pytest.fixture
def held_seats(seated: Seat) -> Seat:
    """All seats are taken, as in an evening."""
    phones = [seated(seat) for seat in range(3)]
    return lambda seat: phones[seat]


def test_a_stranger_changes_nothing_whatever_is_sent(app: Flask, house: House, device: Make, held_seats: Seat) -> None:
    stranger, before = device(), files_below(house.data_dir)
    answers = {path: stranger.post(path, SAID.get(path)) for path in sends(app) if path not in OPEN_TO_ALL}
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code not in (401, 403)} == {}
    assert files_below(house.data_dir) == before


def test_a_player_does_nothing_that_is_the_hosts(app: Flask, house: House, held_seats: Seat) -> None:
    player, before = held_seats(1), files_below(house.data_dir)
    answers = {path: player.post(path) for path in sends(app) if path not in OPEN_TO_ALL | OF_PLAYERS}
    codes = {path: answer.json["code"] for path, answer in answers.items()}
    assert codes == {path: OTHER_CODE.get(path, "not_host") for path in codes}
    assert len(codes) > 40 and files_below(house.data_dir) == before


def test_looking_at_everything_leaves_everything_as_it_was(app: Flask, house: House, host: Device) -> None:
    before, devices, version = files_below(house.data_dir), house.access.devices, house.version
    for path in looks(app):
        host.get(path).close()
    assert (files_below(house.data_dir), house.access.devices, house.version) == (before, devices, version)


def test_nobody_is_known_to_a_companion_that_was_never_started_before(empty_house: House) -> None:
    assert empty_house.access.devices == {} and empty_house.access.hosts(None) == []


def test_every_token_is_new_and_too_long_to_be_guessed(house: House) -> None:
    tokens = {house.access.redeem(house.access.host_code().secret, None, loopback=True)[0] for _ in range(20)}
    assert len(tokens) == 20 and min(map(len, tokens)) >= 43, "43 letters of 64 are 256 bits"


def test_codes_stand_behind_the_hash_of_a_link_and_are_not_sent_with_it(host: Device, running: Running) -> None:
    links = [row["link"] for row in host.get("/api/seats").json if "link" in row] + [running.host_link()]
    parts = [urlsplit(link) for link in links]
    assert len(parts) == 4 and all(part.query == "" and "=" in part.fragment for part in parts)


# ------------------------------------------------------------------ answers


def test_every_answer_says_what_it_is(app: Flask, host: Device) -> None:
    for path in looks(app):
        answer = host.get(path, headers={"Accept": "text/event-stream" if path == "/events" else "*/*"})
        with closing(answer):
            is_empty = answer.status_code == 204
            assert is_empty or SHAPES[answer.mimetype](answer.data), path
            assert not answer.mimetype.startswith("text/") or answer.content_type.endswith("; charset=utf-8"), path


def test_no_answer_invites_other_sites(app: Flask, host: Device) -> None:
    foreign = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    for path in [*looks(app), "/static/js/basics/dom.js"]:
        for answer in (host.get(path, headers=foreign), host.client.options(path, base_url=BASE, headers=foreign)):
            with closing(answer):
                assert [name for name, _ in answer.headers if name.lower().startswith("access-control")] == [], path


def test_no_web_socket_is_opened(running: Running) -> None:
    asked = "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    asked += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as line:
        line.sendall(asked.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 400")


@pytest.fixture
def oddly_named(empty_house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A game in which Anna is called like a command."""
    monkeypatch.setattr(conftest, "PLAYERS", ((ODD_NAME, "red"), *conftest.PLAYERS[1:]))
    return begin(empty_house)


def test_a_name_that_looks_like_a_command_is_kept_as_it_is(oddly_named: House, clock: FakeClock) -> None:
    oddly_named.close()
    again = House(oddly_named.data_dir, clock)
    assert again.sitting.people[0].name == ODD_NAME
    assert Device((app := create_app(again, SETTINGS)).test_client(), app).view()["players"][0]["name"] == ODD_NAME
    again.close()


@pytest.mark.browser
@pytest.mark.usefixtures("oddly_named")
def test_a_name_that_looks_like_markup_is_shown_as_it_is(running: Running, screens: Screens) -> None:
    phone = screens.phone(running, 0)
    assert phone.locator(".head h1").inner_text() == ODD_NAME
    assert phone.locator("img[src=x]").count() == 0


# ------------------------------------------------------------------ code


def test_pages_never_make_markup_or_code_of_text() -> None:
    found = {script.name: NEVER_IN_SCRIPTS.findall(script.read_text()) for script in SCRIPTS}
    assert found and {name: markup for name, markup in found.items() if markup} == {}


def test_no_page_hinders_pasting() -> None:
    assert [script.name for script in SCRIPTS if "paste" in script.read_text()] == []


@pytest.mark.long
def test_no_module_runs_text_as_code_or_hashes_weakly() -> None:
    found = {str(module.relative_to(ROOT)): _risks(module) for module in OURS}
    assert found and {module: risks for module, risks in found.items() if risks} == {}


def _risks(module: Path) -> set[str]:
    """What a module calls, imports or hashes with that it must not."""
    tree = ast.parse(module.read_text())
    calls, imports = set(_called(tree)) & NEVER_CALLED, _imported(tree)
    starts = str(module.relative_to(ROOT)).startswith(STARTS_PROGRAMS)
    never = NEVER_IMPORTED if starts else NEVER_IMPORTED | {"subprocess"}
    return calls | (imports & never) | (_attributes_of(tree, "hashlib") - HASHES)


def _called(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        asked = node.func if isinstance(node, ast.Call) else None
        if isinstance(asked, ast.Name):
            yield asked.id
        if isinstance(asked, ast.Attribute) and isinstance(asked.value, ast.Name) and asked.value.id == "os":
            yield asked.attr


def _imported(tree: ast.AST) -> set[str]:
    names = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    return names | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def _attributes_of(tree: ast.AST, module: str) -> set[str]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {node.attr for node in found if isinstance(node.value, ast.Name) and node.value.id == module}


# ------------------------------------------------------------------ the page


def answers() -> list[tuple[str, str, str]]:
    """Number, answer and reason of each row of the table."""
    text = (ROOT / "docs" / "asvs.md").read_text()
    return re.findall(r"^\| V([0-9.]+) [^|]*\| ([a-z ]+) \| (.*) \|$", text, re.MULTILINE)


def test_every_requirement_of_level_one_is_answered_once() -> None:
    assert tuple(number for number, _, _ in answers()) == LEVEL_ONE
    assert {answer for _, answer, _ in answers()} <= {"met", "partly", "not met", "does not apply"}


def test_what_is_met_names_a_test_that_exists() -> None:
    for number, answer, reason in answers():
        named = re.findall(r"`(\w+)::(\w+)`", reason)
        assert named or answer != "met" or "docs/" in reason or "](" in reason or number in NOTHING_TO_SHOW, number
        for file, test in named:
            (path,) = (ROOT / "tests").rglob(f"{file}.py")
            assert f"def {test}(" in path.read_text(), f"{number}: {file} has no {test}"


def test_the_field_of_the_pin_is_masked() -> None:
    assert 'type: "password", id: "pin"' in (ROOT / "webui/static/js/rights/join.js").read_text(encoding="utf-8")
