"""Which thresholds does the layout half of the eye use?  Each with its unit and what it means."""

from dataclasses import dataclass

TILE_MM = (90.0, 63.0)
"""Width and height of a tile."""

REASONS: dict[str, str] = {
    "not_an_image": "This is not a picture I can open (JPEG and PNG work).",
    "no_picture": "The camera gives no picture. Is it plugged in, and not used by another program?",
    "too_small": "The board is too small in the picture: go nearer or use more pixels.",
    "too_dark": "The picture is too dark: switch on a light.",
    "glare": "The light blinds the picture: move the lamp or the camera.",
    "blurred": "The picture is blurred: hold still and let the camera focus.",
    "no_board": "I do not see the sixteen tiles of this copy in this picture: show all of it, or choose another copy.",
    "not_this_game": "These are not the tiles of the chosen copy: choose another copy, or learn the one on the table.",
    "mirrored": "The picture is mirrored (a front camera?): switch mirroring off.",
    "cut_off": "The board is cut off at the edge of the picture.",
    "hand": "A hand or something else covers too much of the board.",
    "unsure": "I cannot tell the tiles apart well enough: take another picture.",
}
"""Why a picture is not read: every reason a ``NotSeen`` can carry, with advice in words."""


@dataclass(frozen=True, slots=True)
class GeometryParams:
    """The fit of camera and tiles."""

    focal_widths: float = 0.85  # usual focal length of phones and webcams, in picture widths (61 degrees across)
    focal_spread: float = 0.22  # spread of its logarithm: 0.4 to 1.6 widths are possible
    k1: float = -0.04  # usual radial term
    k1_spread: float = 0.08  # its spread: -0.2 to +0.1 are possible
    focal_starts: tuple[float, ...] = (0.7, 1.0)  # focal lengths a fit starts from, in picture widths
    point_px: float = 0.5  # error of an observed point that is right
    outlier_px: float = 2.0  # an observed point further off than this is more and more ignored
    place_spread: tuple[float, float, float] = (4.0, 4.0, 0.05)  # mm, mm, rad: how loosely tiles lie on the grid
    stop_gain: float = 1e-4  # the fit stops when a step lowers the cost by less than this share


GEOMETRY = GeometryParams()


@dataclass(frozen=True, slots=True)
class IndexParams:
    """Features of the tiles."""

    px_per_mm: float = 2.0  # size the tile pictures are searched at
    squeezes: tuple[tuple[float, float], ...] = ((1, 1), (0.7, 1), (0.45, 1), (1, 0.7), (1, 0.45))  # slants simulated
    per_picture: int = 220  # features kept of one squeezed tile
    contrast: float = 0.02  # SIFT's contrast threshold
    bright_share: float = 0.98  # a picture of which this share is darker than ``lit`` grey levels ...
    lit: float = 96.0  # ... is brightened until it no longer is, for SIFT's threshold counts grey levels


INDEX = IndexParams()


@dataclass(frozen=True, slots=True)
class SearchParams:
    """Finding the board by matched features."""

    working_px: int = 960  # long side of the picture tiles are laid on
    largest_px: int = 1600  # long side of the largest picture anything is looked for in
    looks: tuple[tuple[int, int], ...] = ((400, 600), (576, 1000))  # long sides in px, features kept
    least_tiles: int = 3  # fewer tiles on one plane are an accident
    contrast: float = 0.015  # SIFT's contrast threshold
    neighbours: int = 4  # like features compared
    checks: int = 16  # leaves of the search tree looked at
    ratio: float = 0.88  # a feature must be this much nearer to its tile than to any other
    least_members: int = 4  # matches that must agree on a tile
    agree_mm: float = 5.0  # how far off a match may be on its tile
    agree_share: float = 0.25  # and how much more for each mm from the first match
    least_spread_mm: float = 3.0  # matches of a tile must spread at least so far, both ways
    usual_pitch: float = 1.05  # step from tile to tile over the size of a tile
    seeds: int = 6  # tiles tried as the first
    enough_tiles: int = 12  # so many tiles on one plane end the search
    enough_share: float = 0.7  # and so large a share of the tiles that may lie somewhere
    size_error: float = 0.25  # how far a tile's size may be off, as a share
    turn_error: float = 0.25  # rad: how far a tile may seem turned
    off_cell: float = 0.22  # how far off its cell, as a share of the step
    plane_error_mm: float = 4.0  # error of a match that is right, on the plane


SEARCH = SearchParams()


