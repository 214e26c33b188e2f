"""What lies on printed spaces is counted where it can be seen, and not told where wood hides it."""

import numpy as np

from tests.vision.table_photo import photo, pose_of, profile_of
from vision.params_printed import PRINTED
from vision.printed.read import PrintedReading, read_printed
from vision.printed.spaces import likeliest
from vision.tokens.read import table_view, tokens_in

PHOTO, COPY = "dark_tokens", "dark_bare"


def reading() -> PrintedReading:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    return read_printed(view, photo(PHOTO)[0].bgr, pose_of(PHOTO), tokens_in(view, pose_of(PHOTO), profile_of(COPY))[1])


def test_what_is_told_is_right() -> None:
    told, truth = reading(), photo(PHOTO)[1]
    assert told.mail_down in (None, truth["mail_down"])
    assert told.demand_large in (None, truth["demand"]["large"])
    assert told.demand_small in (None, truth["demand"]["small"])
    assert all(truth["rubies"][str(place)] == count for place, count in told.rubies.items())
    assert set(told.mosque.values()) <= {2}, "every stack is whole in the photo"


def test_something_is_told() -> None:
    told = reading()
    assert told.mail_down is not None or told.demand_large or told.demand_small or told.rubies


def covers() -> list[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    spots = np.zeros((4, 10, 40), bool)
    for i in range(4):
        spots[i, 1:9, 10 * i + 1 : 10 * i + 9] = True
    return [np.logical_or.reduce([np.zeros((10, 40), bool), *spots[4 - n :]]) for n in range(5)]


def changed(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.where(covers()[count], 0.9, 0.1).astype(np.float32)


def test_the_number_whose_spaces_are_changed_is_told() -> None:
    nothing = np.zeros((10, 40), bool)
    assert [likeliest(covers(), changed(n), nothing, PRINTED) for n in (1, 2, 3)] == [1, 2, 3]


def test_nothing_is_told_where_wood_stands_on_the_spaces() -> None:
    hidden = np.ones((10, 40), bool)
    hidden[:, :10] = False
    assert likeliest(covers(), changed(2), hidden, PRINTED) is None


def test_nothing_is_told_where_nothing_is_clear() -> None:
    grey = np.full((10, 40), 0.5, np.float32)
    assert likeliest(covers(), grey, np.zeros((10, 40), bool), PRINTED) is None
