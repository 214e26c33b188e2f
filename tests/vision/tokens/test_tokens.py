"""Tokens of a photo are read with kind, colour and place; what there is only one of is told once."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.tokens import board_point, learn_disc, learn_wood, with_wood
from companion.sync.observation import Kind, Thing
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.frame import Floats, Frame
from vision.params import TOKENS
from vision.profile import GameSet
from vision.tokens import read
from vision.tokens.feet import RAISED, Top, on_rubies, places_of
from vision.tokens.net import COLORS, NARROW, NOTHING, PLAIN, STICKER, STRIDE, NetAnswer, ask_net
from vision.tokens.read import TokenReading, read_tokens, table_view, tokens_in
from vision.tokens.stacks import foot_of, height_of
from vision.tokens.view import StraightView
from vision.tokens.wood import PREFIX

PHOTO, COPY = "dark_tokens", "dark_bare"
RED = Thing(Kind.MERCHANT, "red")


@pytest.fixture(scope="module")
def reading() -> TokenReading:
    return read_tokens(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))


def truth() -> Counter[tuple[str, str, int]]:
    return Counter((t["kind"], t["color"], t["place"]) for t in photo(PHOTO)[1]["tokens"])


def told(reading: TokenReading) -> Counter[tuple[str, str, int]]:
    return Counter((s.thing.kind.value, s.thing.color, s.place) for s in reading.sightings)


def top(log_odds: float, x: float = 0, thing: Thing = RED) -> Top:
    return Top(np.array([x, 0.0]), log_odds, thing, 1, None, (0, int(x)))


def test_nearly_every_token_is_told_and_nothing_else(reading: TokenReading) -> None:
    found = told(reading)
    assert sum((truth() & found).values()) >= truth().total() - 1 and (found - truth()).total() <= 1


def test_sightings_point_at_their_tops(reading: TokenReading) -> None:
    tops = {(t["kind"], t["color"], t["place"]): t["px"] for t in photo(PHOTO)[1]["tokens"] if t["kind"] != "assistant"}
    away = [
        np.hypot(*np.subtract(s.at_px, tops[key]))
        for s in reading.sightings
        if (key := (s.thing.kind.value, s.thing.color, s.place)) in tops
    ]
    assert len(away) > 5 and max(away) < 5


def test_a_stack_is_counted_right_or_not_at_all(reading: TokenReading) -> None:
    under = {t["color"]: t["under"] for t in photo(PHOTO)[1]["tokens"] if t["kind"] == "merchant"}
    merchants = [s for s in reading.sightings if s.thing.kind == Kind.MERCHANT]
    assert all(s.under is None or abs(s.under - under[s.thing.color]) <= 1 for s in merchants)
    assert all(s.under is None for s in merchants if s.place in RAISED)


def test_what_is_seen_has_better_scores_than_what_is_not(reading: TokenReading) -> None:
    odds = {(s.thing, s.place): s.log_odds for s in reading.scores}
    assert all(odds[s.thing, s.place] > 0 > reading.absent_log_odds for s in reading.sightings)


def test_bare_tiles_show_no_tokens() -> None:
    assert read_tokens(photo(COPY)[0], pose_of(COPY), profile_of(COPY)).sightings == ()


def test_only_colours_in_the_game_are_told() -> None:
    players = ("red", "green", "blue")
    seen = read_tokens(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY), players).sightings
    assert {s.thing.color for s in seen} <= {*players, "purple", "black"}


def test_the_answer_is_per_second_pixel_of_the_view() -> None:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    height, width = view.tile.shape
    assert ask_net(view).tops.shape == (3, (height + 1) // 2, (width + 1) // 2)


def test_a_picture_out_of_focus_is_sharpened_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame(np.asarray(cv2.GaussianBlur(photo(PHOTO)[0].bgr, (0, 0), 6), np.uint8))
    truth = Counter((t["kind"], t["color"], t["place"]) for t in photo(PHOTO)[1]["tokens"])

    def errors() -> int:
        view = table_view(frame, pose_of(PHOTO), profile_of(COPY))
        seen = tokens_in(view, pose_of(PHOTO), profile_of(COPY))[0].sightings
        told = Counter((s.thing.kind.value, s.thing.color, s.place) for s in seen)
        return sum(((told - truth) + (truth - told)).values())

    sharpened = errors()
    monkeypatch.setattr("vision.tokens.view.softness_mm", lambda *_: 0.0)
    assert sharpened < errors()


@pytest.mark.parametrize(("place", "at_mm", "rubies"), [(1, (8, 55), True), (1, (60, 20), False), (3, (8, 55), False)])
def test_rubies_lie_in_the_corner_of_some_tiles(place: int, at_mm: tuple[int, int], rubies: bool) -> None:
    pose = pose_of(PHOTO)
    view = table_view(photo(PHOTO)[0], pose, profile_of(COPY))
    corners = next(tile.corners_mm for tile in pose.tiles if tile.place == place)
    at = corners[0] + at_mm[0] / 90 * (corners[1] - corners[0]) + at_mm[1] / 63 * (corners[3] - corners[0])
    assert on_rubies(view, pose, view.scale.px(at[None])[0]) == rubies


def doubted(view: StraightView, at_px: Floats, *things: Thing) -> list[float]:
    """The log-odds left of 1 to each of some things at a point (2,) of the view."""
    peak = read.Peak((0, 0), at_px, PLAIN, 1.0, np.zeros(7))
    nothing = NetAnswer(np.full((14, *(side // STRIDE for side in view.tile.shape)), NOTHING, np.float32))
    alike = [(thing, 1.0) for thing in things]
    return [odds for _, odds in read._doubted(view, pose_of(PHOTO), nothing, peak, alike, TOKENS)]


def test_what_looks_like_a_red_family_member_where_rubies_lie_is_told_less_likely() -> None:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    corners = next(tile.corners_mm for tile in pose_of(PHOTO).tiles if tile.place == 14)
    at_px = view.scale.px((corners[3] + (corners[1] - corners[0]) / 12 - (corners[3] - corners[0]) / 8)[None])[0]
    red, blue = doubted(view, at_px, Thing(Kind.FAMILY, "red"), Thing(Kind.FAMILY, "blue"))
    assert red < 0 < blue


def test_what_looks_like_a_yellow_disc_on_the_discarded_cards_is_told_less_likely() -> None:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    corners = next(tile.corners_mm for tile in pose_of(PHOTO).tiles if tile.place == 6)
    for down, less in ((0.6, True), (0.1, False)):
        at_mm = corners[0] + 0.4 * (corners[1] - corners[0]) + down * (corners[3] - corners[0])
        yellow, red = doubted(
            view, view.scale.px(at_mm[None])[0], *(Thing(Kind.ASSISTANT, c) for c in ("yellow", "red"))
        )
        assert (yellow < 0) == less and red == 1


def test_a_burnt_out_spot_is_told_less_likely_as_a_white_disc() -> None:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    burnt = replace(view, seen=np.full_like(view.seen, 1.3), whites=np.ones_like(view.whites))
    white, red = Thing(Kind.ASSISTANT, "white"), Thing(Kind.ASSISTANT, "red")
    assert doubted(burnt, np.array([200.0, 150.0]), white, red) == pytest.approx([1 - TOKENS.burnt_cost, 1])


def test_shade_is_told_less_likely_as_a_white_family_member() -> None:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    white, red = Thing(Kind.FAMILY, "white"), Thing(Kind.FAMILY, "red")
    for light, less in ((0.55, True), (0.85, False)):
        left = doubted(replace(view, seen=np.full_like(view.seen, light)), np.array([200.0, 150.0]), white, red)
        assert (left[0] < 0) == less and left[1] == 1


@pytest.mark.parametrize(
    ("shape", "color", "thing"),
    [
        (PLAIN, "red", Thing(Kind.ASSISTANT, "red")),
        (STICKER, "red", RED),
        (NARROW, "red", Thing(Kind.FAMILY, "red")),
        (STICKER, "purple", Thing(Kind.GOVERNOR, "purple")),
        (STICKER, "black", Thing(Kind.SMUGGLER, "black")),
        (PLAIN, "black", None),
        (NARROW, "purple", None),
    ],
)
def test_shape_and_colour_make_the_thing(shape: int, color: str, thing: Thing | None) -> None:
    assert read._thing(shape, color, None) == thing


def test_with_two_players_other_merchants_stand_about() -> None:
    assert read._thing(STICKER, "white", ("red", "blue")) and not read._thing(
        STICKER, "white", ("red", "blue", "green")
    )


def test_a_disc_in_a_colour_nobody_plays_is_no_disc_of_another_colour() -> None:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    white, blue = COLORS.index("white"), COLORS.index("blue")
    shares = np.full(7, 1e-4)
    shares[white], shares[blue] = 0.98, 0.01
    peak = read.Peak((0, 0), np.zeros(2), PLAIN, 4.0, np.log(shares))
    told = {
        players: {
            thing.color: odds
            for thing, odds in read._things(view, peak, GameSet(profile_of(COPY), players), read.TOKENS)
        }
        for players in (("white", "blue"), ("red", "blue"))
    }
    assert told["white", "blue"]["white"] > 0 > told["red", "blue"]["blue"]


def test_of_two_tops_in_one_place_the_likelier_is_kept() -> None:
    others = [Thing(Kind.ASSISTANT, color) for color in ("blue", "red", "red")]
    tops = [top(odds, x, thing) for odds, x, thing in zip((3, 2, 1), (0.0, 30.0, 2.0), others, strict=True)]
    kept, beaten = read._resolved(tops, read.TOKENS)
    assert [t.log_odds for t in kept] == [3, 2] and [t.log_odds for t in beaten] == [1 - 3]


def test_a_second_merchant_of_a_colour_is_believed_less() -> None:
    odds = [t.log_odds for t in read._resolved([top(3), top(2, 30.0)], read.TOKENS)[0]]
    assert odds == pytest.approx([3, 2 - read.TOKENS.second_cost])


def test_a_second_red_merchant_that_may_be_black_is_the_smuggler() -> None:
    smuggler = Thing(Kind.SMUGGLER, "black")
    kept, _ = read._resolved([top(4), top(1.5, 30.0), top(-1.7, 30.0, smuggler)], read.TOKENS)
    assert [t.thing for t in kept] == [RED, smuggler] and kept[1].log_odds > 0


def test_assistants_may_be_many() -> None:
    blue = Thing(Kind.ASSISTANT, "blue")
    assert [t.log_odds for t in read._resolved([top(3, 0, blue), top(2, 30, blue)], read.TOKENS)[0]] == [3, 2]


def test_a_token_at_the_edge_is_on_the_nearest_tile_and_far_away_on_none() -> None:
    pose = pose_of(PHOTO)
    tile = pose.tiles[0]
    out = (tile.corners_mm[0] - tile.corners_mm[2]) / np.linalg.norm(tile.corners_mm[0] - tile.corners_mm[2])
    assert places_of(pose, tile.corners_mm[0] + np.array([[3.0], [60.0]]) * out) == [tile.place, None]


def test_the_foot_of_a_stack_is_nearer_to_the_camera_than_its_top() -> None:
    scale = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY)).scale
    at, nadir = np.array([50.0, 60.0]), scale.px(scale.foot_mm[None])[0]
    low, high = (foot_of(scale, at, height_of(Kind.MERCHANT, under)) for under in (0, 4))
    assert np.linalg.norm(high - nadir) < np.linalg.norm(low - nadir) < np.linalg.norm(at - nadir)


def test_board_points_come_back_from_their_pixels() -> None:
    pose = pose_of(PHOTO)
    x, y = pose.project_plane(np.array([[31.0, -17.0]]))[0]
    assert np.allclose(board_point(pose, (x, y)), [31, -17], atol=0.01)


def test_wood_is_learnt_from_what_is_seen_for_certain() -> None:
    wood = learn_wood(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    assert all(name.startswith(PREFIX) and len(bgr) == 3 for name, bgr in wood.items())
    assert all(wood[PREFIX + c][i] == max(wood[PREFIX + c]) for c, i in (("blue", 0), ("red", 2)) if PREFIX + c in wood)


def test_a_disc_pointed_at_teaches_its_colour_and_makes_a_new_profile() -> None:
    token = next(t for t in photo(PHOTO)[1]["tokens"] if t["kind"] == "merchant" and t["color"] == "green")
    wood = learn_disc(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY), "green", tuple(token["px"]))
    blue, green, red = wood[PREFIX + "green"]
    assert green > max(blue, red) and with_wood(profile_of(COPY), wood).id != profile_of(COPY).id


def test_only_colours_of_wood_can_be_taught() -> None:
    with pytest.raises(ValueError, match="pink"):
        learn_disc(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY), "pink", (1, 1))
