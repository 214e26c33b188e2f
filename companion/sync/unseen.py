"""What happened though nobody saw all of it?  Played where something else tells of it, else asked."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.istanbul.actions import Action, Catch, PlayReturn, UseYellowTile
from companion.istanbul.engine import check, play
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import YELLOW, YELLOW_TILE_FEE
from companion.sync.belief import LEFT, Belief, Choice, Play, seeing
from companion.sync.explain import Hypothesis, due
from companion.sync.observation import Kind, Thing
from companion.sync.params import RELUCTANCE, Policy
from companion.sync.reading import Evidence
from companion.sync.safe import cards_before, payable
from companion.sync.status import Status
from companion.sync.table import Standing, expected
from companion.sync.verdict import Ask, InStep, Lost, Verdict, after, is_over_on_the_table
from companion.sync.vouch import (
    Witness,
    all_called,
    all_caught,
    counted_out,
    has_vanished,
    is_vouched,
    missed_by_change,
    missed_by_stack,
    out_of_sight,
    shared_tile,
    will_leave,
)

CATCH = (Catch(),)


def left_unseen(state: GameState, found: Sequence[Hypothesis], belief: Belief, status: Status) -> Hypothesis | None:
    """The assistant of a merchant who has arrived: nearly everybody leaves one, and the merchant may hide him."""
    if not belief.patient or LEFT in belief.declined or due(state) is not Step.ASSISTANT:
        return None
    mover, here = str(state.player.color), int(state.player.merchant)
    to_come = (one for one in status.carries if one.thing.color == mover and one.thing.kind is not Kind.FAMILY)
    if any(not (carry.is_left and carry.to != here) for carry in to_come):
        return None
    his = (Thing(Kind.ASSISTANT, mover), here)
    return next((_cut(one) for one in found if one.actions == LEFT or _is_told_later(state, one, his)), None)


def _is_told_later(state: GameState, found: Hypothesis, his: Standing) -> bool:
    """Whether it explains what the next player did already by this assistant left, the one thing that nobody sees."""
    unseen = [(one.thing, one.place) for one in found.misfits]
    return found.actions[:1] == LEFT and unseen == [his] and is_over_on_the_table(state, found)


def _cut(found: Hypothesis) -> Hypothesis:
    """Only the assistant left."""
    return msgspec.structs.replace(found, actions=LEFT, odds=found.odds[:1])


def left_behind(
    state: GameState, left: Hypothesis, belief: Belief, status: Status, policy: Policy
) -> Status | Play | Choice:
    """An assistant nobody sees: after a while taken for left, where nearly nobody would not leave one; else asked."""
    if belief.ask_first or LEFT[0] in belief.doubted or not will_leave(state, _witness(belief), policy):
        return Choice((*_exchanged(state, left, belief, policy), left))
    his = (Thing(Kind.ASSISTANT, str(state.player.color)), int(state.player.merchant))
    certain = belief.settled or (belief.patient and belief.reading.evidence.is_plausible(his))
    return Play(LEFT) if certain else seeing(state, left, status)


def _exchanged(state: GameState, left: Hypothesis, belief: Belief, policy: Policy) -> Iterator[Hypothesis]:
    """The same after the tile, where the stack is as high as before and one other assistant alone is out of sight."""
    mover, witness = state.player, _witness(belief)
    unseen = out_of_sight(mover, witness)
    counted = witness.prints.stack_of(str(mover.color), policy.print_looks)
    tile = UseYellowTile(unseen[0]) if len(unseen) == 1 and counted == len(mover.stack) else None
    if tile is not None and check(state, tile) is None and _usable(state, tile, belief):
        yield _inserted(state, left, 0, tile)


def _inserted(state: GameState, found: Hypothesis, at: int, action: Action) -> Hypothesis:
    """The same with one more action before the one ``at`` that index."""
    odd = RELUCTANCE[type(action).__name__]
    way, odds = (*found.actions[:at], action, *found.actions[at:]), (*found.odds[:at], odd, *found.odds[at:])
    return msgspec.structs.replace(found, actions=way, state=after(state, way), odds=odds)


def with_cards(
    state: GameState, asked: tuple[Hypothesis, ...], evidence: Evidence, policy: Policy
) -> tuple[Hypothesis, ...]:
    """What is asked, and the best of it with the card that may have fetched somebody out of sight before; or without
    the card, where he may get the Lira for the tile later in the turn."""
    best, now = asked[0], state
    if len(asked) == 1 and (later := _with_the_tile_later(state, best)):
        return (later, best)
    if any(isinstance(one, PlayReturn | UseYellowTile) for found in asked for one in found.actions):
        return asked
    for at, action in enumerate(best.actions):
        here = now.player.merchant
        cards = [one for one in cards_before(now, action, evidence) if one.place is not here]
        if cards:
            more = (_inserted(state, best, at, card) for card in cards)
            return (*asked, *more)[: policy.most_choices]
        now = play(now, action)
    return asked


def _with_the_tile_later(state: GameState, found: Hypothesis) -> Hypothesis | None:
    """The same without the card, where its player holds the yellow tile but has not the Lira for it yet."""
    mover = state.player
    way = tuple(one for one in found.actions if not isinstance(one, PlayReturn))
    may = YELLOW in mover.tiles and not state.yellow_used and mover.lira < YELLOW_TILE_FEE
    if not may or not way or len(way) == len(found.actions) or after(state, way).turn != state.turn:
        return None
    kept = zip(found.actions, found.odds, strict=True)
    odds = tuple(odd for one, odd in kept if not isinstance(one, PlayReturn))
    return msgspec.structs.replace(found, actions=way, odds=odds, state=after(state, way))


def is_riddle(state: GameState, found: Hypothesis, belief: Belief, policy: Policy) -> bool:
    """Whether an assistant of whose turn it is has gone from plain view, which ``found`` does not explain: he may have
    been called back by a merchant who is seen on the wrong place, with all others.  The tile may fetch him later in the
    turn.
    """
    if YELLOW in state.player.tiles and not state.yellow_used:
        return False
    witness = _witness(belief)
    own = Thing(Kind.ASSISTANT, str(state.player.color))
    lie = (one for one in expected(state) & expected(found.state) if one[0] == own)
    if any(witness.evidence.log_odds(one) >= policy.strong for one in lie):
        return False
    lost = ((one.thing, one.place) for one in found.misfits if one.thing == own and not one.seen)
    known = _is_where_he_is_seen(state, found, witness, policy)
    return any(
        has_vanished(one, witness, policy) and not (known and witness.evidence.may_be_hidden(one)) for one in lost
    )


def _is_where_he_is_seen(state: GameState, found: Hypothesis, witness: Witness, policy: Policy) -> bool:
    """Whether the mover's stack is as high as ``found`` leaves it, or the assistant he left is clearly seen."""
    mover = found.state.players[state.turn]
    if witness.agreed is None or witness.prints.stack_of(str(mover.color), policy.print_looks) == len(mover.stack):
        return witness.agreed is not None
    left = (Thing(Kind.ASSISTANT, str(mover.color)), int(mover.merchant))
    came = left in expected(found.state) - expected(state)
    before, now = witness.agreed.evidence.log_odds(left), witness.evidence.log_odds(left)
    return came and before <= -policy.strong and now >= policy.strong


