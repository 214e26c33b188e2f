"""What does an organiser set for a club?  One TOML file, the same for every server of it."""

import re
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from companion.session.postgres.retention import KeptDays

_LISTEN = re.compile(r"^(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$", re.IGNORECASE)
Secret = Annotated[str, msgspec.Meta(min_length=16)]
Password = Annotated[str, msgspec.Meta(min_length=8)]
Days = Annotated[int, msgspec.Meta(ge=0, le=36_500)]


class BadSettings(ValueError):
    """The file cannot be used; the text says what to do about it."""


class ClubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file's values.

    ``listen`` is where this server listens, ``address`` where the other servers reach it, ``url`` where people come
    in.  ``secret`` is known to the servers only; by ``password`` the organiser signs in.  ``proxies`` are the addresses
    whose word on who asks is taken.  Without ``redis`` servers hear of changes at others after two seconds.
    ``watchers`` are the addresses that may read the figures.  A server that ends answers for ``drain_s`` more seconds.
    Games are deleted ``keep_days`` after their last move, results after ``keep_results_days`` (as games, where it is
    left out); 0 keeps them for good.  A ``public_ladder`` is shown to everybody, with the players' names; its days are
    those of ``timezone`` (as ``Europe/Berlin``), the server's own where it is left out.
    """

    postgres: str
    secret: Secret
    password: Password
    name: str = "Club night"
    listen: str = "127.0.0.1:8484"
    address: str = ""
    url: str = ""
    redis: str = ""
    proxies: tuple[str, ...] = ("127.0.0.1",)
    watchers: tuple[str, ...] = ("127.0.0.1", "::1")
    drain_s: Annotated[float, msgspec.Meta(ge=0, le=300)] = 5.0
    data: str = "."
    keep_days: Days = 0
    keep_results_days: Days | None = None
    public_ladder: bool = False
    timezone: str = ""

    @property
    def keep(self) -> KeptDays:
        """For how many days games and results are kept."""
        results = self.keep_days if self.keep_results_days is None else self.keep_results_days
        return KeptDays(self.keep_days or None, results or None)

    @property
    def zone(self) -> ZoneInfo | None:
        """In which time the club's days begin; None is the server's own."""
        return ZoneInfo(self.timezone) if self.timezone else None

    @property
    def told(self) -> dict[str, Any]:
        """What everybody is told of the club: for how long games and results are kept, whether names stand public."""
        keep = {"games": self.keep.games_days, "results": self.keep.results_days}
        return {"club": self.name, "keep": keep, "ladder": self.public_ladder}

    @property
    def door(self) -> tuple[str, int]:
        """Host and port to listen at."""
        host, _, port = self.listen.rpartition(":")
        return host.strip("[]"), int(port)


def read_settings(path: Path, listen: str = "") -> ClubSettings:
    """The settings of a file; ``listen`` counts instead of what it says.  Raises BadSettings."""
    try:
        settings = msgspec.toml.decode(path.read_bytes(), type=ClubSettings)
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror or error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from error
    settings = msgspec.structs.replace(settings, listen=listen or settings.listen)
    if not _LISTEN.match(settings.listen) or settings.door[1] > 65535:
        raise BadSettings(f"listen = {settings.listen!r}: it takes a host and a port, as 127.0.0.1:8484")
    if settings.address and not _LISTEN.match(settings.address):
        raise BadSettings(f"address = {settings.address!r}: it takes a host and a port, as 10.0.0.5:8484")
    parts = urlsplit(settings.url)
    if settings.url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
        raise BadSettings(f"url = {settings.url!r}: it takes http:// or https:// and a host, as https://club.example")
    if not settings.postgres.startswith(("postgresql://", "postgres://")):
        raise BadSettings("postgres: it takes an address as postgresql://user:password@host/database")
    try:
        _ = settings.zone
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadSettings(f"timezone = {settings.timezone!r}: it takes a name as Europe/Berlin") from error
    if settings.redis and not settings.redis.startswith(("redis://", "rediss://", "unix://")):
        raise BadSettings("redis: it takes an address as redis://host:6379/0, or leave it out")
    return settings
