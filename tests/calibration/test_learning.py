"""Learning a copy: tiles of unknown art are found, advice is given in words, profiles survive and refuse."""

import errno
import functools
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.by_hand import (
    Push,
    half_turned,
    learn_at,
    learn_pushed,
    outer_corners,
    pose_at_corners,
    pushed,
    renamed,
)
from calibration.cases import bare_painting
from calibration.quality import advice_on, shows_the_same, why_not_learnt
from calibration.standing import standing, what_others_have
from calibration.store import (
    ProfileRefused,
    delete_profile,
    load_profile,
    profile_names,
    rename_profile,
    save_profile,
)
from calibration.tiles import _laid_free, best_tiles, cut_out, learn_photo, pose_from_table, turned
from companion.session.faults import OutOfReach
from tests.vision.golden import corner_errors_mm, learnt, picture, profile, true_layout, truth
from tests.vision.table_photo import photo, pose_of
from vision.arrays import Array, sized
from vision.frame import Image
from vision.geometry import TableGeometry, grid_places, lattice_of
from vision.identify.stated_cells import table_of
from vision.locate.outline import board_tables, is_large_enough
from vision.painted.art.generator import art_set
from vision.painted.scene import Scene
from vision.painted.virtual_table import VirtualTable
from vision.params_learn import ALIKE, GRID, LEARN, LINES
from vision.profile import make_profile
from vision.refine.common_lines import lined, on_lines
from vision.refine.rim import rim_margin, with_rim
from vision.refine.shared_print import as_neat, freed, likeness
from webui.camera.virtual_eyes import CAMERA

ORDER = tuple(range(1, 17))


@pytest.mark.long
def test_sixteen_unknown_tiles_are_found_to_the_millimetre() -> None:
    errors = corner_errors_mm(learnt().pose, truth("photo_enroll"))
    assert len(errors) == 16 and errors.max() < 1.5


@pytest.mark.long
def test_corners_set_by_hand_serve_as_well() -> None:
    corners = truth("photo_enroll")["tile_corners_px"]
    by_hand = np.array([corners["1"][0], corners["4"][1], corners["16"][2], corners["13"][3]], np.float64) + 4.0
    found = learn_photo(picture("photo_enroll"), ORDER, by_hand)
    assert found is not None and corner_errors_mm(found.pose, truth("photo_enroll")).max() < 2.0


@pytest.mark.long
def test_a_person_lays_the_grid_where_no_edge_is_asked() -> None:
    true = truth("photo_enroll")
    corners = outer_corners(learnt().pose)
    pose = pose_at_corners(picture("photo_enroll"), ORDER, corners, gap_mm=3.0)
    assert np.allclose(outer_corners(pose), corners, atol=2.0)
    assert np.median(corner_errors_mm(pose, true)) < 4.0


def test_one_tile_is_pushed_and_the_others_stay() -> None:
    before, after = learnt().pose, pushed(learnt().pose, 5, Push(right_mm=2.0, down_mm=-1.0))
    shift = after.tiles[5].corners_mm - before.tiles[5].corners_mm
    assert np.allclose(shift, [2.0, -1.0])
    assert all(np.array_equal(after.tiles[n].corners_mm, before.tiles[n].corners_mm) for n in range(16) if n != 5)


def test_a_turned_tile_keeps_its_middle() -> None:
    tile = pushed(learnt().pose, 0, Push(turn_deg=180.0)).tiles[0].corners_mm
    assert np.allclose(tile, np.roll(learnt().pose.tiles[0].corners_mm, 2, 0))


def test_half_a_turn_twice_is_none() -> None:
    once = half_turned(learnt().pose)
    assert [tile.place for tile in once.tiles] == list(ORDER)
    assert np.allclose(outer_corners(once), np.roll(outer_corners(learnt().pose), 2, 0), atol=1.0)
    assert np.allclose(outer_corners(half_turned(once)), outer_corners(learnt().pose), atol=1e-3)


