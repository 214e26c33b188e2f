"""Which tokens stand where?  Tops found by the net, put on their feet, one of each kind that there is only one of."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.istanbul.names import Place
from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, Kind, Score, Sighting, Thing
from vision.frame import Floats, Frame
from vision.params import TILE_MM, TOKENS, TokenParams
from vision.pose import Pose
from vision.profile import Profile
from vision.steady import Mask
from vision.tokens.net import COLORS, NARROW, PLAIN, STICKER, STRIDE, Answer, ask_net
from vision.tokens.stacks import count_under, foot_of, height_of
from vision.tokens.view import View, straight_view
from vision.tokens.wood import color_scores

RAISED = (Place.LARGE_MARKET, Place.SMALL_MARKET, Place.SMALL_MOSQUE, Place.GREAT_MOSQUE)
"""Places with stacks of tiles, on which a token stands higher than its own wood."""
SINGLE = (Kind.MERCHANT, Kind.FAMILY, Kind.GOVERNOR, Kind.SMUGGLER)
"""Kinds of which there is one a colour."""


@dataclass(frozen=True, slots=True)
class TokenReading:
    """Tokens seen, and the log-odds of everything that might be where; what is not named has ``absent_log_odds``."""

    sightings: tuple[Sighting, ...]
    scores: tuple[Score, ...]
    absent_log_odds: float


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """A top that might be there: ``at_px`` (2,) in the view, log-odds, what stands there, the place of its foot.

    ``cell`` is the row and column of the net's answer it comes from; ``likely_under`` what may be under it.
    """

    at_px: Floats
    log_odds: float
    thing: Thing
    place: int | None
    under: int | None
    cell: tuple[int, int] = (0, 0)
    likely_under: int = 0


def read_tokens(
    frame: Frame, pose: Pose, profile: Profile, players: Sequence[str] | None = None, params: TokenParams = TOKENS
) -> TokenReading:
    """The tokens of a picture with a known pose; ``players`` are the colours in the game, None where not known."""
    return tokens_in(table_view(frame, pose, profile), pose, profile, players, params)[0]


def table_view(frame: Frame, pose: Pose, profile: Profile) -> View:
    """The straight view of a picture with this copy's tiles."""
    return straight_view(frame.bgr, pose, {place: profile.tile(place) for place in range(1, 17)})


def tokens_in(
    view: View, pose: Pose, profile: Profile, players: Sequence[str] | None = None, params: TokenParams = TOKENS
) -> tuple[TokenReading, list[Top]]:
    """The tokens in a view, and the tops that were told."""
    return judged(view, pose, find_tops(view, ask_net(view, params), pose, profile, players, params), params)


def judged(view: View, pose: Pose, tops: Sequence[Top], params: TokenParams = TOKENS) -> tuple[TokenReading, list[Top]]:
    """Which of the tops that might be there are told, likeliest first."""
    told, beaten = _resolved(tops, params)
    seen = [top for top in told if top.log_odds > params.told and top.place is not None]
    sightings = _sightings(view, pose, seen)
    return TokenReading(sightings, _scores((*told, *beaten), params), params.absent), seen


def find_tops(
    view: View,
    answer: Answer,
    pose: Pose,
    profile: Profile,
    players: Sequence[str] | None,
    params: TokenParams = TOKENS,
    where: Mask | None = None,
) -> list[Top]:
    """Everything that might be the top of a token; ``where`` (3, h, w) are the cells of the answer looked at."""
    found: list[Top] = []
    for shape in (PLAIN, STICKER, NARROW):
        layer = answer.tops[shape] * params.logit_scale + params.logit_shift
        peaks = (layer >= cv2.dilate(layer, np.ones((3, 3), np.uint8))) & (layer > params.propose)
        peaks = peaks if where is None else peaks & where[shape]
        for row, column in np.argwhere(peaks):
            peak = _peak(answer, shape, int(row), int(column), float(layer[row, column]))
            found += _tops(view, pose, peak, _things(view, peak, profile, players, params), params)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Peak:
    """A peak of the net's answer: cell, where (2,) in the view, shape, log-odds, log-shares of colours and numbers."""

    cell: tuple[int, int]
    at_px: Floats
    shape: int
    log_odds: float
    colors: Floats
    under: Floats


def _peak(answer: Answer, shape: int, row: int, column: int, log_odds: float) -> Peak:
    colors, under, away = answer.at(row, column)
    return Peak((row, column), STRIDE * (np.array([column, row]) + away), shape, log_odds, colors, under)


def _things(
    view: View, peak: Peak, profile: Profile, players: Sequence[str] | None, params: TokenParams
) -> list[tuple[Thing, float]]:
    """What the top may be by its colour, each with its log-odds, as far as they are worth naming."""
    scores = peak.colors + color_scores(view, peak.at_px, peak.shape, profile.colors, params)
    things = [(_thing(peak.shape, color, players), score) for color, score in zip(COLORS, scores, strict=True)]
    known = [(thing, float(score)) for thing, score in things if thing is not None]
    if not known:
        return []
    total = float(np.logaddexp.reduce([score for _, score in known]))
    likely = [(thing, _and(peak.log_odds, score - total)) for thing, score in known]
    return [(thing, log_odds) for thing, log_odds in likely if log_odds > params.absent]


def _tops(view: View, pose: Pose, peak: Peak, things: Sequence[tuple[Thing, float]], params: TokenParams) -> list[Top]:
    """These tokens with their feet on the table, where tokens of one kind stand alike."""
    stands = {kind: _stand(view, pose, peak, kind, params) for kind in {thing.kind for thing, _ in things}}
    return [
        Top(peak.at_px, log_odds, thing, place, under, peak.cell, likely)
        for thing, log_odds in things
        for place, under, likely in (stands[thing.kind],)
    ]


