"""What is said of the likeliest courses: play, ask, wait, or that all fits."""

import msgspec

from companion.sync.courses import Course
from companion.sync.decide import Answers, Fits, decide
from companion.sync.model import Costs
from companion.sync.posterior import Likely
from companion.sync.table import expected
from tests.sync.builders import a_game


def test_after_the_end_of_a_game_a_last_turn_that_may_lie_as_it_did_before_is_no_fault() -> None:
    """Nobody is to act any more, and whether the last turn is taken back was asked and denied."""
    over = msgspec.structs.replace(a_game(), agenda=(), over=True)
    as_it_is = Course((), over, expected(over), 0.0, 0.0)
    taken_back = msgspec.structs.replace(as_it_is, back=3)
    likely = [Likely(taken_back, 0.6), Likely(as_it_is, 0.4)]
    asked = Answers(declined=frozenset({("back", 3)}))
    assert isinstance(decide(over, likely, 60.0, 60, asked, Costs()), Fits)
