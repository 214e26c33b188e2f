"""Which thresholds does learning a copy use?  Each with its unit and what it means."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GridParams:
    """Finding sixteen unknown tiles by their outlines."""

    working_px: int = 1100  # long side of the picture the search runs on
    blur_px: float = 1.2  # smoothing before edges
    edge_shares: tuple[float, ...] = (0.80, 0.88, 0.94)  # shares of the picture with less slope than an edge
    least_slope: float = 6.0  # grey levels (times 4) that always count as nothing
    area_share: tuple[float, float] = (0.0015, 0.06)  # area of a tile, as a share of the picture
    four_sided: float = 0.85  # share of an outline's hull that its four-sided form must fill
    side_middle: tuple[float, float] = (0.15, 0.85)  # part of a side that is straight (tiles have round corners)
    picture_contrast: float = 0.05  # spread of brightness inside a tile, as a share of the bright parts
    pitch_ratio: tuple[float, float] = (0.985, 1.14)  # tile-to-tile step over tile size, both ways
    side_error: float = 0.08  # how far a side may be off its length, as a share
    turn_error: float = 0.14  # rad: how far a tile may be turned
    off_cell: float = 0.11  # how far a tile may lie off its cell, as a share of the pitch
    tile_error_mm: float = 3.0  # error of an outline that is right
    seeds: int = 160  # outlines tried as the first tile
    finalists: int = 4  # lattices with most votes each way round that a camera is fitted to
    least_tiles: int = 5  # outlines that must agree


GRID = GridParams()


@dataclass(frozen=True, slots=True)
class EdgeParams:
    """Sharpening tile outlines on the picture, without knowing the art."""

    reach_mm: tuple[float, ...] = (3.0, 2.5, 2.0, 1.5)  # how far from its place an edge is looked for, by round
    loose_mm: tuple[float, ...] = (0.8, 0.8, 1.2, 1.5)  # how loosely tiles lie on the grid, by round
    step_mm: float = 0.1  # sampling across a side
    samples: int = 12  # sampling along each third of a side
    blur_mm: float = 0.25  # smoothing across a side
    around_mm: tuple[float, float] = (6.0, 60.0)  # the ring around the board whose colours are the table's
    colour_bins: int = 24  # bins of each Lab channel
    colour_floor: float = 1e-4  # share of the picture below which a colour says nothing
    enough: float = 0.25  # a step this steep, as a share of the usual steepest, counts half
    any_edge: float = 0.15  # what a step counts without table outside of it
    side_mm: float = 1.5  # how far outside and inside of an edge the table is looked for
    peak_mm: float = 0.7  # the steepest step within so far of the best edge is its exact place
    expect: float = 0.5  # how fast trust falls with distance, in reaches


EDGES = EdgeParams()
ANY_EDGES = EdgeParams(any_edge=0.4)
"""Where the table's colours are not to be trusted as much."""


@dataclass(frozen=True, slots=True)
class LinesParams:
    """Laying all sixteen tiles at once on the edges of their sides."""

    edges: EdgeParams = ANY_EDGES  # what counts as an edge
    reach_mm: float = 11.0  # how far off a side may lie
    rounds: tuple[tuple[float, float], ...] = ((3.0, 8.0), (1.5, 5.0), (0.8, 3.0), (0.4, 1.5))  # smoothing, span; mm
    shrinks: tuple[float, ...] = (1.0, 0.6, 0.36, 0.22)  # the span, sweep by sweep
    trials: int = 31  # values of a mode tried at once
    growth_share: float = 0.25  # how far tiles may grow, as a share of how far they may move
    around_mm: float = 3.0  # how far from the sides the picture should be less steep
    near_mm: float = 0.6  # this near to a side its edge may lie
    least: float = 1.9  # times as steep along the sides below which there are no tiles, where they share nothing
    alike: float = 2.0  # what likeness adds to that
    least_margin: float = 1.0  # log-odds by which the outline must be likelier than another


LINES = LinesParams()


