"""A device of the live bench taps like people: where the camera was faster it looks again; all else is told."""

from urllib.parse import urlsplit

import pytest

from webui.cli.bench.live import BenchDevice, NotShown, phone_of
from webui.http.server import Running


def test_a_tap_on_a_view_that_has_passed_does_nothing_and_any_other_refusal_is_told(running: Running) -> None:
    port = urlsplit(running.here).port
    assert port is not None
    host = BenchDevice(port)
    host.post("/api/join", {"code": running.host_link().partition("#h=")[2]})
    phone = phone_of(port, host.get("/api/seats")[0]["link"].partition("#j=")[2])
    view = phone.get("/api/view")
    move = next(one for one in view["choices"] if one["do"][0].startswith("move "))
    phone.tap(move, view)
    moved = phone.get("/api/view")
    phone.tap(move, view)
    assert phone.get("/api/view")["version"] == moved["version"] > view["version"]
    with pytest.raises(NotShown):
        phone.tap(move, moved)