def vouched(state: GameState, belief: Belief, verdict: Verdict, policy: Policy) -> Hypothesis | None:
    """The only explanation, odd as it is, which what is seen besides bears out."""
    witness = _witness(belief)
    left = counted_out(state, verdict.hypotheses, witness, policy) if isinstance(verdict, Ask) else ()
    left = shared_tile(state, left)
    sure = len(left) == 1 and _is_free(left[0].actions, belief) and is_vouched(state, left[0], witness, policy)
    return left[0] if sure else None


def implied_by(state: GameState, belief: Belief, verdict: Verdict, policy: Policy) -> Hypothesis | None:
    """All called back at the Fountain, with those who are out of sight; or whoever must be caught."""
    if not isinstance(verdict, Ask):
        return None
    witness = _witness(belief)
    found = verdict.hypotheses
    implied = all_caught(state, found, witness, policy) or all_called(state, found, witness, policy)
    return implied if implied and _is_free(implied.actions, belief) else None


def must_have_caught(state: GameState, belief: Belief, verdict: Verdict, fitting: Sequence[Hypothesis]) -> bool:
    """Whether all that is due is to catch family members whom nobody sees there, and all else fits.

    It must come (rules 7.3), and whatever may come before it may come after it as well.
    """
    if due(state) is not Step.ENCOUNTERS or check(state, CATCH[0]) is not None:
        return False
    seen, here = belief.reading.evidence, int(state.player.merchant)
    met = expected(state) - expected(play(state, CATCH[0]))
    if here in seen.blind or any(seen.log_odds(one) > 0 for one in met) or not _is_free(CATCH, belief):
        return False
    if isinstance(verdict, InStep | Lost):
        return isinstance(verdict, InStep) or {(one.thing, one.place) for one in verdict.misfits} <= met
    return bool(fitting) and fitting[0].actions == CATCH


def _is_free(actions: tuple[Action, ...], belief: Belief) -> bool:
    """Whether they may be played without a question, as far as people have not said otherwise."""
    return not (belief.ask_first or actions in belief.declined or actions[0] in belief.doubted)


def fetched_unseen(state: GameState, belief: Belief, verdict: Verdict, policy: Policy) -> UseYellowTile | None:
    """The tile that fetched an assistant nobody sees, where the stack has grown by him, or his place has changed, and
    all else is in step."""
    if belief.ask_first or (isinstance(verdict, Lost) and any(one.seen for one in verdict.misfits)):
        return None
    witness = _witness(belief)
    left = belief.saw_left and due(state) in (Step.AGAIN, Step.ENCOUNTERS)
    tile = missed_by_stack(state, witness, policy, left) or missed_by_change(
        state, _of_this_turn(state, belief), witness, policy
    )
    return _usable(state, tile, belief)


def perhaps_fetched(state: GameState, belief: Belief, policy: Policy) -> Hypothesis | None:
    """The tile, where the place of an assistant out of sight may have changed because of what moved beside it."""
    tile = missed_by_change(state, _of_this_turn(state, belief, doubtful=True), _witness(belief), policy)
    tile = _usable(state, tile, belief)
    if tile is None or not belief.patient:
        return None
    odd = RELUCTANCE["UseYellowTile"]
    return Hypothesis((tile,), play(state, tile), score=0.0, cost=odd, odds=(odd,), misfits=())


def _of_this_turn(state: GameState, belief: Belief, doubtful: bool = False) -> frozenset[int]:
    """The places that have changed in this turn though nobody knows why, or those that may have because of others."""
    agreed = belief.agreed
    if agreed is None or agreed.state.turn != state.turn:
        return frozenset()
    return agreed.doubtful if doubtful else agreed.strange


def _usable(state: GameState, tile: UseYellowTile | None, belief: Belief) -> UseYellowTile | None:
    """The tile, where people have not said otherwise and its fee is not needed for something else."""
    if tile is None or tile in belief.doubted or (tile,) in belief.declined:
        return None
    return tile if payable(state, (tile,)) else None


def _witness(belief: Belief) -> Witness:
    return Witness(belief.reading.evidence, belief.agreed, belief.prints, belief.declined)
