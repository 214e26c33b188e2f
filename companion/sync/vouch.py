"""Does anything else bear out that assistants came back from the board?  Their going alone may be a fault of the eye.

A stack that was once counted right must have grown; where no stack can be counted, each assistant must have been seen
where he lay when all fitted, and be clearly gone now, with no merchant beside him who may hide him since.
"""

from collections.abc import Sequence, Set

import msgspec

from companion.istanbul.actions import Action, Catch, PlayReturn, Recall, UseYellowTile
from companion.istanbul.cards import may_hold
from companion.istanbul.engine import check, legal_actions, play
from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState, Player, Step
from companion.sync.belief import Declined
from companion.sync.explain import Hypothesis, due
from companion.sync.misfit import Misfit
from companion.sync.observation import Kind, Thing
from companion.sync.params import HOVERS, Policy
from companion.sync.prints import Prints, stack
from companion.sync.reading import Agreed, Evidence
from companion.sync.safe import may_be_fetched, until_unseen_catch
from companion.sync.table import expected


class Witness(msgspec.Struct, frozen=True):
    """What is seen now, what was seen when all fitted, what was counted, and what people said did not happen."""

    evidence: Evidence
    agreed: Agreed | None
    prints: Prints
    declined: Declined = frozenset()


def is_vouched(state: GameState, hypothesis: Hypothesis, witness: Witness, policy: Policy) -> bool:
    """Whether all that is odd about it are assistants fetched by the tile, or some of them from the Fountain.

    Who was out of sight before was lost by the eye, not fetched: all must have fitted in this turn, or in the one
    before it where people are ahead of the phones.  Nor is it certain while something else is out of sight, unless a
    merchant who is seen may hide it, or the stack is counted.
    """
    before = witness.agreed
    if before is None or _turns_since(before.state, state) > 1:
        return False
    fetched, seat = list[int](), state.turn
    for action, cost in zip(hypothesis.actions, hypothesis.odds, strict=True):
        places = _fetched(state, action, before, witness, policy)
        if not places and (cost >= policy.apply_strain or isinstance(action, Recall)):
            return False
        fetched += places
        state = play(state, action)
    mover = state.players[seat]
    counted = witness.prints.stack_of(mover.color, policy.print_looks)
    if not fetched or counted == len(mover.stack) or all(_lay_alone(mover, at, witness, policy) for at in fetched):
        return bool(fetched)
    if counted not in range(len(mover.stack) - len(fetched), len(mover.stack)):  # nobody can tell, or miscounted
        return _have_vanished(mover, fetched, hypothesis.misfits, witness, policy)
    both = counted == len(mover.stack) - 1 and due(state) is Step.ASSISTANT
    return both and all(_is_plainly_gone((Thing(Kind.ASSISTANT, mover.color), at), witness, policy) for at in fetched)


def _lay_alone(mover: Player, place: int, witness: Witness, policy: Policy) -> bool:
    """Whether he was clearly seen where something has changed, and nothing at all is seen there: that is surer than
    any count, for of 848 assistants who vanished so none was still there (painted games)."""
    standing, now = (Thing(Kind.ASSISTANT, mover.color), place), witness.evidence
    changed = witness.agreed is not None and place in now.changed_since(witness.agreed.evidence)
    bare = place not in now.blind and not any(at == place and now.is_plausible((one, at)) for one, at in now.scores)
    return changed and bare and has_vanished(standing, witness, policy)


def _is_plainly_gone(standing: tuple[Thing, int], witness: Witness, policy: Policy) -> bool:
    """Whether he would be seen if he lay there: one more was left unseen, then, for the stack is as high as before."""
    return witness.evidence.log_odds(standing) <= -policy.strong and not witness.evidence.may_be_hidden(standing)


def _is_no_news(missing: Misfit, witness: Witness, policy: Policy) -> bool:
    """Whether it may be hidden now, or was not clearly seen when all fitted either."""
    standing = (missing.thing, missing.place)
    now, agreed = witness.evidence, witness.agreed
    may_be_hidden = missing.place in now.crowded and missing.thing.kind is not Kind.MERCHANT
    unclear = agreed is not None and agreed.evidence.log_odds(standing) < policy.strong
    behind = agreed is not None and _merchant_has_come(missing.place, agreed.evidence, now)
    return not missing.seen and (may_be_hidden or unclear or behind)


