"""A name for the computer in the home network: answered to where the package is there, and never needed."""

import logging
import os
import threading
from collections.abc import Iterator

import pytest
import zeroconf
from zeroconf import AddressResolverIPv4, IPVersion, Zeroconf

from tests.webui.conftest import Device, wait_until
from webui.app import create_app
from webui.house import House
from webui.http import server
from webui.http.server import Running
from webui.reach import announced
from webui.reach.announced import Announcer
from webui.reach.cards import CardAddress
from webui.reach.ways import Ways
from webui.settings import Settings

HERE = "127.0.0.1"
NAME = f"bazaar-{os.getpid()}.local"
"""Only on this machine's own line, and a name nobody else asks for."""


@pytest.fixture
def phone() -> Iterator[Zeroconf]:
    """Somebody else who asks for names."""
    line = Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only)
    yield line
    line.close()


def found(phone: Zeroconf) -> list[str]:
    asked = AddressResolverIPv4(f"{NAME}.")
    return asked.parsed_addresses() if asked.request(phone, 3000) else []


@pytest.mark.long
def test_the_name_leads_to_the_computer(phone: Zeroconf) -> None:
    names = list[str]()
    announcer = Announcer(8484, lambda: [HERE, "fd00::20"], names.append, NAME)
    wait_until(lambda: names == [NAME])
    assert found(phone) == [HERE]
    announcer.stop()
    assert not announcer.name


@pytest.mark.long
def test_a_second_companion_leaves_the_name_to_the_first(phone: Zeroconf, caplog: pytest.LogCaptureFixture) -> None:
    first = Announcer(8484, lambda: [HERE], name=NAME)
    wait_until(lambda: first.name)
    with caplog.at_level(logging.INFO):
        second = Announcer(8484, lambda: ["127.0.0.2"], name=NAME)
        wait_until(lambda: "another computer" in caplog.text)
    assert not second.name and found(phone) == [HERE]
    second.stop()
    first.stop()


@pytest.mark.long
def test_the_name_follows_the_computer_into_another_network(phone: Zeroconf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announced, "_LOOK_S", 0.05)
    addresses = [HERE]
    announcer = Announcer(8484, lambda: addresses, name=NAME)
    wait_until(lambda: announcer.name)
    addresses[:] = []
    wait_until(lambda: not announcer.name)
    addresses[:] = ["127.0.0.2"]
    wait_until(lambda: announcer.name)
    assert found(phone) == ["127.0.0.2"]
    announcer.stop()


def test_a_network_that_refuses_costs_nothing_but_the_name(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(zeroconf, "Zeroconf", refuse)
    with caplog.at_level(logging.INFO):
        announcer = Announcer(8484, lambda: [HERE], name=NAME)
        wait_until(lambda: "not announced" in caplog.text)
    assert not announcer.name
    announcer.stop()


@pytest.mark.long
@pytest.mark.parametrize("installed", [True, False])
def test_the_server_announces_itself_where_the_package_is_there(
    installed: bool, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "can_announce", lambda: installed)
    monkeypatch.setattr(server, "NAME", NAME)
    running, names = Running(house, Settings(host="0.0.0.0", port=0)), list[str]()
    monkeypatch.setattr(running.ways, "_find", lambda: [CardAddress("lo", HERE, "127.0.0.0/8", "real")])
    running.announce(names.append)
    wait_until(lambda: bool(names) is installed)
    assert running.ways.name == (NAME if installed else "")
    running.stop()


def test_the_join_screen_names_it_and_only_while_it_is_answered_to(house: House) -> None:
    app = create_app(house, Settings(host="0.0.0.0", port=8484, join_limit="1000 per minute"))
    host = Device(app.test_client(), app)
    host.join(house.access.host_code().secret)
    ways: Ways = app.extensions["ways"]
    assert host.get("/api/ways").json["name"] == ""
    ways.name = NAME
    assert host.get("/api/ways").json["name"] == f"{NAME}:8484"


def test_a_server_for_this_computer_alone_announces_nothing(running: Running) -> None:
    running.announce(lambda name: pytest.fail("nobody could come"))
    assert not any(thread.name == "announcer" for thread in threading.enumerate())
