"""What is a picture to be read for?  The last look at the table, and what the new picture brings against it.

Whether something moved, whether what hid tiles lies there or may have left, and whether more tiles might be told.
"""

import time
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import numpy as np

from companion.sync.observation import BoardObservation, NotSeen
from vision.changes.fused import Pictures
from vision.changes.motion import Thumb, is_still, is_still_within, thumb_of
from vision.changes.place_changes import Appearances
from vision.frame import Frame
from vision.params import STEADY
from vision.params_layout import MOTION, SEEK, MotionParams, SeekParams
from vision.pose import BOARD_MM, Pose
from vision.profile import GameSet, Profile, softened
from vision.readers import TableReading
from vision.tokens.background import Background


class Rest(NamedTuple):
    """Since when (s) nothing has moved over the tiles, how the picture looked then, and whether anything lies there."""

    since_s: float
    thumb: Thumb
    lain: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture read: what is told, the pose (None where nothing was found) and what the next look needs.

    ``rest`` says since when nothing moved over the tiles, ``stills`` counts pictures in which nothing moved at all,
    ``misses`` searches in a row that found nothing, the last thorough one at ``sought_at_s``; ``lost`` is where the
    board was before.  ``soft_mm`` is how soft tiles look, ``lacking`` the cells that were not read last time no hand
    was there, ``appearances`` how the places looked.
    ``fused`` gathers pictures of a table on which nothing moves, to be read as one if they are noisy.  ``background``
    is how the bare tiles look, where confirmed looks have shown it.
    """

    observation: BoardObservation | NotSeen
    pose: Pose | None
    thumb: Thumb
    read_at_s: float = 0.0
    kept: TableReading | None = None
    stills: int = 0
    misses: int = 0
    sought_at_s: float = 0.0
    lost: Pose | None = None
    soft_mm: float = 0.0
    lacking: frozenset[int] = frozenset()
    appearances: Appearances | None = None
    fused: Pictures = ()
    background: Background | None = None
    rest: Rest | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """One picture to be read: of which copy and whose wood, after which look, and since when (``start``, in s).

    ``still``: nothing moved since that look; ``rest``: since when nothing moved over the tiles.  ``lies``: what hid
    tiles until now has lain so long that it is no hand; ``left``: a hand that hid some may have gone.
    """

    frame: Frame
    profile: Profile
    players: tuple[str, ...]
    before: Look | None
    thumb: Thumb
    start: float
    still: bool
    rest: Rest
    lies: bool
    left: bool

    @property
    def game(self) -> GameSet:
        """The copy, and the colours that are played."""
        return GameSet(self.profile, self.players)

    @property
    def lacks(self) -> bool:
        """Whether more tiles might be told if the board was looked for anew."""
        return self.left or (self.before is not None and _may_tell_more(self.frame, self.before))

    @property
    def background(self) -> Background | None:
        """How the bare tiles looked until now."""
        return None if self.before is None else self.before.background

    @property
    def slow(self) -> bool:
        """Whether the last picture is so long ago that each was taken on purpose."""
        return self.before is not None and self.frame.at_s - self.before.observation.at_s >= STEADY.slow_s

    @property
    def softened(self) -> Profile:
        """The copy as soft as the camera showed the tiles before."""
        soft_mm = 0.0 if self.before is None else self.before.soft_mm
        return softened(self.profile, soft_mm, colour=False) if soft_mm else self.profile

    @property
    def ms(self) -> float:
        """How long it has been read, in ms."""
        return 1000 * (time.perf_counter() - self.start)

    def timed(self, told: BoardObservation) -> BoardObservation:
        """The same, with how long it took."""
        return msgspec.structs.replace(told, ms=self.ms)


def task_of(frame: Frame, profile: Profile, players: tuple[str, ...], before: Look | None) -> Task:
    """The task of reading this picture, as the look before it says what moved and what lies still."""
    start, thumb = time.perf_counter(), thumb_of(frame.bgr)
    still = before is not None and is_still(before.thumb, thumb)
    rest = _rest(frame, thumb, before)
    lies = before is not None and _lies_there(frame, before, rest)
    left = before is not None and not lies and _may_have_left(frame, before, rest)
    rest = rest._replace(lain=rest.lain or lies)
    return Task(frame, profile, players, before, thumb, start, still, rest, lies, left)


def _rest(frame: Frame, thumb: Thumb, before: Look | None, params: MotionParams = MOTION) -> Rest:
    """Since when a hand, or what lies there, has not moved.  People may move all the time beside the table."""
    now = Rest(frame.at_s, thumb)
    if before is None or before.rest is None or before.pose is None or not (_hand(before) or before.rest.lain):
        return now
    outline_mm = BOARD_MM + np.sign(BOARD_MM) * params.beside_mm
    outline = before.pose.project_plane(outline_mm) / frame.bgr.shape[1::-1]
    return before.rest if is_still_within(before.rest.thumb, thumb, outline) else now


def _hand(before: Look) -> bool:
    """Whether a hand was told."""
    return isinstance(before.observation, BoardObservation) and before.observation.hand


def _may_tell_more(frame: Frame, before: Look, params: SeekParams = SEEK) -> bool:
    """Whether tiles were not read though no hand was there, and have not been looked for in a while: what lay on them
    may have gone."""
    if before.pose is None or isinstance(before.observation, NotSeen) or before.observation.hand:
        return False
    return None in before.observation.layout and frame.at_s - before.sought_at_s >= params.lacking_s


def _may_have_left(frame: Frame, before: Look, rest: Rest, params: MotionParams = MOTION) -> bool:
    """Whether a hand that was told has not moved for a moment, so that it may as well have left tiles hard to read."""
    told, lain_s = before.observation, frame.at_s - rest.since_s
    if before.pose is None or isinstance(told, NotSeen) or not told.hand or before.sought_at_s >= rest.since_s:
        return False
    return None in told.layout and lain_s >= params.left_s


def _lies_there(frame: Frame, before: Look, rest: Rest, params: MotionParams = MOTION) -> bool:
    """Whether what hides tiles has not moved for so long that it is no hand: wood, or a light."""
    told, lain_s = before.observation, frame.at_s - rest.since_s
    if isinstance(told, NotSeen) or not told.hand or lain_s < params.lies_s:
        return False
    return lain_s >= params.lies_long_s or sum(place is None for place in told.layout) <= params.lies_tiles
