"""What a club keeps is told to everybody, and what is too old goes while others play on."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.session.postgres.database import Database
from companion.session.postgres.retention import KeptDays, Retention
from tests.webui.club.conftest import AtTable
from tests.webui.conftest import wait_until
from webui.club.operations.sweep import Sweep
from webui.club.settings import BadSettings, ClubSettings, read_settings
from webui.club.trial import PASSWORD, SECRET, Trial

MakeTable = Callable[[int], AtTable]
AGO = datetime(2001, 3, 1, tzinfo=UTC)


def settings(**more: object) -> ClubSettings:
    return ClubSettings(postgres="postgresql://", secret=SECRET, password=PASSWORD, **more)  # type: ignore[arg-type]


def played(club: Trial, table: AtTable, when: datetime) -> None:
    """The last move at a table was then."""
    database = Database(club.postgres.url, 1)
    with database.transaction() as connection:
        connection.execute("UPDATE game SET changed_at = %s WHERE code = %s", (when, table.code))
    database.close()


def sweep(club: Trial, now: datetime) -> None:
    database = Database(club.postgres.url, 2)
    with database.transaction() as connection:
        connection.execute("DELETE FROM chore")
    assert Retention(database, KeptDays(30, 30), lambda: now).due() is not None
    database.close()


def test_an_old_game_is_gone_from_every_screen_and_the_table_next_to_it_plays_on(club: Trial, table: MakeTable) -> None:
    old, plays = table(0), table(0)
    version = plays.act(plays.at(0))
    played(club, old, AGO)
    sweep(club, AGO + timedelta(days=31))
    for server in (0, 1):
        line = old.at(server)
        wait_until(lambda line=line: "players" not in old.view(line))  # type: ignore[misc]
    assert plays.view(plays.at(1))["version"] == version
    assert plays.act(plays.at(0)) > version
    assert old.stranger().ask("POST", f"{old.path}/api/be_host", {"pin": old.pin})[0] == 200, "the card is good still"


def test_everybody_is_told_what_is_kept(club: Trial, table: MakeTable) -> None:
    one = table(0)
    assert one.view(one.stranger())["club"] == {
        "club": "A trial",
        "keep": {"games": None, "results": None},
        "ladder": True,
    }
    assert one.stranger().ask("GET", "/club/api/board")[1]["keep"] == {"games": None, "results": None}


@pytest.mark.parametrize(
    ("days", "results", "kept"),
    [(0, None, (None, None)), (30, None, (30, 30)), (30, 365, (30, 365)), (30, 0, (30, None))],
)
def test_results_are_kept_as_games_unless_something_else_is_said(
    days: int, results: int | None, kept: tuple[int | None, int | None]
) -> None:
    assert settings(keep_days=days, keep_results_days=results).keep == kept


def test_days_below_nothing_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(f'postgres = "postgresql://x"\nsecret = "{SECRET}"\npassword = "{PASSWORD}"\nkeep_days = -1\n')
    with pytest.raises(BadSettings, match="keep_days"):
        read_settings(file)
    file.write_text(
        f'postgres = "postgresql://x"\nsecret = "{SECRET}"\npassword = "{PASSWORD}"\ntimezone = "Nowhere"\n'
    )
    with pytest.raises(BadSettings, match="timezone"):
        read_settings(file)


@pytest.mark.long
def test_files_of_tables_that_are_gone_or_silent_go_too(club: Trial, table: MakeTable, tmp_path: Path) -> None:
    silent, plays, is_open = table(0), table(0), table(0)
    for code in ("GONE9", silent.code, plays.code, is_open.code):
        (tmp_path / code / "copies").mkdir(parents=True)
        file = tmp_path / code / "copies" / "mine.toml"
        file.write_text("a copy")
    long_ago_s = time.time() - 40 * 86_400
    for one in (silent, is_open):
        for path in (*(tmp_path / one.code).rglob("*"), tmp_path / one.code):
            os.utime(path, (long_ago_s, long_ago_s))
    database = Database(club.postgres.url, 2)
    Sweep(Retention(database, KeptDays(30, 30)), tmp_path, lambda: {is_open.code}).once()
    database.close()
    assert {path.name for path in tmp_path.iterdir()} == {plays.code, is_open.code}
