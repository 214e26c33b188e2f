"""Where do things lie on the tiles by the rules, and when is told what lies there?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.istanbul.names import Place

TRACK_MM = ((10.5, 30.5), (10.5, 40.3), *((10.5 + 9.81 * i, 50.2) for i in range(8)))
"""Spaces of a ruby track, first to be freed first."""


@dataclass(frozen=True, slots=True)
class PrintedParams:
    """Spaces on tiles, in mm from the tile's top-left corner, and what lies on them."""

    around_px: float = 14.0  # what leans out of a tile is looked at this far around it
    change: float = 0.14  # difference from the bare tile (white is 1) that is surely a change
    detail_px: int = 7  # neighbourhood in which detail is compared
    ends: tuple[float, float] = (11.0, 85.0)  # percentiles of the change: a bare space, a covered one
    usual_speech: float = 0.35  # what a pixel says on average
    least_contrast: float = 0.06  # mean difference between bare and covered that is needed to say as much
    area_px: float = 12.0  # so many pixels are one nat
    usual_grain: float = 0.035  # how grainy the picture may be for all that is said to count; fitted on 130 dim tables
    soft_doubt: float = 1.5  # shares by which leads must be larger for each mm of softness: there neighbours agree
    least_free: float = 0.6  # share of the spaces that must not be hidden by wood
    top_mm: float = 2.0  # so far around the middle of its top a piece has one colour
    burnt: float = 0.85  # darkest channel of what has no colour of its own left (white paper is 1)
    mail_x_mm: tuple[float, ...] = (15.2, 25.6, 36.0, 46.4)
    mail_y_mm: tuple[float, float] = (41.6, 52.0)
    mail_mm: float = 8.0
    mail_high_mm: float = 8.0
    mail_noise: float = 0.03  # unlikeness that four alike may show, as a share of their colour
    most_unlike: float = 0.12  # and more than this is not four alike
    mail_margin: float = 2.7  # log-odds by which the likeliest number must lead, likeness included
    mail_fit: float = 0.1  # share of the change that it explains, at least
    ruby_spots: Mapping[Place, tuple[tuple[float, float], ...]] = field(
        default_factory=lambda: {
            Place.SULTANS_PALACE: (*TRACK_MM, (79.2, 40.3)),
            Place.GEMSTONE_DEALER: (*TRACK_MM, (79.2, 40.3), (79.2, 30.5), (79.2, 20.7)),
        }
    )
    ruby_mm: float = 7.5
    ruby_high_mm: float = 4.0
    ruby_red: tuple[float, ...] = tuple(0.15 + 0.05 * i for i in range(13))  # red less blue or green of rubies
    red_spread: float = 0.1  # by which a ruby differs from the others
    bare_spread: float = 0.15  # and a bare space from how red it is printed
    color_spread: float = 0.25  # and in any channel (white paper is 1)
    odd_red: float = 4.0  # log-odds that an odd space costs, at most
    ruby_margin: float = 3.3  # log-odds by which the likeliest number must lead; neither change nor redness says more
    ruby_fit: float = 0.3  # share of the change that it explains, at least
    demand_mm: tuple[float, float] = (31.7, 36.2)  # middle of the stack of demand tiles
    demand_shift_mm: tuple[float, ...] = (-3.0, -1.5, 0.0, 1.5, 3.0)
    demand_high_mm: tuple[float, ...] = (0.0, 3.0, 6.0, 9.0)
    icon_mm: tuple[tuple[float, float], ...] = ((0, -7.2), (-3.7, -0.2), (3.7, -0.2), (-3.7, 7.2), (3.7, 7.2))
    icon_px: int = 1
    good_bgr: Mapping[str, tuple[float, float, float]] = field(
        default_factory=lambda: {
            "b": (0.9, 0.45, 0.2),
            "r": (0.15, 0.15, 0.9),
            "y": (0.1, 0.75, 1.0),
            "g": (0.2, 0.6, 0.2),
        }
    )
    good_spread: float = 0.2  # rad by which an icon's colour may be off
    icon_noise: float = 0.06  # noise of an icon's colour (white paper is 1): the duller it is, the less is known of it
    good_bright: Mapping[str, float] = field(
        default_factory=lambda: {"b": -0.25, "r": -0.27, "y": 0.0, "g": -0.55}
    )  # log of an icon's brightest channel; only how much brighter one good is than another counts
    bright_spread: float = 0.18  # by which that may be off
    odd_brightness: float = 4.5  # log-odds an icon's brightness may cost, at most
    odd_icon: float = -5.0  # log-likelihood of an icon that is none of these
    least_colorful: float = 0.1  # brightest less darkest channel of an icon; what is duller is none (white paper is 1)
    gap_cost: float = 12.0  # log-odds taken off for a tile as colourful between its icons as on them
    least_icons: float = -4.0  # log-share of all five icons together, at least
    least_tile: float = -8.0  # log-likelihood of the likeliest tile, gap and all; 2 % of clean right ones lack it
    icons_margin: float = 4.5  # log-odds by which the likeliest tile must lead
    large_demands: tuple[str, ...] = ("bbbry", "bbbrg", "rbbgy", "ybbrr", "gbbrr")
    small_demands: tuple[str, ...] = ("brgyy", "ryygg", "brygg", "byygg", "gggry")


