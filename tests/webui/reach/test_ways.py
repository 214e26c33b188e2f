"""By which of the computer's addresses phones come."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.webui.conftest import SETTINGS, Device
from webui.app import create_app
from webui.house import House
from webui.http.errors import Refused
from webui.reach.cards import CardAddress
from webui.reach.ways import Ways
from webui.settings import Settings

WIFI = CardAddress("Wi-Fi", "192.168.1.20", "192.168.1.0/24", "real")
CABLE = CardAddress("Ethernet", "10.0.0.7", "10.0.0.0/24", "real")
CLUB = CardAddress("Wi-Fi", "172.20.3.4", "172.20.3.0/24", "real")
SIX = CardAddress("Wi-Fi", "fd00::20", "fd00::/64", "real")
AWAY = {"REMOTE_ADDR": "192.168.1.77"}
OPEN = Settings(host="0.0.0.0", port=8484, join_limit="1000 per minute")
Make = Callable[..., Device]


@pytest.fixture
def there() -> list[CardAddress]:
    """The cards of the computer; a test may plug others in."""
    return [WIFI, CABLE]


@pytest.fixture
def at_home(house: House, there: list[CardAddress]) -> Make:
    """A host's device at a computer with these cards."""

    def make(settings: Settings = OPEN, host: bool = True) -> Device:
        app = create_app(house, settings)
        app.extensions["ways"] = Ways(house.data_dir, ":" in settings.host, lambda: there)
        one = Device(app.test_client(), app)
        if host:
            one.join(house.access.host_code().secret)
        return one

    return make


def test_the_likeliest_address_stands_in_the_codes(at_home: Make) -> None:
    assert at_home().get("/api/seats").json[0]["address"] == "http://192.168.1.20:8484"


def test_the_host_sends_phones_to_another_address(at_home: Make) -> None:
    host = at_home()
    host.post("/api/ways", {"address": "10.0.0.7"})
    assert [way["address"] for way in host.get("/api/ways").json["ways"]] == ["10.0.0.7", "192.168.1.20"]
    assert host.get("/api/seats").json[1]["link"].startswith("http://10.0.0.7:8484/#j=")


def test_a_choice_is_kept_with_its_network(tmp_path: Path) -> None:
    Ways(tmp_path, find=lambda: [WIFI, CABLE]).choose("10.0.0.7")
    moved = replace(CABLE, address="10.0.0.99")
    assert Ways(tmp_path, find=lambda: [WIFI, moved]).address() == "10.0.0.99"
    assert Ways(tmp_path, find=lambda: [CLUB]).address() == "172.20.3.4"


def test_the_choice_of_the_last_evening_comes_first(tmp_path: Path) -> None:
    both = Ways(tmp_path, find=lambda: [WIFI, CABLE])
    both.choose("10.0.0.7")
    both.choose("192.168.1.20")
    assert Ways(tmp_path, find=lambda: [CABLE, WIFI]).address() == "192.168.1.20"


def test_an_address_that_is_not_there_is_refused(at_home: Make) -> None:
    answer = at_home().post("/api/ways", {"address": "192.168.7.7"})
    assert answer.status_code == 404 and "192.168.7.7" in answer.json["message"]


def test_nobody_but_the_host_chooses_or_sees_the_addresses(at_home: Make) -> None:
    stranger = at_home(host=False)
    assert stranger.get("/api/ways").status_code == 403
    assert stranger.post("/api/ways", {"address": "10.0.0.7"}).status_code == 403


def test_the_computer_knows_whether_a_phone_has_called(at_home: Make) -> None:
    host = at_home()
    assert host.get("/api/ways").json["called"] is False
    host.get("/api/view", environ_base=AWAY)
    assert host.get("/api/ways").json["called"] is True


def test_a_phone_that_comes_by_ipv6_has_called_too(at_home: Make) -> None:
    host = at_home()
    host.get("/api/view", environ_base={"REMOTE_ADDR": "::ffff:192.168.1.77"})
    assert host.get("/api/ways").json["called"] is True


def test_ipv6_is_offered_where_the_server_listens_to_it(tmp_path: Path) -> None:
    assert Ways(tmp_path, find=lambda: [SIX]).address() == "127.0.0.1"
    assert Ways(tmp_path, six=True, find=lambda: [SIX]).address() == "[fd00::20]"


def test_a_damaged_note_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / "networks.json").write_text('{"chosen": {"a": 1}}')
    assert Ways(tmp_path, find=lambda: [WIFI]).address() == "192.168.1.20"


def test_a_choice_that_cannot_be_kept_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = Ways(tmp_path, find=lambda: [WIFI, CABLE])
    with pytest.raises(Refused):
        ways.choose("1.2.3.4")
    monkeypatch.setattr("webui.keepsakes.keepsake.write_whole", _full)
    with pytest.raises(Exception, match="not_kept"):
        ways.choose("10.0.0.7")
    assert ways.address() == "192.168.1.20"


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_behind_a_proxy_the_codes_name_its_address(at_home: Make) -> None:
    host = at_home(replace(OPEN, url="https://bazaar.example"))
    way = host.get("/api/seats").json[0]
    assert re.match(r"https://bazaar\.example/#j=", way["link"]) and way["address"] == "https://bazaar.example"
    assert host.get("/api/ways").json["ways"] == []


def test_pages_that_come_through_the_proxy_are_its_own(at_home: Make) -> None:
    host = at_home(replace(OPEN, url="https://bazaar.example"))
    through = {"Origin": "https://bazaar.example", "X-Forwarded-For": "203.0.113.9"}
    assert host.post("/api/seats/free", {"seat": 0}, headers=through).status_code == 200
    assert host.post("/api/seats/free", {"seat": 0}, headers={"Origin": "https://other.example"}).status_code == 403


def test_a_proxy_on_this_computer_is_not_this_computer(at_home: Make) -> None:
    host = at_home(replace(OPEN, url="https://bazaar.example"))
    assert host.get("/api/pin").json["pin"] is not None
    assert host.get("/api/pin", headers={"X-Forwarded-For": "203.0.113.9"}).json["pin"] is None


def test_where_only_this_computer_listens_no_address_is_offered(at_home: Make) -> None:
    assert at_home(SETTINGS).get("/api/ways").json["ways"] == []
