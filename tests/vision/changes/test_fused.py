"""Noisy pictures of a table on which nothing moves are read as one: their mean."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.vision.changes.test_steady import told, with_disc
from tests.vision.table_photo import photo, profile_of
from vision.changes.fused import Pictures, gathered, mean_of, noise_of
from vision.frame import Frame, Image
from vision.identify.stated_cells import FoundBoard
from vision.locate import track
from vision.params import FUSE
from vision.pipeline import look
from vision.task import Look

PHOTO, COPY = "dark_tokens", "dark_bare"


def grainy(picture: Image, sigma: float, number: int) -> Image:
    rough = picture + np.random.default_rng(number).normal(0, sigma, picture.shape)
    return np.clip(np.round(rough), 0, 255).astype(np.uint8)


def gathered_of(pictures: list[Image]) -> Pictures:
    every: Pictures = (pictures[0],)
    for picture in pictures[1:]:
        every = gathered(every, picture)
    return every


def film(pictures: list[Image]) -> list[Look]:
    seen: list[Look] = []
    for number, picture in enumerate(pictures):
        frame = Frame(picture, number, 0.2 * number)
        seen.append(look(frame, profile_of(COPY), before=seen[-1] if seen else None))
    return seen


def test_the_mean_of_sixteen_pictures_has_a_quarter_of_their_noise() -> None:
    clean = np.full((90, 160, 3), 100, np.uint8)
    mean = mean_of(tuple(grainy(clean, 8.0, number) for number in range(16)))
    assert float(np.std(mean.astype(float) - 100)) == pytest.approx(2.0, rel=0.1)


def test_the_noise_of_a_picture_is_what_its_neighbours_do_not_have() -> None:
    clean = np.tile(np.arange(160, dtype=np.uint8)[:, None], (90, 1, 3))
    pictures = [grainy(clean, 5.0, number) for number in range(FUSE.pictures)]
    shown_less = (1 - 1 / FUSE.pictures) ** 0.5
    assert noise_of(pictures[-1], mean_of(tuple(pictures))) == pytest.approx(5.0 * shown_less, rel=0.1)
    assert noise_of(clean, mean_of((clean,) * 3)) == 0.0


def test_the_mean_of_white_pictures_is_white() -> None:
    assert (mean_of((np.full((4, 4, 3), 255, np.uint8),) * FUSE.pictures) == 255).all()


def test_a_long_rest_keeps_no_more_pictures_than_are_read_as_one() -> None:
    clean = np.full((90, 160, 3), 100, np.uint8)
    pictures = [grainy(clean, 8.0, number) for number in range(FUSE.pictures + 3)]
    assert [id(one) for one in gathered_of(pictures)] == [id(one) for one in pictures[-FUSE.pictures :]]


def test_pictures_without_noise_are_not_gathered() -> None:
    clean = np.full((90, 160, 3), 100, np.uint8)
    assert gathered_of([grainy(clean, 1.0, number) for number in range(3)]) == ()


def test_pictures_of_another_size_are_not_gathered() -> None:
    assert gathered((np.zeros((4, 4, 3), np.uint8),), np.zeros((4, 5, 3), np.uint8)) == ()


def times_read(seen: list[Look]) -> int:
    return 1 + sum(one.kept is not other.kept for one, other in pairwise(seen))


@pytest.mark.long
def test_a_noisy_table_at_rest_is_read_once_more_and_no_oftener() -> None:
    seen = film([grainy(photo(PHOTO)[0].bgr, 6.0, number) for number in range(FUSE.pictures + 4)])
    assert times_read(seen) == 2
    assert seen[FUSE.pictures - 1].kept is seen[-1].kept
    assert told(seen[-1]) == told(look(photo(PHOTO)[0], profile_of(COPY)))


@pytest.mark.long
def test_a_table_in_good_light_is_read_once() -> None:
    assert times_read(film([grainy(photo(PHOTO)[0].bgr, 1.0, number) for number in range(FUSE.pictures + 1)])) == 1


@pytest.mark.long
def test_what_comes_before_enough_pictures_are_fused_begins_a_new_mean() -> None:
    before = look(photo(PHOTO)[0], profile_of(COPY))
    pictures = [photo(PHOTO)[0].bgr] * 3 + [with_disc(before, (-20.0, 30.0))] * 2
    rough = [grainy(picture, 6.0, number) for number, picture in enumerate(pictures)]
    assert [len(one.fused) for one in film(rough)] == [1, 2, 3, 1, 2]


def with_one_tile_less(*arguments: Any) -> FoundBoard | None:
    """The check of a known board, one tile of which it cannot tell."""
    found = track.verify(*arguments)
    if found is None:
        return None
    first, *others = found.pose.tiles
    return replace(found, pose=replace(found.pose, tiles=(replace(first, place=None), *others)))


@pytest.mark.long
def test_a_tile_that_one_picture_told_is_not_lost_in_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.pipeline.verify", with_one_tile_less)
    seen = film([grainy(photo(PHOTO)[0].bgr, 6.0, number) for number in range(FUSE.pictures + 1)])
    assert times_read(seen) == 2
    assert [one.pose.tiles_read for one in seen if one.pose] == [16] * len(seen)
