"""Where does a token stand?  A foot for every height it may have, and the place of the tile under it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from companion.istanbul.names import Place
from companion.sync.observation import Kind, Thing
from vision.frame import Floats
from vision.identify.covered_areas import LAID, LaidParams
from vision.params import TILE_MM, TOKENS, TokenParams
from vision.pose import Pose
from vision.tokens.stacks import foot_of, height_of, under_shares
from vision.tokens.view import StraightView

RAISED = (Place.LARGE_MARKET, Place.SMALL_MARKET, Place.SMALL_MOSQUE, Place.GREAT_MOSQUE)
"""Places with stacks of tiles, on which a token stands higher than its own wood."""
WITH_RUBIES = (Place.WAINWRIGHT, Place.SMALL_MOSQUE, Place.GREAT_MOSQUE)
"""Places with rubies in a corner."""


class Foot(NamedTuple):
    """A board point on which it may stand, the place there, and the share of that among all heights it may have.

    The first foot is that of the token alone, the next of one with an assistant under it.
    """

    at_mm: tuple[float, float]
    place: int | None
    share: float


class Stand(NamedTuple):
    """A place it may stand on, the log-share of that, how many are under it where sure, how many likely, and the share
    of that."""

    place: int | None
    log_share: float
    under: int | None
    likely_under: int
    under_share: float


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """A top that might be there: ``at_px`` (2,) in the view, log-odds, what stands there, the place of its foot.

    ``cell`` is the row and column of the net's answer it comes from; ``likely_under`` what may be under it, with
    ``under_share`` among all heights, ``feet`` where it may stand.
    """

    at_px: Floats
    log_odds: float
    thing: Thing
    place: int | None
    under: int | None
    cell: tuple[int, int] = (0, 0)
    likely_under: int = 0
    feet: tuple[Foot, ...] = ()
    under_share: float = 0.0


def standing_so(top: Top, feet: tuple[Foot, ...], stand: Stand) -> Top:
    """The top with these feet, on this place."""
    top = replace(top, place=stand.place, feet=feet)
    return replace(top, under=stand.under, likely_under=stand.likely_under, under_share=stand.under_share)


def feet_of(
    view: StraightView, pose: Pose, top_px: Floats, kind: Kind, params: TokenParams = TOKENS
) -> tuple[Foot, ...]:
    """The feet of a token whose top is at ``top_px`` (2,); a stack stands the nearer to the camera the higher it is."""
    shares = np.exp(under_shares(view, top_px)) if kind == Kind.MERCHANT else np.ones(1)
    heights = [height_of(kind, under, params) for under in range(len(shares))]
    feet_mm = view.scale.mm(np.array([foot_of(view.scale, top_px, height) for height in heights]))
    places = places_of(pose, feet_mm, params)
    shares = shares * [params.stray_share if place is None else 1.0 for place in places]
    parts = zip(feet_mm, places, shares / shares.sum(), strict=True)
    return tuple(Foot((float(at[0]), float(at[1])), place, float(share)) for at, place, share in parts)


def stands_on(feet: Sequence[Foot], params: TokenParams = TOKENS) -> list[Stand]:
    """The places it may stand on, likeliest first: each with all the heights that put it there."""
    stands = [_stand_on(place, feet, params) for place in dict.fromkeys(foot.place for foot in feet)]
    return sorted(stands, key=lambda stand: -stand.log_share)


def _stand_on(place: int | None, feet: Sequence[Foot], params: TokenParams) -> Stand:
    here = [foot.share if foot.place == place else 0.0 for foot in feet]
    likely = int(np.argmax(here))
    sure = len(feet) > 1 and here[likely] > params.sure_under and place not in RAISED
    return Stand(place, math.log(sum(here) + 1e-12), likely if sure else None, likely, here[likely])


def feet_away(feet: Sequence[Foot], others: Sequence[Foot], away_mm: float) -> tuple[tuple[Foot, ...], float]:
    """The feet further than ``away_mm`` from the likeliest of each other token, shared anew, and the share they had."""
    free = [all(math.dist(foot.at_mm, other.at_mm) >= away_mm for other in others) for foot in feet]
    left = sum(foot.share for foot, is_free in zip(feet, free, strict=True) if is_free)
    shared = (foot.share * is_free / max(left, 1e-12) for foot, is_free in zip(feet, free, strict=True))
    return tuple(foot._replace(share=share) for foot, share in zip(feet, shared, strict=True)), left


def places_of(pose: Pose, feet_mm: Floats, params: TokenParams = TOKENS) -> list[int | None]:
    """The place of the tile under each board point (N, 2), or the nearest one; None far from all tiles."""
    on_tile = _on_tiles(pose, feet_mm)
    off = np.linalg.norm(np.maximum(np.maximum(-on_tile, on_tile - TILE_MM), 0), axis=2)
    beside = zip(off.argmin(axis=1).tolist(), off.min(axis=1).tolist(), strict=True)
    return [pose.tiles[tile].place if away < params.beside_mm else None for tile, away in beside]


def on_rubies(view: StraightView, pose: Pose, top_px: Floats, params: TokenParams = TOKENS) -> bool:
    """Whether the rubies in the corner of a tile are seen at ``top_px`` (2,) of the view."""
    foot_mm = view.scale.mm(foot_of(view.scale, top_px, params.ruby_high_mm)[None])
    away_mm = np.linalg.norm(_on_tiles(pose, foot_mm)[0] - params.rubies_at_mm, axis=1)
    return pose.tiles[int(away_mm.argmin())].place in WITH_RUBIES and bool(away_mm.min() < params.ruby_near_mm)


def on_discards(view: StraightView, pose: Pose, top_px: Floats, params: LaidParams = LAID) -> bool:
    """Whether what is seen at ``top_px`` (2,) of the view is where the discarded cards lie, flat as they are."""
    x, y, across, down = params.spots_mm[Place.CARAVANSARY][0]
    away_mm = np.abs(_on_tiles(pose, view.scale.mm(top_px[None]))[0] - (x, y))
    inside = np.asarray((away_mm <= (across / 2, down / 2)).all(axis=1))
    return any(tile.place == Place.CARAVANSARY and here for tile, here in zip(pose.tiles, inside, strict=True))


def _on_tiles(pose: Pose, at_mm: Floats) -> Floats:
    """Board points (N, 2) in mm on each tile (N, 16, 2)."""
    corners = np.array([tile.corners_mm for tile in pose.tiles])
    sides = (corners[:, [1, 3]] - corners[:, :1]) / np.array(TILE_MM)[:, None]
    return np.asarray(np.einsum("tij,ntj->nti", sides, at_mm[:, None] - corners[:, 0]), np.float64)
