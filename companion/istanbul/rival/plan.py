"""How far can these means be brought in some turns?  A beam: of each turn's sketches the best are carried on."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from companion.istanbul.rival.sketch import Sketch
from companion.istanbul.rival.turns import turns
from companion.istanbul.rival.world import World
from companion.istanbul.rival.worth import finished, outlook

SOONER = 250.0
"""What the end a turn sooner is worth: more than all Lira and further rubies that a later end may have."""
_by_value = attrgetter("value")


class Plan(NamedTuple):
    """The best sketch found, its worth, how many turns from the start it is, and how many sketches were looked at."""

    value: float
    end: Sketch
    turns: int
    positions: int = 0

    @property
    def way(self) -> list[Sketch]:
        """The sketches after each turn, the end last."""
        way, at = list[Sketch](), self.end
        for _ in range(self.turns):
            way.append(at)
            at = at.before
        return way[::-1]


def plan(start: list[Sketch], worlds: Sequence[World], width: int, last: bool = False) -> Plan:
    """The best that one turn in each of these worlds makes of one of these means, ``width`` kept after each turn.

    ``last`` says that others end the game then, so that only rubies and Lira count.  There is at least one world.
    """
    beam, target, positions = start, worlds[0].target, 0
    for number in range(len(worlds) + 1):
        over = last and number == len(worlds)
        done = [means for means in beam if over or means.rubies >= target]
        if done:
            best = max(done, key=finished)
            return Plan(finished(best) + SOONER * (len(worlds) - number), best, number, positions)
        if number < len(worlds):
            children = _children(beam, worlds[number])
            positions += len(children)
            beam = _kept(children, width)
    return Plan(beam[0].value, beam[0], len(worlds), positions)


def _children(beam: list[Sketch], world: World) -> list[Sketch]:
    """All that one more turn makes of these."""
    children: list[Sketch] = []
    for means in beam:
        for child in turns(means, world):
            child.before = means
            child.value = outlook(child, world.tiles, world.target)
            children.append(child)
    return children


def _kept(children: list[Sketch], width: int) -> list[Sketch]:
    """The best, each but once."""
    children.sort(key=_by_value, reverse=True)
    kept: dict[tuple[float, int], Sketch] = {}
    for child in children:
        kept.setdefault((child.value, child.at), child)
        if len(kept) == width:
            break
    return list(kept.values())