def _stand(view: View, pose: Pose, peak: Peak, kind: Kind, params: TokenParams) -> tuple[int | None, int | None, int]:
    """The place of its foot, how many are under it where that is sure, and how many are likely."""
    under, sure = count_under(view, peak.at_px, peak.under, params) if kind == Kind.MERCHANT else (0, False)
    foot = foot_of(view.scale, peak.at_px, height_of(kind, under, params))
    place = place_of(pose, view.scale.mm(foot[None])[0], params)
    return place, under if sure and place not in RAISED else None, under


def _and(log_odds: float, log_share: float) -> float:
    """Log-odds of a top being there and having the colour with this log-share."""
    p = np.exp(-np.logaddexp(0, -log_odds) + log_share)
    return float(np.log(p + 1e-12) - np.log1p(-min(p, 1 - 1e-12)))


def _thing(shape: int, color: str, players: Sequence[str] | None) -> Thing | None:
    """What a top of a shape and colour is; None where there is no such thing in the game."""
    if color in (GOVERNOR_COLOR, SMUGGLER_COLOR):
        kind = Kind.GOVERNOR if color == GOVERNOR_COLOR else Kind.SMUGGLER
        return Thing(kind, color) if shape == STICKER else None
    playing = players is None or color in players
    if shape == STICKER:
        return Thing(Kind.MERCHANT, color) if playing or players is None or len(players) <= 2 else None
    return Thing(Kind.ASSISTANT if shape == PLAIN else Kind.FAMILY, color) if playing else None


def shape_of(thing: Thing) -> int:
    """The shape of a token's top."""
    return {Kind.ASSISTANT: PLAIN, Kind.FAMILY: NARROW}.get(thing.kind, STICKER)


def place_of(pose: Pose, foot_mm: Floats, params: TokenParams = TOKENS) -> int | None:
    """The place of the tile under a board point (2,), or the nearest one; None far from all tiles."""
    corners = np.array([tile.corners_mm for tile in pose.tiles])
    sides = (corners[:, [1, 3]] - corners[:, :1]) / np.array(TILE_MM)[:, None]
    on_tile = np.einsum("nij,nj->ni", sides, foot_mm - corners[:, 0])
    off = np.linalg.norm(np.maximum(np.maximum(-on_tile, on_tile - TILE_MM), 0), axis=1)
    nearest = int(off.argmin())
    return pose.tiles[nearest].place if off[nearest] < params.beside_mm else None


def _resolved(tops: Sequence[Top], params: TokenParams) -> tuple[list[Top], list[Top]]:
    """What each top is, likeliest first, where no likelier one is in its way; and everything else, much less likely."""
    kept: list[Top] = []
    beaten: list[Top] = []
    taken: set[Thing] = set()
    for alike in _by_peak(tops):
        likely = sorted(_shared_anew(alike, taken, params), key=lambda top: -top.log_odds)
        rival = next((other for other in kept if _in_the_way(likely[0], other, params)), None)
        if rival is None:
            rival = likely.pop(0)
            kept.append(rival)
            if rival.thing.kind in SINGLE and rival.log_odds > params.told:
                taken.add(rival.thing)
        beaten += [replace(top, log_odds=top.log_odds - max(rival.log_odds, 0.0)) for top in likely]
    return kept, beaten


def _by_peak(tops: Sequence[Top]) -> list[list[Top]]:
    """What the same peak of the net's answer may be, the likeliest peak first."""
    peaks: dict[tuple[tuple[int, int], int], list[Top]] = defaultdict(list)
    for top in tops:
        peaks[top.cell, shape_of(top.thing)].append(top)
    return sorted(peaks.values(), key=lambda alike: -max(top.log_odds for top in alike))


def _shared_anew(alike: Sequence[Top], taken: set[Thing], params: TokenParams) -> list[Top]:
    """The same tops, a second one of which there is only one a colour ``second_cost`` less likely.

    What it loses goes to the other colours it may have, and to there being nothing.
    """
    if not any(top.thing in taken for top in alike):
        return list(alike)
    shares = [1 / (1 + math.exp(-top.log_odds)) for top in alike]
    absent = max(1 - sum(shares), 1e-9)
    left = [s * math.exp(-params.second_cost * (t.thing in taken)) for t, s in zip(alike, shares, strict=True)]
    total = sum(left) + absent
    return [replace(top, log_odds=math.log(s / (total - s))) for top, s in zip(alike, left, strict=True)]


def _in_the_way(top: Top, other: Top, params: TokenParams) -> bool:
    limit = params.same_mm if top.thing.color == other.thing.color else params.other_mm
    return math.dist(top.at_px, other.at_px) <= limit


def _sightings(view: View, pose: Pose, tops: Sequence[Top]) -> tuple[Sighting, ...]:
    if not tops:
        return ()
    at = pose.project_plane(view.scale.mm(np.array([top.at_px for top in tops])))
    confidence = [1 / (1 + math.exp(-min(top.log_odds, TOKENS.most_odds))) for top in tops]
    return tuple(
        Sighting(top.thing, top.place or 0, sure, (float(x), float(y)), top.under)
        for top, sure, (x, y) in zip(tops, confidence, at, strict=True)
    )


def _scores(tops: Sequence[Top], params: TokenParams) -> tuple[Score, ...]:
    """The best log-odds for each thing on each place."""
    best: dict[tuple[Thing, int], float] = {}
    for top in tops:
        if top.place is not None:
            key = top.thing, top.place
            best[key] = max(best.get(key, params.absent), min(top.log_odds, params.most_odds))
    return tuple(Score(thing, place, odds) for (thing, place), odds in best.items())
