"""Does something stand on the tiles of a photo to learn from?  Wood is told from print without knowing the tiles.

The net that reads tokens compares a picture with the bare tiles.  Here nobody knows these, so it is asked twice:
against what the other fifteen tiles have in the same place, where wood and large print stand out, and against the very
picture, where nothing stands out, but a round top, its side and its shadow still look a little like wood.
"""

from dataclasses import replace

import cv2
import numpy as np

from calibration.tiles import Learnt
from vision.frame import Image, Reals
from vision.params_learn import STANDING, StandingParams
from vision.profile import GameSet, make_profile
from vision.tokens.net import NetAnswer, ask_net
from vision.tokens.read import find_tops
from vision.tokens.view import StraightView, prints_of, straight_view


def standing(bgr: Image, learnt: Learnt, params: StandingParams = STANDING) -> tuple[int, ...]:
    """The places on whose tiles wood seems to stand, in order."""
    pictures = {tile.place: tile.picture for tile in learnt.tiles}
    view = straight_view(bgr, learnt.pose, prints_of(pictures))
    others = straight_view(bgr, learnt.pose, prints_of(what_others_have(pictures)))
    answer = _answer(view, np.asarray(others.bare * others.whites / view.whites, np.float32), params)
    nobody = make_profile("", tuple(pictures[place] for place in sorted(pictures)))
    tops = find_tops(view, answer, learnt.pose, GameSet(nobody), where=answer.tops > 0)
    likeliest = {top.cell: top.place for top in sorted(tops, key=lambda top: top.log_odds)}
    return tuple(sorted({place for place in likeliest.values() if place is not None}))


def what_others_have(pictures: dict[int, Image]) -> dict[int, Image]:
    """For each of sixteen places the median, pixel by pixel, of the other tiles' pictures.

    Without one of them the eighth of the others is in the middle: the ninth of all where the tile is among the lower.
    """
    every = np.stack(list(pictures.values()))
    half = len(every) // 2
    below, above = np.partition(every, (half - 1, half), axis=0)[half - 1 : half + 1]
    return {place: np.where(own > below, below, above) for place, own in pictures.items()}


def _answer(view: StraightView, others: Reals, params: StandingParams) -> NetAnswer:
    """The net's answer beside the other tiles and, with less weight, beside the very picture; wood is above 0."""
    beside, itself = ask_net(replace(view, bare=others)), ask_net(view)
    near = np.stack([cv2.dilate(layer, np.ones((3, 3), np.uint8)) for layer in itself.tops])
    told = beside.told.copy()
    told[:3] += params.itself * np.maximum(near, params.least_itself) - params.wood
    return NetAnswer(told)
