"""What is taken home says what happened: tables read back, the link names the right ranks, the past is as it was."""

import csv
import io
import json
from collections.abc import Callable
from random import Random
from urllib.parse import unquote

import pytest

from companion.istanbul.advice.policy import choose
from companion.istanbul.state import GameState
from companion.session.clock import FakeClock
from tests.webui import conftest
from tests.webui.conftest import Device, begin
from tests.webui.play.test_rivals import with_rivals
from webui.house import House
from webui.keepsakes.exports import BG_STATS

PAUSE_S = 20.0


def play(house: House, clock: FakeClock, moves: int = 10_000) -> list[GameState]:
    """So many decisions of sensible players, twenty seconds each; the states on the way."""
    session, rng = house.running(), Random(5)
    states = [session.state]
    while moves and not session.game.is_over(session.state):
        clock.at_s += PAUSE_S
        session.submit([choose(session.state, rng)], None)
        states.append(session.state)
        moves -= 1
    return states


@pytest.fixture
def watcher(house: House, clock: FakeClock, device: Callable[[], Device]) -> Device:
    """A device without a seat, at a finished game."""
    play(house, clock)
    return device()


def table(device: Device, name: str) -> list[dict[str, str]]:
    answer = device.get(f"/api/export/{name}.csv")
    assert answer.status_code == 200 and answer.mimetype == "text/csv"
    return list(csv.DictReader(io.StringIO(answer.get_data().decode("utf-8-sig"))))


@pytest.mark.long
def test_the_log_has_a_line_for_every_entry(house: House, watcher: Device) -> None:
    rows, entries = table(watcher, "log"), house.running().log.entries
    assert [int(row["entry"]) for row in rows] == [entry.number for entry in entries]
    game = house.running().game
    assert [game.parse_action(row["action"]) for row in rows] == [entry.action for entry in entries]
    assert {row["player"] for row in rows} == {"Anna", "Ben", "Cleo"}


def test_what_was_taken_back_is_marked(house: House, clock: FakeClock, device: Callable[[], Device]) -> None:
    house.running().submit([house.running().game.parse_action("move 3")], 0)
    house.running().undo(keep=0, seat=0)
    play(house, clock)
    rows = table(device(), "log")
    assert [(row["kind"], row["taken_back"]) for row in rows[:2]] == [("do", "1"), ("undo", "0")]


@pytest.mark.long
def test_the_result_has_a_line_for_every_player(house: House, watcher: Device) -> None:
    rows, players = table(watcher, "result"), house.running().state.players
    assert [int(row["rank"]) for row in rows] == sorted(int(row["rank"]) for row in rows)
    rubies = {row["player"]: int(row["rubies"]) for row in rows}
    assert rubies == dict(zip(("Anna", "Ben", "Cleo"), (one.rubies for one in players), strict=True))


def test_the_result_says_which_seats_the_app_played(
    empty_house: House, clock: FakeClock, device: Callable[[], Device]
) -> None:
    house = with_rivals(empty_house, "", "middle", "easy")
    play(house, clock)
    names = [person.name for person in house.sitting.people]
    played = {row["player"]: row["app"] for row in table(device(), "result")}
    assert played == dict(zip(names, "011", strict=True))


def test_a_name_is_never_a_formula(
    empty_house: House, clock: FakeClock, device: Callable[[], Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = (("=1+1", "red"), ("@Ben", "blue"), *conftest.PLAYERS[2:])
    monkeypatch.setattr(conftest, "PLAYERS", names)
    begin(empty_house)
    play(empty_house, clock)
    assert {row["player"] for row in table(device(), "result")} == {"'=1+1", "'@Ben", "Cleo"}


def test_the_link_to_bg_stats_names_the_ranks(house: House, watcher: Device) -> None:
    url = watcher.get("/api/export/bgstats").json["url"]
    assert url.startswith(BG_STATS)
    play = json.loads(unquote(url.removeprefix(BG_STATS)))
    assert (play["game"]["name"], play["game"]["bggId"]) == ("Istanbul", 148949)
    names = [person.name for person in house.sitting.people]
    result = watcher.view()["result"]
    assert {one["name"]: one["rank"] for one in play["players"]} == {
        names[row["seat"]]: row["rank"] for row in result["rows"]
    }
    assert {one["name"] for one in play["players"] if one["winner"]} == {names[seat] for seat in result["winners"]}
    assert [one["name"] for one in play["players"] if one["startPlayer"]] == ["Anna"]
    moves = len({entry.at_s for entry in house.running().log.entries}) - 1
    assert play["durationMin"] == round(moves * PAUSE_S / 60)


@pytest.mark.parametrize("what", ["log.csv", "result.csv", "bgstats"])
def test_nothing_leaves_while_the_game_runs(house: House, device: Callable[[], Device], what: str) -> None:
    answer = device().get(f"/api/export/{what}")
    assert (answer.status_code, answer.json["code"]) == (409, "still_playing")


def test_the_past_is_the_table_of_then(house: House, clock: FakeClock, device: Callable[[], Device]) -> None:
    states = play(house, clock, moves=12)
    steps = device().get("/api/past").json["steps"]
    assert steps == house.running().version
    seen = [device().get(f"/api/past?step={step}").json for step in range(steps + 1)]
    assert [one.lira for one in states[-1].players] == [one["lira"] for one in seen[-1]["players"]]
    assert [one["lira"] for one in seen[0]["players"]] == [2, 3, 4] and seen[0]["told"] == []
    merchants = [[one["merchant"] for one in view["players"]] for view in seen]
    assert all([int(one.merchant) for one in state.players] in merchants for state in states)
    assert all("hand" not in json.dumps(view) and "choices" not in view for view in seen)


def test_the_whole_log_hides_what_was_drawn(house: House, clock: FakeClock, device: Callable[[], Device]) -> None:
    play(house, clock)
    rows = device().get("/api/log").json
    assert len(rows) > 60 and rows[-1]["n"] == 1
    assert not any(text.startswith("draws:") for row in rows for text in row["text"])
    assert {kind for row in rows for kind in row["kinds"]} >= {"move", "lira", "goods", "ruby", "card", "dice"}


def test_lira_and_goods_flow_from_and_into_what_is_left(house: House, watcher: Device) -> None:
    numbers = watcher.get("/api/statistics").json
    for what in ("lira", "goods"):
        came = [sum(row["came"][seat] + row["went"][seat] for row in numbers["flows"][what]) for seat in range(3)]
        start = numbers["turns"][0][what]
        assert [one + more for one, more in zip(start, came, strict=True)] == numbers["turns"][-1][what]
