"""Can every line of a club be cut by itself?  Servers in network namespaces of their own, and cables between them.

Three networks lead to each server: to PostgreSQL, to Redis, and to people and the other servers.  A cable that is
pulled says nothing to either end, as where a switch between them dies.  Nothing leaves this machine.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress

from webui.club.engines import NotHere

POSTGRES, REDIS, PEOPLE = "postgres", "redis", "people"
NETS = (POSTGRES, REDIS, PEOPLE)
_FIRST_OF_MEMBERS = 11


class NotPossible(RuntimeError):
    """This machine makes no network namespaces; the text says why."""


class Wires:
    """Networks of this machine and ``members`` (namespaces).  Raises NotHere without ``ip``, NotPossible."""

    def __init__(self, members: Sequence[str]) -> None:
        if shutil.which("ip") is None:
            raise NotHere("ip (iproute2) is not installed")
        self._members, self._tag = tuple(members), f"bz{os.getpid() % 100_000}"
        self._subnet = 1 + os.getpid() % 80
        try:
            self._make()
        except subprocess.CalledProcessError as error:
            self.close()
            raise NotPossible(f"no network namespace can be made here ({error.stderr.decode().strip()})") from error

    def address(self, net: str, member: str = "") -> str:
        """The address of a member in a network; of this machine without one."""
        host = self._members.index(member) + _FIRST_OF_MEMBERS if member else 1
        return f"10.213.{3 * self._subnet + NETS.index(net)}.{host}"

    def command(self, member: str) -> list[str]:
        """What stands before a command that is to run at a member."""
        return ["ip", "netns", "exec", self._space(member)]

    def pull(self, net: str, member: str) -> None:
        """Nothing comes through between a member and a network any more; nobody is told."""
        self._in_switch("link", "set", self._port(net, member), "nomaster")

    def plug(self, net: str, member: str) -> None:
        """Let everything through again."""
        self._in_switch("link", "set", self._port(net, member), "master", self._bridge(net))

    def close(self) -> None:
        """Take everything away; whatever still runs there is alone."""
        for member in (*self._members, ""):
            with suppress(subprocess.CalledProcessError):
                _ip("netns", "del", self._space(member))

    def _make(self) -> None:
        for member in ("", *self._members):
            _ip("netns", "add", self._space(member))
            _ip("-n", self._space(member), "link", "set", "lo", "up")
        for net in NETS:
            self._in_switch("link", "add", self._bridge(net), "type", "bridge")
            self._in_switch("link", "set", self._bridge(net), "up")
            for member in ("", *self._members):
                self._lay(net, member)

    def _lay(self, net: str, member: str) -> None:
        """A cable from the switch to a member, or to this machine."""
        port, end = self._port(net, member), net if member else f"{self._tag}{net[:4]}"
        at = ["-n", self._space(member)] if member else []
        peer = ["netns", self._space(member)] if member else ["netns", str(os.getpid())]
        self._in_switch("link", "add", port, "type", "veth", "peer", "name", end, *peer)
        self._in_switch("link", "set", port, "master", self._bridge(net), "up")
        _ip(*at, "addr", "add", f"{self.address(net, member)}/24", "dev", end)
        _ip(*at, "link", "set", end, "up")

    def _in_switch(self, *words: str) -> None:
        _ip("-n", self._space(""), *words)

    def _space(self, member: str) -> str:
        return f"{self._tag}-{member or 'switch'}"

    @staticmethod
    def _bridge(net: str) -> str:
        return f"b-{net}"

    def _port(self, net: str, member: str) -> str:
        return f"{net[:4]}-{self._members.index(member) if member else 'here'}"


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
