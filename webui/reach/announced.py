"""Who answers to ``bazaar.local`` in the home network?  This computer, where the package for it is installed.

It spares people figures where phones understand such names; many do not, and nothing here needs it.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

log = logging.getLogger(__name__)
NAME = "bazaar.local"
PACKAGE = "zeroconf"
_KIND = "_http._tcp.local."
_LOOK_S = 30.0
"""So often the computer's addresses are looked at: a laptop changes its Wi-Fi."""
_ASK_MS = 1500
_LEAVE_S = 1.0


def can_announce() -> bool:
    """Whether the package for it is installed."""
    return find_spec(PACKAGE) is not None


class Announcer:
    """Answers to a name with this computer's addresses, on a thread of its own, until it is stopped.

    ``addresses`` tells the IPv4 addresses phones may come by, the likeliest first.  ``told`` is called with the
    name when it is answered to from then on, and with nothing when it is no more.
    """

    def __init__(
        self,
        port: int,
        addresses: Callable[[], Sequence[str]],
        told: Callable[[str], None] = lambda name: None,
        name: str = NAME,
    ) -> None:
        self._port, self._addresses, self._told, self._wanted = port, addresses, told, name
        self.name = ""
        """What is answered to now; empty where another computer has the name, or no address is there."""
        self._for: tuple[str, ...] = ()
        self._line: Zeroconf | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="announcer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Say that the name is gone; waits a second at most."""
        self._stop.set()
        self._thread.join(_LEAVE_S)

    def _keep(self) -> None:
        while not self._stop.is_set():
            try:
                self._look()
            except Exception as why:  # whatever networks that come and go raise: the figures are there all the same
                log.info("%s is not announced: %s", self._wanted, why)
            self._stop.wait(_LOOK_S)
        self._leave()

    def _look(self) -> None:
        """Begin, or begin anew where the computer's addresses have changed."""
        now = tuple(one for one in self._addresses() if ":" not in one)
        if now == self._for and (self.name or not now):
            return
        self._leave()
        if now:
            self._begin(now)

    def _begin(self, addresses: tuple[str, ...]) -> None:
        from zeroconf import AddressResolverIPv4, IPVersion, Zeroconf  # type: ignore[attr-defined]

        self._line = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
        asked = AddressResolverIPv4(f"{self._wanted}.")
        if asked.request(self._line, _ASK_MS) and not set(asked.parsed_addresses()) <= set(addresses):
            log.info("another computer is called %s here", self._wanted)
            return self._leave()
        self._line.register_service(_service(self._wanted, self._port, addresses), allow_name_change=True)
        self._for = addresses
        self._say(self._wanted)

    def _leave(self) -> None:
        line, self._line, self._for = self._line, None, ()
        if self.name:
            self._say("")
        if line is not None:
            line.close()

    def _say(self, name: str) -> None:
        self.name = name
        self._told(name)


def _service(name: str, port: int, addresses: Sequence[str]) -> "ServiceInfo":
    from zeroconf import ServiceInfo

    of_pages = {"path": "/"}
    title = f"Bazaar Companion.{_KIND}"
    return ServiceInfo(
        _KIND, title, port=port, server=f"{name}.", parsed_addresses=list(addresses), properties=of_pages
    )