@dataclass(frozen=True, slots=True)
class RimParams:
    """Finding the outline that tiles laid alike have in common."""

    reach_mm: tuple[float, ...] = (7.0, 3.0)  # how far off it is looked for, time by time
    seen_mm: float = 10.0  # so far off it is looked at
    inside_mm: float = 3.0  # further in than this it is tile for certain
    step_mm: float = 0.1  # sampling across a side
    blur_mm: float = 0.25  # smoothing across a side
    soft_mm: float = 0.8  # what is as steep when smoothed by this is no edge but a shadow
    same_grey: float = 2.0  # grey levels by which the same print may differ
    light_rounds: int = 6  # times the light on each tile is told by the print that tiles share
    other: float = 25.0  # squared difference, in spreads, at which outer and inner tiles are seen to part
    other_soft: float = 6.0  # and how softly
    parted_per_mm: float = 8.0  # log-odds of a mm inside where outer and inner tiles have parted
    half_way: float = 0.5  # colours more likely the table's than this speak for outside
    cloth_per_mm: float = 2.0  # log-odds of a mm on the wrong side by its colour
    clear_step: float = 0.25  # a step of this share of the sharpest counts half
    edge_odds: float = 6.0  # log-odds of a sharp edge
    further_per_mm: float = 10.0  # log-odds of a mm of sharp edges further out
    most_further: float = 6.0  # at most: something may lie along the board
    thick_mm: float = 0.7  # edges so little further out are a rounding of the rim
    tile_mm: float = 2.0  # how thick tiles are
    foot_mm: float = 0.4  # how wide the lower edge of a tile is with its shadow
    mirrored_odds: float = 10.0  # log-odds of opposite sides whose frames are the same
    frame_mm: float = 6.0  # how far in the frames of opposite sides are compared
    like_mm: float = 0.3  # how far off the same line of both may lie
    plain: float = 0.7  # frames with fewer lines than this say nothing
    shift_mm: float = 6.0  # shifts tried, both ways
    growth: float = 0.1  # growths tried, both ways
    growth_step: float = 0.0025
    wider: float = 0.012  # spread of how much wider than high tiles have been laid
    doubted_wider: float = 0.03  # and where that is doubted
    gap_mm: tuple[float, float] = (2.3, 1.6)  # usual gap between tiles, and its spread
    least_gap_mm: float = -0.3  # tiles do not overlap
    uneven_mm: float = 1.5  # spread of the difference of the gaps both ways
    close_mm: tuple[float, ...] = (1.5, 1.0)  # reach of the last looks
    other_mm: float = 2.0  # an outline further off than this is another one


RIM = RimParams()


@dataclass(frozen=True, slots=True)
class AlikeRound:
    """One round of laying tiles alike: how fine, how far tiles are seen beyond their edges, how loosely they lie."""

    px_per_mm: float
    margin_mm: float
    loose_mm: float
    most_steps: int


@dataclass(frozen=True, slots=True)
class AlikeParams:
    """Laying sixteen tiles of unknown art by what all of them share."""

    neighbourhood_mm: float = 8.0  # radius of what counts as the surroundings of a point
    least_contrast: float = 0.04  # contrast that counts as none, as a share of the mean brightness
    blur_px: float = 0.8  # smoothing
    margin_mm: float = 3.0  # how much around a tile is looked at when tiles are compared
    block_mm: float = 5.0  # pieces a cell is moved by
    independent: float = 0.1  # neighbouring pixels say nearly the same: what each adds
    turn_arm_mm: float = 80.0  # a tile that lies a mm off is turned by one over this
    loosely: float = 1.5  # tiles are held to their lattice by so many times what the middle one lies off it
    least_loose_mm: float = 0.5  # but not more closely than this
    lap_mm: float = 4.0  # tiles that would lie on each other by more than this have been misread
    settled_mm: float = 0.03  # a step smaller than this is the last
    may_fall: float = 0.01  # a step after which cells are less alike by more than this is halved
    rough: tuple[AlikeRound, ...] = (AlikeRound(0.4, 6.0, 3.0, 6),)  # for every start
    middle: tuple[AlikeRound, ...] = (AlikeRound(0.8, 4.0, 2.0, 5),)  # for the likeliest
    freed: tuple[AlikeRound, ...] = (*rough, *middle)  # for those of which cells were carried
    fine: tuple[AlikeRound, ...] = (AlikeRound(0.8, 4.0, 2.0, 4), AlikeRound(1.6, 3.0, 1.5, 6))  # for the best
    least_px: float = 40.0  # tiles nearer to each other than this are none, or no use
    kept: int = 2  # starts of a kind that are looked at more finely
    carry_mm: float = 16.0  # how far a cell caught on a wrong line is carried
    carry_gain: float = 0.15  # and by how much more it must look like the others there
    plenty: float = 0.5  # likeness from which no further starts are looked for
    least: float = 0.27  # likeness below which there are no sixteen tiles


