"""Is it clear enough?  One verdict from the ranked explanations."""

from collections.abc import Sequence

import msgspec

from companion.sync.explain import Hypothesis, Misfit
from companion.sync.params import Policy


class InStep(msgspec.Struct, frozen=True):
    """The table is as the game says."""


class Accept(msgspec.Struct, frozen=True):
    """One explanation fits and no other comes near it."""

    hypothesis: Hypothesis


class Ask(msgspec.Struct, frozen=True):
    """Several explanations fit about equally well, best first."""

    hypotheses: tuple[Hypothesis, ...]


class Lost(msgspec.Struct, frozen=True):
    """Nothing legal explains the table; ``misfits`` are against the game as it stands."""

    misfits: tuple[Misfit, ...]


Verdict = InStep | Accept | Ask | Lost


def judge(hypotheses: Sequence[Hypothesis], policy: Policy) -> Verdict:
    """The verdict on explanations in the order of ``explain``; "nothing happened" must be
    among them: it has the fewest actions."""
    fitting = [hypothesis for hypothesis in hypotheses if not hypothesis.misfits]
    if not fitting:
        return Lost(min(hypotheses, key=_length).misfits)
    close = [hypothesis for hypothesis in fitting if fitting[0].score - hypothesis.score < policy.margin]
    if len(close) > 1 or close[0].strain >= policy.doubt:
        return Ask(tuple(close[: policy.most_choices]))
    return Accept(close[0]) if close[0].actions else InStep()


def _length(hypothesis: Hypothesis) -> int:
    return len(hypothesis.actions)