def counted_out(
    state: GameState, hypotheses: Sequence[Hypothesis], witness: Witness, policy: Policy
) -> tuple[Hypothesis, ...]:
    """Those that leave as many assistants under the merchant as are counted there; all where nobody can count."""
    mover = state.player.color
    counted = witness.prints.stack_of(mover, policy.print_looks)
    left = tuple(one for one in hypotheses if len(one.state.players[state.turn].stack) == counted)
    return left or tuple(hypotheses)


def shared_tile(state: GameState, hypotheses: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The tile alone, where each of several explanations fetches the same assistant with it; else all of them.

    What else happened is told afterwards, for the tile may be used at any time.
    """
    tiles = [[one for one in found.actions if isinstance(one, UseYellowTile)] for found in hypotheses]
    same = {tuple(one) for one in tiles}
    if len(hypotheses) < 2 or len(same) > 1 or not tiles[0] or check(state, tiles[0][0]) is not None:
        return tuple(hypotheses)
    best, tile = hypotheses[0], tiles[0][0]
    odd = best.odds[best.actions.index(tile)]
    return (msgspec.structs.replace(best, actions=(tile,), odds=(odd,), cost=odd, state=play(state, tile)),)


def all_called(
    state: GameState, hypotheses: Sequence[Hypothesis], witness: Witness, policy: Policy
) -> Hypothesis | None:
    """Everybody called back, where the others would leave lying only whom nobody sees: hardly anybody leaves just him.
    None where somebody is seen to be left, the stack tells otherwise or something else is odd."""
    hypotheses = counted_out(state, hypotheses, witness, policy)
    calls = [_call(state, one) for one in hypotheses if max(one.odds[:-1], default=0.0) < policy.apply_strain]
    if len(calls) < len(hypotheses) or len({(before, everybody) for before, everybody, _ in calls}) != 1:
        return None
    everybody = calls[0][1]
    own = Thing(Kind.ASSISTANT, state.player.color)
    left = everybody - frozenset.intersection(*(called for _, _, called in calls))
    unseen = everybody and all(witness.evidence.log_odds((own, place)) < HOVERS for place in left)
    return next((one for one, call in zip(hypotheses, calls, strict=True) if unseen and call[2] == everybody), None)


def all_caught(
    state: GameState, hypotheses: Sequence[Hypothesis], witness: Witness, policy: Policy
) -> Hypothesis | None:
    """Family members caught, where that is all that may have happened: whoever goes on must catch them (rules 7.3).

    Whether they lie at the Police Station already or are still to be carried makes no difference to the game; but
    of each something must have been seen, and nobody who is seen where he was, and not there, was caught.
    """
    caught = [one for one in hypotheses if len(one.actions) == 1 and isinstance(one.actions[0], Catch)]
    if witness.agreed is None or not len(caught) == len(hypotheses) == 1:
        return None
    evidence = witness.evidence
    stays = (one for one in expected(state) - expected(caught[0].state) if evidence.log_odds(one) > 0)
    if any(evidence.log_odds((thing, int(Place.POLICE_STATION))) <= 0 for thing, _ in stays):
        return None
    seen = until_unseen_catch(state, caught[0].actions, evidence, witness.agreed, policy)
    return caught[0] if seen else None


def not_in_the_stack(state: GameState, witness: Witness, policy: Policy) -> Evidence:
    """The evidence as if nobody had looked for the mover's assistants, where his stack tells that none came back: it
    is as high as the game has it, and no other assistant may have been left meanwhile.  Who has plainly gone, from
    where the picture has changed, has gone all the same: of 100 stacks one or two are miscounted."""
    mover, evidence = state.player, witness.evidence
    counted = witness.prints.stack_of(str(mover.color), policy.print_looks)
    step, merchant = due(state), (Thing(Kind.MERCHANT, str(mover.color)), int(mover.merchant))
    begun = step is Step.ASSISTANT or (step is Step.MOVE and evidence.log_odds(merchant) <= 0)
    if begun or counted != len(mover.stack):
        return evidence
    changed = evidence.changed_since(witness.agreed.evidence) if witness.agreed else set[int]()
    own = ((Thing(Kind.ASSISTANT, str(mover.color)), int(place)) for place in mover.assistants)
    lost = (one for one in own if evidence.log_odds(one) < 0)
    unseen = {one: 0.0 for one in lost if not (one[1] in changed and has_vanished(one, witness, policy))}
    return evidence.but(unseen)


def out_of_sight(mover: Player, witness: Witness) -> list[Place]:
    """Where assistants of his lie whom nobody sees."""
    own = Thing(Kind.ASSISTANT, str(mover.color))
    return [place for place in mover.assistants if witness.evidence.log_odds((own, int(place))) <= 0]


def missed_by_stack(state: GameState, witness: Witness, policy: Policy, left: bool) -> UseYellowTile | None:
    """The tile, where the stack holds one more than the game has, and one assistant alone is not seen where he lay.

    A stack that was never counted right before tells only of him who is clearly not there.  Whoever is still to be
    laid beside his merchant may be in the stack as well, unless he was ``left`` for certain.
    """
    mover, evidence = state.player, witness.evidence
    own = Thing(Kind.ASSISTANT, str(mover.color))
    unseen = [place for place in out_of_sight(mover, witness) if not (left and place is mover.merchant)]
    here = evidence.log_odds((Thing(Kind.MERCHANT, own.color), int(mover.merchant))) > 0
    if len(unseen) != 1 or mover.merchant in unseen or not here or witness.agreed is None:
        return None
    tile = UseYellowTile(unseen[0])
    if witness.prints.stack_of(own.color, policy.print_looks) is None:
        clear = evidence.log_odds((own, int(tile.place))) <= -policy.strong
        told = clear and not evidence.may_be_hidden((own, int(tile.place)))
        counted = witness.prints.steady(policy.print_looks).get(stack(own.color)) if told else None
    else:
        counted = witness.prints.stack_of(own.color, policy.print_looks)
    grown = counted == len(mover.stack) + 1 and check(state, tile) is None
    return tile if grown and not _may_be_the_card(state, witness, tile.place) else None


def missed_by_change(state: GameState, places: Set[int], witness: Witness, policy: Policy) -> UseYellowTile | None:
    """The tile, where one assistant alone is not seen on one of these ``places``, which changed and nobody knows why.

    Of 760 assistants out of sight who stayed lying eight had a place that changed so, of 25 who were fetched 15; among
    those of whose turn it is and who holds the tile 0 of 35 and 5 of 8 (painted games).
    """
    mover = state.player
    gone = [place for place in out_of_sight(mover, witness) if int(place) in places]
    counted = witness.prints.stack_of(str(mover.color), policy.print_looks)
    if witness.agreed is None or len(gone) != 1 or counted not in (None, len(mover.stack) + 1):
        return None
    tile = UseYellowTile(gone[0])
    told = check(state, tile) is None and not _may_be_the_card(state, witness, tile.place)
    return tile if told else None


def _call(state: GameState, hypothesis: Hypothesis) -> tuple[tuple[Action, ...], frozenset[Place], frozenset[Place]]:
    """What was done before assistants were called back last, who was lying there then, and who of them was called."""
    *before, last = hypothesis.actions
    for action in before:
        state = play(state, action)
    called = frozenset(last.places if isinstance(last, Recall) else ())
    return tuple(before), frozenset(state.player.assistants), called


def will_leave(state: GameState, witness: Witness, policy: Policy) -> bool:
    """Whether his stack has shrunk by one, or is as high as before where he is half seen and the tile may have fetched
    another one; where it is not counted, or miscounted (nobody can have come into it), whether he has no card to fetch
    another one first, or is half seen and all others are where they lay."""
    mover = state.player
    counted = witness.prints.stack_of(str(mover.color), policy.print_looks)
    his = (Thing(Kind.ASSISTANT, str(mover.color)), int(mover.merchant))
    others = {
        place: witness.evidence.log_odds((his[0], int(place))) for place in {*mover.assistants} - {mover.merchant}
    }
    unseen = any(one[0] == his[0] and others.get(Place(one[1]), 1.0) <= 0 for one in may_be_fetched(state))
    exchanged = counted == len(mover.stack) and unseen and witness.evidence.is_plausible(his)
    grown = 1 if any(score <= 0 for score in others.values()) else 0
    if counted in range(len(mover.stack) - 1, len(mover.stack) + 1 + grown) and not exchanged:
        return counted == len(mover.stack) - 1
    cards = [one.place for one in legal_actions(state) if isinstance(one, PlayReturn)]
    lie = all(others.get(place, policy.strong) >= policy.strong for place in cards)
    return not cards or (lie and witness.evidence.is_plausible(his))


def _turns_since(before: GameState, now: GameState) -> int:
    return (now.round - before.round) * len(now.players) + now.turn - before.turn


def _fetched(state: GameState, action: Action, before: Agreed, witness: Witness, policy: Policy) -> tuple[int, ...]:
    """Places from which assistants came; none where the card may have brought him since, or another one is not seen to
    stay as clearly as he was seen before."""
    if isinstance(action, Recall):
        own = Thing(Kind.ASSISTANT, state.player.color)
        others = [(own, int(place)) for place in set(state.player.assistants) - set(action.places)]
        needed = {one: max(policy.strong, before.evidence.log_odds(one) - policy.clear) for one in others}
        stay = all(witness.evidence.log_odds(one) >= needed[one] for one in others)
        return tuple(int(place) for place in action.places) if stay else ()
    if isinstance(action, UseYellowTile) and not _may_be_the_card(state, witness, action.place):
        return (int(action.place),)
    return ()


def _may_be_the_card(state: GameState, witness: Witness, place: Place) -> bool:
    """Whether the card may have fetched him since all fitted, even if that is not told yet."""
    denied = {one for actions in witness.declined for one in actions}
    if witness.agreed is None or (PlayReturn(place) in denied and UseYellowTile(place) not in denied):
        return False
    before = witness.agreed.state
    held = may_hold(state, state.player, Card.RETURN)
    return held and (before.turn != state.turn or check(before, PlayReturn(place)) is None)


def _have_vanished(
    mover: Player, fetched: Sequence[int], missing: Sequence[Misfit], witness: Witness, policy: Policy
) -> bool:
    """Whether all who were fetched are clearly gone, and nothing else has gone out of sight with them."""
    if not all(_is_no_news(one, witness, policy) for one in missing):
        return False
    own = ((Thing(Kind.ASSISTANT, mover.color), place) for place in fetched)
    return all(has_vanished(one, witness, policy) or _is_bare(one, witness, policy) for one in own)


def _is_bare(standing: tuple[Thing, int], witness: Witness, policy: Policy) -> bool:
    """Whether the merchant who may have hidden him has left the place, and nothing else stands there or is seen, be it
    faintly: of 15 left so all were seen, and of 700 with no merchant beside them all but two."""
    now, place, before = witness.evidence, standing[1], witness.agreed
    if before is None or place in now.blind or not before.evidence.may_be_hidden(standing):
        return False
    beside = {one for one in before.wanted if one[1] == place and one[0].kind is not Kind.MERCHANT} - {standing}
    seen = any(at == place and now.is_plausible((one, at)) for one, at in now.scores)
    return not beside and not seen and now.log_odds(standing) <= -policy.strong


def has_vanished(standing: tuple[Thing, int], witness: Witness, policy: Policy) -> bool:
    """Whether he was clearly seen and clearly is not, and no merchant has come who may hide him."""
    if witness.agreed is None or _merchant_has_come(standing[1], witness.agreed.evidence, witness.evidence):
        return False
    before, now = witness.agreed.evidence, witness.evidence
    was, is_now = before.log_odds(standing), now.log_odds(standing)
    return was >= policy.clear and is_now <= -policy.strong and was - is_now >= 2 * policy.strong


def _merchant_has_come(place: int, before: Evidence, now: Evidence) -> bool:
    merchants = (one for one in now.seen(0.0) if one[1] == place and one[0].kind is Kind.MERCHANT)
    return any(before.log_odds(one) <= 0 for one in merchants)
