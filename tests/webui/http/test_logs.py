"""What is written down about an evening: enough to find a fault by, and nothing secret."""

import json
import logging
from collections.abc import Callable, Iterator

import pytest

from companion.istanbul.tables import CARD_COPIES
from tests.webui.conftest import Device, begin
from webui.house import House
from webui.http.logs import JsonLines

Make = Callable[[], Device]
Seat = Callable[[int], Device]


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Everything that is written down meanwhile, as JSON lines."""
    kept = list[str]()

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            kept.append(self.format(record))

    keep, root = Keep(), logging.getLogger()
    keep.setFormatter(JsonLines())
    before = root.level
    root.addHandler(keep)
    root.setLevel(logging.DEBUG)
    yield kept
    root.removeHandler(keep)
    root.setLevel(before)


def test_every_answer_is_one_line_with_its_facts(lines: list[str], seated: Seat) -> None:
    seated(0).act("move 3")
    last = json.loads(lines[-1])
    assert (last["method"], last["path"], last["status"], last["who"]) == ("POST", "/api/act", 200, "seat 0")
    assert last["level"] == "INFO" and last["ms"] >= 0 and last["at"].endswith("+00:00")


def test_a_fault_is_written_down_with_where_it_happened(
    lines: list[str], house: House, device: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "view", lambda *_: 1 / 0)
    assert device().get("/api/view").status_code == 500
    faults = [json.loads(line) for line in lines if "trace" in json.loads(line)]
    assert "ZeroDivisionError" in faults[0]["trace"]


def test_no_code_no_pin_no_token_and_no_card_is_written_down(lines: list[str], house: House, device: Make) -> None:
    begin(house, cards="real")
    phone, host, secrets = device(), device(), list[str]()
    for seat, one in ((0, phone), (1, device())):
        code = house.access.seat_code(seat)
        secrets += [code.secret, code.short]
        one.join(code.short)
        one.join(code.secret)
    secrets += [house.access.pin.number, house.access.pin.number[:5] + "x"]
    host.post("/api/be_host", {"pin": secrets[-1]})
    host.post("/api/be_host", {"pin": house.access.pin.number})
    phone.post("/api/hand", {"cards": ["LIRA5"], "version": house.version})
    phone.post("/api/hand", {"cards": ["LIRA5", "RETURN"], "version": house.version})
    phone.act("move 6", "leave", "take draw", "play lira")
    phone.act("nonsense")
    for one in (phone, host):
        cookie = one.client.get_cookie("bazaar_8484", domain="127.0.0.1")
        assert cookie is not None
        secrets.append(cookie.value)
    said = "\n".join(lines)
    assert len(lines) > 10
    assert [secret for secret in [*secrets, *(f'"{card}"' for card in CARD_COPIES)] if secret in said] == []
    assert "LIRA5" not in said and "RETURN" not in said
