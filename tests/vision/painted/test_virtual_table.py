"""The virtual table: what lies in the scene is painted where the truth says, every time alike."""

from dataclasses import replace

import numpy as np
import pytest

from vision.frame import Floats, Image
from vision.painted.camera import Camera, framed
from vision.painted.decoy import DECOYS, decoy
from vision.painted.light import Conditions, random_look
from vision.painted.painter import Painter, Truth, paint
from vision.painted.scene import RADIUS_MM, Scene, Token, lay_tiles, scene_of, settle
from vision.painted.things import WOOD_BGR
from vision.painted.virtual_table import PictureRate, VirtualTable, carried

CAMERA = framed(Camera(640, 480, tilt_deg=35, azimuth_deg=20, k1=-0.06), 0.9)
EVEN = Conditions(noise=0, gradient=0, vignette=0, kelvin=5200, clutter=False, softness_mm=1)
WOOD = (
    Token("merchant", "red", 7, under=3),
    Token("merchant", "blue", 2),
    Token("assistant", "green", 9),
    Token("assistant", "yellow", 10),
    Token("family", "white", 12),
    Token("governor", "purple", 8),
    Token("smuggler", "black", 4),
)
SCENE = Scene(tokens=WOOD, layout=(4, 8, 10, 16, 6, 7, 11, 5, 3, 14, 9, 13, 15, 2, 1, 12))


def flat_art() -> list[Image]:
    """Sixteen tiles of one colour each."""
    return [
        np.full((63, 90, 3), (15 * place, 255 - 15 * place, 40 + 90 * (place % 2)), np.uint8) for place in range(16)
    ]


def at(picture: Image, px: object) -> Floats:
    """Mean colour of the few pixels around (x, y)."""
    x, y = (round(float(v)) for v in px)  # type: ignore[attr-defined]
    mean: Floats = picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(0)
    return mean


def seen(truth: Truth, kind: str, color: str) -> dict[str, object]:
    return next(t for t in truth["tokens"] if (t["kind"], t["color"]) == (kind, color))  # type: ignore[attr-defined]


def painter(scene: Scene = SCENE, look: Conditions = EVEN) -> tuple[Painter, Scene]:
    return Painter(CAMERA, look, 1, flat_art()), settle(scene, 1)


def test_the_same_arguments_give_the_same_picture() -> None:
    once, truth = paint(SCENE, CAMERA, random_look(4), 4, flat_art())
    again, truth_again = paint(SCENE, CAMERA, random_look(4), 4, flat_art())
    assert np.array_equal(once, again) and truth == truth_again


def test_another_seed_gives_another_table() -> None:
    one, _ = paint(SCENE, CAMERA, EVEN, 1, flat_art())
    other, _ = paint(SCENE, CAMERA, EVEN, 2, flat_art())
    assert np.abs(one.astype(int) - other).mean() > 3


@pytest.mark.parametrize("token", [t for t in WOOD if t.kind in ("assistant", "family")], ids=lambda t: t.color)
def test_plain_wood_is_painted_where_its_truth_says(token: Token) -> None:
    one, scene = painter()
    color = at(one.picture(scene), seen(one.truth(scene), token.kind, token.color)["px"])
    assert np.abs(color - WOOD_BGR[token.color]).max() < 40


@pytest.mark.parametrize("token", WOOD, ids=lambda t: t.kind + t.color)
def test_a_token_changes_the_picture_at_its_truth_and_only_near_it(token: Token) -> None:
    one, scene = painter()
    without = replace(scene, tokens=tuple(t for t in scene.tokens if t.kind != token.kind or t.color != token.color))
    changed = np.abs(one.picture(scene).astype(int) - one.picture(without)).max(2) > 12
    x, y = (round(float(v)) for v in seen(one.truth(scene), token.kind, token.color)["px"])  # type: ignore[attr-defined]
    assert changed[y - 2 : y + 3, x - 2 : x + 3].any()
    assert not changed[:, : max(0, x - 80)].any() and not changed[:, x + 80 :].any()


def test_tiles_lie_inside_their_true_corners() -> None:
    one, scene = painter(replace(SCENE, tokens=(), bare=True, dice=None))
    picture = one.picture(scene)
    for place, corners in one.truth(scene)["tile_corners_px"].items():  # type: ignore[attr-defined]
        middle = np.mean(corners, axis=0)
        for corner in corners:
            inside = np.array(corner) + (middle - corner) * 0.12
            assert np.abs(at(picture, inside) - flat_art()[int(place) - 1][0, 0]).max() < 25


