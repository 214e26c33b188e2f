"""Why is a plan good?  What its first turn brings, and the next ruby, tile or room that it leads to."""

from itertools import pairwise

from companion.istanbul.names import Place
from companion.istanbul.rival.advice import Reason
from companion.istanbul.rival.sketch import Sketch


def reasons(before: Sketch, way: list[Sketch]) -> tuple[Reason, ...]:
    """What this turn brings most visibly, then what the turns after it are for; ``way`` starts with this turn."""
    return (_now(before, way[0]), *_later(way))


def _now(before: Sketch, after: Sketch) -> Reason:
    place = Place(after.at)
    goods = _goods(after) - _goods(before)
    back = after.stack - before.stack
    if after.rubies > before.rubies:
        return Reason("brings_a_ruby", after.rubies - before.rubies, 1, place)
    if after.tiles != before.tiles:
        return Reason("brings_a_tile", (after.tiles ^ before.tiles).bit_count(), 1, place)
    if after.room > before.room:
        return Reason("more_room", after.room, 1, place)
    if goods > 0:
        return Reason("brings_goods", goods, 1, place)
    if after.lira > before.lira:
        return Reason("brings_lira", after.lira - before.lira, 1, place)
    if back > 1:
        return Reason("brings_assistants_back", back, 1, place)
    if after.others > before.others:
        return Reason("brings_a_card", after.others - before.others, 1, place)
    return Reason("on_the_way", 0, 1, place)


def _later(way: list[Sketch]) -> list[Reason]:
    """The first thing after this turn that lasts: a ruby before a tile before room."""
    for number, (before, after) in enumerate(pairwise(way), 2):
        place = Place(after.at)
        if after.rubies > before.rubies:
            return [Reason("ruby_later", after.rubies - before.rubies, number, place)]
        if after.tiles != before.tiles:
            return [Reason("tile_later", 1, number, place)]
        if after.room > before.room:
            return [Reason("room_later", after.room, number, place)]
    return []


def _goods(means: Sketch) -> int:
    return means.red + means.green + means.yellow + int(means.blue)
