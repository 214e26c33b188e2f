"""Two servers, one club: a table answers at both, outlasts each of them, and is never played at two places."""

import os
import signal
import time
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import cast

import pytest

from companion.session.postgres.leases import Heard, Leases
from tests.webui.club.conftest import AtTable, listening
from tests.webui.conftest import wait_until
from webui.club.table import OpenTable
from webui.club.tables import Tables
from webui.club.trial import DeviceLine, Trial

MakeTable = Callable[[int], AtTable]


def tables_of(line: DeviceLine) -> dict[str, dict[str, object]]:
    return {row["code"]: row for row in line.ask("GET", "/club/api/board")[1]["tables"]}


def test_a_table_is_played_at_every_server_alike(table: MakeTable) -> None:
    one = table(0)
    near, far = one.at(0), one.at(1)
    versions = [one.act(line) for line in (near, far, near, far)]
    assert versions == sorted(set(versions))
    assert one.view(near)["version"] == one.view(far)["version"] == versions[-1]


def test_a_page_at_another_server_hears_of_every_change(table: MakeTable) -> None:
    one = table(0)
    with listening(one.path, one.at(1)) as heard:
        version = one.act(one.at(0))
        wait_until(lambda: version in heard)


@pytest.mark.long
def test_without_redis_it_hears_a_little_later(club: Trial, table: MakeTable) -> None:
    one = table(0)
    with listening(one.path, one.at(1)) as heard:
        club.redis.stop()
        version = one.act(one.at(0))
        wait_until(lambda: version in heard)
        club.redis.start()


@pytest.mark.long
def test_who_watches_at_another_server_is_present(table: MakeTable) -> None:
    one = table(0)
    assert one.view(one.at(0))["present"] == [False, False, False]
    with listening(one.path, one.at(1)):
        wait_until(lambda: one.view(one.at(0))["present"] == [True, True, True])


@pytest.mark.long
def test_a_table_outlasts_its_owner(club: Trial, table: MakeTable) -> None:
    one = table(0)
    version = one.act(one.at(0))
    club.servers[0].kill()
    far = one.at(1)
    assert one.view(far)["version"] == version
    assert one.act(far) > version


@pytest.mark.long
def test_a_server_that_ends_gives_its_tables_away_at_once(club: Trial, table: MakeTable) -> None:
    one = table(0)
    version = one.act(one.at(0))
    club.servers[0].end()
    assert one.view(one.at(1))["version"] == version


@pytest.mark.long
def test_the_pin_and_the_host_outlast_the_owner(club: Trial, table: MakeTable) -> None:
    one = table(0)
    club.servers[0].kill()
    assert one.view(one.at(1))["you"]["host"]  # type: ignore[index]
    assert one.stranger(1).ask("POST", f"{one.path}/api/be_host", {"pin": one.pin})[0] == 200


class Slept(Tables):
    """The tables of a server that slept; notes whether it knew so when it let go of some."""

    def __init__(self) -> None:
        pulse = SimpleNamespace(live=lambda: Heard(0.0, {}, set(), ()), address="")
        super().__init__(cast(Leases, pulse), cast(Leases, pulse), lambda hold: pytest.fail("nothing is taken"))
        self._lived_s = time.monotonic() - 2 * self.life_s
        self.knew: list[bool] = []

    def _drop(self, codes: Iterable[str]) -> list[OpenTable]:
        self.knew.append(self.is_cut_off)
        return super()._drop(codes)


def test_a_server_that_slept_lets_go_of_what_it_lost_before_it_answers_for_it() -> None:
    tables = Slept()
    tables._beat()
    assert tables.knew == [True]


@pytest.mark.long
def test_an_owner_that_slept_plays_no_more(club: Trial, table: MakeTable) -> None:
    one = table(0)
    near, far = one.at(0), one.at(1)
    version = one.act(near)
    os.kill(club.servers[0].pid, signal.SIGSTOP)
    try:
        club.organiser(1)  # the other server lives
        later = _until_taken(one, far)
    finally:
        os.kill(club.servers[0].pid, signal.SIGCONT)
    assert later > version
    again = DeviceLine(club.servers[0].port, one.host.cookies)
    club.servers[0].wait()
    assert one.view(again)["version"] == later, "the sleeper asks the new owner"
    assert one.act(again) > later


def _until_taken(one: AtTable, far: DeviceLine) -> int:
    """Play at the other server as soon as it has the table; a request to the sleeper is given up after a while."""
    until_s = time.monotonic() + 60
    while time.monotonic() < until_s:
        if far.ask("GET", f"{one.path}/api/view")[0] == 200:
            return one.act(far)
    raise AssertionError("the table was not taken")


@pytest.mark.long
def test_while_postgresql_is_away_nothing_is_accepted_and_nothing_lost(club: Trial, table: MakeTable) -> None:
    one = table(0)
    near = one.at(0)
    version = one.act(near)
    view = one.view(near)
    club.postgres.stop(signal.SIGQUIT)
    do = {"do": view["choices"][-1]["do"], "version": version}  # type: ignore[index]
    status, told = near.ask("POST", f"{one.path}/api/act", do)
    assert status == 503 and told["message"], told
    club.postgres.start()

    def plays_again() -> bool:
        return near.ask("POST", f"{one.path}/api/act", do)[0] == 200

    wait_until(plays_again)
    assert int(str(one.view(near)["version"])) > version


