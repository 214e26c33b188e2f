"""What has been steady on the table?  Looks folded into one belief; no clock, no camera."""

from collections.abc import Iterable, Mapping

import msgspec

from companion.istanbul.state import GameState
from companion.sync.observation import BoardObservation, Kind, NotSeen, Thing
from companion.sync.params import Policy
from companion.sync.table import Standing

_SAYS_NOTHING = 0.0
_LEANS = 0.0


class Evidence(msgspec.Struct, frozen=True):
    """Log-odds for things on places: ``scores`` as listed, ``absent`` for the rest, nothing on ``blind`` places.

    Of ``bared`` the absence tells on a blind place, too: it was clearly seen there before, as other wood still is.
    Where a merchant is seen (``crowded``), hardly seeing an assistant says at most ``hidden``; what the eye does not
    even list would be in plain view.  ``stacks`` has how many assistants are counted under a merchant.  ``appearance``
    and ``unnamed`` are those of ``BoardObservation``.
    """

    scores: dict[Standing, float]
    absent: float
    blind: frozenset[int]
    crowded: frozenset[int] = frozenset()
    hidden: float = 0.0
    stacks: dict[Standing, int] = {}
    appearance: Mapping[int, int] = {}
    unnamed: Mapping[int, int] = {}
    bared: frozenset[Standing] = frozenset()

    def log_odds(self, standing: Standing) -> float:
        """Above zero: it stands there; below: it does not; zero: nobody can tell."""
        if standing[1] in self.blind and standing not in self.bared:
            return max(_SAYS_NOTHING, self.scores.get(standing, _SAYS_NOTHING))
        score = self.scores.get(standing)
        if score is None:
            return self.absent
        return max(score, self.hidden) if self.may_be_hidden(standing) else score

    def told(self, standing: Standing) -> float:
        """What the eye says itself, wherever it is."""
        return self.scores.get(standing, self.absent)

    def but(self, scores: dict[Standing, float]) -> "Evidence":
        """The same with other log-odds for some things."""
        return msgspec.structs.replace(self, scores=self.scores | scores) if scores else self

    def may_be_hidden(self, standing: Standing) -> bool:
        """Whether the thing, if it stands there, may stand behind a merchant's stack."""
        return standing[0].kind is Kind.ASSISTANT and standing[1] in self.crowded

    def is_plausible(self, standing: Standing) -> bool:
        """Whether the thing may stand there: some evidence for it, or a place that cannot be seen."""
        return standing[1] in self.blind or self.told(standing) > self.absent / 2

    def changed_since(self, before: "Evidence") -> set[int]:
        """The places that look otherwise than before, as far as pictures were compared."""
        was = before.appearance
        return {place for place, number in self.appearance.items() if was and was.get(place) != number}

    def looks_new_since(self, before: "Evidence") -> bool:
        """Whether nothing looks as before: the camera was moved, and tells nothing of what came."""
        return self.changed_since(before) == self.appearance.keys()

    def unnamed_since(self, before: "Evidence") -> set[int]:
        """Those to which something came that nobody can name; one that looks as it once did has only lost it."""
        was = before.unnamed
        return {place for place, number in self.unnamed.items() if was and number > was.get(place, -1)}

    def seen(self, strong: float) -> Iterable[Standing]:
        """Whatever is seen at least that clearly."""
        return (standing for standing, score in self.scores.items() if score >= strong)


NOTHING = Evidence({}, _SAYS_NOTHING, frozenset(range(1, 17)))


class Reading(msgspec.Struct, frozen=True):
    """The table as believed now.  ``steady`` counts equal looks in a row; ``not_seen`` is a reason or None.

    ``at_s`` is the time of the last look, ``since_s`` of the first one that was equal to it.
    """

    evidence: Evidence = NOTHING
    layout: tuple[int | None, ...] = ()
    steady: int = 0
    hand: bool = False
    not_seen: str | None = None
    frame: int = -1
    since_s: float = 0.0
    at_s: float = 0.0

    @property
    def lain_s(self) -> float:
        """How long the table has lain as it does."""
        return self.at_s - self.since_s


def fold(reading: Reading, seen: BoardObservation | NotSeen, policy: Policy, still: bool = False) -> Reading:
    """The belief after one more look.  A look without the board, or with a hand over it, only interrupts.

    In a ``still`` photo nothing will move: what hides a tile or two there is taken as it is.
    """
    if isinstance(seen, NotSeen):
        return msgspec.structs.replace(reading, steady=0, not_seen=seen.reason, frame=seen.frame)
    if seen.hand and not (still and len(_unread(seen)) <= policy.hidden_tiles):
        return msgspec.structs.replace(reading, steady=0, hand=True, not_seen=None, frame=seen.frame)
    evidence = _evidence(seen, policy)
    same = seen.layout == reading.layout and not _has_changed(reading.evidence, evidence, policy.clear)
    return Reading(
        evidence=_blended(reading.evidence, evidence, policy.blend) if same else evidence,
        layout=seen.layout,
        steady=reading.steady + 1 if same else 1,
        hand=seen.hand,
        frame=seen.frame,
        since_s=reading.since_s if same else seen.at_s,
        at_s=seen.at_s,
    )


