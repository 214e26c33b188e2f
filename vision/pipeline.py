"""What does one picture say about the table?  From a Frame to a BoardObservation, or a reason why not.

``look`` gives the observation with the pose behind it; given what was seen before, it checks instead of finding.
``Watcher`` keeps the last look of one camera.
"""

import time
from dataclasses import dataclass, replace

import msgspec

from companion.sync.observation import BoardObservation, Cell, NotSeen
from vision.frame import Frame
from vision.locate import locate
from vision.motion import Thumb, is_still, thumb_of
from vision.params import STEADY
from vision.params_layout import MOTION, MotionParams
from vision.pose import Pose, TilePose
from vision.profile import Profile
from vision.readers import Kept, Readings, no_readings, read_again, read_table, stirred_tiles
from vision.state import Found
from vision.steady import change, sheet_again
from vision.tokens.view import inner_cells
from vision.track import rests, verify

PLAYERS = ("red", "blue", "green", "yellow", "white")


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture read: what is told, the pose (None where nothing was found) and what the next look needs.

    ``stills`` counts pictures since then in which nothing moved.
    """

    observation: BoardObservation | NotSeen
    pose: Pose | None
    thumb: Thumb
    read_at_s: float = 0.0
    kept: Kept | None = None
    stills: int = 0


def look(frame: Frame, profile: Profile, players: tuple[str, ...] = PLAYERS, before: Look | None = None) -> Look:
    """The picture read, with its pose.  A picture in which nothing moved repeats what was seen."""
    start = time.perf_counter()
    thumb = thumb_of(frame.bgr)
    still = before is not None and is_still(before.thumb, thumb)
    lies = before is not None and still and _lies_there(frame, before)
    if before is not None and still and not lies and _still_holds(frame, before):
        return _again(frame, before, start)
    glance = _glance(frame, profile, players, before, thumb, start)
    if glance is not None:
        return glance
    found: Found | str | None = None
    if before is not None and before.pose is not None:
        found = verify(frame.bgr, profile, before.pose)
    if found is None:
        found = locate(frame.bgr, profile)
    if isinstance(found, str):
        return Look(NotSeen(frame.seq, frame.at_s, frame.source, found, _ms(start)), None, thumb, frame.at_s)
    found = replace(found, hand=found.hand and not lies)
    readings, kept = (no_readings(), None) if found.hand else read_table(frame, found.pose, profile, players)
    told = _observation(frame, profile, found.pose, found.confidence, found.hand, readings, start)
    return Look(told, found.pose, thumb, frame.at_s, kept)


def _glance(
    frame: Frame, profile: Profile, players: tuple[str, ...], before: Look | None, thumb: Thumb, start: float
) -> Look | None:
    """A look at what changed only; None where all must be read: the light or the camera moved, or a tile did."""
    if before is None or before.pose is None or before.kept is None:
        return None
    if before.kept.looks >= STEADY.looks or before.kept.game != (profile.id, players):
        return None
    sheet = sheet_again(before.kept.sheet, frame.bgr)
    seen = None if sheet is None else change(before.kept.sheet, sheet)
    if sheet is None or seen is None:
        return None
    if not seen.cells.any():
        return replace(_again(frame, before, start), stills=0)
    stirred = stirred_tiles(before.kept.view, inner_cells(seen.cells))
    if isinstance(before.observation, NotSeen) or not rests(frame.bgr, profile, before.pose, stirred):
        return None
    readings, kept = read_again(frame, before.pose, profile, players, before.kept, sheet, seen)
    confidence = before.observation.layout_confidence
    told = _observation(frame, profile, before.pose, confidence, False, readings, start)
    return Look(told, before.pose, thumb, frame.at_s, kept)


def _lies_there(frame: Frame, before: Look, params: MotionParams = MOTION) -> bool:
    """Whether what hides a tile or two has not moved for so long that it is no hand: wood, or a light."""
    told = before.observation
    if isinstance(told, NotSeen) or not told.hand or frame.at_s - before.read_at_s < params.lies_s:
        return False
    return sum(place is None for place in told.layout) <= params.lies_tiles


def _still_holds(frame: Frame, before: Look) -> bool:
    """Whether what was told may be repeated for a like picture; a board not found is looked for again now and then."""
    if before.kept is not None and before.stills >= STEADY.stills:
        return False
    return before.pose is not None or frame.at_s - before.read_at_s < MOTION.seek_again_s


def _again(frame: Frame, before: Look, start: float) -> Look:
    told = msgspec.structs.replace(
        before.observation, frame=frame.seq, at_s=frame.at_s, source=frame.source, ms=_ms(start)
    )
    return replace(before, observation=told, stills=before.stills + 1)


def _observation(
    frame: Frame, profile: Profile, pose: Pose, confidence: float, hand: bool, readings: Readings, start: float
) -> BoardObservation:
    return BoardObservation(
        frame=frame.seq,
        at_s=frame.at_s,
        source=frame.source,
        profile_id=profile.id,
        cells=tuple(_cell(tile) for tile in pose.tiles),
        layout_confidence=confidence,
        sightings=readings.sightings,
        scores=readings.scores,
        absent_log_odds=readings.absent_log_odds,
        hand=hand,
        dice=readings.dice,
        mail_down=readings.mail_down,
        demand_large=readings.demand_large,
        demand_small=readings.demand_small,
        rubies=readings.rubies,
        ms=_ms(start),
    )


def _cell(tile: TilePose) -> Cell:
    return Cell(tile.place, tile.upside_down, tile.confidence, tile.covered)


def _ms(start: float) -> float:
    return 1000 * (time.perf_counter() - start)


class Watcher:
    """One camera's eye: remembers the last look, so that a picture like the last one costs little."""

    def __init__(self, profile: Profile, players: tuple[str, ...] = PLAYERS) -> None:
        self.profile = profile
        self.players = players
        self.last: Look | None = None

    def look(self, frame: Frame) -> BoardObservation | NotSeen:
        """What the picture says."""
        self.last = look(frame, self.profile, self.players, self.last)
        return self.last.observation

    @property
    def pose(self) -> Pose | None:
        """Where the board was in the last picture."""
        return None if self.last is None else self.last.pose
