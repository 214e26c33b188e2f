"""Role × route: whoever belongs to one table is a stranger at every other one, on every route that the club serves.

The routes come from the application itself, those with parameters and the event streams among them; one that has no
entry below fails the test.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from companion.session.clock import SystemClock
from companion.session.postgres.database import Database
from tests.webui.club.conftest import AtTable, listening
from tests.webui.conftest import wait_until
from webui.club.app import create_club_app
from webui.club.organiser import COOKIE, Organiser
from webui.club.settings import ClubSettings
from webui.club.trial import PASSWORD, DeviceLine, Trial
from webui.eyes.keys import EYE, GREET, LOOK, SIGNATURE, sign
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
READ_AT_A_TABLE = (
    *("/", "/ca", "/camera", "/copy", "/evening", "/favicon.ico", "/guide", "/host", "/layout", "/learn", "/new"),
    *("/reach", "/roll", "/send", "/setup", "/start", "/table", "/tools", "/watch"),
    *("/api/camera.jpg", "/api/camera/confidences", "/api/export/bgstats", "/api/export/log.csv"),
    *("/api/export/result.csv", "/api/eye", "/api/games", "/api/guide", "/api/hint", "/api/hosts", "/api/log"),
    *("/api/past", "/api/pin", "/api/record", "/api/saved", "/api/seats", "/api/statistics", "/api/view", "/api/ways"),
)
"""What is only read at a table."""
READ_OF_THE_CLUB = (
    *("/club", "/club/enter", "/club/sheet", "/club/healthz", "/club/metrics"),
    *("/club/api/board", "/club/api/results.csv", "/club/api/sheet", "/club/api/tables.csv"),
    *("/club/ladder", "/club/api/ladder", "/club/api/ladder.csv", "/club/api/sheet.pdf"),
)
"""What is only read of the club."""
STREAMS = ("/events",)
"""What stays open; walked by itself below."""
WITH_PARAMETERS = {
    "/<any(static, art):root>/<path:name>": ("/static/manifest.json", "/static/../club.toml", "/art/nothing.svg"),
}
"""Addresses by which a route with parameters is asked."""
OF_THE_SERVERS = ("/club/peer/exchange", "/club/peer/board", "/club/peer/take")
"""What the servers tell each other; the door answers it, not the application."""
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
    return tuple(sorted((method, path) for method, rule in found for path in WITH_PARAMETERS.get(rule, (rule,))))


def of_the_club(path: str) -> bool:
    return path.startswith("/club")


def body_of(method: str, path: str, code: str) -> Any:
    if method == "GET":
        return None
    known = OF_THE_CLUB if of_the_club(path) else AT_A_TABLE
    assert path in known, f"{path} is new: say in this file what is sent there"
    return {"table": code} if path.startswith("/club/api/tables/") else known[path]


def person(table: AtTable) -> DeviceLine:
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
        cookie = Organiser(settings, SystemClock()).sign_in(PASSWORD, Response()).headers["Set-Cookie"]
    return {COOKIE: cookie.partition(";")[0].partition("=")[2]}


class Who(NamedTuple):
    """What somebody brings along: cookies, and how he signs a body."""

    cookies: Mapping[str, str]
    signs: Callable[[str, Any], dict[str, str]] = lambda path, body: {}


def eye(own: AtTable) -> Who:
    """An eye that was let in; it signs whatever it sends with its key."""
    code = own.at(0).ask("POST", f"{own.path}/api/eye/code", {})[1]["code"]
    status, key = own.stranger().ask("POST", f"{own.path}/api/eye/come_in", {"code": code, "format": 1})
    assert status == 200, key

    def signs(path: str, body: Any) -> dict[str, str]:
        raw = b"" if body is None else json.dumps(body).encode()
        return {EYE: key["id"], SIGNATURE: sign(key["secret"], GREET if path.endswith(GREET) else LOOK, raw)}

    return Who({}, signs)


WALKS = 4
"""So often a table is walked: the fifth wrong PIN would be told to wait, whoever sends it."""


class Foreign:
    """A table that is not of the people who come, and what strangers are answered on every route of it at a server."""

    def __init__(self, club: Trial, server: int) -> None:
        self.table = AtTable(club, 0)
        self.table.act(self.table.at(0))
        self.as_stranger = answers(Who({}), self.table, server)
        self.walks = 1


class AtStake:
    """Put up once for all roles: a table they belong to, and such as are not theirs.

    Each test looks itself whether those are as they were.
    """

    def __init__(self, club: Trial) -> None:
        self._club = club
        self.own, self.watched = AtTable(club, 0), AtTable(club, 0)
        self._foreign = dict[int, Foreign]()

    def who(self, role: str) -> "Who":
        """Somebody of the own table."""
        return ROLES[role](self.own)

    def foreign(self, server: int) -> Foreign:
        """A table to be walked once more at this server."""
        if server not in self._foreign or self._foreign[server].walks == WALKS:
            self._foreign[server] = Foreign(self._club, server)
        self._foreign[server].walks += 1
        return self._foreign[server]


@pytest.fixture(scope="module")
def at_stake(running_club: Trial) -> AtStake:
    return AtStake(running_club)


ROLES: dict[str, Callable[[AtTable], Who]] = {
    "nobody": lambda own: Who({}),
    "person": lambda own: Who(person(own).cookies),
    "eye": eye,
    "host": lambda own: Who(own.host.cookies),
    "organiser": lambda own: Who(own.club.organiser().cookies),
    "organiser and host": lambda own: Who({**own.host.cookies, **own.club.organiser().cookies}),
    "organiser of another club": lambda own: Who(organiser_of_another_club(own.club)),
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


def answers(who: Who, table: AtTable, server: int = 0) -> dict[Route, tuple[int, Any]]:
    """What somebody is answered on every route at a table."""
    told, line = {}, table.club.servers[server].line(dict(who.cookies))
    for method, path in routes():
        if path in STREAMS or of_the_club(path):
            continue
        body = body_of(method, path, table.code)
        status, said = line.ask(method, f"{table.path}{path}", body, who.signs(path, body))
        told[method, path] = status, as_it_stands(said)
    return told


def as_it_stands(said: Any) -> Any:
    """What was said but for the time and the number of the newest change, which grow by themselves."""
    return {key: value for key, value in said.items() if key not in ("now", "tick")} if isinstance(said, dict) else said


def test_every_route_is_walked() -> None:
    asked = {path for method, path in routes() if method == "POST"}
    assert asked == set(AT_A_TABLE) | set(OF_THE_CLUB)
    read = {path for method, path in routes() if method == "GET"}
    filled = {path for paths in WITH_PARAMETERS.values() for path in paths}
    assert read == {*READ_AT_A_TABLE, *READ_OF_THE_CLUB, *STREAMS} | filled
    assert {method for method, _ in routes()} == {"GET", "POST"}
    assert all("<" not in path for _, path in routes()), "say in this file by which addresses it is asked"


@pytest.mark.long
@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
@pytest.mark.parametrize("role", ROLES)
def test_at_a_foreign_table_everybody_is_a_stranger(club: Trial, at_stake: AtStake, role: str, server: int) -> None:
    foreign = at_stake.foreign(server)
    other, as_stranger, before = foreign.table, foreign.as_stranger, kept(club, foreign.table.code)
    as_role = answers(at_stake.who(role), other, server)
    for (method, path), (status, told) in as_role.items():
        assert status == as_stranger[method, path][0], (path, told)
        if method == "POST" and path not in FOR_EVERYBODY:
            assert 400 <= status < 500, (path, told)
        elif path not in FOR_EVERYBODY:
            assert told == as_stranger[method, path][1], path
    assert kept(club, other.code) == before


@pytest.mark.parametrize("role", [role for role in ROLES if role not in ("organiser", "organiser and host")])
def test_only_the_organiser_reads_and_changes_the_club(club: Trial, at_stake: AtStake, role: str) -> None:
    other = at_stake.watched
    before, who = kept(club, other.code), at_stake.who(role)
    line = club.servers[0].line(dict(who.cookies))
    for method, path in routes():
        if not of_the_club(path):
            continue
        body = body_of(method, path, other.code)
        status, told = line.ask(method, path, body, who.signs(path, body))
        if path not in FOR_EVERYBODY and method == "POST":
            assert status in (401, 403), (path, told)
        assert other.pin not in str(told) and other.code not in str(told), path
    assert kept(club, other.code) == before


def test_below_a_tables_address_nothing_of_the_club_is_done(club: Trial, table: MakeTable) -> None:
    own, other = table(0), table(0)
    before = kept(club, other.code)
    line = club.servers[0].line({**own.host.cookies, **club.organiser().cookies})
    for method, path in routes():
        if path.startswith("/club/api"):
            assert line.ask(method, f"{own.path}{path}", body_of(method, path, other.code))[0] == 404, path
    assert kept(club, other.code) == before


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
def test_what_servers_tell_each_other_is_told_to_nobody(club: Trial, at_stake: AtStake, role: str, server: int) -> None:
    own, other = at_stake.own, at_stake.watched
    before, who = kept(club, other.code), at_stake.who(role)
    line = club.servers[server].line(dict(who.cookies))
    for path in OF_THE_SERVERS:
        body = {"server": "mine", "here": {other.code: []}}
        for at in (path, f"{own.path}{path}", f"{other.path}{path}"):
            status, told = line.ask("POST", at, body, who.signs(path, body))
            assert status in (403, 404) and other.code not in str(told), (at, told)
    assert kept(club, other.code) == before


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
def test_a_foreign_stream_is_a_strangers(club: Trial, at_stake: AtStake, role: str, server: int) -> None:
    """He is told when something changed, as everybody at the table screen is; nobody counts him as there."""
    other, who = at_stake.watched, at_stake.who(role)
    line = club.servers[server].line(dict(who.cookies))
    with listening(other.path, line) as heard:
        version = other.act(other.at(0))
        wait_until(lambda: version in heard)
        assert other.view(other.at(0))["present"] == [False, False, False]
        assert other.view(other.at(1))["present"] == [False, False, False]


@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
def test_a_stream_of_ones_own_table_tells_nothing_of_another(club: Trial, table: MakeTable, server: int) -> None:
    own, other = table(0), table(0)
    with listening(own.path, own.at(server)) as heard:
        moved = [other.act(other.at(0)) for _ in range(6)]
        version = own.act(own.at(0))
        wait_until(lambda: version in heard)
        assert max(heard) == version < moved[-1]


@pytest.mark.long
def test_what_is_asked_here_does_something_where_it_is_allowed(club: Trial, table: MakeTable) -> None:
    """Else the walk above would prove nothing: each body is one that the rightful host is not refused for its shape."""
    one = table(0)
    refused = {
        path: told
        for (method, path), (status, told) in answers(Who(one.host.cookies), one).items()
        if method == "POST" and told.get("code") in ("bad_request", "not_found")
    }
    assert refused == {}
