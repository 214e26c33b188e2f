"""How many mail indicators are down, and how many rubies lie on a track?"""

from collections.abc import Sequence

from vision.frame import Reals
from vision.params_printed import PrintedParams
from vision.pose import TilePose
from vision.printed.spaces import likeliest, piece, together
from vision.steady import Mask
from vision.tokens.view import View


def rubies_left(
    view: View,
    tile: TilePose,
    changed: Reals,
    hidden: Mask,
    spots: Sequence[tuple[float, float]],
    params: PrintedParams,
) -> int | None:
    pieces = [piece(view, tile, spot, params.ruby_mm, params.ruby_high_mm) for spot in spots]
    covers = [together(pieces[len(pieces) - count :], view) for count in range(len(pieces) + 1)]
    return likeliest(covers, changed, hidden, params)


def mail_down(view: View, tile: TilePose, changed: Reals, hidden: Mask, params: PrintedParams) -> int | None:
    covers = []
    for down in range(len(params.mail_x_mm) + 1):
        spots = [(x, params.mail_y_mm[1 if i < down else 0]) for i, x in enumerate(params.mail_x_mm)]
        covers.append(together([piece(view, tile, s, params.mail_mm, params.mail_high_mm) for s in spots], view))
    return likeliest(covers, changed, hidden, params)