def test_tiles_laid_in_another_order_get_their_names() -> None:
    swapped = (2, 1, *ORDER[2:])
    again = renamed(learnt(), swapped)
    assert [tile.place for tile in again.tiles] == [tile.place for tile in again.pose.tiles] == list(swapped)
    assert again.tiles[0].picture is learnt().tiles[0].picture


def test_a_pushed_tile_alone_is_cut_out_anew() -> None:
    again = learn_pushed(picture("photo_enroll"), learnt(), 5, Push(right_mm=4.0))
    same = [np.array_equal(a.picture, b.picture) for a, b in zip(again.tiles, learnt().tiles, strict=True)]
    assert same == [cell != 5 for cell in range(16)]


def test_a_photo_from_the_far_side_says_so_with_a_turn() -> None:
    table = table_of(learnt().pose, 1.0)
    other = turned(table)
    assert np.allclose(other.project(-table.places[:, :2]), table.project(table.places[:, :2]), atol=1e-6)
    assert np.allclose(turned(other).places, table.places)


def test_no_tiles_no_profile() -> None:
    assert learn_photo(np.full((400, 600, 3), 130, np.uint8), ORDER) is None


def darkened(bgr: Image) -> Image:
    return (bgr * 0.25).astype(np.uint8)


def with_glare(bgr: Image) -> Image:
    x, y = np.mean(truth("photo_enroll")["tile_corners_px"]["6"], axis=0).astype(int)
    return np.asarray(cv2.circle(bgr.copy(), (int(x), int(y)), 45, (255, 255, 255), -1), np.uint8)


def blurred(bgr: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 5), np.uint8)


def without_a_tile(bgr: Image) -> Image:
    corners = np.array(truth("photo_enroll")["tile_corners_px"]["7"])
    hole = (corners.mean(0) + 1.04 * (corners - corners.mean(0))).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(bgr.copy(), hole, [int(v) for v in bgr[8, 8]]), np.uint8)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1])
def test_tiles_of_the_night_are_learnt_where_they_lie_and_are_not_unlike_the_others(seed: int) -> None:
    """Their art is dark in the same frame: one was caught a sixth of a tile beside its own, and both were doubted."""
    scene = Scene(bare=True)
    frame = VirtualTable(seed, camera=CAMERA, scene=scene).next()
    assert frame is not None
    found = learn_photo(frame.bgr, scene.layout)
    assert found is not None
    places = np.array([tile.corners_mm.mean(0) for tile in found.pose.tiles])
    lattice = lattice_of(np.column_stack([places, np.zeros(16)]))[:, :2]
    assert np.linalg.norm(places - lattice, axis=1).max() < 3.0
    assert not [one for one in advice_on(frame.bgr, found) if one.code.startswith(("odd", "unsure"))]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (darkened, ["too dark: switch on a light"]),
        (with_glare, ["glare on tile 6: move the lamp or the camera"]),
        (blurred, ["blurred: hold still and let the camera focus"]),
        (without_a_tile, ["tile 7 is unlike the others: is it there, bare, and the right way up?"]),
    ],
)
def test_advice_names_what_is_wrong_and_nothing_else(spoil, said: list[str]) -> None:  # type: ignore[no-untyped-def]
    bgr = spoil(picture("photo_enroll"))
    tiles = tuple(
        replace(tile, picture=seen, sharpness=_sharp(seen))
        for tile, seen in ((t, _seen(bgr, cell)) for cell, t in enumerate(learnt().tiles))
    )
    assert [one.words() for one in advice_on(bgr, replace(learnt(), tiles=tiles), by_hand=True)] == said


def _seen(bgr: Image, cell: int) -> Image:
    from vision.rectify import rectify_tile

    return rectify_tile(bgr, learnt().pose, cell)


def _sharp(tile: Image) -> float:
    from calibration.tiles import sharpness

    return sharpness(tile)


def test_a_good_photo_needs_no_advice() -> None:
    assert advice_on(picture("photo_enroll"), learnt()) == []


