"""Tables counted from looks and decisions whose truth is known."""

from math import exp

from calibration.simulated.bank import Banked, DecisionMade, Truth
from calibration.simulated.fit import fit_habits
from calibration.simulated.fit_pictures import fit_pictures
from companion.sync.observation import Kind, Thing
from companion.sync.table import Standing

RED = Thing(Kind.MERCHANT, "red")


def a_look(*lies: Standing, pictures: dict[int, int] | None = None) -> Truth:
    """The places look as these numbers say."""
    shown = dict.fromkeys(range(1, 17), 0) | (pictures or {})
    return Truth((), -4.0, lies, {}, {}, (), (), changed=True, bumped=False, appearance=shown)


def counted(*games: list[Truth]) -> tuple[float, float]:
    return fit_pictures([Banked(at, "painted", "usual", tuple(looks), ()) for at, looks in enumerate(games)])


def test_what_differs_from_seat_to_seat_has_no_rate_for_everybody() -> None:
    some = DecisionMade("action", ("Recall", "RecallSome", "Skip 7"), "RecallSome", lying=2, stack=1)
    rates = fit_habits([Banked(0, "painted", "usual", (), (some,))], "made up").rates
    assert sorted(rates) == ["action Recall", "action Skip 7"]


def test_how_often_a_place_looks_as_before_is_counted_where_wood_came_and_where_none_did() -> None:
    came, alone = [], []
    for at in range(20):
        came += [a_look(pictures={5: 2 * at}), a_look((RED, 5), pictures={5: 2 * at + (at % 4 != 0)})]
        alone += [a_look(pictures={5: at // 2})]
    same, other = counted(came, alone)
    assert 0.1 < exp(same) < 0.4
    assert 0.0 < exp(other) < 0.1


def test_a_camera_that_was_knocked_says_nothing_of_single_places() -> None:
    knocked = [a_look(pictures=dict.fromkeys(range(1, 17), at)) for at in range(20)]
    assert counted(knocked) == counted([a_look()])


def test_made_up_sight_says_nothing_of_pictures() -> None:
    looks = tuple(a_look(pictures={5: at}) for at in range(9))
    noisy = [Banked(0, "noisy", "usual", looks, ())]
    assert fit_pictures(noisy) == counted([a_look()])
