"""Which games were left before they were over?  They can be gone on with; what was kept of them stays as it is."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.session.log import Log, fold
from companion.session.salvage import SoundPart

GOES_ON = "goes_on"
"""The note of a game that goes on with an earlier one: which."""
MOST_READ = 24
"""So many of the newest games are looked through."""


class Earlier(NamedTuple):
    """A game by the name it is kept under, and all that is kept of it."""

    name: str
    part: SoundPart


def unfinished(kept: Iterable[Earlier]) -> list[Earlier]:
    """The games that were begun and are not over, in the same order, without those that another goes on with."""
    found = list(kept)
    taken_up = {one.part.notes.get(GOES_ON) for one in found}
    return [one for one in found if one.name not in taken_up and _is_open(one.part)]


def _is_open(part: SoundPart) -> bool:
    log = Log(part.entries)
    begun = any(entry.seat is not None or entry.source == "camera" for entry in log.effective)
    return begun and len(part.entries) == part.of and not part.game.is_over(_state(part, log))


def _state(part: SoundPart, log: Log) -> Any:
    return fold(part.game, part.game.new(part.setup), log.effective)


def going_on(games: Iterable[Earlier], name: str) -> SoundPart | None:
    """What a game begins with that goes on with the one of that name; None where there is none."""
    part = next((one.part for one in games if one.name == name), None)
    return None if part is None else part._replace(notes={**part.notes, GOES_ON: name})
