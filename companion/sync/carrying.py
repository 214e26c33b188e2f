"""Who is to carry what, and since when?  People tap first and carry afterwards: what they owe is no disagreement."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from companion.istanbul.state import GameState
from companion.session.log import Entry
from companion.sync.observation import Kind, Thing
from companion.sync.table import Carry, Standing, expected

_SEEN_LYING = -1


class Carrying(msgspec.Struct, frozen=True):
    """``by``: for each thing to be carried the seat that brought it about, and the round; ``since_s``: when something
    was first to be carried, None where nothing is."""

    by: Mapping[Thing, tuple[int | None, int]] = {}
    since_s: float | None = None

    def is_late(self, at_s: float, patience_s: float) -> bool:
        """Whether people were given time enough."""
        return self.since_s is not None and at_s - self.since_s >= patience_s


def noted(
    before: Carrying, carries: Sequence[Carry], state: GameState, effective: Sequence[Entry], source: str, at_s: float
) -> Carrying:
    """What is to be carried now, by whoever acted last; what ``source`` itself saw lying is not owed."""
    if not carries:
        return Carrying()
    last = next((entry for entry in reversed(effective) if entry.seat is not None), None)
    seen_lying = last is None or last.source == source
    who = (last.seat if last else None, _SEEN_LYING if seen_lying else state.round)
    by = {one.thing: before.by.get(one.thing, who) for one in carries}
    return Carrying(by, at_s if before.since_s is None else before.since_s)


def told(
    carrying: Carrying, carries: Sequence[Carry], state: GameState, rivals: Collection[int] = ()
) -> tuple[Carry, ...]:
    """What people are told to carry, with the seats; for the app's (``rivals``) until it is done."""
    wanted, now = expected(state), (state.turn, state.round)
    pairs = ((one, carrying.by.get(one.thing, (None, 0))) for one in carries)
    return tuple(
        msgspec.structs.replace(one, seat=by[0])
        for one, by in pairs
        if _is_told(one, by == now or by[0] in rivals, wanted)
    )


def _is_told(carry: Carry, of_this_turn: bool, wanted: frozenset[Standing]) -> bool:
    """No assistant once his turn is over, nothing that has left its place and is only not seen again, and nobody who is
    to be picked up by the merchant beside him, whose stack may look like him."""
    if carry.start is None:
        return carry.thing.kind is Kind.ASSISTANT and of_this_turn
    beside = (Thing(Kind.MERCHANT, carry.thing.color), carry.start) in wanted
    return carry.thing.kind is not Kind.ASSISTANT or not beside
