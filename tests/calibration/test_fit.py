"""Tables counted from looks and decisions whose truth is known."""

from collections.abc import Callable
from math import exp, log

import msgspec
import pytest

from calibration.simulated.bank import Banked, DecisionMade, Truth
from calibration.simulated.fit import fit_rates, fit_shaken
from calibration.simulated.fit_pictures import fit_pictures
from calibration.simulated.rates import Rates
from calibration.simulated.times import fit_pauses, fit_times, lifting, thinking
from companion.sync.model import BINS, GROUPS, VISIBILITIES, key
from companion.sync.observation import Kind, Thing
from companion.sync.table import Standing

RED, OWN = Thing(Kind.MERCHANT, "red"), Thing(Kind.ASSISTANT, "red")
GREEN = Thing(Kind.FAMILY, "green")
NAMES = [key(kind, seen, there) for kind in GROUPS for seen in VISIBILITIES for there in (True, False)]
Scores = tuple[tuple[Standing, float], ...]


def logs(lowest: float) -> tuple[float, ...]:
    """All bins, the lowest with this share, the highest with nearly all of the rest."""
    few = 0.01 / (BINS - 2)
    return log(lowest), *[log(few)] * (BINS - 2), log(0.99 - lowest)


def a_look(*lies: Standing, pictures: dict[int, int] | None = None, scores: Scores = ()) -> Truth:
    """The places look as these numbers say."""
    shown = dict.fromkeys(range(1, 17), 0) | (pictures or {})
    return Truth(scores, -4.0, lies, {}, {}, (), (), changed=True, bumped=False, appearance=shown)


def counted(*games: list[Truth]) -> tuple[float, float]:
    return fit_pictures([Banked(at, "painted", "usual", tuple(looks), ()) for at, looks in enumerate(games)])


def test_what_differs_from_seat_to_seat_has_no_rate_for_everybody() -> None:
    some = DecisionMade("action", ("Recall", "RecallSome", "Skip 7"), "RecallSome", lying=2, stack=1)
    rates = fit_rates([Banked(0, "painted", "usual", (), (some,))])
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


SHARES = [(at + 0.5) / 200 for at in range(200)]


@pytest.mark.parametrize(
    ("law", "pauses"),
    [
        (thinking, [2.0 * (share / (1.0 - share)) ** (1 / 3.0) for share in SHARES]),
        (lifting, [2.0 * (-log(1.0 - share)) ** (1 / 3.0) for share in SHARES]),
    ],
)
def test_seconds_and_power_of_pauses_are_told_from_pauses(law: Callable[[float], float], pauses: list[float]) -> None:
    seconds, power = fit_pauses(pauses, law)
    assert abs(seconds - 2.0) < 0.1
    assert abs(power - 3.0) < 0.2


def test_kinds_of_people_count_alike_and_who_never_pauses_says_nothing_of_pauses() -> None:
    slow = Rates(half=0.3, ahead=0.1, think_s=(1.0, 3.0), lift_s=(1.0, 3.0))
    told, alone = fit_times([slow, Rates(half=0.1, ahead=0.3)]), fit_times([slow])
    assert (told["ahead"], told["lifting"]) == (round(log(0.2), 4), alone["lifting"])
    assert told["dwell"] == (0.2, *fit_times([msgspec.structs.replace(slow, half=0.2)])["dwell"][1:])


@pytest.mark.parametrize(("came", "share"), [(RED, 0.15), (OWN, 0.0)])
def test_how_often_untouched_wood_is_seen_afresh_is_counted_where_a_merchant_came(came: Thing, share: float) -> None:
    """Green's is not seen any more in three of ten looks once something came, and in all once that has gone again."""
    plain, crowd, looks = (GREEN, 5), ((Thing(Kind.MERCHANT, "blue"), 5), (GREEN, 5)), list[Truth]()
    for at in range(40):
        seen = -4.0 if at % 10 < 3 else 6.0
        looks += [a_look(*crowd, scores=((plain, 6.0),)), a_look(*crowd, (came, 5), scores=((plain, seen),))]
    fresh = dict.fromkeys(NAMES, logs(0.98))
    kept = dict.fromkeys(NAMES, (logs(0.98), *[logs(0.02)] * (BINS - 1)))
    assert abs(fit_shaken([Banked(0, "painted", "usual", tuple(looks), ())], fresh, kept) - share) < 0.03