PRINTED = PrintedParams()


@dataclass(frozen=True, slots=True)
class MosqueParams:
    """The stacks of mosque tiles: where they lie, what their tops look like, and the row of goods on them.

    Places on a top tile are in mm from its own top-left corner; differences of colour are shares of its plain colour.
    """

    goods: Mapping[Place, tuple[str, str]] = field(
        default_factory=lambda: {Place.SMALL_MOSQUE: ("R", "G"), Place.GREAT_MOSQUE: ("B", "Y")}
    )
    beds_mm: tuple[tuple[float, float], ...] = ((32.8, 37.7), (62.8, 37.7))  # middles of the stacks, on the tile
    high_mm: float = 10.0  # no stack is higher
    usual_high_mm: float = 4.0  # the plane in which a top tile is looked at
    around_mm: float = 21.0  # so far around a bed's middle
    px_per_mm: float = 3.0
    sides_mm: tuple[float, ...] = (24.0, 24.7, 25.3, 26.0, 26.7, 27.3, 28.0)  # how wide and how deep a top may be
    turns_deg: tuple[float, ...] = (-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0)
    edge_mm: float = 1.5  # an edge is looked for between so much of the top and as much beside it
    alike: float = 0.25  # difference of colour at which a pixel may be the top's or not
    good_rad: float = 0.45  # angle between a plain colour and its good's, as seen from black, at most
    least_good: float = 0.12  # share of what is looked at that must have such a colour
    least_edge: float = 0.2  # contrast of the weaker edges across and down
    least_edges: float = 0.7  # of both together
    most_off: float = 0.5  # more difference from the plain colour than this says no more
    row_mm: tuple[float, ...] = (2.3, 2.8, 3.4, 4.0)  # middle of the row of goods, down
    row_half_mm: float = 1.3
    margin_mm: float = 1.2  # along the right rim nothing is told
    latest_mm: float = 3.0  # a row whose left end cannot be told from the rim begins there or up to here
    starts: int = 5  # so many beginnings from the one to the other are tried
    gap_mm: float = 1.5  # gaps in the row are not wider
    level: float = 0.4  # share of its contrast at which the row ends
    smear_levels: tuple[float, float] = (0.6, 0.3)  # from the one to the other its end is spread over some width
    smear_mm: float = 0.85  # and more than this is too much for its length alone to tell the number
    least_contrast: float = 0.15  # of the row from the plain top: of fainter ones the last is easily missed
    least_times: float = 2.5  # and so many times what the plain top differs from itself
    pitch_mm: tuple[float, float] = (3.9, 5.35)  # from one good to the next
    pitch_slack_mm: float = 0.35  # beyond that a number of goods is not even compared
    even: float = 0.64  # likeness of each good to the next, strength included
    marked: float = 0.88  # how far the last is from plain beside all of them; 2 of 100 true ones fall short of it
    pitch_off_px: tuple[float, ...] = (-1.5, -0.75, 0.0, 0.75, 1.5)  # by which the next may be off
    burnt: float = 0.95  # darkest channel of what is burnt out
    likeness: float = 0.3  # how much better neighbouring goods correlate than what lies half a good off, from three on
    likelier: float = 0.25  # and so much more than with any other number
    free_mm: float = 4.0  # behind the row so much must be free of wood
    bare_mm: tuple[float, float] = (20.0, 18.0)  # middle part of a bed
    bare: float = 0.48  # mean change there below which nothing lies on it
    bare_good: float = 0.3  # share of it that may have the good's colour
    least_bare: float = 0.6  # share of it that must be free of wood


MOSQUE = MosqueParams()
