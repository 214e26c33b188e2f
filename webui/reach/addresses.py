"""Under which addresses do others reach this machine?  Numeric ones: names often fail on phones."""

import ipaddress
import socket
from itertools import pairwise
from pathlib import Path

from webui.reach.cards import KINDS, CardAddress, cards

_ANYWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
_LINUX_TABLE = Path("/proc/net/fib_trie")
_WITHOUT = KINDS.index("link")


def reachable(found: list[CardAddress] | None = None, routed: list[str] | None = None) -> list[CardAddress]:
    """The cards others may come in by: real ones before VPNs, and among these the one with the way out first.

    Nothing is sent: asking the system for a route to a documentation address is enough.
    """
    ways = _routed() if routed is None else routed
    there = (cards() or _without_names()) if found is None else found
    outside = [card for card in there if KINDS.index(card.kind) < _WITHOUT]
    return sorted(outside, key=lambda card: (KINDS.index(card.kind), ":" in card.address, card.address not in ways))


def own_addresses() -> list[str]:
    """Every address of this machine, loopback too."""
    return _all()


def is_own_address(text: str) -> bool:
    """True where ``text`` is an address literal of this machine."""
    try:
        address = ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or str(address) in _all()


def _without_names() -> list[CardAddress]:
    """Addresses as cards, where the system does not tell its cards: each is taken for one of a home network."""
    texts = [text for text in dict.fromkeys([*_routed(), *_named(), *_listed()]) if ":" not in text]
    outside = [text for text in texts if not (ip := ipaddress.ip_address(text)).is_loopback and not ip.is_unspecified]
    return [CardAddress("", text, str(ipaddress.ip_network(f"{text}/24", strict=False)), "real") for text in outside]


def _all() -> list[str]:
    ordered = [*_routed(), *_named(), *_listed(), *(card.address for card in cards())]
    return [text for text in dict.fromkeys(ordered) if not ipaddress.ip_address(text).is_unspecified]


def _routed() -> list[str]:
    found = []
    for target, family in _ANYWHERE:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            found.append(str(probe.getsockname()[0]))
    return found


def _named() -> list[str]:
    try:
        known = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return []
    return [str(entry[4][0]).partition("%")[0] for entry in known]


def _listed() -> list[str]:
    """Addresses marked LOCAL in Linux's routing table."""
    if not _LINUX_TABLE.exists():
        return []
    lines = _LINUX_TABLE.read_text("ascii", "replace").splitlines()
    return [one.split()[-1] for one, two in pairwise(lines) if one.strip().startswith("|--") and "host LOCAL" in two]
