"""Odd pictures, cut off, lying about their size, of every kind: read or refused in words, never more than that."""

from functools import cache

import cv2
import numpy as np
import pytest

from webui.attacks.pictures.odd import KINDS, odd_pictures, resized
from webui.attacks.pictures.sending import QUICK, ROUTES, send_at_once, send_pictures

A_FEW, MANY = len(KINDS), 40
SLOW = [route for route in ROUTES if route not in QUICK]
SECONDS_EACH = [route for route in SLOW if route != "/api/lesson/photo"]
"""Where every picture is searched at once, or a copy is loaded for it: of those that can be read one is sent."""


@cache
def pictures(n: int) -> tuple[bytes, ...]:
    return tuple(odd_pictures(1, n))


def readable(data: bytes) -> bool:
    return bool(data) and cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) is not None


@pytest.mark.parametrize("route", QUICK)
def test_odd_pictures_are_read_or_refused(route: str) -> None:
    found = send_pictures(pictures(MANY), [route])
    assert found.amiss == [] and found.requests == MANY


@pytest.mark.long
@pytest.mark.parametrize("route", SLOW)
def test_odd_pictures_are_read_or_refused_where_reading_takes_long(route: str) -> None:
    chosen = [data for data in pictures(A_FEW) if route not in SECONDS_EACH or not readable(data)]
    chosen += [data for data in pictures(A_FEW) if readable(data)][:1]
    found = send_pictures(chosen, [route])
    assert found.amiss == [] and found.requests == len(chosen) > 0


@pytest.mark.parametrize("route", QUICK[:2])
def test_one_picture_is_read_while_another_one_is(route: str) -> None:
    found = send_at_once(pictures(A_FEW), route, threads=4)
    assert found.amiss == [] and found.requests == 4 * A_FEW


@pytest.mark.long
def test_the_generator_gives_pictures_that_decoders_read_and_such_that_they_do_not() -> None:
    read = [readable(data) for data in pictures(MANY)]
    assert 10 < sum(read) < MANY - 10
    assert [*odd_pictures(1, MANY)] == [*pictures(MANY)] and len(KINDS) > 15


def test_a_picture_says_the_size_that_was_written_into_it() -> None:
    jpeg, png = (data for data in pictures(MANY)[:2])
    assert b"\x02\xbc" in resized(jpeg, 700, 64) and resized(png, 700, 64)[16:24] == b"\0\0\x02\xbc\0\0\0\x40"
