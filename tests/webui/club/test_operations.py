"""Keeping a club running: health, figures, log lines, and one server after the other renewed in the middle of play."""

import json
import threading
from collections.abc import Callable

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.webui.club.conftest import AtTable, listening
from tests.webui.conftest import wait_until
from webui.club.trial import DeviceLine, Trial

MakeTable = Callable[[int], AtTable]


def figures(line: DeviceLine) -> dict[str, float]:
    """The figures of a server by name, those with labels summed up."""
    status, text = line.ask("GET", "/metrics")
    assert status == 200, text
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def test_a_server_says_whether_it_is_well(club: Trial, table: MakeTable) -> None:
    one = table(0)
    status, told = one.stranger().ask("GET", "/healthz")
    assert status == 200 and told["ready"] and not told["draining"] and told["tables"] >= 1
    assert one.code not in str(told) and one.pin not in str(told)


@pytest.mark.long
def test_without_postgresql_a_server_is_not_ready_and_is_again_by_itself(club: Trial) -> None:
    line = DeviceLine(club.servers[0].port)
    club.postgres.stop()
    wait_until(lambda: line.ask("GET", "/healthz")[0] == 503)
    assert line.ask("GET", "/healthz")[1]["live"]
    club.postgres.start()
    wait_until(lambda: line.ask("GET", "/healthz")[0] == 200)


def test_prometheus_reads_what_happens(club: Trial, table: MakeTable) -> None:
    one = table(0)
    line = one.stranger()
    before = figures(line)
    with listening(one.path, one.at(0)):
        one.act(one.at(0))
        after = figures(line)
    assert after["bazaar_pages"] == before["bazaar_pages"] + 1
    assert after["bazaar_requests_total"] >= before["bazaar_requests_total"] + 2
    assert after["bazaar_tables"] >= 1 and after["bazaar_draining"] == 0
    assert after["process_resident_memory_bytes"] > 1e7


def test_the_figures_are_for_those_who_watch_over_the_club(club: Trial, table: MakeTable) -> None:
    one = table(0)
    from_afar = {"X-Forwarded-For": "203.0.113.7"}
    assert one.stranger().ask("GET", "/metrics", headers=from_afar)[0] == 404
    assert one.code not in str(one.stranger().ask("GET", "/metrics")[1])


@pytest.mark.long
def test_a_server_that_ends_answers_until_its_tables_are_elsewhere(club: Trial, table: MakeTable) -> None:
    tables = [table(0) for _ in range(4)]
    versions = [one.act(one.at(0)) for one in tables]
    ending = threading.Thread(target=club.servers[0].end)
    asked: list[int] = []
    line = DeviceLine(club.servers[0].port)
    ending.start()
    wait_until(lambda: line.ask("GET", "/healthz")[0] == 503)
    for one in tables:
        asked.append(one.at(0).ask("GET", f"{one.path}/api/view")[0])
    status, told = tables[0].at(0).ask("GET", f"{tables[0].path}/events")
    ending.join()
    assert asked == [200] * 4, "what comes in meanwhile is answered by way of the new owner"
    assert (status, told["code"]) == (503, "draining"), "a page looks for another server"
    assert [one.view(one.at(1))["version"] for one in tables] == versions


@pytest.mark.long
def test_tables_are_with_another_server_before_anybody_asks(club: Trial, table: MakeTable) -> None:
    codes = {table(0).code for _ in range(3)}
    club.servers[0].end()
    rows = club.organiser(1).ask("GET", "/club/api/board")[1]["tables"]
    assert {row["code"] for row in rows if row["state"] == "playing"} >= codes


@pytest.mark.long
def test_one_server_after_the_other_is_renewed_and_no_tap_is_lost(club: Trial, table: MakeTable) -> None:
    one = table(0)
    played = [one.act(one.at(0))]
    for ends, stays in ((0, 1), (1, 0)):
        club.servers[ends].end()
        played.append(one.act(one.at(stays)))
        club.servers[ends].start()
        club.servers[ends].wait()
        played.append(one.act(one.at(ends)))
    assert played == sorted(set(played))


@pytest.mark.long
def test_a_club_writes_its_log_as_json(club: Trial, table: MakeTable) -> None:
    one = table(0)
    stranger = one.stranger()
    stranger.ask("POST", f"{one.path}/api/be_host", {"pin": one.pin})
    lines = club.servers[0].log.read_text().splitlines()
    odd = [line for line in lines if not line.startswith("{")]
    assert odd == []
    told = [json.loads(line) for line in lines]
    ours = [line for line in told if line.get("table") == one.code]
    assert any(line["path"] == "/api/be_host" and line["status"] == 200 for line in ours)
    assert any(f"table {one.code} is here" in line["message"] for line in told)
    assert all(one.pin not in line for line in lines), "a PIN is never written down"
