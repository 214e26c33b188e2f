"""Lines that are cut and clocks that disagree: nothing is lost, phones say what is the matter, tables come back."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.session.postgres.database import Database
from tests.engines import installed
from tests.webui.club.conftest import AtTable, listening
from tests.webui.conftest import PHONE, Screens, wait_until
from webui.club.stress.cut import MEMBERS, cut_off
from webui.club.stress.wires import PEOPLE, POSTGRES, REDIS, NotPossible, Wires
from webui.club.trial import DeviceLine, Trial

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
APART_S = 20 * 3600.0
"""Further apart than the organiser's cookie lasts."""
PATIENCE_S = 180.0
MakeTable = Callable[[int], AtTable]


@contextlib.contextmanager
def a_cut_club(clocks: Sequence[float] = ()) -> Iterator[tuple[Trial, Wires]]:
    """Skipped with a word where this machine makes no network namespaces, as in most containers, in CI too."""
    with contextlib.ExitStack() as stack:
        try:
            made = installed(lambda: stack.enter_context(cut_off(clocks)))
        except NotPossible as error:
            pytest.skip(str(error))
        yield made


@pytest.fixture(scope="module")
def cut_club() -> Iterator[tuple[Trial, Wires]]:
    with a_cut_club((0.0, APART_S)) as made:
        know_each_other(made[0])
        yield made


def know_each_other(club: Trial) -> None:
    """Wait until every server has beaten once more, and so has heard of all there are."""
    database = Database(club.postgres.url, 1)

    def beats() -> list[float]:
        with database.transaction() as connection:
            rows = connection.execute("SELECT extract(epoch FROM alive_until)::double precision FROM server").fetchall()
        return [float(row[0]) for row in rows]

    with contextlib.closing(database):
        last = max(beats())
        wait_until(lambda: min(beats()) > last, PATIENCE_S)


@pytest.fixture
def club(cut_club: tuple[Trial, Wires]) -> Trial:
    return cut_club[0]


@pytest.fixture
def wires(cut_club: tuple[Trial, Wires]) -> Iterator[Wires]:
    """The cables; whole again afterwards."""
    yield cut_club[1]
    for member in MEMBERS:
        for net in (POSTGRES, REDIS, PEOPLE):
            cut_club[1].plug(net, member)
    for server in cut_club[0].servers:
        wait_until(lambda server=server: server.line().ask("GET", "/healthz")[0] == 200, PATIENCE_S)  # type: ignore[misc]


def accepted(one: AtTable, server: int) -> list[int]:
    """The version after a tap by way of a server that was tried until one was accepted."""
    done = list[int]()

    def tap() -> bool:
        with contextlib.suppress(AssertionError, OSError):
            done.append(one.act(one.at(server)))
        return bool(done)

    wait_until(tap, PATIENCE_S)
    return done


def shown(one: AtTable, line: DeviceLine) -> object:
    status, view = line.ask("GET", f"{one.path}/api/view")
    return view["version"] if status == 200 else None


def test_a_server_without_postgresql_is_a_door_to_one_that_has_it(club: Trial, table: MakeTable, wires: Wires) -> None:
    one = table(0)
    played = [one.act(one.at(0))]
    wires.pull(POSTGRES, "one")
    played += accepted(one, 1)
    played += accepted(one, 0)
    wires.plug(POSTGRES, "one")
    played += [*accepted(one, 0), *accepted(one, 1)]
    assert played == sorted(set(played)), "no version was given twice"
    assert shown(one, one.at(0)) == shown(one, one.at(1)) == played[-1]


@pytest.mark.browser
def test_phones_say_that_the_database_is_away_and_play_on_by_themselves(
    club: Trial, table: MakeTable, wires: Wires, screens: Screens
) -> None:
    one = table(0)
    view: dict[str, Any] = one.view(one.at(0))
    link = one.code_of(view["turn"]["of"])["link"].partition("#")[2]
    phone = screens.open(f"http://{club.servers[0].place.address}:{club.servers[0].port}{one.path}/#{link}", **PHONE)
    phone.wait_for_selector(".mat")
    before = shown(one, one.at(0))
    for member in MEMBERS:
        wires.pull(POSTGRES, member)
    place = next(one["place"] for one in view["choices"] if one["group"] == "move")
    phone.locator(f".bazaar [data-place='{place}']").tap()
    phone.get_by_role("button", name="Go there").tap()
    away = phone.get_by_text("database does not answer").or_(phone.get_by_text("could not write this down"))
    expect(away.first).to_be_visible(timeout=120_000)
    for member in MEMBERS:
        wires.plug(POSTGRES, member)
    wait_until(lambda: club.servers[0].line().ask("GET", "/healthz")[0] == 200, PATIENCE_S)
    assert shown(one, one.at(0)) == before, "what was refused has not been played"


def test_without_the_line_to_redis_pages_hear_a_little_later(club: Trial, table: MakeTable, wires: Wires) -> None:
    one = table(0)
    with listening(one.path, one.at(1)) as heard:
        wires.pull(REDIS, "one")
        version = one.act(one.at(0))
        wait_until(lambda: version in heard, PATIENCE_S)
        wires.plug(REDIS, "one")
        later = one.act(one.at(0))
        wait_until(lambda: later in heard, PATIENCE_S)


def test_a_server_that_nobody_reaches_any_more_gives_its_tables_up(club: Trial, table: MakeTable, wires: Wires) -> None:
    """PostgreSQL still hears it; the other server cannot, and takes the table."""
    one = table(1)
    played = [one.act(one.at(1))]
    wires.pull(PEOPLE, "two")
    played += accepted(one, 0)
    wires.plug(PEOPLE, "two")
    played += accepted(one, 1)
    assert played == sorted(set(played))


def test_servers_whose_clocks_disagree_write_the_same_times(club: Trial, table: MakeTable) -> None:
    one, database = table(0), Database(club.postgres.url, 1)
    for server in (0, 1):
        for _ in range(2):
            one.act(one.at(server))
        assert club.organiser().ask("POST", "/club/api/tables/move", {"table": one.code})[0] == 200
        wait_until(lambda server=server: shown(one, one.at(1 - server)) is not None, PATIENCE_S)  # type: ignore[misc]
    with database.transaction() as connection:
        ago = "SELECT at_s - extract(epoch FROM now()) FROM entry JOIN game ON game.id = entry.game"
        sql = f"{ago} WHERE code = %s ORDER BY entry.number"
        ago_s = [float(row[0]) for row in connection.execute(sql, (one.code,)).fetchall()]
    database.close()
    assert ago_s == sorted(ago_s) and -PATIENCE_S < ago_s[0] <= ago_s[-1] < 1
    told = [one.view(one.at(server))["now"] for server in (0, 1)]
    assert abs(float(str(told[0])) - float(str(told[1]))) < PATIENCE_S


def test_the_organiser_is_known_at_a_server_whose_clock_is_ahead(club: Trial) -> None:
    assert club.organiser(0).ask("GET", "/club/api/board")[1]["organiser"]
    assert club.organiser(1).ask("GET", "/club/api/board")[1]["organiser"]
