"""Under a burnt-out spot anything may stand: nothing is told there, and nothing is told absent for certain."""

import math
from dataclasses import replace

import cv2
import numpy as np

from companion.sync.observation import Kind, Thing
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.params import TOKENS
from vision.tokens.hidden import burnt_shares, unseen_scores
from vision.tokens.read import judged, table_view
from vision.tokens.view import StraightView

PHOTO, COPY = "dark_tokens", "dark_bare"


def view_with_glare(radius_px: int) -> tuple[StraightView, int | None]:
    """The view of a photo with a white spot in the middle of its first tile, and that tile's place."""
    view, tile = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY)), pose_of(PHOTO).tiles[0]
    middle = view.scale.px(tile.corners_mm.mean(axis=0)[None])[0].round().astype(int)
    seen = cv2.circle(view.seen.copy(), (int(middle[0]), int(middle[1])), radius_px, (9.0, 9.0, 9.0), -1)
    return replace(view, seen=np.minimum(seen, 1 / view.whites)), tile.place


def test_without_glare_nothing_is_hidden() -> None:
    view = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY))
    assert unseen_scores(view, pose_of(PHOTO)) == []


def test_a_spot_hides_the_share_of_its_tile_on_which_a_disc_is_lost() -> None:
    view, place = view_with_glare(24)
    shares = burnt_shares(view, pose_of(PHOTO))
    assert set(shares) == {place} and 0.1 < shares[place or 0] < 0.3


def test_what_may_be_hidden_is_not_told_absent() -> None:
    view, place = view_with_glare(24)
    scores = {(s.thing, s.place): s.log_odds for s in judged(view, pose_of(PHOTO), [])[0].scores}
    odds = scores[Thing(Kind.MERCHANT, "red"), place or 0]
    assert TOKENS.absent + 1 < odds < 0 and math.isclose(odds, scores[Thing(Kind.SMUGGLER, "black"), place or 0])


def test_a_small_spot_hides_nothing() -> None:
    assert burnt_shares(view_with_glare(5)[0], pose_of(PHOTO)) == {}
