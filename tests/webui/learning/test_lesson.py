"""Tiles are looked for while everything else goes on; what comes of a photo nobody wants any more is dropped."""

import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from calibration.by_hand import Push, outer_corners
from tests.vision.golden import learnt, picture
from vision.frame import Image
from vision.pose import Pose
from webui.http.errors import Refused
from webui.learning.lesson import Lesson, Photo

PATIENCE_S = 120
Layout = tuple[int, ...]


class Finder:
    """Finds the golden tiles, but not before it is let; ``begun`` says that it has begun to look."""

    def __init__(self) -> None:
        self.begun, self.let = threading.Event(), threading.Event()
        self.looked_at: list[int] = []

    def __call__(self, bgr: Image, layout: Layout) -> Pose | None:
        self.looked_at.append(int(bgr[0, 0, 0]))
        self.begun.set()
        assert self.let.wait(PATIENCE_S)
        return learnt().pose


@pytest.fixture
def finder() -> Iterator[Finder]:
    one = Finder()
    yield one
    one.let.set()


@pytest.fixture
def lesson(finder: Finder) -> Lesson:
    return Lesson(seek=finder)


def marked(number: int) -> Image:
    """The golden photo with a number in its first pixel."""
    photo = picture("photo_enroll").copy()
    photo[0, 0] = number
    return photo


def numbers(lesson: Lesson) -> list[int]:
    return [photo.number for photo in lesson.photos]


def found(lesson: Lesson) -> list[bool]:
    return [photo.learnt is not None for photo in lesson.photos]


def settled(lesson: Lesson, finder: Finder) -> Lesson:
    finder.let.set()
    assert lesson.wait(PATIENCE_S)
    return lesson


def test_a_photo_is_taken_at_once_and_its_tiles_are_found_later(lesson: Lesson, finder: Finder) -> None:
    changes: list[tuple[bool, bool]] = []
    lesson.changed = lambda: changes.append((lesson.photos[0].looking, found(lesson)[0]))
    assert lesson.add(marked(1)).looking
    settled(lesson, finder)
    assert changes == [(True, False), (False, True)], "the pages are told when it is taken, and when it is found"


def test_nothing_is_locked_while_tiles_are_looked_for(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    assert finder.begun.wait(PATIENCE_S)
    done = threading.Event()

    def somebody_else() -> None:
        lesson.name_cells(range(16, 0, -1))
        lesson.tiles()
        done.set()

    threading.Thread(target=somebody_else, daemon=True).start()
    assert done.wait(PATIENCE_S) and lesson.photos[0].looking


@pytest.mark.long
def test_a_second_photo_waits_its_turn(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    assert finder.begun.wait(PATIENCE_S)
    lesson.add(marked(2))
    assert finder.looked_at == [1] and [photo.looking for photo in lesson.photos] == [True, True]
    settled(lesson, finder)
    assert finder.looked_at == [1, 2] and found(lesson) == [True, True]


@pytest.mark.long
def test_a_photo_dropped_while_it_is_looked_at_does_not_come_back(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    assert finder.begun.wait(PATIENCE_S)
    lesson.drop(1)
    assert settled(lesson, finder).photos == ()


@pytest.mark.long
def test_a_photo_that_made_room_for_newer_ones_is_not_looked_at_any_more(lesson: Lesson, finder: Finder) -> None:
    for number in (1, 2, 3, 4):
        lesson.add(marked(number))
        assert finder.begun.wait(PATIENCE_S)
    settled(lesson, finder)
    assert numbers(lesson) == [3, 4] and finder.looked_at == [1, 3, 4]


@pytest.mark.long
def test_a_lesson_begun_again_holds_nothing_of_the_one_before(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    assert finder.begun.wait(PATIENCE_S)
    lesson.begin_again()
    lesson.add(marked(2))
    assert numbers(settled(lesson, finder)) == [2]


@pytest.mark.long
def test_corners_set_by_hand_count_though_tiles_are_still_being_looked_for(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    assert finder.begun.wait(PATIENCE_S)
    corners = [(float(x), float(y)) for x, y in outer_corners(learnt().pose) + 8]
    lesson.lay(1, corners, 3.0, snap=False)
    (photo,) = settled(lesson, finder).photos
    assert photo.by_hand and np.allclose(photo.corners_px, corners, atol=2)


@pytest.mark.long
def test_tiles_take_the_names_they_were_given_while_they_were_looked_for(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    assert finder.begun.wait(PATIENCE_S)
    lesson.name_cells(range(16, 0, -1))
    (photo,) = settled(lesson, finder).photos
    assert photo.learnt is not None and [tile.place for tile in photo.learnt.tiles] == list(range(16, 0, -1))


@pytest.mark.long
def test_a_pushed_tile_is_seen_at_once_and_every_push_counts(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    before = moved_mm(settled(lesson, finder))
    for _ in range(3):
        lesson.push(1, 4, Push(right_mm=0.5))
    assert not lesson.photos[0].looking and moved_mm(lesson) - before == pytest.approx(1.5)
    assert moved_mm(settled(lesson, finder)) - before == pytest.approx(1.5)


def moved_mm(lesson: Lesson) -> float:
    taught = lesson.photos[0].learnt
    assert taught is not None
    return float(taught.pose.tiles[4].corners_mm[0][0])


def test_without_tiles_there_is_nothing_to_push_or_turn(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    works: list[Callable[[], None]] = [lambda: lesson.push(1, 4, Push()), lambda: lesson.turn(1)]
    for work in works:
        with pytest.raises(Refused, match="nothing_learnt"):
            work()
    assert found(settled(lesson, finder)) == [True], "and it is still being looked for"


@pytest.mark.long
def test_advice_keeps_to_its_tiles_when_they_are_renamed(lesson: Lesson, finder: Finder) -> None:
    dark = (picture("photo_enroll") * 0.2).astype(np.uint8)
    dark[250:600] = picture("photo_enroll")[250:600]
    lesson.add(dark)
    before = settled(lesson, finder).photos[0]
    lesson.name_cells(range(16, 0, -1))
    after = lesson.photos[0]
    assert not after.looking and any(one.tiles for one in before.advice)
    assert [cells(one.tiles, before) for one in before.advice] == [cells(one.tiles, after) for one in after.advice]


def cells(places: Layout, photo: Photo) -> list[int]:
    assert photo.learnt is not None
    return sorted([tile.place for tile in photo.learnt.tiles].index(place) for place in places)


def test_a_photo_that_makes_the_finder_fail_is_one_without_tiles() -> None:
    def breaks(bgr: Image, layout: Layout) -> Pose | None:
        raise ValueError("a picture nobody thought of")

    lesson = Lesson(seek=breaks)
    lesson.add(marked(1))
    assert lesson.wait(PATIENCE_S) and found(lesson) == [False] and not lesson.photos[0].looking


@pytest.mark.long
def test_when_nothing_is_left_to_look_for_no_thread_is_left_either(lesson: Lesson, finder: Finder) -> None:
    lesson.add(marked(1))
    assert finder.begun.wait(PATIENCE_S)
    (thread,) = [one for one in threading.enumerate() if one.name == "tile finder"]
    settled(lesson, finder)
    thread.join(PATIENCE_S)
    assert not thread.is_alive() and thread.daemon