ROUTES = (
    ("POST", "api/act", {"do": "mail", "version": 0}),
    ("POST", "api/undo", {"version": 0}),
    ("POST", "api/leave", {"seat": 0}),
    ("POST", "api/game", {"players": []}),
    ("POST", "api/rematch", {}),
    ("GET", "api/seats", None),
    ("POST", "api/seats/code", {"seat": 0}),
    ("POST", "api/seats/take", {"seat": 0}),
    ("POST", "api/seats/free", {"seat": 0}),
    ("GET", "api/hosts", None),
    ("POST", "api/table", {"do": ["mail"], "version": 0}),
    ("POST", "api/correct", {"changes": [], "reason": "", "version": 0}),
    ("POST", "api/help", {"needs": True}),
    ("GET", "api/hint", None),
    ("POST", "api/hand", {"cards": [], "version": 0}),
)


@pytest.mark.parametrize("server", [0, 1])
def test_the_host_of_one_table_is_a_stranger_at_every_other(table: MakeTable, server: int) -> None:
    own, other = table(0), table(0)
    before = other.view(other.at(0))
    line = own.at(server)
    for method, path, body in ROUTES:
        status, told = line.ask(method, f"{other.path}/{path}", body)
        assert status in (401, 403), (path, told)
    seen = line.ask("GET", f"{other.path}/api/view")[1]
    assert seen["you"]["seats"] == [] and not seen["you"]["host"] and seen["own"] is None
    assert other.view(other.at(0))["version"] == before["version"]


OF_THE_COMPUTER = (
    "api/wizard",
    "api/camera.jpg",
    "api/backup",
    "api/restore",
    "api/profiles",
    "api/recorder",
    "api/lesson",
)


@pytest.mark.parametrize("path", OF_THE_COMPUTER)
def test_a_host_has_nothing_of_the_servers_computer(table: MakeTable, path: str) -> None:
    one = table(0)
    assert one.at(0).ask("GET", f"{one.path}/api/{path}")[0] == 404
    assert one.at(0).ask("GET", f"{one.path}/api/pin")[1] == {"pin": None}


def test_what_servers_tell_each_other_is_told_to_nobody_else(table: MakeTable) -> None:
    one = table(0)
    line = one.at(0)
    for path in ("exchange", "board"):
        assert line.ask("POST", f"/club/peer/{path}", {})[0] in (403, 404)


def test_only_the_organiser_sees_the_board(club: Trial, table: MakeTable) -> None:
    one = table(0)
    stranger = one.stranger()
    assert stranger.ask("GET", "/club/api/board")[1]["tables"] == []
    for method, path, body in (
        ("GET", "sheet", None),
        ("GET", "results.csv", None),
        ("GET", "tables.csv", None),
        ("POST", "tables", {"names": ["Mine"]}),
        ("POST", "tables/close", {"table": one.code}),
        ("POST", "tables/helped", {"table": one.code}),
        ("POST", "tables/move", {"table": one.code}),
    ):
        assert stranger.ask(method, f"/club/api/{path}", body)[0] == 403, path
    assert stranger.ask("POST", "/club/api/sign_in", {"password": "guessed-wrongly"})[0] == 403
    assert tables_of(club.organiser())[one.code]["state"] == "playing"


@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
def test_a_host_name_that_is_nobodys_is_refused_wherever_the_table_is(table: MakeTable, server: int) -> None:
    """So that no page of another site reads a table by a name that it lets point here."""
    one = table(0)
    status, told = one.at(server).ask("GET", f"{one.path}/api/view", headers={"Host": "evil.example"})
    assert (status, told["code"]) == (400, "wrong_host")


def test_the_board_tells_of_tables_at_every_server(club: Trial, table: MakeTable) -> None:
    here, there = table(0), table(1)
    free, *_ = club.put_up(["Nobody yet"])
    for server in (0, 1):
        told = tables_of(club.organiser(server))
        assert (told[here.code]["round"], told[there.code]["round"], told[free]["state"]) == (1, 1, "free")


def test_a_table_calls_the_organiser(club: Trial, table: MakeTable) -> None:
    one = table(0)
    assert one.at(1).ask("POST", f"{one.path}/api/help", {"needs": True})[0] == 200
    organiser = club.organiser()
    assert tables_of(organiser)[one.code]["needs_help"] and one.view(one.at(0))["needs_help"]
    assert organiser.ask("POST", "/club/api/tables/helped", {"table": one.code})[0] == 200
    wait_until(lambda: not one.view(one.at(0))["needs_help"])


def test_a_closed_table_is_gone_for_everybody(club: Trial, table: MakeTable) -> None:
    one = table(0)
    assert club.organiser(1).ask("POST", "/club/api/tables/close", {"table": one.code})[0] == 200
    for server in (0, 1):
        line = one.at(server)
        wait_until(lambda line=line: line.ask("GET", f"{one.path}/api/view")[0] == 404)  # type: ignore[misc]
    assert one.code not in tables_of(club.organiser())


def test_a_table_that_is_taken_from_its_server_goes_on(club: Trial, table: MakeTable) -> None:
    one = table(0)
    version = one.act(one.at(0))
    assert club.organiser().ask("POST", "/club/api/tables/move", {"table": one.code})[0] == 200
    assert one.view(one.at(1))["version"] == version


@pytest.mark.long
def test_a_code_nobody_was_given_leads_nowhere(club: Trial) -> None:
    line = DeviceLine(club.servers[0].port)
    assert line.ask("GET", "/t/NOSUCH/api/view")[0] == 404
    assert line.ask("GET", "/api/view")[0] == 404
