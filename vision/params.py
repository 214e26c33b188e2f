"""Which thresholds does the eye use?  Each with its unit and what it means; one small record per stage."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.sync.observation import Kind
from vision.params_layout import REASONS, TILE_MM

__all__ = ["REASONS", "TILE_MM"]


@dataclass(frozen=True, slots=True)
class ViewParams:
    """The straight view in which tokens are read."""

    px_per_mm: float = 1.0
    size_mm: tuple[float, float] = (472.0, 364.0)  # 50 mm of table around the tiles, for what leans out over them
    rim_px: int = 36  # so much more of the table, with the dice, is watched for changes
    paper_percentile: float = 97.0  # share of the learned pixels darker than white paper
    fit_step_px: int = 4  # the light is fitted on every so many pixels
    fit_inside: float = 0.99  # share of such a block that must lie on the tile
    fit_scales: tuple[float, ...] = (0.3, 0.2, 0.12, 0.08, 0.06, 0.05)  # a bad fit, round by round (white is 1)
    fit_correlated: float = 10.0  # so many neighbouring blocks count as one
    light_spread: tuple[float, ...] = (0.35, 0.12, 0.12, 0.08, 0.04, 0.04)  # of a tile's gain, slopes; veil, slopes


VIEW = ViewParams()


@dataclass(frozen=True, slots=True)
class FocusParams:
    """How soft a picture is, by the detail of its tiles in the straight view."""

    steps_mm: tuple[float, ...] = (0.6, 0.9, 1.2, 1.6, 2.0, 2.5, 3.2, 4.0)  # tried until one fits worse
    least_mm: float = 1.2  # what is less soft counts as sharp
    large_px: int = 17  # forms as large are no detail
    step: int = 3  # every so many pixels of the tiles are looked at
    sharpen: float = 2.0  # so many times what a further blur would take is given back
    edge_share: float = 0.7  # of the softness, how wide that blur is


FOCUS = FocusParams()


@dataclass(frozen=True, slots=True)
class FuseParams:
    """When several pictures of a table on which nothing moves are read as one."""

    pictures: int = 8  # so many
    least_noise: float = 3.0  # where they differ by so many grey levels (standard deviation)
    step: int = 91  # in every so many rows; odd, for JPEG's blocks have 8


FUSE = FuseParams()


@dataclass(frozen=True, slots=True)
class SteadyParams:
    """What changed from one picture to the next.  Cells are 4 px of the straight view."""

    halved_px: float = 1.5  # a picture with so many pixels to one of the sheet is halved first: noise is averaged
    light_step: int = 4  # the light is compared at every so many cells, about a thousand values
    light_drift: float = 0.06  # share by which the light may have changed; beyond it all is read anew
    least_grey: float = 4.5  # grey levels by which a cell may differ in a picture without noise
    noise_times: float = 6.0  # and so many times the median difference more
    most_noise: float = 8.0  # a median difference above this is no noise: the camera has moved
    most_changed: float = 0.25  # with more than this share of changed cells all is read anew
    looks: int = 60  # after so many looks at what changed all is read anew
    stills: int = 20  # after so many unchanged pictures they are compared more closely
    beside_cells: int = 1  # cells around a changed one that are read anew
    answer_cells: int = 3  # cells from a changed one beyond which the net's answer seldom changes by more than 0.3
    input_cells: int = 4  # cells around those which the net has to see
    moved_share: float = 0.25  # a tile of which more than this share of cells changed may have moved
    top_cells: int = 11  # cells from a changed one within which tops are put on their feet again
    wood_mm: float = 8.0  # what changes when wood comes or goes is at least so wide, be it half hidden
    named: float = 2.5  # log-odds from which wood accounts for what changed
    unnamed_mm2: float = 60.0  # the middle of a change that nobody can name is at least so large
    tint_grey: float = 6.0  # grey levels by which a colour differs in more than its brightness
    shade_least: float = 0.45  # no shadow lets less light through
    appearances: int = 6  # so many pictures before are remembered, for a hand may pass
    slow_s: float = 1.0  # a picture that comes so long after the last one was taken on purpose


STEADY = SteadyParams()


@dataclass(frozen=True, slots=True)
class BackgroundParams:
    """How the bare tiles are learnt anew from looks at which people's game says what stands there."""

    least: int = 2  # looks before anything is believed
    most: int = 12  # older ones count no more than so many
    learnt_looks: float = 0.3  # so many looks the picture that was learnt from the photo counts for
    apart: float = 0.12  # two looks differ if they are so far apart (white paper is 1)
    around_px: int = 5  # on the mean of so many pixels; nothing is learnt so near to wood
    moved_mm: float = 1.5  # a camera that shows a tile so far away from where it was has moved


