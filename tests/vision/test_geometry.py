"""Camera and tiles: what is projected is found again."""

from dataclasses import replace

import cv2
import numpy as np

from vision.geometry import CORNERS_MM, HALF_MM, Points, TableGeometry, grid_places, on_board, tile_corners
from vision.identify.stated_cells import table_of
from vision.params_layout import GEOMETRY
from vision.pose import Pose, TilePose
from vision.refine.table_fit import Lens, fit_table, normal_of, residual_px, slopes_of

PLACES = grid_places((93.0, 66.0))
TABLE = TableGeometry(1200.0, (799.5, 449.5), -0.05, np.array([0.5, 0.1, -0.2]), np.array([10.0, -5.0, 620.0]), PLACES)
SHARP = replace(GEOMETRY, point_px=0.1, place_spread=(8.0, 8.0, 0.1))


def corners_seen(table: TableGeometry) -> Points:
    tile = np.repeat(np.arange(16), 4)
    on_tile = np.tile(CORNERS_MM, (16, 1))
    return Points(tile.astype(float), on_tile, table.project(on_board(table.places[tile], on_tile)), np.ones(64))


def test_a_camera_is_found_again_from_the_corners_it_sees() -> None:
    start = replace(TABLE, focal_px=1400.0, k1=0.0, rvec=TABLE.rvec + 0.05, tvec=TABLE.tvec * 1.1)
    fitted = fit_table(start, corners_seen(TABLE), PLACES, Lens(), SHARP, rounds=40)
    assert abs(fitted.focal_px / TABLE.focal_px - 1) < 0.02
    assert abs(fitted.k1 - TABLE.k1) < 0.01
    assert residual_px(fitted, corners_seen(TABLE)).max() < 0.2


def test_loose_tiles_are_found_where_they_lie() -> None:
    loose = PLACES + np.random.default_rng(7).uniform(-1, 1, PLACES.shape) * [3.0, 3.0, 0.05]
    seen = corners_seen(replace(TABLE, places=loose))
    assert residual_px(fit_table(TABLE, seen, PLACES, Lens(), SHARP, rounds=40), seen).max() < 0.3


def test_a_few_wrong_points_do_no_harm() -> None:
    seen = corners_seen(TABLE)
    wrong = seen.px + np.where(np.arange(64) % 9 == 0, 60.0, 0.0)[:, None]
    fitted = fit_table(TABLE, replace(seen, px=wrong), PLACES, Lens(), SHARP, rounds=20)
    assert np.median(residual_px(fitted, seen)) < 0.5


def test_the_pose_projects_as_the_table_does() -> None:
    tiles = tuple(TilePose(None, False, tile_corners(place)) for place in PLACES)
    pose = Pose(TABLE.camera_matrix, TABLE.k1, TABLE.rvec, TABLE.tvec, tiles)
    assert np.abs(pose.project_plane(tiles[5].corners_mm) - TABLE.project(tiles[5].corners_mm)).max() < 1e-6
    assert np.abs(table_of(pose, 1.0).places - PLACES).max() < 1e-9


def test_what_stands_high_is_seen_further_out() -> None:
    tiles = tuple(TilePose(None, False, tile_corners(place)) for place in PLACES)
    pose = Pose(TABLE.camera_matrix, 0.0, np.zeros(3), np.array([0.0, 0.0, 600.0]), tiles)
    corner = HALF_MM[None] * 3
    middle = np.array([TABLE.centre_px])
    low, high = pose.project_plane(corner), pose.project_plane(corner, 20.0)
    assert np.linalg.norm(high - middle) > np.linalg.norm(low - middle) + 1


def test_points_are_projected_as_opencv_does() -> None:
    pose = Pose(TABLE.camera_matrix, TABLE.k1, TABLE.rvec, TABLE.tvec, ())
    solid = np.random.default_rng(5).uniform(-200, 200, (500, 3)) * [1, 1, 0.2]
    bend = np.array([TABLE.k1, 0.0, 0.0, 0.0])
    px = cv2.projectPoints(solid[:, None], TABLE.rvec, TABLE.tvec, TABLE.camera_matrix, bend)[0].reshape(-1, 2)
    assert np.abs(pose.project(solid) - px).max() < 1e-9
    assert np.abs(pose.project_plane(solid[:, :2], 30.0) - pose.project(solid * [1, 1, 0] - [0, 0, 30])).max() < 1e-9


def test_slopes_tell_how_far_a_point_moves_with_its_own_tile() -> None:
    seen = corners_seen(TABLE)
    px, slopes = slopes_of(TABLE, seen)
    for unknown in range(3):
        nudge = np.outer(np.arange(16) == 6, np.eye(3)[unknown] * 1e-4)
        moved = (corners_seen(replace(TABLE, places=PLACES + nudge)).px - px) / 1e-4
        own = seen.tile == 6
        assert np.allclose(moved[own], slopes[own][:, :, 8 + unknown], atol=1e-3, rtol=1e-3)
        assert np.abs(moved[~own]).max() < 1e-6, "no other tile is moved"


def test_what_each_tile_leaves_alone_need_not_be_multiplied() -> None:
    rng = np.random.default_rng(11)
    tile = rng.permutation(np.repeat([0, 1, 3, 4], 30))  # nothing is seen of the third of five tiles
    rows, weights, rest = rng.normal(size=(120, 2, 11)), rng.normal(size=(120, 2, 2)), rng.normal(size=(120, 2))
    whole = np.zeros((120, 2, 8 + 3 * 5))
    for row, own in enumerate(tile):
        whole[row, :, :8], whole[row, :, 8 + 3 * own : 11 + 3 * own] = rows[row, :, :8], rows[row, :, 8:]
    normal, right = normal_of(rows, weights @ rows, rest, tile, 5)
    assert np.allclose(normal, np.tensordot(whole, weights @ whole, ([0, 1], [0, 1])))
    assert np.allclose(right, np.tensordot(whole, rest, ([0, 1], [0, 1])))
