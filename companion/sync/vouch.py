"""Does anything else bear out that assistants came back from the board?  Their going alone may be a fault of the eye.

A stack that was once counted right must have grown; where no stack can be counted, each assistant must have been seen
clearly where he lay when all fitted, and be as clearly gone now.
"""

import msgspec

from companion.istanbul.actions import Action, PlayReturn, Recall, UseYellowTile
from companion.istanbul.engine import check, play
from companion.istanbul.state import GameState, Player
from companion.sync.explain import Hypothesis
from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.prints import Prints
from companion.sync.reading import Agreed, Evidence


class Witness(msgspec.Struct, frozen=True):
    """What is seen now, what was seen when all fitted, and what was counted."""

    evidence: Evidence
    agreed: Agreed | None
    prints: Prints


def is_vouched(state: GameState, hypothesis: Hypothesis, witness: Witness, policy: Policy) -> bool:
    """Whether all that is odd about it are assistants fetched by the tile, or some of them from the Fountain.

    Who was out of sight before the turn began was lost by the eye, not fetched; nor is it certain while something
    else is out of sight.
    """
    before = witness.agreed
    if hypothesis.misfits or before is None or (before.state.turn, before.state.round) != (state.turn, state.round):
        return False
    fetched, seat = list[int](), state.turn
    for action, cost in zip(hypothesis.actions, hypothesis.odds, strict=True):
        places = _fetched(state, action, before.state, witness.evidence, policy)
        if not places and (cost >= policy.apply_strain or isinstance(action, Recall)):
            return False
        fetched += places
        state = play(state, action)
    return bool(fetched) and _bear_out(state.players[seat], fetched, witness, policy)


def _fetched(
    state: GameState, action: Action, before: GameState, evidence: Evidence, policy: Policy
) -> tuple[int, ...]:
    """Places from which assistants came; none where the card may have brought him since, or another one hides."""
    if isinstance(action, Recall):
        own = Thing(Kind.ASSISTANT, state.player.color)
        others = set(state.player.assistants) - set(action.places)
        stay = all(evidence.log_odds((own, int(place))) >= policy.strong for place in others)
        return tuple(int(place) for place in action.places) if stay else ()
    if isinstance(action, UseYellowTile) and check(before, PlayReturn(action.place)) is not None:
        return (int(action.place),)
    return ()


def _bear_out(mover: Player, fetched: list[int], witness: Witness, policy: Policy) -> bool:
    counted = witness.prints.stack_of(mover.color, policy.print_looks)
    if counted is not None:
        return counted == len(mover.stack)
    return all(_has_vanished((Thing(Kind.ASSISTANT, mover.color), place), witness, policy) for place in fetched)


def _has_vanished(standing: tuple[Thing, int], witness: Witness, policy: Policy) -> bool:
    before = witness.agreed
    clearly = before is not None and before.evidence.log_odds(standing) >= policy.strong
    return clearly and witness.evidence.log_odds(standing) <= -policy.strong