BACKGROUND = BackgroundParams()


@dataclass(frozen=True, slots=True)
class TokenParams:
    """Finding tokens.  Sizes of the wood in mm; scores are log-odds (natural logarithm)."""

    height_mm: Mapping[Kind, float] = field(
        default_factory=lambda: {
            Kind.MERCHANT: 8.5,
            Kind.ASSISTANT: 5.0,
            Kind.FAMILY: 16.5,
            Kind.GOVERNOR: 11.5,
            Kind.SMUGGLER: 11.5,
        }
    )
    radius_mm: Mapping[Kind, float] = field(
        default_factory=lambda: {
            Kind.MERCHANT: 9.5,
            Kind.ASSISTANT: 9.5,
            Kind.FAMILY: 5.8,
            Kind.GOVERNOR: 9.5,
            Kind.SMUGGLER: 9.5,
        }
    )
    most_under: int = 5  # assistants that may be under a merchant
    input_gain: float = 150.0  # grey level of white paper in what the net is shown
    input_span: float = 128.0  # grey levels per unit there
    input_zero: float = 0.6  # units taken off
    lean_mm: float = 10.0  # height whose lean the net is told
    propose: float = -4.0  # log-odds of a top worth keeping
    told: float = 0.0  # log-odds of a token that is told as seen
    same_mm: float = 6.5  # tops of one colour nearer than this are one token
    other_mm: float = 5.0  # tops of different colours
    in_stack_mm: float = 12.0  # an assistant does not stand nearer than this to a merchant of his colour
    in_stack_cost: float = 2.0  # log-odds it costs him at most if the stack seems to be so high
    beside_mm: float = 8.0  # a token standing further than this from every tile is on no place
    second_cost: float = 3.0  # log-odds taken from a second one of which there is only one
    rubies_at_mm: tuple[float, float] = (7.3, 55.3)  # middle of the rubies in the corner of a tile
    ruby_high_mm: float = 4.0
    ruby_near_mm: float = 5.0  # what looks like a red family member so near to them may be these
    ruby_cost: float = 5.0  # log-odds taken from it
    coin_cost: float = 2.0  # taken from a yellow disc on the discarded cards: some show a coin
    unseen_odds: float = 0.1  # odds of what there is one of standing unseen, beside those of being seen by chance
    neutral_odds: float = 0.1  # of a merchant nobody plays
    doubt: float = 0.1  # least share of no assistant standing where one is seen
    unfit_share: float = 0.1  # of a top in a colour that nothing of its shape has here, what speaks for no token
    absent: float = -4.0  # log-odds of what was not even proposed; no score is lower
    burnt: float = 0.86  # grey of burnt-out white, as a share of the brightest there is
    least_burnt: float = 0.02  # smaller shares of a tile are let be
    burnt_paper: float = 1.08  # and compared with white paper
    burnt_cost: float = 0.5  # log-odds taken from a white disc that is all burnt: glare looks like one
    burnt_within: float = 0.8  # of its radius
    uneven_cost: float = 1.0  # taken from one that is brighter than paper and not round or not even
    lamp_cost: float = 1.0  # taken for each by which the net's log-odds of a mirrored lamp there exceed ``lamp_least``
    lamp_narrow_cost: float = 1.8  # the same from a white family member
    lamp_least: float = -1.8  # chosen, with the costs, on tables to tune with
    nameless_cost: float = 1.4  # log-odds that a token loses for each of something without a name where it stands
    nameless_least: float = -1.5  # log-odds of that from which on it does: counted on tables to tune with
    dull: float = 0.65  # darkest channel of a white family member's top, at least (white paper is 1)
    dull_cost: float = 3.0  # log-odds taken from one that is darker: shade on pale art looks like it
    burnt_px: int = 13  # a disc is lost where a burnt spot is as wide as this
    most_odds: float = 7.0  # no score is higher
    logit_scale: float = 2.0  # from the net's logits to log-odds: most wood is read right so, of tables to tune with
    logit_shift: float = 1.0
    sure_scale: float = 1.33  # from log-odds to those of the share that is right, of tokens told
    sure_shift: float = 0.29  # (``tools/fit_sure.py``)
    sure_most: float = 6.1  # log-odds of the surest there is: so rare an error was not counted often enough to tell
    stack_scale: float = 0.04  # the same of numbers under merchants
    stack_shift: float = 4.52
    wood_weight: float = 1.0  # how far learned colours of this copy's wood speak beside the net
    wood_spread: float = 0.08  # learned colours are met to this (white paper is 1)
    wood_limit: float = 4.0  # log-odds they may say at most
    wide_rim_px: float = 9.0  # of a disc's top in the view, where its colour is taken
    narrow_rim_px: float = 4.5  # of a family member's
    rim: tuple[float, float] = (0.82, 1.0)  # shares of a disc's radius between which there is wood and no sticker
    stray_share: float = 0.02  # share left to a stack's foot being beside all tiles
    front_deg: float = 60.0  # the front of a stack reaches so far around to either side
    most_hidden: float = 0.9  # share at most that goes to heights of a stack whose end is hidden
    sure_under: float = 0.999  # a number of assistants under a merchant is told if its share is larger


