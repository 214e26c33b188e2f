"""Requests of every kind: nothing crashes, every refusal has words, and nobody changes what is not his to change."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from webui.attacks.companion import ORDERS
from webui.attacks.requests.evening import AttackedEvening, ask_everything

EXAMPLES, STEPS = 8, 40
ON_LINES = 300


class AnEvening(RuleBasedStateMachine):
    """A stranger, two players and a host; each step is one request of one of them, legal or spoilt."""

    def __init__(self) -> None:
        super().__init__()
        self.evening: AttackedEvening | None = None

    @initialize(kind=st.sampled_from(list(ORDERS)), seed=st.integers(0, 99))
    def begin(self, kind: str, seed: int) -> None:
        self.evening = AttackedEvening(kind, seed)

    @rule(number=st.integers(0, 2**32))
    def ask(self, number: int) -> None:
        assert self.evening is not None
        self.evening.step(random.Random(number))

    def teardown(self) -> None:
        if self.evening is not None:
            self.evening.finish()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
def test_no_evening_of_odd_requests_goes_wrong() -> None:
    """A failure is told with the fewest requests that lead to it."""
    bounded = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, derandomize=True, database=None)
    AnEvening.TestCase.settings = bounded
    AnEvening.TestCase().runTest()


@pytest.mark.long
def test_odd_requests_over_lines_are_answered_too() -> None:
    found = ask_everything(ON_LINES, seed=1, on_lines=True, each=ON_LINES, tell=lambda count: None)
    assert found.amiss == []
    assert found.requests == ON_LINES and found.granted > 0
