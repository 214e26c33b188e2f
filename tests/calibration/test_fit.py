"""Tables counted from looks and decisions whose truth is known."""

from calibration.simulated.bank import Banked, DecisionMade
from calibration.simulated.fit import fit_habits


def test_what_differs_from_seat_to_seat_has_no_rate_for_everybody() -> None:
    some = DecisionMade("action", ("Recall", "RecallSome", "Skip 7"), "RecallSome", lying=2, stack=1)
    rates = fit_habits([Banked(0, "painted", "usual", (), (some,))], "made up").rates
    assert sorted(rates) == ["action Recall", "action Skip 7"]
