"""The organiser becomes a table's host by one tap on the board; the table's log says who did it."""

from collections.abc import Callable

import pytest

from companion.session.postgres.database import Database
from tests.webui.club.conftest import AtTable
from tests.webui.conftest import DESKTOP, PHONE, Screens
from webui.club.engines import HERE
from webui.club.trial import PASSWORD, DeviceLine, Trial

MakeTable = Callable[[int], AtTable]


def ticket(club: Trial, code: str, server: int = 0) -> str:
    status, told = club.organiser(server).ask("POST", "/club/api/tables/host", {"table": code})
    assert status == 200, told
    return str(told["ticket"])


@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
def test_the_organisers_browser_is_the_host_and_the_log_says_so(club: Trial, table: MakeTable, server: int) -> None:
    one = table(0)
    line = one.stranger(server)
    assert line.ask("POST", f"{one.path}/api/organiser", {"ticket": ticket(club, one.code, server)})[0] == 200
    assert one.view(line)["you"]["host"]  # type: ignore[index]
    for reader in (one.stranger(1), one.at(0)):
        (told,) = one.view(reader)["visits"]  # type: ignore[misc]
        assert "became the host" in told["text"][0]
    assert one.view(one.at(0))["you"]["host"], "whoever was the host stays it"  # type: ignore[index]


def test_a_ticket_is_good_once_and_at_its_table_alone(club: Trial, table: MakeTable) -> None:
    one, other = table(0), table(0)
    given = ticket(club, one.code)
    assert other.stranger().ask("POST", f"{other.path}/api/organiser", {"ticket": given})[1]["code"] == "ticket_unknown"
    assert one.stranger(1).ask("POST", f"{one.path}/api/organiser", {"ticket": given})[0] == 200
    assert one.stranger().ask("POST", f"{one.path}/api/organiser", {"ticket": given})[1]["code"] == "ticket_unknown"


def test_a_ticket_is_soon_too_old(club: Trial, table: MakeTable) -> None:
    one = table(0)
    given = ticket(club, one.code)
    database = Database(club.postgres.url, 1)
    with database.transaction() as connection:
        connection.execute("UPDATE ticket SET until = clock_timestamp()")
        kept = connection.execute("SELECT hash FROM ticket").fetchall()
    database.close()
    assert given not in str(kept), "only its hash is kept"
    assert one.stranger().ask("POST", f"{one.path}/api/organiser", {"ticket": given})[0] == 403


def test_nobody_else_is_given_a_ticket(club: Trial, table: MakeTable) -> None:
    one = table(0)
    for line in (one.stranger(), DeviceLine(club.servers[0].port, one.host.cookies)):
        assert line.ask("POST", "/club/api/tables/host", {"table": one.code})[0] == 403
    assert club.organiser().ask("POST", "/club/api/tables/host", {"table": "NOSUCH"})[0] == 404


@pytest.mark.long
def test_what_was_told_outlasts_the_owner_and_belongs_to_its_game(club: Trial, table: MakeTable) -> None:
    one = table(0)
    one.stranger().ask("POST", f"{one.path}/api/organiser", {"ticket": ticket(club, one.code)})
    club.servers[0].kill()
    assert len(one.view(one.at(1))["visits"]) == 1  # type: ignore[arg-type]
    assert one.at(1).ask("POST", f"{one.path}/api/rematch", {})[0] == 200
    assert one.view(one.at(1))["visits"] == []


@pytest.mark.long
@pytest.mark.browser
def test_one_tap_on_the_board_and_the_table_is_ones_own(club: Trial, table: MakeTable, screens: Screens) -> None:
    one = table(0)
    phone = screens.open(
        f"http://{HERE}:{club.servers[1].port}{one.path}/#{one.code_of(2)['link'].partition('#')[2]}", **PHONE
    )
    phone.wait_for_selector(".mat")
    board = screens.open(f"http://{HERE}:{club.servers[1].port}/club", **DESKTOP)
    board.get_by_label("The password of the club's settings").fill(PASSWORD)
    board.get_by_role("button", name="Sign in").click()
    board.locator(f'[data-key="host-{one.code}"]').click()
    board.wait_for_url(f"**{one.path}/table")
    board.get_by_role("button", name="Menu").wait_for()
    assert board.evaluate(f"fetch('{one.path}/api/view').then((a) => a.json()).then((v) => v.you.host)")
    board.get_by_role("button", name="Menu").click()
    board.get_by_role("tab", name="Log").click()
    board.get_by_text("The organiser became the host of this table").wait_for()
    phone.get_by_text("What happened").click()
    phone.get_by_text("The organiser became the host of this table").wait_for()
