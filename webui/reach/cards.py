"""Which network cards has this machine, and on which of them are the phones likely?"""

import importlib
import ipaddress
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["real", "public", "tunnel", "virtual", "link", "loopback"]
KINDS: tuple[Kind, ...] = ("real", "public", "tunnel", "virtual", "link", "loopback")
"""The likeliest first: a card in the home network, an address of the open internet, a VPN, a virtual machine's bridge,
an address a card gave itself because nobody answered, this machine itself."""
_HOTSPOTS = re.compile(r"wi-?fi direct|bridge100|ap\d|p2p", re.IGNORECASE)
"""What this laptop's own hotspot is called, though it sounds virtual."""
_TUNNELS = re.compile(
    r"^(tun|tap|wg|utun|ppp|ipsec|gpd|zt|nordlynx|proton|mullvad|tailscale)|vpn|wireguard|tailscale|zerotier|anyconnect"
    r"|fortinet|wintun|tap-windows|hamachi|nordlynx",
    re.IGNORECASE,
)
_MACHINES = re.compile(
    r"^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|flannel|dummy|ifb|bridge\d|anpi|llw|awdl)|vethernet"
    r"|hyper-v|vmware|virtualbox|wsl|default switch|parallels|virtual",
    re.IGNORECASE,
)
_SHARED = ipaddress.ip_network("100.64.0.0/10")
"""Addresses of providers and of VPNs, never of a home network."""


@dataclass(frozen=True, slots=True)
class CardAddress:
    """One address of one network card; ``network`` is the net it is in, as ``192.168.1.0/24``."""

    name: str
    address: str
    network: str
    kind: Kind


def cards(adapters: Iterable[Any] | None = None) -> list[CardAddress]:
    """Every address of this machine, the likeliest for phones first, IPv4 before IPv6.

    ``adapters`` are those of ifaddr; none where the system does not tell.
    """
    found = list(_found(_adapters() if adapters is None else adapters))
    return sorted(found, key=lambda card: (KINDS.index(card.kind), ":" in card.address))


def _adapters() -> Iterable[Any]:
    try:
        return list(importlib.import_module("ifaddr").get_adapters())
    except (ImportError, OSError):
        return []


def _found(adapters: Iterable[Any]) -> Iterator[CardAddress]:
    for adapter in adapters:
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            net = ipaddress.ip_interface(f"{text}/{one.network_prefix}")
            if not net.ip.is_unspecified:
                yield CardAddress(str(adapter.nice_name), text, str(net.network), _kind(str(adapter.nice_name), net.ip))


def _kind(name: str, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> Kind:
    if address.is_loopback:
        return "loopback"
    if address.is_link_local:
        return "link"
    if not _HOTSPOTS.search(name):
        if _TUNNELS.search(name) or (address.version == 4 and address in _SHARED):
            return "tunnel"
        if _MACHINES.search(name):
            return "virtual"
    return "real" if address.is_private or address.version == 6 else "public"
