"""Which games were left before they were over?  They can be gone on with; what was kept of them stays as it is."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from companion.session.log import Log, fold
from companion.session.salvage import SoundPart

MOST_READ = 24
"""So many of the newest games are looked through."""


class Earlier(NamedTuple):
    """A game by the name it is kept under, and all that is kept of it; ``damaged`` where that may not be all of it."""

    name: str
    part: SoundPart
    damaged: bool = False


def unfinished(kept: Iterable[Earlier]) -> list[Earlier]:
    """The games that were begun and are not over, in the same order; of one that was gone on with, the first told."""
    found = dict[object, Earlier]()
    for one in kept:
        found.setdefault(_which(one.part), one)
    return [one for one in found.values() if is_open(one)]


def _which(part: SoundPart) -> object:
    """The same for a game and all that go on with it."""
    return part.game.name, part.created_s, msgspec.json.encode(part.setup)


def is_open(one: Earlier) -> bool:
    """Whether a game was begun, is whole, or told as damaged, and not over."""
    part, log = one.part, Log(one.part.entries)
    begun = any(entry.seat is not None or entry.source == "camera" for entry in log.effective)
    whole = len(part.entries) == part.of
    return begun and (whole or one.damaged) and not part.game.is_over(_state(part, log))


def _state(part: SoundPart, log: Log) -> Any:
    return fold(part.game, part.game.new(part.setup), log.effective)
