"""Does a course agree with how each place looks?  What looks as it did holds what it held.

A camera that stands still compares its pictures (``vision/changes/place_changes.py``): in painted recordings no place
on which wood came or went looked as before (0 of 6606 pairs of looks), and of those on which nothing did 1 % looked
strange.
"""

from collections.abc import Iterator

import msgspec

from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.reading import Evidence
from companion.sync.table import Standing

Held = frozenset[Thing]
NOTHING_THERE: Held = frozenset()
COMPARED = 6
"""So many looks before are compared with the newest one (``vision.params.STEADY.faces``)."""
CHANGED_UNSEEN, CHANGED_FOR_NOTHING = 6.0, 1.0
"""Log-odds against a place that looks the same though something came or went, and against one that looks otherwise
though nothing did (a shadow)."""
FAINT = 1.0
"""Log-odds up to which a thing is not surely seen."""


class Faces(msgspec.Struct, frozen=True):
    """What a course had on each place (``same``) when it last looked so and (``strange``) when it first looked so but
    for what has a name, each with the number of the look at which it last did.  ``looks`` counts them."""

    same: dict[tuple[int, int], tuple[Held, int]] = {}
    strange: dict[tuple[int, int], tuple[Held, int]] = {}
    looks: int = 0


def held_by(table: frozenset[Standing]) -> dict[int, Held]:
    """The things on each place where there are any."""
    places = {place for _, place in table}
    return {place: frozenset(thing for thing, at in table if at == place) for place in places}


def faces_after(faces: Faces, table: frozenset[Standing], evidence: Evidence) -> Faces:
    """With one more look at which the course has this on the table."""
    held, look = held_by(table), faces.looks + 1
    same, strange = dict(faces.same), dict(faces.strange)
    for place, number in evidence.appearance.items():
        if place not in evidence.blind:
            here = held.get(place, NOTHING_THERE)
            same[place, number] = (here, look)
            unnamed = (place, evidence.unnamed[place])
            strange[unnamed] = (strange.get(unnamed, (here, look))[0], look)
    return Faces(same, strange, look)


def oddity(faces: Faces, table: frozenset[Standing], evidence: Evidence) -> float:
    """Log-odds against a course by how the places look: the same though something came or went, or otherwise than
    lately though nothing did."""
    held, oldest = held_by(table), faces.looks + 1 - COMPARED
    odd = 0.0
    for place, number in evidence.appearance.items():
        here, was = held.get(place, NOTHING_THERE), faces.same.get((place, number))
        if place in evidence.blind:
            continue
        if was is not None:
            odd += CHANGED_UNSEEN * (was[0] != here)
        else:
            before = [last for (at, _), (what, last) in faces.same.items() if at == place and what == here]
            odd += CHANGED_FOR_NOTHING * (max(before, default=-1) >= max(oldest, 0))
    return odd


def borne_out(faces: Faces, table: frozenset[Standing], evidence: Evidence, policy: Policy) -> Evidence:
    """The evidence with whatever the course has on a place nobody hides, is hardly seen and makes it look strange."""
    found = dict.fromkeys(_unnamed(faces, table, evidence), policy.turned_up)
    return evidence.but(found)


def _unnamed(faces: Faces, table: frozenset[Standing], evidence: Evidence) -> Iterator[Standing]:
    known = sum((place, number) in faces.strange for place, number in evidence.unnamed.items())
    if 2 * known < len(evidence.unnamed):  # the camera or a lamp was moved
        return
    held = held_by(table)
    for thing, place in table:
        hard = thing.kind is Kind.ASSISTANT and evidence.log_odds((thing, place)) < FAINT
        if not hard or place in evidence.blind or place not in evidence.unnamed:
            continue
        if any(one.kind is Kind.MERCHANT for one in held[place]):
            continue
        if _looks_strange(faces, place, held[place], held[place] - {thing}, evidence.unnamed[place]):
            yield thing, place


def _looks_strange(faces: Faces, place: int, now: Held, without: Held, number: int) -> bool:
    """Whether the place came to look as it does with all that is there now, and lately looked otherwise without it."""
    came = faces.strange.get((place, number), (now, 0))[0] == now
    oldest = faces.looks + 1 - COMPARED
    return came and any(
        at == place and held == without and last >= oldest and one != number
        for (at, one), (held, last) in faces.strange.items()
    )