class Agreed(msgspec.Struct, frozen=True):
    """What was seen when table and game last agreed, what stood on the table then, and the game as it was.

    ``changed`` are the places that have changed since the turn began, ``strange`` those of them that did though nobody
    knows why; ``doubtful`` may have changed only because of what came or went beside them.  ``hard`` is what was out of
    sight with no merchant to hide it.
    """

    evidence: Evidence
    wanted: frozenset[Standing]
    state: GameState
    changed: frozenset[int] = frozenset()
    strange: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()
    hard: frozenset[Standing] = frozenset()


def calmed(evidence: Evidence, agreed: Agreed, wanted: frozenset[Standing], policy: Policy) -> Evidence:
    """What speaks for a change: not what was as hard to see, or as falsely seen, when table and game last agreed.

    What a merchant may have hidden, and was seen before, is no longer hard to see once he has left, nor one thing that
    turns up elsewhere.
    """
    before, stood = agreed.evidence, wanted & agreed.wanted
    evidence = _with_bared(evidence, before, policy)
    hidden = {one for one in stood if before.may_be_hidden(one) and not evidence.may_be_hidden(one)} - agreed.hard
    hard = {
        one
        for one in stood - hidden
        if before.log_odds(one) < policy.clear
        and evidence.log_odds(one) < _SAYS_NOTHING
        and not _has_turned_up(one[0], before, evidence, policy)
    }
    nowhere = wanted | agreed.wanted
    false = {one: score for one, score in before.scores.items() if score > _LEANS and one not in nowhere}
    scores = {one: score - false.get(one, 0.0) for one, score in evidence.scores.items()}
    return msgspec.structs.replace(evidence, scores=scores | dict.fromkeys(hard, _SAYS_NOTHING))


def _with_bared(evidence: Evidence, before: Evidence, policy: Policy) -> Evidence:
    """The evidence in which whoever was clearly seen on a tile hard to see, on which other wood is seen still, may have
    gone from there."""
    shown = {place for _, place in evidence.seen(policy.strong)} & evidence.blind
    bared = frozenset(one for one in before.seen(policy.strong) if one[1] in shown)
    return msgspec.structs.replace(evidence, bared=bared) if bared else evidence


def _has_turned_up(thing: Thing, before: Evidence, now: Evidence, policy: Policy) -> bool:
    """Whether the one thing of its kind is seen where it clearly was not; hardly seeing it will do where something has
    changed."""
    changed = now.changed_since(before)
    places = (
        one
        for one, score in now.scores.items()
        if one[0] == thing and score >= (_LEANS if one[1] in changed else policy.clear)
    )
    return thing.kind is not Kind.ASSISTANT and any(before.log_odds(one) <= -policy.strong for one in places)


def _evidence(seen: BoardObservation, policy: Policy) -> Evidence:
    scores = {(score.thing, score.place): score.log_odds for score in seen.scores}
    merchants = (score for score in seen.scores if score.thing.kind is Kind.MERCHANT and score.log_odds > _LEANS)
    crowded = frozenset(score.place for score in merchants)
    blind = seen.covered | _unread(seen)
    stacks = {(one.thing, one.place): one.under for one in seen.sightings if one.under is not None}
    return Evidence(
        scores,
        seen.absent_log_odds,
        blind,
        crowded,
        policy.crowded,
        stacks,
        appearance=seen.appearance,
        unnamed=seen.unnamed,
    )


def _unread(seen: BoardObservation) -> frozenset[int]:
    return frozenset(range(1, 17)) - {place for place in seen.layout if place is not None}


def _has_changed(old: Evidence, new: Evidence, clear: float) -> bool:
    """Whether anything clearly came or went; what hovers about zero is not a change."""
    return any(
        (old.log_odds(standing) >= clear and new.log_odds(standing) <= -clear)
        or (old.log_odds(standing) <= -clear and new.log_odds(standing) >= clear)
        for standing in old.scores.keys() | new.scores.keys()
    )


def _blended(old: Evidence, new: Evidence, blend: float) -> Evidence:
    """The newest look, mixed with those before it but where the picture has changed."""
    changed = new.changed_since(old)
    scores = {
        one: new.told(one) if one[1] in changed else (1 - blend) * old.told(one) + blend * new.told(one)
        for one in old.scores.keys() | new.scores.keys()
    }
    return msgspec.structs.replace(new, scores=scores)
