"""Tables counted from looks and decisions whose truth is known."""

from math import exp

import pytest

from calibration.simulated.bank import Banked, DecisionMade, Truth
from calibration.simulated.fit import fit_habits, fit_sight
from calibration.simulated.fit_places import fit_places
from companion.sync.model import Sight
from companion.sync.observation import Kind, Thing
from companion.sync.table import Standing

RED, BLUE = Thing(Kind.MERCHANT, "red"), Thing(Kind.MERCHANT, "blue")
OWN = (Thing(Kind.ASSISTANT, "red"), 7)
FAMILY = (Thing(Kind.FAMILY, "red"), 7)


def a_look(*lies: Standing, pictures: dict[int, int] | None = None, seen: float = 6.0) -> Truth:
    """Everything is seen with this log-odds; the places look as these numbers say."""
    scores = tuple((one, seen if one == OWN else 6.0) for one in lies)
    shown = dict.fromkeys(range(1, 17), 0) | (pictures or {})
    return Truth(scores, -4.0, lies, {}, {}, (), (), changed=True, bumped=False, appearance=shown)


def counted(*games: list[Truth]) -> Sight:
    banked = [Banked(at, "painted", "usual", tuple(looks), ()) for at, looks in enumerate(games)]
    return fit_places(banked, fit_sight(banked, "made up"))


def test_what_differs_from_seat_to_seat_has_no_rate_for_everybody() -> None:
    some = DecisionMade("action", ("Recall", "RecallSome", "Skip 7"), "RecallSome", lying=2, stack=1)
    rates = fit_habits([Banked(0, "painted", "usual", (), (some,))], "made up").rates
    assert sorted(rates) == ["action Recall", "action Skip 7"]


def test_how_often_a_place_looks_as_before_is_counted_where_wood_came_and_where_none_did() -> None:
    came, alone = [], []
    for at in range(20):
        came += [a_look(pictures={5: 2 * at}), a_look((RED, 5), pictures={5: 2 * at + (at % 4 != 0)})]
        alone += [a_look(pictures={5: at // 2})]
    same, other = counted(came, alone).pictures
    assert 0.1 < exp(same) < 0.4
    assert 0.0 < exp(other) < 0.1


def test_a_camera_that_was_knocked_says_nothing_of_single_places() -> None:
    knocked = [a_look(pictures=dict.fromkeys(range(1, 17), at)) for at in range(20)]
    unseen = counted([a_look()])
    assert counted(knocked).pictures == unseen.pictures


@pytest.mark.parametrize(("who", "cause"), [(FAMILY, 0), ((BLUE, 7), 1)], ids=["family", "merchant"])
def test_what_is_seen_afresh_when_others_come_is_counted_for_merchants_and_other_wood(
    who: Standing, cause: int
) -> None:
    """Red's assistant beside his merchant is seen every other time he is left, as seldom once somebody came."""
    beside: list[Truth] = []
    for at in range(40):
        missed = -3.0 if at % 2 else 6.0
        beside += [a_look((RED, 7)), a_look((RED, 7), OWN, seen=missed)]
        beside += [*[a_look((RED, 7), OWN)] * 60, a_look((RED, 7), OWN, who, seen=missed)]
    often, alone = counted(beside).afresh, counted([a_look((RED, 7), OWN)] * 40).afresh
    assert often[cause] > 0.1
    assert max(alone) < 0.05


def test_made_up_sight_says_nothing_of_pictures() -> None:
    looks = tuple(a_look(pictures={5: at}) for at in range(9))
    noisy = [Banked(0, "noisy", "usual", looks, ())]
    assert fit_places(noisy, fit_sight(noisy, "")).pictures == counted([a_look()]).pictures