def test_the_truth_is_a_pinhole_with_one_radial_term() -> None:
    one, scene = painter()
    x, y = scene.tokens[2].at_mm or (0.0, 0.0)
    board = one.tiles(scene)[9].to_board(np.array([[x, y]]))[0]
    ray = CAMERA.rotation @ (np.array([*board, -5.0]) - CAMERA.position_mm)
    flat = ray[:2] / ray[2]
    bent = flat * (1 + CAMERA.k1 * (flat @ flat))
    px = bent * CAMERA.matrix[0, 0] + CAMERA.matrix[:2, 2]
    assert np.abs(px - seen(one.truth(scene), "assistant", "green")["px"]).max() < 0.06


def test_assistants_under_a_merchant_lift_it() -> None:
    one, scene = painter()
    low = replace(scene, tokens=(replace(scene.tokens[0], under=0), *scene.tokens[1:]))
    high_y = seen(one.truth(scene), "merchant", "red")["px"][1]  # type: ignore[index]
    low_y = seen(one.truth(low), "merchant", "red")["px"][1]  # type: ignore[index]
    assert high_y < low_y - 8


def test_what_stands_nearer_hides_what_stands_behind() -> None:
    front, behind = Token("family", "red", 9, at_mm=(45, 40)), Token("assistant", "blue", 9, at_mm=(45, 36))
    look, camera = EVEN, framed(Camera(640, 480, tilt_deg=60, azimuth_deg=0), 0.9)
    scene = replace(SCENE, tokens=(behind, front), dice=None)
    picture = Painter(camera, look, 1, flat_art()).picture(scene)
    truth = Painter(camera, look, 1, flat_art()).truth(scene)
    x, y = (round(float(v)) for v in seen(truth, "assistant", "blue")["px"])  # type: ignore[attr-defined]
    column = picture[y - 8 : y + 30, x].astype(int)
    assert (column[:, 2] > column[:, 0] + 60).any()


def test_an_upside_down_tile_has_its_first_corner_at_the_lower_right() -> None:
    one, scene = painter(replace(SCENE, flipped=frozenset({7})))
    corners = np.array(one.truth(scene)["tile_corners_px"]["7"])  # type: ignore[index]
    assert (corners[0] > corners[2]).all()


def test_six_discs_on_one_place_hardly_touch() -> None:
    crowd = [("merchant", c, 7, 4) for c in ("red", "blue", "green", "yellow", "white")] + [
        ("governor", "purple", 7, 0)
    ]
    for seed in range(5):
        tokens = settle(scene_of(range(1, 17), crowd), seed).tokens
        for i, a in enumerate(tokens):
            for b in tokens[:i]:
                away = np.hypot(*np.subtract(a.at_mm or 0, b.at_mm or 0))
                assert away > RADIUS_MM[a.kind] + RADIUS_MM[b.kind] - 1.5


def test_a_carried_merchant_leaves_an_assistant_and_touches_nothing_else() -> None:
    before = settle(SCENE, 1)
    after = settle(carried(before, "merchant", "red", 9, leave=1), 1, before)
    moved = next(t for t in after.tokens if t.kind == "merchant" and t.color == "red")
    assert (moved.place, moved.under) == (9, 2)
    assert sum(t.kind == "assistant" and t.color == "red" and t.place == 9 for t in after.tokens) == 1
    assert after.tokens[1:7] == before.tokens[1:]


def test_a_merchant_takes_up_its_assistant() -> None:
    lying = replace(SCENE, tokens=(*WOOD, Token("assistant", "red", 11)))
    after = carried(lying, "merchant", "red", 11, pick=1)
    assert [t for t in after.tokens if t.kind == "assistant" and t.color == "red"] == []
    assert next(t for t in after.tokens if t.color == "red").under == 4


def test_a_missing_tile_is_neither_painted_nor_in_the_truth() -> None:
    one, scene = painter(replace(SCENE, missing=frozenset({7, 10, 13, 14, 5, 6, 1}), tokens=()))
    truth = one.truth(scene)
    assert "7" not in truth["tile_corners_px"]  # type: ignore[operator]
    assert truth["layout"][1] == [None, None, 11, None]  # type: ignore[index]
    whole = one.truth(replace(scene, missing=frozenset()))["tile_corners_px"]
    assert np.abs(at(one.picture(scene), np.mean(whole["7"], axis=0)) - flat_art()[6][0, 0]).max() > 40  # type: ignore[index]


def test_tiles_lie_as_loose_as_the_scene_says() -> None:
    tight, loose = (lay_tiles(replace(SCENE, skew_deg=s, jitter_mm=s, gap_mm=2 * s), 1) for s in (0.0, 4.0))
    assert all(tile.turn_rad == 0 for tile in tight.values())
    assert max(abs(tile.turn_rad) for tile in loose.values()) > np.radians(2)
    assert tight[8].centre_mm[0] - tight[4].centre_mm[0] == 90


def test_what_cannot_be_carried_is_refused() -> None:
    with pytest.raises(ValueError, match="no white merchant"):
        carried(SCENE, "merchant", "white", 3)
    with pytest.raises(ValueError, match="cannot leave"):
        carried(SCENE, "merchant", "blue", 3, leave=1)
    with pytest.raises(ValueError, match="layout"):
        Scene(layout=(1,) * 16)


