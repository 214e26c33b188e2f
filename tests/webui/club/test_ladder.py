"""A ladder: a point for everybody left behind, half a point where two tied; of the days that are asked for."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from companion.session.clock import SystemClock
from companion.session.postgres.database import Database
from companion.session.postgres.retention import KeptDays, Retention
from tests.webui.club.conftest import AtTable
from webui.club.app import create_club_app
from webui.club.handouts.ladder import ladder
from webui.club.handouts.periods import Period, club_day
from webui.club.organiser import Organiser
from webui.club.settings import ClubSettings
from webui.club.trial import PASSWORD, SECRET, DeviceLine, Trial
from webui.settings import Settings

BERLIN = ZoneInfo("Europe/Berlin")


def game(*ends: str, app: str = "") -> list[dict[str, Any]]:
    """How a game ended: names by rank, several at one rank parted by commas."""
    rows, rank = [], 1
    for level in ends:
        names = level.split(",")
        rows += [{"player": name, "rank": rank, "app": name == app} for name in names]
        rank += len(names)
    return rows


def points(*games: list[dict[str, Any]]) -> dict[str, float]:
    return {row["player"]: row["points"] for row in ladder(games)}


def test_who_ends_before_somebody_gets_a_point_for_him() -> None:
    assert points(game("Anna", "Ben", "Cleo")) == {"Anna": 2, "Ben": 1, "Cleo": 0}


def test_those_who_tie_share_the_point() -> None:
    assert points(game("Anna,Ben", "Cleo")) == {"Anna": 1.5, "Ben": 1.5, "Cleo": 0}


def test_to_win_against_more_counts_more() -> None:
    told = points(game("Anna", "Ben", "Cleo", "Dora", "Emil"), game("Fay", "Gus"))
    assert (told["Anna"], told["Fay"]) == (4, 1)


def test_the_app_gathers_nothing_and_gives_nothing() -> None:
    assert points(game("Ali", "Anna", "Ben", app="Ali")) == {"Anna": 1, "Ben": 0}
    assert points(game("Anna", "Ali", app="Ali")) == {}, "alone against the app is no game of the ladder"


def test_a_winner_among_people_has_won_even_behind_the_app() -> None:
    assert ladder([game("Ali", "Anna", "Ben", app="Ali")])[0]["won"] == 1


def test_with_equal_points_the_larger_share_comes_first_and_with_equal_shares_both_have_the_place() -> None:
    rows = ladder([game("Anna", "Ben"), game("Cleo", "Dora"), game("Emil", "Cleo")])
    assert [(row["place"], row["player"]) for row in rows] == [
        (1, "Anna"),
        (1, "Emil"),
        (3, "Cleo"),
        (4, "Ben"),
        (4, "Dora"),
    ]


def test_a_name_is_the_same_whatever_its_capitals_and_spaces() -> None:
    rows = ladder([game("ANNA  lee", "Ben"), game("Anna Lee", "Ben")])
    assert rows[0] | {"player": "Anna Lee", "games": 2, "points": 2} == rows[0]
    assert len(ladder([game("Амелия", "Ben"), game("амелия", "Ben")])) == 2


@given(st.lists(st.lists(st.sampled_from("ABCDEF"), min_size=2, max_size=5, unique=True), max_size=12))
def test_every_pair_at_a_table_shares_one_point(tables: list[list[str]]) -> None:
    rows = ladder([game(*names) for names in tables])
    assert sum(row["points"] for row in rows) == sum(len(names) * (len(names) - 1) / 2 for names in tables)
    assert all(0 <= row["share"] <= 1 for row in rows)
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)


def test_an_evening_does_not_end_at_midnight() -> None:
    late, early = datetime(2026, 6, 6, 0, 30, tzinfo=BERLIN), datetime(2026, 6, 6, 7, 0, tzinfo=BERLIN)
    assert club_day(late.astimezone(UTC), BERLIN) == date(2026, 6, 5)
    assert club_day(early.astimezone(UTC), BERLIN) == date(2026, 6, 6)


@given(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)), st.sampled_from([BERLIN, ZoneInfo("Asia/Tokyo"), UTC]))
def test_a_moment_lies_within_its_own_day_and_in_no_other(moment: datetime, zone: Any) -> None:
    when = moment.replace(tzinfo=UTC)
    own = club_day(when, zone)
    since, before = Period(own, own).bounds(zone)
    assert since is not None and before is not None
    assert since <= when < before


def test_days_at_the_end_of_the_calendar_are_open() -> None:
    assert Period(date.min, date.max).bounds(UTC) == (None, None)


# ------------------------------------------------------------------ at a running club


def ended(club: Trial, code: str, when: str, standing: list[dict[str, Any]]) -> None:
    """A game of this table ended then; it was deleted since, and its result is kept."""
    database = Database(club.postgres.url, 1)
    with database.transaction() as connection:
        connection.execute(
            "INSERT INTO past_result (code, number, kind, ended_at, standing) VALUES (%s, 1, 'istanbul', %s, %s)",
            (code, when, Jsonb(standing)),
        )
    database.close()


@pytest.fixture
def played(club: Trial) -> Iterator[str]:
    """A table whose results of three days are known."""
    code, *_ = club.put_up(["Ladder"])
    ended(club, code, "2020-05-01T20:00Z", game("Anna", "Ben", "Cleo"))
    ended(club, code, "2020-05-02T20:00Z", game("Ben", "Anna"))
    ended(club, code, "2020-05-03T20:00Z", game("Cleo", "Ben"))
    yield code
    database = Database(club.postgres.url, 1)
    with database.transaction() as connection:
        connection.execute("DELETE FROM past_result")
    database.close()


def told(line: DeviceLine, days: str) -> dict[str, float]:
    status, said = line.ask("GET", f"/club/api/ladder?{days}")
    assert status == 200, said
    return {row["player"]: row["points"] for row in said["rows"]}


def test_a_ladder_counts_the_days_it_is_asked_for(club: Trial, played: str) -> None:
    line = DeviceLine(club.servers[0].port)
    assert told(line, "to=2020-05-03") == {"Anna": 2, "Ben": 3 - 1, "Cleo": 1}
    assert told(line, "from=2020-05-02&to=2020-05-02") == {"Ben": 1, "Anna": 0}
    assert told(line, "from=2020-05-03&to=2020-05-03") == {"Cleo": 1, "Ben": 0}
    assert told(line, "from=2020-05-04&to=2020-05-05") == {}


def test_a_ladder_tells_no_code_of_a_table(club: Trial, played: str) -> None:
    status, said = DeviceLine(club.servers[0].port).ask("GET", "/club/api/ladder")
    assert status == 200 and played not in str(said)


def test_a_ladder_comes_as_a_table(club: Trial, played: str) -> None:
    status, text = DeviceLine(club.servers[0].port).ask("GET", "/club/api/ladder.csv?to=2020-05-01")
    assert status == 200
    assert text.splitlines()[:2] == ["\ufeffplace,player,points,games,won,met,share", "1,Anna,2.0,1,1,2,1.0"]


def test_a_day_that_is_none_is_told_so(club: Trial) -> None:
    status, said = DeviceLine(club.servers[0].port).ask("GET", "/club/api/ladder?from=yesterday")
    assert (status, said["code"]) == (400, "bad_day") and "yesterday" in said["message"]


def test_where_the_ladder_is_not_public_it_is_the_organisers_alone(club: Trial, played: str, tmp_path: Path) -> None:
    settings = ClubSettings(postgres=club.postgres.url, secret=SECRET, password=PASSWORD)
    database = Database(club.postgres.url, 1)
    parts = {"club": settings, "organiser": Organiser(settings, SystemClock()), "database": database}
    client = create_club_app(Settings(shared=True), parts, tmp_path).test_client()
    for path in ("/club/api/ladder", "/club/api/ladder.csv"):
        assert client.get(path).json["code"] == "ladder_closed"  # type: ignore[index]
    client.post("/club/api/sign_in", json={"password": PASSWORD}, headers={"X-Bazaar": "1"})
    assert client.get("/club/api/ladder").json["rows"]  # type: ignore[index]
    database.close()


@pytest.mark.long
def test_a_result_is_the_same_before_and_after_its_game_is_deleted(
    club: Trial, table: Callable[[int], AtTable]
) -> None:
    one = table(0)
    database = Database(club.postgres.url, 2)
    with database.transaction() as connection:
        connection.execute(
            "INSERT INTO result (game, ended_at, standing) SELECT id, '2001-01-01Z', %s FROM game WHERE code = %s",
            (Jsonb(game("Anna", "Ben")), one.code),
        )
        connection.execute("UPDATE game SET changed_at = '2001-01-01T00:00Z' WHERE code = %s", (one.code,))
        connection.execute("DELETE FROM chore")
    organiser = club.organiser()
    before = organiser.ask("GET", "/club/api/results.csv")[1]
    assert one.code in before and ",app," in before
    Retention(database, KeptDays(30, None), lambda: datetime(2001, 3, 1, tzinfo=UTC)).due()
    assert organiser.ask("GET", "/club/api/results.csv")[1] == before
    with database.transaction() as connection:
        connection.execute("DELETE FROM past_result")
    database.close()