TOKENS = TokenParams()


@dataclass(frozen=True, slots=True)
class UnseenParams:
    """When wood probably stands on a place untold, and what is a thing without a name.

    ``weights`` and ``bias`` come from ``tools/fit_unseen.py``, those of a thing from ``tools/fit_sure.py``.
    """

    weights: tuple[float, float, float] = (2.56, 0.89, 0.42)  # of something nearly told, how nearly, strange parts
    bias: float = -8.59  # log-odds without any of these
    told: float = 0.05  # probability from which a place is told
    far_px: float = 0.8  # pixels to a mm, where they are fewest, below which wood is easily missed
    most: float = 5.9  # log-odds above the least, at most
    around_px: int = 9  # how far around a pixel is looked
    strange: float = 0.4  # how surely that is not the bare tile
    wide_mm: float = 9.0  # what wood shows is at least so wide
    laid_times: float = 1.15  # how much larger than its spot is what the game lays there
    reach_cells: int = 2  # so many cells around what changed may be strange otherwise than before
    part_rim_px: int = 5  # so far around its middle a strange part reaches
    thing_least: float = -3.0  # log-odds of the net above which something may have no name
    thing_mm: float = 14.0  # a strange part so near to what the net has seen is that
    thing_weights: tuple[float, ...] = (2.4, 0.33, 1.65, -0.56)  # seen by the net; size, hue, breadth of the part
    thing_bias: float = -6.15  # log-odds of its being a thing without any of these
    thing_told: float = 0.2  # probability from which it is told as something without a name


UNSEEN = UnseenParams()