def a_table(now: list[float]) -> VirtualTable:
    return VirtualTable(1, flat_art(), CAMERA, replace(EVEN, noise=2.0), SCENE, PictureRate(clock=lambda: now[0]))


def test_the_table_gives_pictures_at_its_own_pace_and_never_the_same_noise() -> None:
    now = [0.0]
    table = a_table(now)
    first = table.next()
    assert table.next() is None
    now[0] = 0.2
    second = table.next()
    assert first is not None and second is not None and second.seq == first.seq + 1
    assert 0 < np.abs(first.bgr.astype(int) - second.bgr).max() < 40
    table.close()
    assert table.next() is None and table.status().state == "ended"


def test_a_move_on_the_table_is_in_the_next_picture_and_in_the_truth() -> None:
    now = [0.0]
    table = a_table(now)
    first = table.next()
    table.move("merchant", "red", 3, leave=1)
    now[0] = 1.0
    second = table.next()
    assert first is not None and second is not None
    px = seen(table.truth(), "merchant", "red")["px"]
    assert np.abs(at(first.bgr, px) - at(second.bgr, px)).max() > 25


def test_a_hand_covers_a_place_and_goes_away() -> None:
    now = [0.0]
    table = a_table(now)
    pictures = []
    for over in (None, 9, None):
        table.hand(over)
        now[0] += 1
        frame = table.next()
        truth = table.truth()
        assert frame is not None and truth["hand"] == (over is not None)
        assert (9 in truth["covered"]) == (over is not None)  # type: ignore[operator]
        pictures.append(frame.bgr.astype(int))
    assert np.abs(pictures[0] - pictures[1]).mean() > 5 > np.abs(pictures[0] - pictures[2]).mean()


def test_a_bump_moves_the_camera() -> None:
    now = [0.0]
    table = a_table(now)
    before = table.truth()["tile_corners_px"]
    table.bump(20, -10, 4)
    assert np.abs(np.array(before["7"]) - table.truth()["tile_corners_px"]["7"]).max() > 15  # type: ignore[index]


def test_a_lamp_that_is_moved_is_mirrored_elsewhere() -> None:
    now = [0.0]
    table, spots = a_table(now), list[Floats]()
    for look in (Conditions(), Conditions(glare=1), Conditions(glare=1, moved=1)):
        table.relight(look)
        now[0] += 1.0
        frame = table.next()
        assert frame is not None
        spots.append(frame.bgr.astype(np.float64).sum(axis=2))
    before, after = ((spots[at] - spots[0] > 120).nonzero() for at in (1, 2))
    assert len(before[0]) and len(after[0])
    assert np.hypot(before[0].mean() - after[0].mean(), before[1].mean() - after[1].mean()) > 20


def test_the_board_fills_the_share_it_is_framed_to() -> None:
    corners = np.array([[-186, -132], [186, -132], [186, 132], [-186, 132.0]])
    size = np.ptp(CAMERA.project(corners), axis=0) / (640, 480)
    assert abs(size.max() - 0.9) < 0.01
    middle = (CAMERA.project(corners).min(0) + CAMERA.project(corners).max(0)) / 2
    assert np.abs(middle - (320, 240)).max() < 6


@pytest.mark.parametrize("seed", range(4))
def test_any_look_can_be_painted(seed: int) -> None:
    camera = framed(Camera(320, 240, tilt_deg=15 * seed, azimuth_deg=80 * seed), 0.8)
    picture, truth = paint(SCENE, camera, random_look(seed), seed, flat_art())
    assert picture.shape == (240, 320, 3) and picture.dtype == np.uint8
    assert isinstance(truth["burnt"], float) and 20 < picture.mean() < 235


@pytest.mark.parametrize("kind", DECOYS)
def test_pictures_of_something_else_are_painted_and_seeded(kind: str) -> None:
    camera = framed(Camera(320, 240, tilt_deg=30), 0.8)
    once, again = (decoy(kind, camera, random_look(2), 2, flat_art()) for _ in range(2))
    assert once.shape == (240, 320, 3) and np.array_equal(once, again)


@pytest.mark.long
def test_how_much_of_a_disc_shows_behind_a_tall_stack_and_before_it() -> None:
    painter = Painter(framed(Camera(640, 360, 60, 0.0, 40.0, 0.0), 0.8), Conditions(), 1)
    stack = Token("merchant", "blue", 6, 4, at_mm=(0.0, 0.0))

    def shown(y_mm: float) -> float:
        disc = Token("assistant", "red", 6, at_mm=(0.0, y_mm))
        return painter.shown(Scene(tokens=(disc, stack)), disc)

    assert shown(-20.0) < 0.25 and shown(30.0) == pytest.approx(1.0)
