"""An eye at the table, its server elsewhere: real processes, PostgreSQL, a painted table that is filmed."""

import pytest

from tests.webui.eyes.conftest import Watched, of_club
from webui.club.trial import Trial

pytestmark = pytest.mark.long


def test_an_eye_on_a_long_line_follows_several_moves(watched: Watched) -> None:
    eye = watched.start(watched.line().port, code=watched.code())
    watched.until_in_step()
    for _ in range(3):
        watched.until_in_step()
        mover, to = watched.state().turn, watched.table.move_the_merchant()
        watched.until(lambda mover=mover, to=to: int(watched.state().players[mover].merchant) == to)
        watched.table.play_on()
    assert "connected; the table is seen" in eye.said()
    assert eye.end() == 0


def test_the_board_shows_which_table_has_an_eye(watched: Watched, club: Trial) -> None:
    watched.start(code=watched.code())
    watched.until_in_step()
    assert next(row for row in of_club(club) if row["code"] == watched.at.code)["eye"]
    watched.eyes[0].kill()
    watched.until(lambda: watched.camera()["status"] == "not_seen")
    assert "says nothing" in watched.camera()["detail"]
    assert not next(row for row in of_club(club) if row["code"] == watched.at.code)["eye"]


def test_an_eye_that_died_comes_back_without_a_code(watched: Watched) -> None:
    watched.start(code=watched.code())
    watched.until_in_step()
    watched.eyes[0].kill()
    watched.until(lambda: watched.camera()["status"] == "not_seen")
    watched.start()
    watched.until_in_step()


def test_of_two_eyes_the_newest_looks_and_the_older_is_told(watched: Watched) -> None:
    older = watched.start(code=watched.code())
    watched.until_in_step()
    newer = watched.start()
    watched.until(lambda: older.ended() is not None)
    assert older.ended() == 1 and "Another eye has been started for this table" in older.said()
    watched.until_in_step()
    assert newer.ended() is None


def test_an_eye_outlasts_the_owner_of_its_table(watched: Watched, club: Trial) -> None:
    eye = watched.start(club.servers[1].port, code=watched.code())
    watched.until_in_step()
    watched.phone = watched.at.at(1)
    club.servers[0].kill()
    mover, to = watched.state().turn, watched.table.move_the_merchant()
    watched.until(lambda: int(watched.state().players[mover].merchant) == to)
    assert eye.ended() is None


def test_a_line_that_was_cut_is_found_again(watched: Watched) -> None:
    line = watched.line()
    eye = watched.start(line.port, code=watched.code())
    watched.until_in_step()
    line.cut(True)
    watched.until(lambda: watched.camera()["status"] == "not_seen" and "Trying again" in eye.said())
    line.cut(False)
    watched.until_in_step()


def test_the_eye_says_what_is_wrong_and_what_to_do(watched: Watched) -> None:
    for options, words in (
        ({"code": "NOSUCH"}, "lets no eye in"),
        ({"code": "NOSUCH", "table": "ZZZZZ"}, "no such table"),
        ({"code": "NOSUCH", "server": "http://127.0.0.1:9"}, "does not answer"),
        ({"code": "NOSUCH", "profile": "other"}, "known here: painted"),
    ):
        eye = watched.start(**options)  # type: ignore[arg-type]
        watched.until(lambda eye=eye: eye.ended() is not None)
        assert eye.ended() == 1 and words in eye.said(), eye.said()


def test_an_eye_that_is_sent_away_ends(watched: Watched) -> None:
    eye = watched.start(code=watched.code())
    watched.until_in_step()
    known = watched.phone.ask("GET", f"{watched.at.path}/api/eye")[1]["eyes"]
    for one in known:
        assert watched.phone.ask("POST", f"{watched.at.path}/api/eye/forget", {"id": one["id"]})[0] == 200
    watched.until(lambda: eye.ended() == 1)
    assert "does not know this eye any more" in eye.said()
    assert watched.camera()["status"] == "off"
