"""Role × route: whoever belongs to one table is a stranger at every other one, on every route that the club serves.

The routes come from the application itself; one that has no entry below fails the test.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.session.postgres.database import Database
from tests.webui.club.conftest import AtTable, listening
from webui.club.app import create_club_app
from webui.club.organiser import COOKIE, Organiser
from webui.club.settings import ClubSettings
from webui.club.trial import PASSWORD, Line, Trial
from webui.settings import Settings

MakeTable = Callable[[int], AtTable]
Route = tuple[str, str]

AT_A_TABLE: dict[str, Any] = {
    "/api/act": {"do": "mail", "version": 0},
    "/api/undo": {"version": 0},
    "/api/redo": {"version": 0},
    "/api/join": {"code": "not-a-code"},
    "/api/be_host": {"pin": "000000x"},
    "/api/leave": {"seat": 0},
    "/api/hand": {"cards": [], "version": 0},
    "/api/game": {"players": [{"name": "Eve", "color": "red"}, {"name": "Mallory", "color": "blue"}]},
    "/api/rematch": {},
    "/api/seats/code": {"seat": 0},
    "/api/seats/take": {"seat": 0},
    "/api/seats/free": {"seat": 0},
    "/api/wishes": {"id": "x", "let_in": True},
    "/api/hosts/sign_out": {"id": "x"},
    "/api/saved/try_again": {},
    "/api/saved/recover": {"file": "x"},
    "/api/table": {"do": ["set 0.lira=99"], "version": 0},
    "/api/correct": {"changes": [{"seat": 0, "what": "lira", "value": 99}], "reason": "mine", "version": 0},
    "/api/help": {"needs": True},
    "/api/organiser": {"ticket": "x" * 43},
    "/api/ways": {"address": "127.0.0.1"},
    "/api/camera/answer": {"question_id": "x", "option_id": 0},
    "/api/camera/take-back": {"version": 0},
    "/api/camera/ask-first": {"ask": True},
    "/api/camera/settle": {"who": "app"},
    "/api/photo": {},
    "/api/copy/photo": {},
    "/api/eye/code": {},
    "/api/eye/forget": {"id": "x"},
    "/api/eye/come_in": {"code": "not-a-code", "format": 1},
    "/api/eye/greet": {},
    "/api/eye/look": {},
    "/api/layout": {},
    "/api/roll": {},
}
"""What is sent to each route of a table that takes something."""
OF_THE_CLUB: dict[str, Any] = {
    "/club/api/sign_in": {"password": "guessed-wrongly"},
    "/club/api/sign_out": {},
    "/club/api/tables": {"names": ["Mine"]},
    "/club/api/tables/close": {},
    "/club/api/tables/helped": {},
    "/club/api/tables/host": {},
    "/club/api/tables/move": {},
}
"""The same for the club's own routes; where a table is meant its code is filled in."""
FOR_EVERYBODY = {"/api/layout", "/api/roll", "/club/api/sign_out"}
"""What changes no table, so that anybody may send it; the first two answer by chance."""


@cache
def routes() -> tuple[Route, ...]:
    """Method and path of every route of the club's application."""
    with TemporaryDirectory() as folder:
        app = create_club_app(Settings(shared=True), {}, Path(folder))
    found = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    return tuple(sorted((method, path) for method, path in found if "<" not in path))


def of_the_club(path: str) -> bool:
    return path.startswith("/club")


def body_of(method: str, path: str, code: str) -> Any:
    if method == "GET":
        return None
    known = OF_THE_CLUB if of_the_club(path) else AT_A_TABLE
    assert path in known, f"{path} is new: say in this file what is sent there"
    return {"table": code} if path.startswith("/club/api/tables/") else known[path]


def person(table: AtTable) -> Line:
    """A phone with one seat of its own, which is not the host's."""
    line = table.stranger()
    status, told = line.ask("POST", f"{table.path}/api/join", {"code": table.code_of(0)["link"].partition("#j=")[2]})
    assert status == 200 and told["seats"] == [0], told
    return line


def organiser_of_another_club(club: Trial) -> dict[str, str]:
    """The cookie by which an organiser with the same password is known at a club with another secret."""
    settings = ClubSettings(postgres=club.postgres.url, secret="another club's secret", password=PASSWORD)
    from flask import Flask, Response

    with Flask("other").test_request_context():
        cookie = Organiser(settings).sign_in(PASSWORD, Response()).headers["Set-Cookie"]
    return {COOKIE: cookie.partition(";")[0].partition("=")[2]}


ROLES: dict[str, Callable[[AtTable], dict[str, str]]] = {
    "person": lambda own: person(own).cookies,
    "host": lambda own: own.host.cookies,
    "organiser": lambda own: own.club.organiser().cookies,
    "organiser and host": lambda own: {**own.host.cookies, **own.club.organiser().cookies},
    "organiser of another club": lambda own: organiser_of_another_club(own.club),
}
"""Who comes to a table that is not his, with every cookie he has, whatever paths they are kept to."""


