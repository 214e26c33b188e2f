"""What does the game want carried that still lies where it lay?  The table owes it; that is no disagreement.

People tap first and carry afterwards, and the app's dice send tokens about.  What was agreed last (``lying``) tells
such wood from wood that is nowhere expected.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.istanbul.actions import LeaveAssistant
from companion.session.log import Entry
from companion.sync.misfit import Misfit
from companion.sync.observation import Kind, Thing
from companion.sync.params import HOVERS
from companion.sync.reading import Evidence
from companion.sync.table import Standing

_SAYS_NOTHING = 0.0


class Carry(msgspec.Struct, frozen=True):
    """``thing`` is to be carried from ``start`` to ``to``; None is beside the board, under its merchant, or unseen.

    ``seat`` is who brought it about, where that is known.
    """

    thing: Thing
    start: int | None
    to: int | None
    seat: int | None = None

    @property
    def is_left(self) -> bool:
        """Whether it is an assistant put down, who may be hard to see where he lies."""
        return self.thing.kind is Kind.ASSISTANT and self.start is None


def is_told(carry: Carry, of_this_turn: bool, wanted: frozenset[Standing]) -> bool:
    """Whether people are told of it: no assistant once his turn is over, nothing that has left its place and is only
    not seen again, and nobody who is to be picked up by the merchant beside him, whose stack may look like him."""
    if carry.start is None:
        return carry.is_left and of_this_turn
    beside = (Thing(Kind.MERCHANT, carry.thing.color), carry.start) in wanted
    return carry.thing.kind is not Kind.ASSISTANT or not beside


def saw_left(effective: Sequence[Entry], source: str) -> bool:
    """Whether the assistant left last was told by that ``source``."""
    last = next((entry for entry in reversed(effective) if isinstance(entry.action, LeaveAssistant)), None)
    return last is not None and last.source == source


def owed(
    lying: frozenset[Standing], wanted: frozenset[Standing], evidence: Evidence, strong: float
) -> tuple[Carry, ...]:
    """What has not been carried yet, as far as it is seen to lie where it lay or to lie nowhere."""
    things = sorted({thing for thing, _ in lying ^ wanted})
    return tuple(carry for thing in things for carry in _of_thing(thing, lying, wanted, evidence, strong))


def forgiven(evidence: Evidence, carries: tuple[Carry, ...]) -> Evidence:
    """The evidence as if nobody had looked at what is still to be carried."""
    scores = dict(evidence.scores)
    for carry in carries:
        if carry.start is not None:
            scores.pop((carry.thing, carry.start), None)
        if carry.to is not None:
            scores[carry.thing, carry.to] = _SAYS_NOTHING
    return msgspec.structs.replace(evidence, scores=scores)


def lies(wanted: frozenset[Standing], carries: tuple[Carry, ...]) -> frozenset[Standing]:
    """How the table lies: as wanted, but for what is still to be carried."""
    still = {(carry.thing, carry.start) for carry in carries if carry.start is not None}
    to_come = {(carry.thing, carry.to) for carry in carries if carry.to is not None}
    return frozenset((wanted - to_come) | still)


def as_seen(lying: frozenset[Standing], misfits: Iterable[Misfit]) -> frozenset[Standing]:
    """How the table lies when it differs so."""
    differing = tuple(misfits)
    there = {(one.thing, one.place) for one in differing if one.seen}
    missing = {(one.thing, one.place) for one in differing if not one.seen}
    return frozenset((lying - missing) | there)


def _of_thing(
    thing: Thing, lying: frozenset[Standing], wanted: frozenset[Standing], evidence: Evidence, strong: float
) -> Iterator[Carry]:
    come = sorted(place for one, place in wanted - lying if one == thing and evidence.log_odds((one, place)) <= 0)
    gone = sorted(place for one, place in lying - wanted if one == thing)
    if thing.kind is Kind.ASSISTANT:
        yield from (Carry(thing, place, None) for place in gone if evidence.log_odds((thing, place)) > 0)
        yield from (Carry(thing, None, at) for at in come if not _must_show(thing, at, wanted, evidence))
    elif come and not _is_elsewhere(thing, {*come, *gone}, evidence, strong):
        still = [place for place in gone if evidence.log_odds((thing, place)) > HOVERS]
        yield Carry(thing, still[0] if still else None, come[0])


def _must_show(assistant: Thing, place: int, wanted: frozenset[Standing], evidence: Evidence) -> bool:
    """Whether his merchant is seen to have gone on, and nothing hides the place where he left him."""
    merchants = ((one, at) for one, at in wanted if one == Thing(Kind.MERCHANT, assistant.color))
    gone_on = any(at != place and evidence.log_odds((one, at)) > 0 for one, at in merchants)
    return gone_on and place not in evidence.blind and not evidence.may_be_hidden((assistant, place))


def _is_elsewhere(thing: Thing, known: set[int], evidence: Evidence, strong: float) -> bool:
    """Whether the one thing of its kind is clearly seen on some other place."""
    return any(one == thing and place not in known for one, place in evidence.seen(strong))
