"""Which tokens stand where?  Tops found by the net, put on their feet, one of each kind that there is only one of."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, Kind, Score, Sighting, Thing
from vision.changes.steady import Mask
from vision.frame import Frame
from vision.params import TOKENS, TokenParams
from vision.pose import Pose
from vision.profile import GameSet, Profile, kept_with_profile
from vision.tokens.cut_off_stacks import with_hidden_fronts
from vision.tokens.feet import Top, feet_away, feet_of, on_discards, on_rubies, standing_so, stands_on
from vision.tokens.hidden import unseen_scores
from vision.tokens.lamps import disc_doubt, lamp_seen
from vision.tokens.net import COLORS, NAMELESS, NARROW, PLAIN, STICKER, NetAnswer, ask_net
from vision.tokens.peaks import Peak, peaks_of
from vision.tokens.second_look import looked_at_again
from vision.tokens.singles import one_of_each
from vision.tokens.view import StraightView, TilePrints, prints_of, straight_view
from vision.tokens.wood import color_scores, top_color

SINGLE = (Kind.MERCHANT, Kind.FAMILY, Kind.GOVERNOR, Kind.SMUGGLER)
"""Kinds of which there is one a colour."""
RUBY_LIKE = Thing(Kind.FAMILY, "red")
COIN_LIKE = Thing(Kind.ASSISTANT, "yellow")
GLARE_LIKE = Thing(Kind.ASSISTANT, "white")
SHADE_LIKE = Thing(Kind.FAMILY, "white")


@dataclass(frozen=True, slots=True)
class TokenReading:
    """Tokens seen, and the log-odds of everything that might be where; what is not named has ``absent_log_odds``."""

    sightings: tuple[Sighting, ...]
    scores: tuple[Score, ...]
    absent_log_odds: float


def read_tokens(
    frame: Frame, pose: Pose, profile: Profile, players: Sequence[str] | None = None, params: TokenParams = TOKENS
) -> TokenReading:
    """The tokens of a picture with a known pose; ``players`` are the colours in the game, None where not known."""
    return tokens_in(table_view(frame, pose, profile), pose, profile, players, params)[0]


def table_view(frame: Frame, pose: Pose, profile: Profile) -> StraightView:
    """The straight view of a picture with this copy's tiles."""
    return straight_view(frame.bgr, pose, _prints(profile))


@kept_with_profile(1)
def _prints(profile: Profile) -> TilePrints:
    return prints_of({place: profile.tile(place) for place in range(1, 17)})


def tokens_in(
    view: StraightView, pose: Pose, profile: Profile, players: Sequence[str] | None = None, params: TokenParams = TOKENS
) -> tuple[TokenReading, list[Top]]:
    """The tokens in a view, and the tops that were told."""
    return judged(view, pose, find_tops(view, ask_net(view, params), pose, GameSet(profile, players), params), params)


def judged(
    view: StraightView, pose: Pose, tops: Sequence[Top], params: TokenParams = TOKENS
) -> tuple[TokenReading, list[Top]]:
    """Which of the tops that might be there are told, likeliest first."""
    told, beaten = _resolved(with_hidden_fronts(view.scale, tops, params), params)
    standing = [top for top in told if top.place is not None]
    together = one_of_each([(top.thing, top.log_odds) for top in standing], params)
    seen = [
        replace(top, log_odds=log_odds)
        for top, log_odds in zip(standing, together, strict=True)
        if log_odds > params.told
    ]
    sightings = _sightings(view, pose, seen)
    unseen = unseen_scores(view, pose, params)
    return TokenReading(sightings, _scores((*told, *beaten), unseen, params), params.absent), seen


def find_tops(
    view: StraightView,
    answer: NetAnswer,
    pose: Pose,
    game: GameSet,
    params: TokenParams = TOKENS,
    where: Mask | None = None,
) -> list[Top]:
    """Everything that might be the top of a token; ``where`` (3, h, w) are the cells of the answer looked at."""
    found: list[Top] = []
    for shape in (PLAIN, STICKER, NARROW):
        for peak in peaks_of(answer, shape, None if where is None else where[shape], params):
            again = looked_at_again(view, peak)
            things = _doubted(view, pose, answer, again, _things(view, again, game, params), params)
            found += _tops(view, pose, answer, again, things, params)
    return found


def _things(view: StraightView, peak: Peak, game: GameSet, params: TokenParams) -> list[tuple[Thing, float]]:
    """What the top may be by its colour, each with its log-odds, as far as they are worth naming."""
    scores = peak.colors + color_scores(view, peak.at_px, peak.shape, game.profile.colors, params)
    things = [(_thing(peak.shape, color, game.players), score) for color, score in zip(COLORS, scores, strict=True)]
    known = [(thing, float(score)) for thing, score in things if thing is not None]
    unfit = math.log(params.unfit_share)
    total = float(np.logaddexp.reduce([score + unfit * (thing is None) for thing, score in things]))
    likely = [(thing, _and(peak.log_odds, score - total)) for thing, score in known]
    return [(thing, log_odds) for thing, log_odds in likely if log_odds > params.absent]


def _doubted(
    view: StraightView,
    pose: Pose,
    answer: NetAnswer,
    peak: Peak,
    things: Sequence[tuple[Thing, float]],
    params: TokenParams,
) -> list[tuple[Thing, float]]:
    """The same things, less likely where something else looks like them: rubies, coins, lamps, shade on pale art."""
    return [(thing, log_odds - _doubt(view, pose, answer, peak, thing, params)) for thing, log_odds in things]


