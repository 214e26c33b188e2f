"""Is what was cut short whole, or not there?  What is kept, against what was kept before and is after."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from webui.attacks.folder.kept import Kept

_SOUGHT = ("game", "version", "state", "players", "seats", "hosts", "games", "troubles")
"""What memory and disk must agree on."""
_RIGHTS = ("seats", "hosts")


@dataclass(frozen=True, slots=True)
class WholeDeed:
    """A deed as it goes when nothing is amiss: what is kept before and after, and how many calls it makes."""

    before: Kept
    after: Kept
    calls: int


def is_whole(kept: Kept, course: WholeDeed, apart: bool) -> bool:
    """As before, or as after; ``apart``: but for the choices.  A new right may be written before an old one goes."""
    free = {"notes": 0} if apart else {}
    before, after = course.before, course.after
    if all(between(kept[what], before[what], after[what]) for what in _RIGHTS):
        free |= {"seats": 0, "hosts": 0}
    return any(kept | free == side | free for side in (before, after)) or kept == after


def between(kept: Any, before: Any, after: Any) -> bool:
    """All there was is there, and nothing more than there shall be."""
    found, old, new = (list(one.items()) if isinstance(one, dict) else list(one) for one in (kept, before, after))
    return all(one in found for one in old) and all(one in old + new for one in found)


def agreeing(disk: Kept, memory: Kept, after: Kept) -> tuple[Kept, Kept]:
    """What is to be compared; a new token nobody was sent may lie on the disk beside the one in use."""
    free = {what: 0 for what in _RIGHTS if between(disk[what], memory[what], after[what])}
    return sought(disk) | free, sought(memory) | free


def sought(kept: Kept) -> Kept:
    return {key: kept[key] for key in _SOUGHT}


def looked_amiss(looks: dict[str, int]) -> Iterator[str]:
    for path, status in looks.items():
        if status != 200:
            yield f"{path} answers {status}"
