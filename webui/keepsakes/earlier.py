"""Which games were played here?  Those that are not over can be gone on with; what was kept of them stays as it is."""

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


def begun(kept: Iterable[Earlier]) -> list[Earlier]:
    """The games that were begun, over or not, in the same order; of one that was gone on with, the first told."""
    found = dict[object, Earlier]()
    for one in kept:
        found.setdefault(_which(one.part), one)
    return [one for one in found.values() if _is_begun(one)]


def state_of(one: Earlier) -> Any:
    """How a game stands at the end of what is kept."""
    part = one.part
    return fold(part.game, part.game.new(part.setup), Log(part.entries).effective)


def is_open(one: Earlier) -> bool:
    """Whether a game was begun, is whole, or told as damaged, and not over."""
    return _is_begun(one) and not one.part.game.is_over(state_of(one))


def _which(part: SoundPart) -> object:
    """The same for a game and all that go on with it."""
    return part.game.name, part.created_s, msgspec.json.encode(part.setup)


def _is_begun(one: Earlier) -> bool:
    part = one.part
    played = any(entry.is_played for entry in Log(part.entries).effective)
    return played and (len(part.entries) == part.of or one.damaged)
