"""Where did something come, though nobody can name it?  What changed since table and game last agreed tells of it.

A camera that stands still notices wood in the mirrored light of a lamp, or of the colour of what it stands on, by the
picture changing there.
"""

from collections.abc import Iterable, Iterator, Sequence

from companion.istanbul.actions import Action
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import BOARD_SIDE
from companion.sync.belief import Belief
from companion.sync.explain import due
from companion.sync.misfit import Misfit
from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.reading import Agreed, Evidence
from companion.sync.table import Standing, expected
from companion.sync.verdict import after


def with_changes(
    evidence: Evidence,
    before: Evidence,
    patient: bool,
    policy: Policy,
    stood: frozenset[Standing] | None = None,
    mover: str | None = None,
) -> Evidence:
    """The evidence with what is faint where nothing has changed since ``before`` as it was, and, once nobody carries
    any more (``patient``), with whoever has clearly left and is seen nowhere where something came that nobody could
    name.  ``stood`` is what stood on the table before and ``mover`` whose turn it is, where that is known."""
    if not evidence.appearance or not before.appearance:
        return evidence
    evidence = _calm(evidence, before, policy, stood)
    if not patient or evidence.looks_new_since(before):
        return evidence
    evidence = _arrived(evidence, before, policy, stood, mover)
    found = [one for standing in before.seen(policy.clear) for one in _turned_up(standing, evidence, before, policy)]
    return evidence.but(dict(found))


def _calm(evidence: Evidence, before: Evidence, policy: Policy, stood: frozenset[Standing] | None) -> Evidence:
    """Where nothing has changed what is, or was, seen faintly is seen as it was; what did not stand there has not
    come."""
    calm = evidence.appearance.keys() - evidence.changed_since(before) - evidence.blind - before.blind
    was = {one: before.told(one) for one in evidence.scores.keys() | before.scores.keys()}
    faint = {
        one: score if stood is None or one in stood else min(score, evidence.absent)
        for one, score in was.items()
        if one[1] in calm and min(abs(score), abs(evidence.told(one))) < policy.strong
    }
    return evidence.but(faint)


def _turned_up(
    standing: Standing, evidence: Evidence, before: Evidence, policy: Policy
) -> Iterator[tuple[Standing, float]]:
    """Where a single thing may be that has left its place, each with its log-odds; nearly sure where it is one only.

    A merchant who is not even faintly seen must be somewhere, be it where all that changed has a name.
    """
    thing, left = standing
    if thing.kind is Kind.ASSISTANT or not _has_left(standing, evidence, before, policy):
        return
    came = evidence.unnamed_since(before) - {left}
    score = policy.turned_up if len(came) == 1 else 0.0
    faint = any(evidence.is_plausible(one) for one in evidence.scores if one[0] == thing and one != standing)
    if not came and not faint and thing.kind is Kind.MERCHANT:
        came, score = evidence.changed_since(before) - {left}, policy.gone_to
    for place in came:
        yield (thing, place), max(score, evidence.log_odds((thing, place)))


def _arrived(
    evidence: Evidence, before: Evidence, policy: Policy, stood: frozenset[Standing] | None, mover: str | None
) -> Evidence:
    """The evidence with a family member nowhere else than where he is new, at least not clearly absent, and the picture
    has changed, as it has where he stood and is not seen any more; while he still seems to be, he must be clearly seen.

    Only the ``mover`` sends his, others come home: of 496 of a mover seen so, however faintly, all were there, of 36
    others seen faintly three were not (painted games).
    """
    changed = evidence.changed_since(before)
    lay = stood if stood is not None else before.seen(policy.clear)
    left = {one[0]: evidence.log_odds(one) > 0 for one in lay if one[1] in changed}
    new = [
        (thing, place)
        for (thing, place), score in evidence.scores.items()
        if thing.kind is Kind.FAMILY and thing in left and place in changed
        if score >= (policy.clear if left[thing] else -policy.strong)
        if mover in (None, thing.color) or place == Place.POLICE_STATION
        if before.log_odds((thing, place)) <= -policy.strong
    ]
    things = [thing for thing, _ in new]
    sure = {one: max(policy.arrived, evidence.log_odds(one)) for one in new if things.count(one[0]) == 1}
    arrived = {thing for thing, _ in sure}
    gone = {one: min(score, evidence.absent) for one, score in evidence.scores.items() if one[0] in arrived}
    return evidence.but(gone | sure)


def _has_left(standing: Standing, evidence: Evidence, before: Evidence, policy: Policy) -> bool:
    """Whether it is clearly gone from where something changed, and clearly seen nowhere else."""
    changed = standing[1] in evidence.changed_since(before)
    elsewhere = any(one == standing[0] for one, _ in evidence.seen(policy.strong))
    return changed and evidence.log_odds(standing) <= -policy.strong and not elsewhere


def begins(before: GameState, now: GameState) -> bool:
    """Whether a turn begins with ``now``, of which nothing lies on the table yet."""
    return before.turn != now.turn and due(now) is Step.MOVE


def are_beside(state: GameState, one: int, other: int) -> bool:
    """Whether two tiles touch, be it at a corner."""
    layout = state.layout
    (row, column), (row_, column_) = (divmod(layout.index(Place(place)), BOARD_SIDE) for place in (one, other))
    return max(abs(row - row_), abs(column - column_)) == 1


def has_come(
    state: GameState, standing: Standing, odd: Iterable[Misfit], now: Evidence, before: Evidence, policy: Policy
) -> bool:
    """Whether something changed where a merchant is seen, and he is no ghost: nothing else stands there beside which he
    may be one, or he has left his own place, which is not the next one, from which he may lean over."""
    thing, place = standing
    if thing.kind is not Kind.MERCHANT:
        return False
    changed = now.changed_since(before)
    left = {one.place for one in odd if one.thing == thing and not one.seen and one.place in changed}
    alone = not any(one[1] == place and one != standing for one in now.seen(policy.clear))
    return place in changed and (alone or any(not are_beside(state, place, other) for other in left))


def hidden_meanwhile(state: GameState, evidence: Evidence, agreed: Agreed) -> Evidence:
    """The evidence as if nobody had looked for assistants to whom somebody else's merchant came in the turn before:
    the merchant of whose turn it is has not gone yet, and hardly anybody fetches one before."""
    color, merchant = str(state.player.color), int(state.player.merchant)
    stays = evidence.log_odds((Thing(Kind.MERCHANT, color), merchant)) > 0
    if not begins(agreed.state, state) or not stays:
        return evidence
    wanted = expected(state)
    came = {place for thing, place in wanted - agreed.wanted if thing.kind is Kind.MERCHANT and thing.color != color}
    own = ((thing, place) for thing, place in wanted & agreed.wanted if thing == Thing(Kind.ASSISTANT, color))
    hidden = {one: 0.0 for one in own if one[1] in came and evidence.log_odds(one) < 0}
    return evidence.but(hidden)


def is_guessed(state: GameState, actions: Sequence[Action], belief: Belief, policy: Policy) -> bool:
    """Whether all that speaks for a merchant's move is that where he went something changed that has a name: he may
    as well be in somebody's hand."""
    seen = belief.reading.evidence
    unnamed = seen.unnamed_since(belief.agreed.evidence) if belief.agreed else set()
    then, now = expected(after(state, actions)), expected(state)
    moved = [one for one in then - now if one[0].kind is Kind.MERCHANT]
    if not len(then - now) == len(now - then) == len(moved) == 1 or not seen.appearance:
        return False
    return seen.log_odds(moved[0]) <= -policy.strong and moved[0][1] not in unnamed
