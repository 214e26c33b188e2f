"""What lies on printed spaces is counted where it can be seen, and not told where wood hides it."""

from dataclasses import replace

import numpy as np

from tests.vision.table_photo import photo, pose_of, profile_of
from vision.changes.steady import Mask
from vision.printed.counts import mail_down, rubies_left
from vision.printed.params import PRINTED
from vision.printed.read import PrintedReading, out_of_glare, read_printed
from vision.printed.spaces import Speech, TileSeen, grain, piece, spoken_for
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


def test_nothing_is_counted_where_a_lamp_is_mirrored() -> None:
    told = PrintedReading(mail_down=1, demand_large="bbbry", rubies={13: 4, 16: 6}, mosque={"R": 2})
    left = out_of_glare(told, frozenset({5, 13}))
    assert (left.mail_down, left.rubies) == (None, {16: 6})
    assert (left.demand_large, left.mosque) == (told.demand_large, told.mosque)
    assert out_of_glare(told, frozenset({1})) == told


def covers() -> list[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    spots = np.zeros((4, 10, 40), bool)
    for i in range(4):
        spots[i, 1:9, 10 * i + 1 : 10 * i + 9] = True
    return [np.logical_or.reduce([np.zeros((10, 40), bool), *spots[4 - n :]]) for n in range(5)]


def changed(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.where(covers()[count], 0.9, 0.1).astype(np.float32)


def likeliest(change: np.ndarray[tuple[int, ...], np.dtype[np.float32]], hidden: Mask) -> int | None:
    """The number that is told by the change alone, of four pieces so small that they cannot lead by much."""
    said = spoken_for(covers(), change, hidden, PRINTED)
    return None if said is None else said.likeliest(np.zeros(5), margin=1.4, least_fit=0.3)


def test_the_number_whose_spaces_are_changed_is_told() -> None:
    nothing = np.zeros((10, 40), bool)
    assert [likeliest(changed(n), nothing) for n in (1, 2, 3)] == [1, 2, 3]


def test_nothing_is_told_where_wood_stands_on_the_spaces() -> None:
    hidden = np.ones((10, 40), bool)
    hidden[:, :10] = False
    assert likeliest(changed(2), hidden) is None


def test_nothing_is_told_where_nothing_is_clear() -> None:
    grey = np.full((10, 40), 0.5, np.float32)
    assert likeliest(grey, np.zeros((10, 40), bool)) is None


def test_what_no_number_explains_counts_for_less() -> None:
    """A shadow lies on a space that the likeliest number spares, so it may lie on others as well."""
    nothing, shaded = np.zeros((10, 40), bool), changed(2)
    shaded[:, :10] = 0.9
    clear, half = (spoken_for(covers(), change, nothing, PRINTED) for change in (changed(2), shaded))
    assert clear is not None and half is not None
    assert clear.log_odds.argmax() == half.log_odds.argmax() == 2
    assert half.counts < 0.8 * clear.counts


def test_what_changed_counts_for_less_in_a_grainy_picture() -> None:
    view, nothing = table_view(photo(COPY)[0], pose_of(COPY), profile_of(COPY)), np.zeros((10, 40), bool)
    noise = np.random.default_rng(1).normal(0, 0.2, view.seen.shape).astype(np.float32)
    fine, grainy = (
        spoken_for(covers(), changed(2), nothing, PRINTED, grain(replace(view, seen=view.bare + some)))
        for some in (0.1 * noise, noise)
    )
    assert fine is not None and grainy is not None
    assert grainy.counts < 0.6 * fine.counts


def test_a_number_is_told_only_where_what_is_known_besides_agrees() -> None:
    """A shadow on a space printed red: the change names one ruby more, their red knows nothing of it."""
    said = Speech(np.array([0.0, 4.0, 9.0]), np.array([0.0, 0.4, 0.8]))
    silent, agrees = np.array([0.0, 2.0, 1.5]), np.array([0.0, 2.0, 3.5])
    assert said.likeliest(silent, margin=3.5, least_fit=0.3) == 2
    assert said.likeliest(silent, margin=3.5, least_fit=0.3, most=3.0) is None
    assert said.likeliest(agrees, margin=3.5, least_fit=0.3, most=3.0) == 2


def test_what_speaks_against_a_number_counts_in_full() -> None:
    """Four spaces look alike by chance, but the change, little of which any number explains, names another four."""
    said, alike = Speech(np.array([2.0, 8.0, 4.0]), np.full(3, 0.4), counts=0.5), np.array([0.0, 0.0, 8.0])
    assert said.likeliest(alike, margin=3.25, least_fit=0.1) == 2
    against = Speech(np.array([2.0, 9.0, 4.0]), np.full(3, 0.4), counts=0.5)
    assert against.likeliest(alike, margin=3.25, least_fit=0.1) is None


def mail_told(colors_up: list[float], colors_low: list[float], soft_mm: float = 0.0) -> int | None:
    """What is told of spaces as bright as given, of whose change was seen what a dim table of the mail's colour shows.

    Four indicators are down there; their shadows fall on the upper spaces.
    """
    view = table_view(photo(COPY)[0], pose_of(COPY), profile_of(COPY))
    tile = next(tile for tile in pose_of(COPY).tiles if tile.place == 5)
    seen, change = view.bare.copy(), np.zeros(view.tile.shape, np.float32)
    rows = ((0, colors_up, (0.30, 0.49, 0.46, 0.44)), (1, colors_low, (0.74, 0.36, 0.47, 0.34)))
    for row, colors, changes in rows:
        for x_mm, color, part in zip(PRINTED.mail_x_mm, colors, changes, strict=True):
            space = piece(view, tile, (x_mm, PRINTED.mail_y_mm[row]), PRINTED.mail_mm, PRINTED.mail_high_mm)
            seen[space], change[space] = np.array([0.5, 0.7, 1.0]) * color, part
    view = replace(view, seen=seen, soft_mm=soft_mm)
    on = TileSeen(view, photo(COPY)[0].bgr, pose_of(COPY), tile, np.zeros(view.tile.shape, bool))
    return mail_down(on, change, PRINTED)


def test_mail_of_the_tiles_own_colour_is_told_by_being_alike() -> None:
    assert mail_told(colors_up=[0.9, 0.5, 0.3, 0.7], colors_low=[0.6, 0.61, 0.6, 0.59]) == 4


def test_no_mail_is_told_by_so_little_in_a_soft_picture() -> None:
    assert mail_told(colors_up=[0.9, 0.5, 0.3, 0.7], colors_low=[0.6, 0.61, 0.6, 0.59], soft_mm=1.2) is None


def test_no_mail_is_told_where_no_four_spaces_are_alike() -> None:
    assert mail_told(colors_up=[0.9, 0.5, 0.3, 0.7], colors_low=[0.2, 0.6, 0.9, 0.4]) is None


def test_no_mail_is_told_where_a_reflection_makes_spaces_alike() -> None:
    assert mail_told(colors_up=[0.9, 0.5, 0.3, 0.7], colors_low=[2.0, 2.0, 2.0, 2.0]) is None


def rubies_told(
    changed_spaces: int, red_spaces: int, burnt_spaces: tuple[int, ...] = (), pale_spaces: tuple[int, ...] = ()
) -> int | None:
    """What is told of a ruby track whose last spaces are changed, and whose last ones are red; some, counted from the
    last, are burnt out, or printed red and pale under a lamp."""
    view = table_view(photo(COPY)[0], pose_of(COPY), profile_of(COPY))
    tile = next(tile for tile in pose_of(COPY).tiles if tile.place == 13)
    bare, seen, change = view.bare.copy(), view.bare.copy(), np.zeros(view.tile.shape, np.float32)
    spots = PRINTED.ruby_spots[tile.place]
    for i, spot in enumerate(reversed(spots)):
        space = piece(view, tile, spot, PRINTED.ruby_mm, PRINTED.ruby_high_mm)
        change[space] = 0.8 if i < changed_spaces else 0.1
        seen[space] = [0.1, 0.1, 0.6] if i < red_spaces else seen[space]
        if i in burnt_spaces:
            change[space], seen[space] = 0.9, 1.2
        if i in pale_spaces:
            bare[space], seen[space] = [0.1, 0.1, 0.5], [0.6, 0.4, 0.9]
    on = TileSeen(
        replace(view, seen=seen, bare=bare), photo(COPY)[0].bgr, pose_of(COPY), tile, np.zeros(view.tile.shape, bool)
    )
    return rubies_left(on, change, spots, PRINTED)


def test_rubies_are_told_where_as_many_spaces_are_red_as_changed() -> None:
    assert rubies_told(changed_spaces=5, red_spaces=5) == 5


def test_a_shadow_on_the_track_is_not_taken_for_rubies() -> None:
    assert rubies_told(changed_spaces=10, red_spaces=6) is None


def test_no_rubies_are_told_where_a_reflection_hides_whether_one_more_lies_there() -> None:
    assert rubies_told(changed_spaces=5, red_spaces=5, burnt_spaces=(5,)) is None


def test_a_pale_ruby_on_a_space_printed_red_is_not_taken_for_the_bare_space() -> None:
    assert rubies_told(changed_spaces=8, red_spaces=8) == 8
    assert rubies_told(changed_spaces=8, red_spaces=8, pale_spaces=(8,)) is None


def test_rubies_are_told_though_a_reflection_hides_some_that_must_be_there() -> None:
    assert rubies_told(changed_spaces=5, red_spaces=5, burnt_spaces=(1,)) == 5