def _doubt(view: StraightView, pose: Pose, answer: NetAnswer, peak: Peak, thing: Thing, params: TokenParams) -> float:
    if thing == RUBY_LIKE:
        return params.ruby_cost * on_rubies(view, pose, peak.at_px, params)
    if thing == COIN_LIKE:
        return params.coin_cost * on_discards(view, pose, peak.at_px)
    if thing == GLARE_LIKE:
        return disc_doubt(view, answer, peak.at_px, params)
    if thing == SHADE_LIKE:
        dull = bool(top_color(view, peak.at_px, peak.shape, params).min() < params.dull)
        return params.dull_cost * dull + params.lamp_narrow_cost * lamp_seen(answer, peak.at_px, params)
    return 0.0


def _tops(
    view: StraightView,
    pose: Pose,
    answer: NetAnswer,
    peak: Peak,
    things: Sequence[tuple[Thing, float]],
    params: TokenParams,
) -> list[Top]:
    """These tokens with their feet on the table, where tokens of one kind stand alike.

    Each is less likely where the net takes what touches the tile there for something without a name.
    """
    feet = {kind: feet_of(view, pose, peak.at_px, kind, params) for kind in {thing.kind for thing, _ in things}}
    found = list[Top]()
    for thing, log_odds in things:
        for stand in stands_on(feet[thing.kind], params):
            foot_px = view.scale.px(np.array([feet[thing.kind][stand.likely_under].at_mm]))[0]
            nameless = max(0.0, answer.most_near(NAMELESS, foot_px) - params.nameless_least)
            left = _and(log_odds, stand.log_share) - params.nameless_cost * nameless
            found.append(standing_so(Top(peak.at_px, left, thing, None, None, peak.cell), feet[thing.kind], stand))
    return found


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


def _resolved(tops: Sequence[Top], params: TokenParams) -> tuple[list[Top], list[Top]]:
    """What each top is, likeliest first, where no likelier one is in its way; and everything else, much less likely."""
    kept: list[Top] = []
    beaten: list[Top] = []
    taken: set[Thing] = set()
    for alike in _by_peak(tops):
        likely = sorted(
            _shared_anew([_beside_own(top, kept, params) for top in alike], taken, params),
            key=lambda top: -top.log_odds,
        )
        rival = next((other for other in kept if _in_the_way(likely[0], other, params)), None)
        if rival is None:
            rival = likely.pop(0)
            kept.append(rival)
            if rival.thing.kind in SINGLE and rival.log_odds > params.told:
                taken.add(rival.thing)
        beaten += [replace(top, log_odds=top.log_odds - max(rival.log_odds, 0.0)) for top in likely]
    return [_cleared(top, kept, params) for top in kept], beaten


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


def _beside_own(top: Top, kept: Sequence[Top], params: TokenParams) -> Top:
    """An assistant, less likely where he would stand inside the stack of his own merchant: he may be its side."""
    for other in kept if top.thing.kind == Kind.ASSISTANT else ():
        if other.thing == Thing(Kind.MERCHANT, top.thing.color):
            _, left = feet_away(other.feet, top.feet, params.in_stack_mm)
            top = replace(top, log_odds=top.log_odds + max(math.log(left + 1e-12), -params.in_stack_cost))
    return top


def _cleared(top: Top, kept: Sequence[Top], params: TokenParams) -> Top:
    """A merchant whose stack leaves room for the assistants of his colour that are seen."""
    if top.thing.kind != Kind.MERCHANT:
        return top
    own = Thing(Kind.ASSISTANT, top.thing.color)
    seen = [foot for other in kept if other.thing == own and other.log_odds > params.told for foot in other.feet]
    feet, left = feet_away(top.feet, seen, params.in_stack_mm)
    return top if left in (0.0, 1.0) else standing_so(top, feet, stands_on(feet, params)[0])


def _sightings(view: StraightView, pose: Pose, tops: Sequence[Top]) -> tuple[Sighting, ...]:
    if not tops:
        return ()
    at = pose.project_plane(view.scale.mm(np.array([top.at_px for top in tops])))
    return tuple(
        Sighting(top.thing, top.place or 0, _sure(top), (float(x), float(y)), top.under, _sure_of_stack(top))
        for top, (x, y) in zip(tops, at, strict=True)
    )


def _sure(top: Top, params: TokenParams = TOKENS) -> float:
    """The share of tokens told with as much log-odds that are right."""
    return _share(min(_counted_log_odds(top, params), params.sure_most))


def _counted_log_odds(top: Top, params: TokenParams) -> float:
    """The log-odds of the share that was right of tokens told as surely by the net."""
    return params.sure_scale * top.log_odds + params.sure_shift


def _sure_of_stack(top: Top, params: TokenParams = TOKENS) -> float:
    """The share of numbers told under a merchant as surely that are right, 0 where none is told."""
    if top.under is None:
        return 0.0
    return _share(params.stack_scale * stack_log_odds(top.under_share) + params.stack_shift)


def stack_log_odds(share: float) -> float:
    """The log-odds of a share among all heights that a stack may have; never beyond those of one in a million."""
    return math.log(share + 1e-6) - math.log(1 - share + 1e-6)


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def _scores(tops: Sequence[Top], unseen: Sequence[Score], params: TokenParams) -> tuple[Score, ...]:
    """The best log-odds for each thing on each place, as they were counted of tokens told."""
    best = {(score.thing, score.place): score.log_odds for score in unseen}
    for top in tops:
        if top.place is not None:
            key = top.thing, top.place
            best[key] = max(best.get(key, params.absent), min(_counted_log_odds(top, params), params.most_odds))
    return tuple(Score(thing, place, odds) for (thing, place), odds in best.items())