@dataclass(frozen=True, slots=True)
class IdentifyParams:
    """Comparing cells with tiles."""

    px_per_mm: float = 2 / 3  # size cells are compared at
    shift_px: int = 4  # how far a tile may lie off its cell: 6 mm
    neighbourhood_mm: float = 8.0  # radius of what counts as the surroundings of a point
    least_contrast: float = 0.04  # contrast that counts as none, as a share of the mean brightness
    clip: float = 2.5  # contrast beyond this counts as this
    blocks: tuple[int, int] = (6, 6)  # a tile is compared in so many blocks, across and down
    other_mean: float = 0.12  # likeness of blocks that are not the same
    other_spread: float = 0.38  # and its spread
    same_mean: float = 0.85  # likeness of blocks that are the same
    same_spread: float = 0.18  # and its spread
    seen_share: float = 0.6  # share of a tile's blocks that nothing lies on
    most_odds: float = 6.0  # no block says more than this
    independent: float = 0.5  # neighbouring blocks say partly the same: what each adds
    shift_cost: float = 1.5  # log-odds lost by a tile that lies off its cell as far as it may
    plain_turn: float = 5.0  # log-odds from which it is plain which way up a tile lies


IDENTIFY = IdentifyParams()


@dataclass(frozen=True, slots=True)
class RegisterParams:
    """Laying the learnt tiles exactly on the picture."""

    px_per_mm: float = 2.0  # size pictures are compared at
    neighbourhood_mm: float = 8.0  # radius of what counts as the surroundings of a point
    points: tuple[int, int] = (8, 6)  # points followed on a tile, across and down
    edge_mm: float = 4.0  # no points nearer to the edge of a tile
    window_px: int = 17  # patch around a point
    coarse_px_per_mm: float = 1.0  # size pictures are compared at first
    coarse_window_px: int = 11  # and the patch around a point there
    levels: int = 1  # coarser pictures used before
    reach_mm: float = 5.0  # a point found further away is wrong
    closer: float = 2.5  # how much less far points are followed the second time


REGISTER = RegisterParams()


@dataclass(frozen=True, slots=True)
class FramedParams:
    """Whether the frame of a tile shows all around it."""

    outside_mm: float = 2.0  # how far the rim reaches outside of the tile
    inside_mm: float = 6.0  # and into it
    pieces: int = 5  # pieces each side is cut into


FRAMED = FramedParams()


@dataclass(frozen=True, slots=True)
class LocateParams:
    """From a plane to a stated layout."""

    first_points: int = 80  # matches used to choose among cameras
    most_points: int = 300  # matches used to fit the camera chosen
    near_px: int = 1  # how far a tile laid exactly is still moved about (in px of the comparison)
    plain_tiles: int = 10  # so many tiles that are not weak end the search
    coarse_px: int = 2  # tiles that look like none are first moved about by so much (in px of the comparison)
    beside: int = 3  # so many times a board of which whole rows show no tile is laid further
    tile_px: float = 90.0  # where features told too little, tiles are compared in a picture in which they are so wide
    first_soft_mm: float = 2.5  # and with tiles blurred so much at first
    soft_mm: tuple[float, ...] = (0.0, 1.2, 2.5, 4.0)  # then so much, whichever suits best
    plainly_soft_mm: float = 2.0  # where features told enough, only a picture as soft as this is compared softly
    sure: float = 0.9  # a layout read whole and this sure is not looked at in another way
    disputes: float = 0.8  # unless a cell was read otherwise before, and as sure as this
    weak_odds: float = 8.0  # log-odds of a tile below which it is looked for again, turned a little
    weak_turns: tuple[float, ...] = (0.0, -0.08, -0.04, 0.04, 0.08)  # rad: how it may be turned
    follow_odds: float = 3.0  # log-odds from which a tile's art is used to lay it exactly
    lay_mm: tuple[float, ...] = (5.0, 3.0)  # how far points are followed, time by time
    settled_mm: float = 1.0  # tiles that move less than this lie where they lie
    even_margin: float = 2.5  # margin in log-odds at which a cell is as likely right as wrong
    slope: float = 1.0  # how fast a larger margin makes it sure
    least_odds: float = -3.0  # log-odds below which a cell is not read
    least_lead: float = -3.0  # a cell that looks so much more like another tile is not read
    left_shows: float = 3.0  # how much must show of the last tiles, where nearly all others are read
    left_margin: float = 2.5  # and how much worse any other pairing must be
    left_turn: float = 2.5  # and a tile the other way up; nearer ones are looked at closely
    left_tiles: int = 3  # no more tiles than this are read so
    framed_tiles: int = 2  # of no more than these the frame is looked at
    framed_least: float = 0.5  # likeness of its frame with that of the others from which nothing reaches in
    framed_shows: float = 0.5  # then this much is enough
    framed_margin: float = 1.5  # and a pairing worse by so much
    least_certainty: float = 0.5  # certainty below which a cell is not read
    most_unread: int = 6  # more unread cells than this: nothing is told
    most_outside: int = 2  # more unread cells than this outside of the picture: it is cut off
    sure_tiles: int = 6  # with so many tiles read, the rest is hidden; with fewer, the game is another
    least_tile_px: float = 24.0  # tiles narrower than this are too small to be read