def test_beside_each_tile_stands_the_median_of_the_fifteen_others() -> None:
    noise = np.random.default_rng(2).integers(0, 9, (16, 12, 18, 3), np.uint8)
    found = what_others_have({place: noise[place - 1] for place in ORDER})
    assert all(np.array_equal(found[place], np.median(np.delete(noise, place - 1, 0), 0)) for place in ORDER)


def test_wood_left_on_the_tiles_of_a_photo_is_told() -> None:
    bgr = picture("game_000")
    with_wood = cut_out(bgr, pose_of("game_000"), true_layout("game_000"))
    assert with_wood is not None
    assert standing(bgr, with_wood) == tuple(sorted({token["place"] for token in truth("game_000")["tokens"]}))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda bgr: bgr // 20, "too_dark"),
        (lambda bgr: np.full_like(bgr, 255), "glare"),
        (lambda bgr: cv2.GaussianBlur(bgr, (0, 0), 20), "blurred"),
        (lambda bgr: bgr[::8, ::8], "too_small"),
        (lambda bgr: bgr, None),
    ],
)
def test_a_photo_that_teaches_nothing_is_explained(spoil, reason: str | None) -> None:  # type: ignore[no-untyped-def]
    assert why_not_learnt(spoil(picture("photo_enroll"))) == reason


def test_tiles_on_which_nothing_is_to_be_seen_teach_nothing() -> None:
    nothing, corners = (
        np.full((900, 1600, 3), 100, np.uint8),
        np.array([[100, 100], [900, 100], [900, 700], [100, 700]]),
    )
    assert cut_out(nothing, learnt().pose, ORDER) is None and learn_photo(nothing, ORDER, corners) is None


def test_two_photos_show_the_same_tiles_in_the_same_order_or_are_refused() -> None:
    from_behind = learn_at(picture("photo_enroll"), half_turned(learnt().pose))
    assert from_behind is not None
    assert shows_the_same(learnt(), learnt())
    assert not shows_the_same(learnt(), renamed(from_behind, ORDER))
    assert not shows_the_same(learnt(), renamed(learnt(), (2, 1, *ORDER[2:])))


def test_tiles_drawn_beside_their_edges_are_told() -> None:
    shifted = replace(
        learnt(), pose=functools.reduce(lambda pose, cell: pushed(pose, cell, Push(4.0, 3.0)), range(16), learnt().pose)
    )
    told = [one.words() for one in advice_on(picture("photo_enroll"), shifted)]
    assert any("set the corners by hand" in words for words in told)
    assert not any("by hand" in one.words() for one in advice_on(picture("photo_enroll"), shifted, by_hand=True))


def test_a_sharp_line_of_the_frame_is_not_the_rim_where_the_frame_is_as_dark_as_the_cloth() -> None:
    frame, table = photo("dark_bare")[0], table_of(pose_of("dark_bare"), 1.0)
    found = with_rim(np.asarray(frame.bgr * 0.6, np.uint8), table)
    assert corner_errors_mm(pose_from_table(found, ORDER, 1.0), photo("dark_bare")[1]).max() < 1.0


@pytest.mark.long
@pytest.mark.parametrize("copy", [2354, 2359])
def test_tiles_whose_scenes_happen_to_be_darker_at_the_rim_of_the_board_are_laid_on_their_rim(copy: int) -> None:
    bgr, true = bare_painting(art_set(copy), copy)
    found = learn_photo(bgr, ORDER)
    assert found is not None and corner_errors_mm(found.pose, true).max() < 1.5


@pytest.mark.long
def test_a_board_lying_across_is_not_learnt_as_one_lying_along_through_a_long_lens() -> None:
    bgr, true = bare_painting(art_set(2873), 2873)
    found = learn_photo(bgr, ORDER)
    assert found is not None and corner_errors_mm(found.pose, true).max() < 1.5


def test_a_deck_of_cards_is_no_bazaar() -> None:
    table = table_of(learnt().pose, 1.0)
    assert is_large_enough(table) and not is_large_enough(replace(table, tvec=table.tvec * 6))


