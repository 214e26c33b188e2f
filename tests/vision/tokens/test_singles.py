"""Of some tokens there is just one, and it stands somewhere: what is seen of a colour is weighed together."""

import pytest

from companion.sync.observation import Kind, Thing
from vision.tokens.singles import one_of_each

MERCHANT, FAMILY, ASSISTANT = (Thing(kind, "red") for kind in (Kind.MERCHANT, Kind.FAMILY, Kind.ASSISTANT))
GOVERNOR = Thing(Kind.GOVERNOR, "purple")


def test_a_faint_family_member_is_told_where_its_merchant_stands() -> None:
    assert one_of_each([(MERCHANT, 6.0), (FAMILY, -1.5)])[1] > 0


def test_a_spot_like_a_family_member_of_a_colour_nobody_plays_is_none() -> None:
    assert one_of_each([(FAMILY, 1.0)])[0] < 0


def test_a_clear_family_member_is_told_while_its_merchant_is_in_a_hand() -> None:
    assert one_of_each([(FAMILY, 5.0)])[0] > 0


def test_of_two_that_may_be_the_family_member_one_is_told() -> None:
    assert sum(log_odds > 0 for log_odds in one_of_each([(MERCHANT, 6.0), (FAMILY, 2.0), (FAMILY, 1.0)])) == 2


def test_a_merchant_nobody_plays_is_told_without_a_family_member() -> None:
    assert one_of_each([(MERCHANT, 4.0)])[0] > 0


def test_the_governor_is_told_faintly_only_where_somebody_plays() -> None:
    playing = [(MERCHANT, 6.0), (FAMILY, 6.0), (GOVERNOR, -1.0)]
    assert one_of_each(playing)[2] > 0 > one_of_each([(GOVERNOR, -1.0)])[0]


def test_assistants_keep_what_they_have_by_themselves() -> None:
    assert one_of_each([(ASSISTANT, 0.7), (ASSISTANT, -0.7)]) == pytest.approx([0.7, -0.7])