LOCATE = LocateParams()


@dataclass(frozen=True, slots=True)
class Cut:
    """How patches that may be boards are cut out."""

    levels: tuple[float, ...]  # of how likely the board is there
    close_share: float  # gaps closed, in picture widths
    open_share: float = 0.0  # around small patches things narrower than this, in picture widths, are then cut off


@dataclass(frozen=True, slots=True)
class RoughParams:
    """Finding a soft or small board by outlines and a coarse comparison in colour."""

    outline_px: int = 480  # long side of the picture outlines are looked for in
    crop_px: int = 320  # and of what is around a small patch
    crops: int = 1  # no more patches are looked at than this
    crop_around: float = 0.35  # how much around a patch, as a share of its size
    crop_below: float = 0.12  # patches smaller than this share of the picture are looked at by themselves
    cuts: tuple[Cut, ...] = (
        Cut((0.25, 0.4, 0.55), 0.015, 0.08),
        Cut((0.15, 0.3, 0.5, 0.7), 0.025),
    )  # one after the other
    area_share: tuple[float, float] = (0.008, 0.85)  # area of a board, as a share of the picture
    crop_area_share: tuple[float, float] = (0.08, 0.8)  # and as a share of what is around a patch
    same_share: float = 0.08  # outlines whose corners differ by less, as a share of their size, are one
    most_odd: float = 0.4  # how far sides may seem from being as long and square as they are
    first: tuple[float, float] = (0.15, 30.0)  # first look: px a mm, and how far off in mm a cell may lie
    looks: tuple[tuple[float, float], ...] = (
        (0.15, 20.0),
        (0.25, 16.0),
        (0.25, 12.0),
        (0.25, 8.0),
        (0.25, 16.0),
        (0.25, 8.0),
    )  # then these
    soft_mm: float = 2.5  # blur of the tiles
    neighbourhood_mm: float = 12.0  # radius of what counts as the surroundings of a point
    finalists: int = 3  # boards of a part of the picture that are looked at more than once
    promising: float = 4.4  # likeness of cells by themselves below which a board is not looked at more closely
    worth_more: float = 5.5  # likeness after the first look below which a board is not looked at again
    plenty: float = 7.3  # likeness from which no other board is looked for
    least: float = 6.3  # likeness below which there is no board


ROUGH = RoughParams()


@dataclass(frozen=True, slots=True)
class MotionParams:
    """Telling a still picture from one in which something moved."""

    size_px: tuple[int, int] = (320, 180)  # size pictures are compared at
    blur_px: tuple[int, int] = (5, 5)  # smoothed over so much
    still_grey: float = 2.5  # grey levels by which a patch may differ without noise
    still_noise: float = 5.0  # and so many times the mean difference more
    still_mean: float = 2.0  # where a mean difference above this is no noise: all has moved, or the lamp was switched
    beside_mm: float = 60.0  # a hand over the tiles has its arm within so much beside them
    left_s: float = 0.4  # where a hand seems not to have moved for so long, the board is looked for anew
    lies_s: float = 1.5  # what hides a tile and has not moved for so long is no hand
    lies_tiles: int = 2  # if it hides no more tiles than this
    lies_long_s: float = 6.0  # and what has not moved for so long is none, however much it hides


MOTION = MotionParams()


@dataclass(frozen=True, slots=True)
class SeekParams:
    """How often a camera that does not see the board is searched."""

    eager: int = 2  # so many searches in a row are made at once and thoroughly
    again_s: float = 1.0  # a picture that stays the same is searched again after this
    still_s: float = 10.0  # and later only after this
    quick_s: float = 0.5  # from one quick search of a changing picture to the next
    thorough_s: float = 4.0  # from one thorough search to the next
    lacking_s: float = 5.0  # a board of which tiles are not read is searched again after this
    slow_s: float = 1.0  # where pictures come this long apart each is searched thoroughly


SEEK = SeekParams()


@dataclass(frozen=True, slots=True)
class RefuseParams:
    """Finding the reason why a picture cannot be read."""

    bright_share: float = 0.98  # share of the picture darker than its bright parts
    dark: float = 26.0  # grey level of the bright parts below which it is too dark
    every_rows: int = 16  # rows between those that tell whether it is dark
    white: int = 250  # grey level from which a pixel is burnt out
    burnt_share: float = 0.12  # share of burnt-out pixels that blinds a picture
    sure_tiles: int = 6  # so many tiles on one plane are no accident
    blurred: float = 0.05  # sharpness below which a picture is blurred
    least_px: int = 240  # a picture lower than this shows too little


REFUSE = RefuseParams()


@dataclass(frozen=True, slots=True)
class TrackParams:
    """Checking where the board was."""

    steady_odds: float = 8.0  # log-odds from which a tile is seen well
    steady_tiles: int = 8  # so many tiles must be seen well where they were


TRACK = TrackParams()