def test_a_tile_caught_on_a_wrong_line_is_carried_back() -> None:
    grey = np.asarray(cv2.cvtColor(picture("photo_enroll"), cv2.COLOR_BGR2GRAY), np.uint8)
    right = table_of(learnt().pose, 1.0)
    caught = replace(right, places=right.places + np.outer(np.arange(16) == 6, [9.0, -5.0, 0.0]))
    assert likeness(grey, caught, 0.8) < likeness(grey, right, 0.8)
    assert np.abs(freed(grey, caught, 0.8).places - right.places)[:, :2].max() < 1.5


def test_a_tile_carried_to_where_it_is_less_like_the_others_lies_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    small, scale = sized(picture("photo_enroll"), GRID.working_px)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    right = table_of(learnt().pose, scale)
    astray = replace(right, places=right.places + np.outer(np.arange(16) == 6, [30.0, 0.0, 0.0]))
    monkeypatch.setattr("calibration.tiles.freed", lambda *_: astray)
    laid = max(_laid_free(grey, right), key=lambda table: likeness(grey, table, 0.8))
    assert np.abs(laid.places - right.places)[:, :2].max() < 2.0


def test_tiles_laid_neatly_are_held_to_their_lattice_and_loose_ones_are_not() -> None:
    table = table_of(learnt().pose, 1.0)
    neat, loose = (replace(table, places=grid_places((93, 66)) + off) for off in (0.0, _ragged_mm(4.0)))
    assert {stage.loose_mm for stage in as_neat(neat, ALIKE.fine)} == {ALIKE.least_loose_mm}
    assert as_neat(loose, ALIKE.fine) == ALIKE.fine


def _ragged_mm(spread: float) -> Array:
    """How far (16, 3) tiles lie off, each another way."""
    return np.random.default_rng(3).normal(0, spread, (16, 3)) * [1, 1, 0]


def test_tiles_with_nothing_in_common_are_laid_by_their_sides() -> None:
    bgr = picture("photo_enroll")
    right = table_of(learnt().pose, 1.0)
    askew = replace(right, rvec=right.rvec + np.array([0.0, 0.0, 0.02]), tvec=right.tvec + np.array([4.0, -5.0, 8.0]))
    found = on_lines(bgr, askew)
    off = found.project(found.places[:, :2]) - right.project(right.places[:, :2])
    assert np.abs(off).max() < 1.5 / (93.0 / learnt().tiles[0].width_px)
    assert lined(bgr, askew) < LINES.least < lined(bgr, found)


def test_a_small_thing_does_not_keep_the_board_from_being_tried() -> None:
    bgr = np.full((600, 1100, 3), 120, np.uint8)
    cv2.rectangle(bgr, (300, 120), (900, 542), (20, 200, 60), -1)
    for y in (80, 200, 320, 440):
        cv2.rectangle(bgr, (80, y), (200, y + 85), (200, 40, 20), -1)
    middles = [table.project(table.places[:, :2]).mean(0) for table in board_tables(bgr)]
    assert any(np.abs(middle - [600, 331]).max() < 20 for middle in middles)


def test_a_photo_of_no_tiles_seen_from_the_side_breaks_nothing() -> None:
    flat = TableGeometry(
        900.0, (320.0, 240.0), 0.0, np.array([1.5, 0.0, 0.0]), np.array([0.0, 0.0, 700.0]), grid_places((93, 66))
    )
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    assert np.isfinite(with_rim(noise, flat).tvec).all() and rim_margin(noise, flat) < LEARN.least_margin


def test_of_several_photos_the_best_picture_of_each_tile_is_kept() -> None:
    soft = replace(learnt(), tiles=tuple(replace(tile, sharpness=0.01) for tile in learnt().tiles))
    assert [tile.place for tile in best_tiles([soft, learnt()])] == list(ORDER)
    assert all(tile.sharpness > 0.05 for tile in best_tiles([soft, learnt()]))


def test_a_profile_comes_back_as_it_was(tmp_path: Path) -> None:
    save_profile(profile(), tmp_path)
    again = load_profile("golden", tmp_path)
    assert again.id == profile().id and profile_names(tmp_path) == ["golden"]
    delete_profile("golden", tmp_path)
    assert profile_names(tmp_path) == []


