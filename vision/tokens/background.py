"""How do the bare tiles look tonight?  What confirmed looks showed of them, beside what was learnt from a photo.

Wood is what differs from the bare tile.  Print that was learnt a little off, a lamp mirrored in it and the corners of a
lens differ, too, in every look.  Once people's game says what stands on the table, all else is the background.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.sync.observation import Thing
from vision.changes.steady import Mask
from vision.frame import Reals
from vision.params import BACKGROUND, BackgroundParams
from vision.pose import Pose
from vision.printed.spaces import wood_mask
from vision.tokens.feet import Top
from vision.tokens.read import judged
from vision.tokens.view import StraightView

Wood = Collection[tuple[Thing, int]]
"""Things and the places on which they stand."""


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """Of each pixel of the straight view: ``off`` (h, w, 3), by how much it is brighter than learnt (BGR, white paper
    is 1); ``looks`` (h, w), in how many confirmed looks that was seen; ``believed`` (h, w, 3), as much of ``off`` as so
    many looks have shown.  ``pose`` is the camera's."""

    off: Reals
    looks: Reals
    believed: Reals
    pose: Pose

    def fits(self, pose: Pose, params: BackgroundParams = BACKGROUND) -> bool:
        """Whether the camera still stands where it stood, for what is mirrored in the tiles moves with it; and whether
        the same tiles lie there, as far as both were read.
        """
        pairs = zip(self.pose.tiles, pose.tiles, strict=True)
        if any(None not in (was.place, now.place) and was.place != now.place for was, now in pairs):
            return False
        corners = np.concatenate([tile.corners_mm for tile in self.pose.tiles])
        was, now = self.pose.project_plane(corners), pose.project_plane(corners)
        mm_px = float(np.linalg.norm(was[1] - was[0]) / np.linalg.norm(corners[1] - corners[0]))
        return float(np.linalg.norm(was - now, axis=1).max()) < params.moved_mm * mm_px


def learnt(
    before: Background | None,
    view: StraightView,
    pose: Pose,
    tops: Sequence[Top],
    wood: Wood,
    params: BackgroundParams = BACKGROUND,
) -> Background:
    """The background after a look at which ``wood`` is known to stand, and no other; ``tops`` is all that may be.

    Nothing is learnt where anything stands, nor of tiles on which wood stands that was not seen.  Where two looks
    differ one of them was wrong, and neither is believed.
    """
    shape = view.tile.shape
    if before is None or before.looks.shape != shape or not before.fits(pose, params):
        nothing = np.zeros((*shape, 3), np.float32)
        before = Background(nothing, np.zeros(shape, np.float32), nothing, pose)
    bare, now = _is_bare(view, pose, tops, wood, params), view.seen - view.bare
    apart = np.abs(cv2.blur(now, (params.around_px,) * 2) - cv2.blur(before.off, (params.around_px,) * 2)).max(axis=2)
    agrees = bare & ((before.looks == 0) | (apart < params.apart))
    count = before.looks[..., None]
    off = np.where(agrees[..., None], (before.off * count + now) / (count + 1), before.off)
    looks = np.where(agrees, np.minimum(before.looks + 1, params.most), np.where(bare, 0, before.looks))
    share = np.where(looks < params.least, 0, looks / (looks + params.learnt_looks))
    believed = (off * share[..., None]).astype(np.float32)
    return Background(off.astype(np.float32), looks.astype(np.float32), believed, pose)


def _is_bare(view: StraightView, pose: Pose, tops: Sequence[Top], wood: Wood, params: BackgroundParams) -> Mask:
    """What of the tiles (h, w) is known to be bare."""
    seen = [top for top in judged(view, pose, tops)[1] if (top.thing, top.place) in wood]
    near = np.ones((2 * params.around_px + 1,) * 2, np.uint8)
    bare = (view.tile >= 0) & ~(cv2.dilate(wood_mask(view, seen).astype(np.uint8), near) > 0)
    told = {(top.thing, int(top.place)) for top in seen if top.place is not None}
    missed = {place for _, place in set(wood) - told}
    for index, tile in enumerate(pose.tiles):
        if tile.place is None or tile.place in missed:
            bare &= view.tile != index
    return np.asarray(bare, np.bool_)


def known_bare(view: StraightView, background: Background | None) -> StraightView:
    """The view with the bare tiles as they look tonight, where enough looks have shown it."""
    if background is None or background.looks.shape != view.tile.shape:
        return view
    return replace(view, bare=np.asarray(cv2.add(view.bare, background.believed), np.float32))
