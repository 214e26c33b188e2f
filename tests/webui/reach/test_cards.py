"""Which of a computer's many addresses phones are sent to, and which it listens at."""

import http.client
import socket
from types import SimpleNamespace
from typing import Any

import pytest

from webui.house import House
from webui.http.doors import door, port_of
from webui.http.server import Running
from webui.reach.addresses import reachable
from webui.reach.cards import Kind, cards
from webui.settings import Settings


def adapter(name: str, *ips: str, prefix: int = 24) -> Any:
    """A network card as ifaddr tells of it; IPv6 comes with its flow and scope."""
    told = [SimpleNamespace(ip=(one, 0, 0) if ":" in one else one, network_prefix=prefix) for one in ips]
    return SimpleNamespace(nice_name=name, ips=told)


@pytest.mark.parametrize(
    ("name", "address", "kind"),
    [
        ("wlp2s0", "192.168.1.20", "real"),
        ("Wi-Fi", "10.0.0.7", "real"),
        ("eth0", "fd00::20", "real"),
        ("eth0", "85.214.132.117", "public"),
        ("wg0", "10.8.0.2", "tunnel"),
        ("utun4", "10.8.0.2", "tunnel"),
        ("NordLynx", "10.5.0.2", "tunnel"),
        ("Ethernet 3", "100.101.102.103", "tunnel"),
        ("docker0", "172.17.0.1", "virtual"),
        ("vEthernet (WSL)", "172.28.64.1", "virtual"),
        ("VirtualBox Host-Only Network", "192.168.56.1", "virtual"),
        ("Microsoft Wi-Fi Direct Virtual Adapter", "192.168.137.1", "real"),
        ("bridge100", "192.168.2.1", "real"),
        ("eth0", "169.254.10.11", "link"),
        ("lo", "127.0.0.1", "loopback"),
    ],
)
def test_a_card_is_known_by_its_name_and_address(name: str, address: str, kind: Kind) -> None:
    assert [card.kind for card in cards([adapter(name, address)])] == [kind]


def test_the_home_network_comes_before_a_vpn_that_takes_all_the_traffic() -> None:
    found = cards([adapter("tun0", "10.8.0.2"), adapter("docker0", "172.17.0.1"), adapter("wlan0", "192.168.1.20")])
    assert [card.address for card in reachable(found, ["10.8.0.2"])] == ["192.168.1.20", "10.8.0.2", "172.17.0.1"]


def test_of_two_home_networks_the_one_with_the_way_out_comes_first() -> None:
    found = cards([adapter("eth0", "192.168.0.5"), adapter("wlan0", "192.168.1.20")])
    assert reachable(found, ["192.168.1.20"])[0].address == "192.168.1.20"


def test_figures_of_ipv4_come_before_those_of_ipv6_and_what_leads_nowhere_is_left_out() -> None:
    found = cards([adapter("eth0", "fd00::20", "192.168.0.5", "fe80::1"), adapter("lo", "127.0.0.1")])
    assert [card.address for card in reachable(found, ["fd00::20"])] == ["192.168.0.5", "fd00::20"]


def _has_six() -> bool:
    try:
        door("::1", 0).close()
    except OSError:
        return False
    return True


@pytest.mark.skipif(not _has_six(), reason="this machine has no IPv6")
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_who_listens_to_ipv6_listens_to_ipv4_as_well(family: socket.AddressFamily) -> None:
    listening = door("::", 0)
    with socket.socket(family) as phone:
        phone.connect(("127.0.0.1" if family == socket.AF_INET else "::1", port_of(listening)))
    listening.close()


@pytest.mark.skipif(not _has_six(), reason="this machine has no IPv6")
@pytest.mark.parametrize("name", ["127.0.0.1", "[::1]"])
def test_pages_open_by_either(name: str, house: House) -> None:
    running = Running(house, Settings(host="::", port=0, join_limit="1000 per minute"))
    line = http.client.HTTPConnection(name.strip("[]"), running.port, timeout=30)
    line.request("GET", "/table", headers={"Host": f"{name}:{running.port}"})
    assert line.getresponse().status == 200
    line.close()
    running.stop()