@dataclass(frozen=True, slots=True)
class HandParams:
    """Noticing a hand that reaches in over the tiles.  Cells are 4 px of the straight view; white paper is 1."""

    off: float = 0.06  # difference from the bare tile at which it may be hidden
    likeness: float = 0.4  # correlation with the bare tile below which nothing of it is seen
    window_px: int = 7  # neighbourhood, in pixels twice as large, in which that is looked at
    plain: float = 1e-5  # square of the variance below which a tile shows nothing to be missed
    share: float = 0.5  # of a cell's pixels
    wood_odds: float = -3.0  # log-odds of wood worth leaving out
    around_mm: float = 2.0  # wood is left out with so much around it
    foot_share: float = 0.15  # of the feet it may stand on
    part_cells: int = 5  # a wrist is at least as wide; wood and fingers are not
    rim_cells: int = 2  # cells along the tiles' rim
    beyond_cells: int = 2  # cells further out where its colour must go on
    alike: float = 0.15  # difference of colour that counts as the same, as a share of its brightness
    dark: float = 0.5  # but never of less than this
    least_cells: float = 26.0  # geometric mean of its cells and of those at the rim; more at a steep look
    most_soft_mm: float = 1.4  # in softer pictures a hand is not told by itself
    arm_cells: int = 90  # what goes on so far beside the tiles is an arm; what leans out unseen is smaller


HAND = HandParams()
HAND_COMING = HandParams(share=0.3, part_cells=3, least_cells=12.0)
"""The same against an earlier picture: what lay there before is no hand, so fingers do."""


@dataclass(frozen=True, slots=True)
class StackParams:
    """What the stack net is shown: the front of a stack, unrolled."""

    top_shares: tuple[float, ...] = (0.6, 0.8, 0.92)  # rows on the top, as shares of its radius
    row_mm: float = 1.25  # from row to row down the front
    rows: int = 34
    columns: int = 9
    around_deg: float = 72.0  # columns reach this far to both sides of the line to the camera's foot
    pitch_px: float = 1.5  # pixels between rows per unit
    most_pitch_px: float = 3.0


STACKS = StackParams()


@dataclass(frozen=True, slots=True)
class DiceParams:
    """Reading two dice of about 12 mm beside the board; scores are log-odds."""

    px_per_mm: float = 2.0
    margin_mm: float = 80.0  # dice lie within this of the tiles
    top_mm: float = 10.0  # height of a die's top above the tiles' faces (12 mm less a tile)
    half_mm: float = 6.0  # half a die's height
    beside_mm: float = 9.0  # what a changed part of the table hides or shows of a die lies this far from it
    around_mm: float = 22.0  # and so much around that is looked at
    pip_blur_mm: float = 0.45
    pip_ring_mm: float = 1.9  # all around a pip, this far from its middle, the face is bright
    pip_depth: float = 0.1  # share by which a pip is darker than what is around it
    most_pips: int = 400  # with more dark dots than this on the table, dice are not looked for
    least_white: float = 0.4  # brightness of a white face, at least, compared with white paper
    look_mm: float = 8.0  # how much of the table is pictured is told on points so far apart
    paper_px_per_mm: float = 0.5  # scale in which white paper is looked for
    paper_percentile: float = 97.0  # share of the tiles' pixels darker than white paper
    near_cells: int = 5  # the middle of a top is this near to a dark dot
    around_cells: int = 6  # and so much around that is shown to the net
    white_percentile: float = 98.0  # share of a window's pixels darker than its white
    most_bright: float = 1.4
    grey_zero: float = 0.5  # taken off what the net is shown
    propose: float = -4.0  # log-odds of a top worth keeping
    apart_mm: float = 9.0  # tops of two dice are at least this far apart
    told: float = 0.5  # log-odds both dice must have: nearer to 0 numbers are often wrong
    least_share: float = 0.9  # of the number told among all numbers
    third_odds: float = 0.0  # a third top this likely, and nothing is told


DICE = DiceParams()


@dataclass(frozen=True, slots=True)
class WoodParams:
    """Learning the colours of this copy's wood."""

    certain: float = 1.0  # log-odds a token must have to teach its colour
    least_tokens: int = 2  # tokens of a colour that must agree
    agree: float = 0.2  # distance from their median (white paper is 1)
    finger_mm: float = 14.0  # so far off a finger may point
    mixed_up: float = 0.12  # colours nearer than this are easily taken for one another


WOOD = WoodParams()
