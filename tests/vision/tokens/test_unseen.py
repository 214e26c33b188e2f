"""Wood that is nearly told, or of which only something strange is seen, is not passed over in silence."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table_photo import photo, pose_of, profile_of
from vision.changes.steady import CELL
from vision.params import UNSEEN
from vision.profile import GameSet
from vision.tokens.feet import Top
from vision.tokens.net import ask_net
from vision.tokens.read import find_tops, judged, table_view
from vision.tokens.unseen import strange_middle, strangeness, strangeness_again, unseen_wood
from vision.tokens.view import StraightView

PHOTO, COPY = "dark_tokens", "dark_bare"


@pytest.fixture(scope="module")
def view() -> StraightView:
    return table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))


@pytest.fixture(scope="module")
def tops(view: StraightView) -> list[Top]:
    return list(find_tops(view, ask_net(view), pose_of(PHOTO), GameSet(profile_of(COPY))))


def unseen(view: StraightView, tops: list[Top]) -> dict[int, float]:
    tokens, told = judged(view, pose_of(PHOTO), tops)
    middle = strange_middle(view, strangeness(view), pose_of(PHOTO), told)
    return unseen_wood(view, pose_of(PHOTO), middle, tokens)


def lone_assistant(tops: list[Top]) -> Top:
    """The one on place 1, where nothing else stands."""
    return max((top for top in tops if top.place == 1), key=lambda top: top.log_odds)


def without(tops: list[Top], gone: Top) -> list[Top]:
    return [top for top in tops if top.place != gone.place]


def test_where_all_wood_is_told_nothing_is_unseen(view: StraightView, tops: list[Top]) -> None:
    assert unseen(view, tops) == {}


def test_wood_that_was_nearly_told_is_probably_there(view: StraightView, tops: list[Top]) -> None:
    one = lone_assistant(tops)
    nearly = [*without(tops, one), replace(one, log_odds=-0.5)]
    hardly = [*without(tops, one), replace(one, log_odds=-3.5)]
    place = one.place or 0
    assert unseen(view, nearly)[place] > unseen(view, hardly).get(place, 0.0) >= 0.0
    assert unseen(view, nearly)[place] > UNSEEN.told


def test_what_changed_is_as_strange_as_if_all_had_been_looked_at(view: StraightView) -> None:
    before, seen = strangeness(view), view.seen.copy()
    box = 30, 34, 40, 45
    rows, columns = (slice(CELL * box[at], CELL * box[at + 1]) for at in (0, 2))
    seen[rows, columns] = (0.1, 0.1, 0.9)
    after = replace(view, seen=seen)
    again = strangeness_again(after, before, [box])
    assert np.abs(strangeness(after) - again).max() < 0.001
    assert again[rows, columns].mean() > before[rows, columns].mean() + 0.2
