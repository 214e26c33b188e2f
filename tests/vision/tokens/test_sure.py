"""What is said to be sure is no surer than it was right where it was counted, and less sure where less was seen."""

import math
from dataclasses import replace

import pytest

from companion.sync.observation import Kind
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.profile import GameSet
from vision.tokens.net import ask_net
from vision.tokens.read import TokenReading, find_tops, judged, stack_log_odds, table_view

PHOTO, COPY = "dark_tokens", "dark_bare"


def reading(less: float = 0.0) -> TokenReading:
    """What is told of the photo, every top so much less likely than it is."""
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    tops = find_tops(view, ask_net(view), pose_of(PHOTO), GameSet(profile_of(COPY)))
    return judged(view, pose_of(PHOTO), [replace(top, log_odds=top.log_odds - less) for top in tops])[0]


def test_nothing_is_said_to_be_certain_and_only_numbers_told_have_a_probability() -> None:
    sightings = reading().sightings
    assert sightings and all(0.4 < sighting.confidence < 0.998 for sighting in sightings)
    for sighting in sightings:
        told = sighting.thing.kind == Kind.MERCHANT and sighting.under is not None
        assert (sighting.under_confidence > 0.5) == told


def test_what_is_less_likely_is_less_sure() -> None:
    sure = {(one.thing, one.place): one.confidence for one in reading().sightings}
    less = {(one.thing, one.place): one.confidence for one in reading(2.0).sightings}
    both = sure.keys() & less.keys()
    assert both and all(less[key] <= sure[key] for key in both) and sum(less.values()) < sum(sure.values())


def test_following_is_handed_log_odds_as_sure_as_people_are_told() -> None:
    told = reading(3.0)
    scores = {(one.thing, one.place): one.log_odds for one in told.scores}
    unsure = [one for one in told.sightings if one.thing.kind == Kind.ASSISTANT and one.confidence < 0.99]
    assert unsure, "of merchants and family members people are told what goes by there being one of each, too"
    for one in unsure:
        assert scores[one.thing, one.place] == pytest.approx(math.log(one.confidence / (1 - one.confidence)))


@pytest.mark.parametrize(("share", "least", "most"), [(0.5, -0.01, 0.01), (0.99, 4.5, 4.7), (1.0, 13.0, 14.5)])
def test_a_share_of_one_has_bounded_log_odds(share: float, least: float, most: float) -> None:
    assert least <= stack_log_odds(share) <= most
