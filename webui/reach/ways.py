"""By which address do phones come to this computer, and has one come yet?

A laptop often has several addresses: Wi-Fi, a cable, a VPN, a virtual machine.  The likeliest is taken, the host may
choose another, and the choice is kept with its network: at home and at the club each finds its own again.
"""

import ipaddress
from collections.abc import Callable
from pathlib import Path

from companion.locks import Lock
from webui.http.errors import Refused
from webui.keepsakes.keepsake import Keepsake
from webui.reach.addresses import is_own_address, reachable
from webui.reach.cards import CardAddress

NOTE = "networks.json"
_MOST = 20
"""Networks whose choice is kept, the newest first."""
_LOOPBACK = CardAddress("", "127.0.0.1", "127.0.0.0/8", "loopback")
Find = Callable[[], list[CardAddress]]


class Ways:
    """The addresses of this computer that phones may use, and which of them codes and links name."""

    def __init__(self, folder: Path, six: bool = False, find: Find = reachable) -> None:
        """``six``: the server listens to IPv6 as well; ``find`` tells the cards, the likeliest first."""
        self._six, self._find = six, find
        self._kept = Keepsake(folder / NOTE)
        said = self._kept.read().get("chosen")
        self._networks = [net for net in said if isinstance(net, str)] if isinstance(said, list) else []
        self._called = False
        self.name = ""
        """What this computer is called in the home network; empty where it answers to no name."""
        self._lock = Lock("ways")

    @property
    def called(self) -> bool:
        """Whether another device has asked for anything since the start."""
        return self._called

    def cards(self) -> list[CardAddress]:
        """The addresses, the one that phones are sent to first; loopback alone where no other is there."""
        there = [card for card in self._find() if self._six or ":" not in card.address]
        return sorted(there, key=self._rank) or [_LOOPBACK]

    def outside(self) -> list[str]:
        """The addresses at which others find this computer; none where there is only loopback."""
        return [card.address for card in self.cards() if card.kind != "loopback"]

    def chosen(self) -> bool:
        """Whether the host chose one of the present addresses, now or on another evening."""
        return self.cards()[0].network in self._networks

    def address(self) -> str:
        """The address as it stands in a link."""
        text = self.cards()[0].address
        return f"[{text}]" if ":" in text else text

    def choose(self, address: str) -> None:
        """Send phones to this address from now on, and whenever its network is there.

        Raises Refused for an address this computer has not, and OutOfReach where the choice cannot be kept.
        """
        network = next((card.network for card in self.cards() if card.address == address), None)
        if network is None:
            raise Refused("no_such_address", 404, address=address)
        with self._lock:
            networks = [network, *(net for net in self._networks if net != network)][:_MOST]
            self._kept.write({"chosen": networks})
            self._networks = networks

    def note(self, asked_from: str) -> None:
        """A request came from this address."""
        if not self._called and asked_from and not is_own_address(_plain(asked_from)):
            self._called = True

    def _rank(self, card: CardAddress) -> int:
        return self._networks.index(card.network) if card.network in self._networks else len(self._networks)


def _plain(text: str) -> str:
    """IPv4 as such, also where it came in by IPv6."""
    try:
        mapped = getattr(ipaddress.ip_address(text.partition("%")[0]), "ipv4_mapped", None)
    except ValueError:
        return text
    return str(mapped or text)