def kept(club: Trial, code: str) -> dict[str, list[Any]]:
    """Every row of the database that belongs to a table; who owns it aside."""
    database = Database(club.postgres.url, 1)
    asked = {
        "board": "SELECT name, closed_at, needs_help FROM board WHERE code = %s",
        "board_note": "SELECT key, value FROM board_note WHERE code = %s ORDER BY key",
        "game": "SELECT * FROM game WHERE code = %s ORDER BY id",
        "entry": "SELECT entry.* FROM entry JOIN game ON entry.game = id WHERE code = %s ORDER BY id, entry.number",
        "note": "SELECT note.* FROM note JOIN game ON note.game = id WHERE code = %s ORDER BY id, key",
        "result": "SELECT result.* FROM result JOIN game ON result.game = id WHERE code = %s ORDER BY id",
    }
    try:
        with database.transaction() as connection:
            return {name: connection.execute(sql, (code,)).fetchall() for name, sql in asked.items()}
    finally:
        database.close()


def answers(line: Line, table: AtTable, club_too: bool) -> dict[Route, tuple[int, Any]]:
    """What a device is answered on every route at a table."""
    told = {}
    for method, path in routes():
        if path == "/events" or (of_the_club(path) and not club_too):
            continue
        at = path if of_the_club(path) else f"{table.path}{path}"
        status, said = line.ask(method, at, body_of(method, path, table.code))
        told[method, path] = status, without_time(said)
    return told


def without_time(said: Any) -> Any:
    return {key: value for key, value in said.items() if key != "now"} if isinstance(said, dict) else said


def test_every_route_is_walked() -> None:
    found = {path for method, path in routes() if method == "POST"}
    assert found == set(AT_A_TABLE) | set(OF_THE_CLUB)
    assert len(routes()) > 50


@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
@pytest.mark.parametrize("role", ROLES)
def test_at_a_foreign_table_everybody_is_a_stranger(club: Trial, table: MakeTable, role: str, server: int) -> None:
    own, other = table(0), table(0)
    other.act(other.at(0))
    before = kept(club, other.code)
    cookies = ROLES[role](own)
    as_stranger = answers(other.stranger(server), other, club_too=False)
    as_role = answers(Line(club.servers[server].port, dict(cookies)), other, club_too=False)
    for (method, path), (status, told) in as_role.items():
        assert status == as_stranger[method, path][0], (path, told)
        if method == "POST" and path not in FOR_EVERYBODY:
            assert 400 <= status < 500, (path, told)
        elif path not in FOR_EVERYBODY:
            assert told == as_stranger[method, path][1], path
    assert kept(club, other.code) == before


@pytest.mark.parametrize("role", [role for role in ROLES if role in ("person", "host", "organiser of another club")])
def test_only_the_organiser_reads_and_changes_the_club(club: Trial, table: MakeTable, role: str) -> None:
    own, other = table(0), table(0)
    before = kept(club, other.code)
    line = Line(club.servers[0].port, dict(ROLES[role](own)))
    for method, path in routes():
        if not of_the_club(path):
            continue
        status, told = line.ask(method, path, body_of(method, path, other.code))
        if path not in FOR_EVERYBODY and method == "POST":
            assert status in (401, 403), (path, told)
        assert other.pin not in str(told) and other.code not in str(told), path
    assert kept(club, other.code) == before


def test_below_a_tables_address_nothing_of_the_club_is_done(club: Trial, table: MakeTable) -> None:
    own, other = table(0), table(0)
    before = kept(club, other.code)
    line = Line(club.servers[0].port, {**own.host.cookies, **club.organiser().cookies})
    for method, path in routes():
        if path.startswith("/club/api"):
            assert line.ask(method, f"{own.path}{path}", body_of(method, path, other.code))[0] == 404, path
    assert kept(club, other.code) == before


def test_a_stranger_may_not_listen_with_the_rights_of_another_table(club: Trial, table: MakeTable) -> None:
    own, other = table(0), table(0)
    with listening(other.path, Line(club.servers[0].port, own.host.cookies)):
        assert other.view(other.at(0))["present"] == [False, False, False]


def test_what_is_asked_here_does_something_where_it_is_allowed(club: Trial, table: MakeTable) -> None:
    """Else the walk above would prove nothing: each body is one that the rightful host is not refused for its shape."""
    one = table(0)
    refused = {
        path: told
        for (method, path), (status, told) in answers(one.at(0), one, club_too=False).items()
        if method == "POST" and told.get("code") in ("bad_request", "not_found")
    }
    assert refused == {}
