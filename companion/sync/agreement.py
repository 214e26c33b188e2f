"""How does what table and game agree on go on from look to look?  One place for all that is remembered of it."""

from collections.abc import Sequence

import msgspec

from companion.sync.changes import are_beside, begins
from companion.sync.misfit import Misfit
from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.reading import Agreed, Evidence
from companion.sync.table import Standing, expected


def agreement(before: Agreed | None, now: Agreed, left: Sequence[Misfit] | None, policy: Policy) -> Agreed | None:
    """What table and game agree on after one more look, ``now`` being what it shows and what is to lie there; None
    before they ever did.  ``left`` is what is out of sight though all else fits, None where it does not fit."""
    mover = now.state.player.color
    if left is None:
        return before and _come_to_light(before, now.evidence, policy)
    if before is None or not any(one.thing.color == mover for one in left):
        return _gone_on(before, now, policy)
    return _unexplained(before, now.evidence, left, mover)


def is_going(agreed: Agreed | None, now: Agreed, policy: Policy) -> bool:
    """Whether a merchant who was clearly seen is rather not seen where the picture has changed, though he is to stand
    there: somebody may be carrying him."""
    if agreed is None:
        return False
    changed = now.evidence.changed_since(agreed.evidence)
    merchants = (one for one in agreed.wanted & now.wanted if one[0].kind is Kind.MERCHANT and one[1] in changed)
    return any(agreed.evidence.log_odds(one) >= policy.strong and now.evidence.log_odds(one) < 0 for one in merchants)


def _gone_on(before: Agreed | None, now: Agreed, policy: Policy) -> Agreed:
    """``now`` with what has changed since its turn began, and where nobody knows why: nobody came there or went from
    there, nor does whose turn it is do anything there.  What a camera that was moved compares is lost."""
    now = msgspec.structs.replace(now, evidence=_without_moves(before, now, policy), hard=_hard(before, now, policy))
    if before is None or begins(before.state, now.state):
        return now
    if before.state.turn != now.state.turn:
        before = msgspec.structs.replace(before, changed=frozenset(), strange=frozenset(), doubtful=frozenset())
    changed = now.evidence.changed_since(before.evidence)
    if now.evidence.looks_new_since(before.evidence):
        return msgspec.structs.replace(now, changed=frozenset(changed))
    mover = now.state.player
    touched = {place for _, place in before.wanted ^ now.wanted}
    acts = {int(mover.merchant), int(mover.family)}
    strange = now.evidence.unnamed_since(before.evidence) - touched - acts - now.evidence.blind
    lost = _lost_sight_of(before, now, policy)
    doubtful = {one for one in strange - lost if any(are_beside(now.state, one, other) for other in touched)}
    return msgspec.structs.replace(
        now,
        changed=before.changed | changed,
        strange=before.strange | (strange - doubtful),
        doubtful=before.doubtful | doubtful,
    )


def _without_moves(before: Agreed | None, now: Agreed, policy: Policy) -> Evidence:
    """The evidence of ``now``, but what is seen elsewhere than it is to stand as it was before: that is no ghost but
    not told yet."""
    seen = now.evidence
    homes = {one[0]: one for one in now.wanted if one[0].kind is not Kind.ASSISTANT and seen.log_odds(one) < 0}
    moved = {one for one in seen.seen(policy.strong) if one[0] in homes and one not in now.wanted}
    if before is None or not moved:
        return seen
    kept = {one: before.evidence.log_odds(one) for one in moved | {homes[one[0]] for one in moved}}
    return seen.but(kept)


def _unexplained(agreed: Agreed, now: Evidence, left: Sequence[Misfit], mover: str) -> Agreed:
    """What went out of sight when nobody may have moved it is hard to see from now on; its absence tells nothing.

    The ``mover`` may have fetched his assistants before his phone was told the rest.
    """
    lost = {(one.thing, one.place) for one in left if one.thing.color != mover}
    scores = agreed.evidence.scores | {one: now.log_odds(one) for one in lost}
    crowded = agreed.evidence.crowded - ({place for _, place in lost} - now.crowded)
    evidence = msgspec.structs.replace(agreed.evidence, scores=scores, crowded=crowded)
    return msgspec.structs.replace(agreed, evidence=evidence)


def _come_to_light(agreed: Agreed, now: Evidence, policy: Policy) -> Agreed:
    """What a merchant hid when both agreed and is clearly seen now that he has gone on; should it go, it was there."""
    shown = {
        one: now.log_odds(one)
        for one in expected(agreed.state)
        if one[0].kind is not Kind.MERCHANT and agreed.evidence.log_odds(one) < policy.strong <= now.log_odds(one)
    }
    return msgspec.structs.replace(agreed, evidence=agreed.evidence.but(shown))


def _lost_sight_of(before: Agreed, now: Agreed, policy: Policy) -> set[int]:
    """Where an assistant of whose turn it is was half seen, and is not at all any more."""
    own = Thing(Kind.ASSISTANT, str(now.state.player.color))
    lay = {int(place): before.evidence.log_odds((own, int(place))) for place in now.state.player.assistants}
    seen = {place: now.evidence.log_odds((own, place)) for place in lay}
    return {place for place in lay if seen[place] <= -policy.strong and lay[place] - seen[place] >= policy.clear}


def _hard(before: Agreed | None, now: Agreed, policy: Policy) -> frozenset[Standing]:
    """What is out of sight with no merchant to hide it, or was before one came."""
    known, seen = before.hard if before else frozenset[Standing](), now.evidence
    return frozenset(
        one
        for one in now.wanted
        if one[1] not in seen.blind
        and seen.log_odds(one) < policy.clear
        and (one in known or not seen.may_be_hidden(one))
    )
