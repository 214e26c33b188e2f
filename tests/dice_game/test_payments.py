"""Ways to pay: each once, none forgotten, thriftiest first, never more than promised."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice_game.actions import Payment
from companion.dice_game.payments import choices, different, payments, pays, pays_different
from companion.dice_game.tables import MOST_PAYMENTS

FEW = st.integers(0, 2)
DICE, HELD, NEEDS = st.tuples(*[FEW] * 4), st.tuples(*[FEW] * 5), st.tuples(*[FEW] * 4)


def everything(dice: tuple[int, ...], markers: tuple[int, ...]) -> list[Payment]:
    """Every payment there could be out of these."""
    ranges = [range(count + 1) for count in (*dice, *markers)]
    return [Payment((a, b, c, d), (e, f, g, h, j)) for a, b, c, d, e, f, g, h, j in product(*ranges)]


@settings(max_examples=60, deadline=None)
@given(NEEDS, st.integers(0, 3), DICE, HELD)
def test_every_way_to_pay_and_no_other(needs, free, dice, markers) -> None:  # type: ignore[no-untyped-def]
    listed = payments(needs, free, dice, markers)
    right = {payment for payment in everything(dice, markers) if pays(payment, needs, free)}
    assert len(set(listed)) == len(listed) <= MOST_PAYMENTS
    assert set(listed) == right if len(listed) < MOST_PAYMENTS else set(listed) < right


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), DICE, HELD)
def test_every_way_to_pay_different_goods(number, dice, markers) -> None:  # type: ignore[no-untyped-def]
    listed = different(number, dice, markers)
    assert len(set(listed)) == len(listed)
    assert set(listed) == {payment for payment in everything(dice, markers) if pays_different(payment, number)}


def test_the_first_way_spends_dice_before_markers_and_jokers_last() -> None:
    ways = payments((2, 1, 0, 0), 0, (1, 1, 0, 0), (2, 1, 0, 0, 2))
    assert ways[0] == Payment((1, 1, 0, 0), (1, 0, 0, 0, 0))
    assert [way.markers[4] for way in ways[:4]] == [0, 0, 0, 0] and ways[-1].markers[4] == 2


def test_no_payment_below_nothing() -> None:
    assert not pays(Payment((3, -1, 0, 0)), (2, 0, 0, 0)) and not pays_different(Payment((1, -1, 1, 1)), 2)


def test_choices_of_two_markers() -> None:
    assert len(choices(1)) == 4 and len(choices(2)) == 10 and len(set(choices(4))) == 35