def test_a_renamed_profile_is_the_same_copy(tmp_path: Path) -> None:
    save_profile(profile(), tmp_path)
    rename_profile("golden", "of the club", tmp_path)
    assert profile_names(tmp_path) == ["of the club"]
    assert load_profile("of the club", tmp_path).id == profile().id


def test_a_rename_is_one_step_that_is_done_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_profile(profile(), tmp_path)
    steps = list[str]()
    monkeypatch.setattr(Path, "rename", lambda one, _: steps.append(one.name))
    for step in ("write_whole", "remove", "make_folder"):
        monkeypatch.setattr(f"calibration.store.{step}", lambda *_: steps.append("another step"))
    rename_profile("golden", "of the club", tmp_path)
    assert steps == ["golden"]


def test_a_name_is_free_again_where_a_profile_was_forgotten_by_half(tmp_path: Path) -> None:
    save_profile(profile(), tmp_path)
    left_over = tmp_path / "profiles" / "of the club" / "pictures"
    left_over.mkdir(parents=True)
    rename_profile("golden", "of the club", tmp_path)
    assert profile_names(tmp_path) == ["of the club"]
    assert load_profile("of the club", tmp_path).name == "of the club"


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    save_profile(profile(), tmp_path)
    with pytest.raises(ProfileRefused, match="already"):
        rename_profile("golden", "golden", tmp_path)
    assert profile_names(tmp_path) == ["golden"]


def test_the_id_tells_what_was_learnt() -> None:
    other = make_profile("golden", (profile().tiles[1], profile().tiles[0], *profile().tiles[2:]))
    assert other.id != profile().id
    assert make_profile("another name", profile().tiles).id == profile().id


def test_a_missing_profile_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(ProfileRefused, match="bazaar learn"):
        load_profile("nobody", tmp_path)


def test_names_that_are_no_file_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileRefused, match="no name"):
        load_profile("../elsewhere", tmp_path)


def test_an_unknown_schema_is_refused(tmp_path: Path) -> None:
    record = save_profile(profile(), tmp_path) / "profile.json"
    record.write_text(json.dumps(json.loads(record.read_text()) | {"schema": 99}))
    with pytest.raises(ProfileRefused, match="schema 99"):
        load_profile("golden", tmp_path)


def test_a_damaged_profile_is_refused(tmp_path: Path) -> None:
    place = save_profile(profile(), tmp_path)
    pictures = place / profile().id
    (pictures / "07.png").write_bytes((pictures / "08.png").read_bytes())
    with pytest.raises(ProfileRefused, match="damaged"):
        load_profile("golden", tmp_path)
    (pictures / "07.png").write_bytes(b"not a picture")
    with pytest.raises(ProfileRefused, match="not a picture"):
        load_profile("golden", tmp_path)


def test_the_grid_is_centred() -> None:
    assert np.allclose(grid_places((93, 66)).mean(0), 0)


def test_a_profile_of_the_first_schema_is_read_and_brought_up_to_date(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parent / "schema-1", tmp_path, dirs_exist_ok=True)
    old = load_profile("first schema", tmp_path)
    place = save_profile(make_profile(old.name, old.tiles, {"wood.red": (4.0, 5.0, 6.0)}), tmp_path)
    new = load_profile("first schema", tmp_path)
    assert np.array_equal(new.tiles, old.tiles) and new.colors == {"wood.red": (4.0, 5.0, 6.0)}
    assert [path.name for path in place.iterdir() if path.suffix == ".png"] == []


def test_of_a_profile_learnt_again_no_old_pictures_stay(tmp_path: Path) -> None:
    save_profile(profile(), tmp_path)
    place = save_profile(replace(profile(), id="another"), tmp_path)
    assert sorted(path.name for path in place.iterdir()) == ["another", "profile.json"]


def test_a_profile_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_profile(profile(), tmp_path)

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OutOfReach):
        save_profile(make_profile("golden", profile().tiles[::-1]), tmp_path)
    monkeypatch.undo()
    assert load_profile("golden", tmp_path).id == profile().id
