"""At which address and port does the server listen?  Light, for the doctor asks too."""

import socket
from contextlib import suppress

from webui.settings import Settings

BACKLOG = 256
_PORTS_TRIED = 10


def door(host: str, port: int) -> socket.socket:
    """A socket that listens at a port; 0 takes a free one.  Raises OSError where the port cannot be had.

    ``::`` listens to IPv4 as well.

    It says that it speaks TCP: asyncio sends small answers at once on such lines only, and a phone would wait 40 ms for
    the second half of an answer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    listening = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=listening.detach())


def port_of(listening: socket.socket) -> int:
    """The port a socket listens at."""
    return int(listening.getsockname()[1])


def usual_port(host: str) -> int:
    """The port of the settings, or the next one that is free; the first again where none of ten can be had."""
    first = Settings().port
    for port in range(first, first + _PORTS_TRIED):
        with suppress(OSError):
            door(host, port).close()
            return port
    return first


def free_port(host: str) -> int:
    """A port nobody uses now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