ALIKE = AlikeParams()


@dataclass(frozen=True, slots=True)
class OutlineParams:
    """Finding a whole board of unknown art as one patch."""

    rim_share: float = 0.06  # width of the rim of the picture that is taken for table
    bins: int = 20  # bins of each Lab channel
    tints: int = 32  # bins of red's and of blue's share of a colour
    blur_share: float = 0.006  # smoothing, in picture widths
    close_share: float = 0.015  # gaps closed, in picture widths
    open_share: float = 0.0  # things narrower than this, in picture widths, are cut off; at least twice those gaps
    levels: tuple[float, ...] = (0.25, 0.4, 0.55)  # levels at which patches are cut out
    area_share: tuple[float, float] = (0.015, 0.85)  # area of a board, as a share of the picture
    same_share: float = 0.012  # outlines whose corners differ by less, in picture widths, are one
    most: int = 8  # outlines tried
    most_corner_cost: float = 60.0  # cost of a camera for four corners above which they are no board
    boards: int = 4  # so many of the likeliest boards are looked at


OUTLINE = OutlineParams()


@dataclass(frozen=True, slots=True)
class SheetParams:
    """The sheet of squares to print for those who want to measure their lens."""

    paper_mm: tuple[float, float] = (297.0, 210.0)  # A4 across
    squares: tuple[int, int] = (9, 6)
    square_mm: float = 30.0
    marker_mm: float = 22.0
    dpi: int = 300
    least_corners: int = 8  # fewer corners in a photo say nothing
    least_photos: int = 8  # photos below which more are asked for
    corner_share: float = 0.2  # how far from a corner of the picture, in picture sizes, the sheet must have been seen
    least_spread: float = 0.5  # how much the sheet's tilt must differ (sum of sines, both ways)
    most_rms_px: float = 1.0  # error above which something moved or was bent


SHEET = SheetParams()


@dataclass(frozen=True, slots=True)
class LearnParams:
    """Learning tiles, and when to give advice."""

    least_width_px: float = 90.0  # tiles narrower than this make a poor profile
    dark: float = 60.0  # grey level; the bright parts of a tile darker than this are too dark
    white: int = 250  # grey level from which a pixel is burnt out
    glare_share: float = 0.04  # share of burnt-out pixels on a tile that is glare
    unsharp: float = 0.10  # sharpness below which a tile is blurred
    least_blurred: int = 3  # fewer soft tiles have soft art
    usually_alike: float = 0.5  # likeness of the middle frame from which one that is unlike the others tells something
    odd: float = 0.62  # and this share of it that is too little (0.65 to 0.97 for the oddest of sixteen bare tiles)
    usual_pitch: float = 1.035  # step from tile to tile over the size of a tile
    working_px: int = 2200  # long side of the picture tiles are laid on exactly
    rounds: int = 2  # times they are laid alike and their outline is found
    bent_k1: float = 0.12  # size of k1 from which the lens is called bent
    unlike: float = 0.34  # likeness of the tiles below which the edges found are not to be trusted
    least_margin: float = 2.5  # log-odds by which their outline must be likelier than another
    least_lined: float = 1.65  # and times as steep along it as around it
    same_px: tuple[int, int] = (45, 32)  # tiles of two photos are compared at this size
    least_same: int = 15  # so many tiles must look like those of the same number in the other photo
    steep_deg: float = 40.0  # a photo to learn from should be taken from further above than this


LEARN = LearnParams()


@dataclass(frozen=True, slots=True)
class StandingParams:
    """Telling wood on the tiles of a photo to learn from.  Scores are the net's, before they are calibrated."""

    itself: float = 0.3  # weight of what the net says of a tile compared with its own picture
    least_itself: float = -4.2  # no such score counts as lower
    wood: float = 0.45  # weighed score from which there is wood


STANDING = StandingParams()
