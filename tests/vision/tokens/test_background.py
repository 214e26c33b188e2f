"""How bare tiles look is learnt from looks that the game confirms, and a wrong one is forgotten."""

from dataclasses import replace

import cv2
import numpy as np

from companion.sync.observation import BoardObservation, Kind, Thing
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.frame import Floats
from vision.pipeline import Watcher
from vision.profile import GameSet
from vision.readers import read_table
from vision.tokens.background import Background, Wood, known_bare, learnt
from vision.tokens.feet import Top
from vision.tokens.net import ask_net
from vision.tokens.read import find_tops, judged, table_view
from vision.tokens.view import StraightView

PHOTO, COPY = "dark_tokens", "dark_bare"
POSE, GAME = pose_of(PHOTO), GameSet(profile_of(COPY))
WOOD: Wood = {(Thing(Kind(t["kind"]), t["color"]), t["place"]) for t in photo(PHOTO)[1]["tokens"]}


def the_view() -> StraightView:
    return table_view(photo(PHOTO)[0], POSE, GAME.profile)


def tops_in(view: StraightView) -> list[Top]:
    return find_tops(view, ask_net(view), POSE, GAME)


def bare_tile(view: StraightView) -> tuple[int, Floats]:
    """A tile on and near which nothing stands: its number in the pose and its middle (2,) in the view."""
    free = [i for i, tile in enumerate(POSE.tiles) if tile.place not in {place for _, place in WOOD}]
    return free[0], view.scale.px(POSE.tiles[free[0]].corners_mm.mean(axis=0)[None])[0]


def with_lamp(view: StraightView) -> StraightView:
    """The view with a lamp mirrored in a bare tile."""
    x, y = bare_tile(view)[1].round().astype(int)
    return replace(view, seen=cv2.circle(view.seen.copy(), (int(x), int(y)), 9, (1.2, 1.2, 1.2), -1))


def known(*views: StraightView) -> Background:
    """What is known after the game has confirmed these looks."""
    background = None
    for view in views:
        background = learnt(background, view, POSE, tops_in(view), WOOD)
    assert background is not None
    return background


def off_at_lamp(view: StraightView, background: Background | None) -> float:
    """How far the bare tile is from what is seen where the lamp is."""
    x, y = bare_tile(view)[1].round().astype(int)
    bare = known_bare(view, background).bare
    return float(np.abs(bare - view.seen)[y - 5 : y + 6, x - 5 : x + 6].mean())


def test_a_lamp_mirrored_in_a_bare_tile_belongs_to_it_after_two_confirmed_looks() -> None:
    view = with_lamp(the_view())
    assert off_at_lamp(view, None) > 0.3
    assert off_at_lamp(view, known(view, view)) < 0.1


def test_one_look_is_not_believed() -> None:
    view = with_lamp(the_view())
    assert off_at_lamp(view, known(view)) == off_at_lamp(view, None)


def test_what_two_looks_show_differently_is_forgotten() -> None:
    """A thing that lay there unseen, or a wrong confirmation: when it is gone nothing of it stays."""
    lamp, none = with_lamp(the_view()), the_view()
    assert off_at_lamp(none, known(lamp, lamp, none)) == off_at_lamp(none, None)
    assert off_at_lamp(none, known(lamp, lamp, none, none, none)) < 0.1


def test_what_wood_covers_is_not_learnt() -> None:
    view = the_view()
    background = known(view, view)
    told = judged(view, POSE, tops_in(view))[1]
    assert told and all(background.looks[tuple(top.at_px.round().astype(int)[::-1])] == 0 for top in told)


def test_a_tile_on_which_wood_stands_that_was_not_seen_teaches_nothing() -> None:
    view = the_view()
    index, _ = bare_tile(view)
    place = POSE.tiles[index].place
    assert place is not None
    unseen = learnt(None, view, POSE, tops_in(view), {*WOOD, (Thing(Kind.ASSISTANT, "red"), place)})
    assert not unseen.looks[view.tile == index].any() and known(view).looks[view.tile == index].any()


def test_a_camera_that_moved_begins_anew() -> None:
    view = with_lamp(the_view())
    before = known(view, view)
    moved = replace(POSE, tvec=POSE.tvec + np.array([8.0, 0.0, 0.0]))
    assert before.fits(POSE) and not before.fits(moved)
    assert learnt(before, view, moved, tops_in(view), WOOD).looks.max() == 1


def test_other_tiles_begin_anew() -> None:
    view = the_view()
    first, second, *others = POSE.tiles
    swapped = (replace(first, place=second.place), replace(second, place=first.place), *others)
    background = known(view)
    assert background.fits(replace(POSE, tiles=(replace(first, place=None), second, *others)))
    assert not background.fits(replace(POSE, tiles=swapped))


def test_the_eye_learns_from_what_is_confirmed_while_it_is_still_what_it_told() -> None:
    eye = Watcher(GAME.profile)
    seen = eye.look(photo(PHOTO)[0])
    assert isinstance(seen, BoardObservation) and eye.last is not None
    eye.confirm(seen, WOOD, 1)
    eye.look(photo(PHOTO)[0])
    assert eye.last.background is not None and eye.last.background.looks.max() == 1
    eye.confirm(seen, WOOD, 1)
    eye.look(photo(PHOTO)[0])
    assert eye.last.background.looks.max() == 1, "one step of the game is one lesson"
    stale = Watcher(GAME.profile)
    stale.look(photo(PHOTO)[0])
    stale.confirm(seen, WOOD, 1)
    stale.look(photo(PHOTO)[0])
    assert stale.last is not None and stale.last.background is None


def test_what_is_known_of_the_bare_tiles_is_what_the_wood_is_read_with() -> None:
    view = the_view()
    background = known(view, view)
    _, kept = read_table(photo(PHOTO)[0], POSE, GAME, background)
    assert kept.background is background and not np.array_equal(kept.answer.told, ask_net(view).told)
