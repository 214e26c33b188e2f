"""What does one picture say about the table?  From a Frame to a BoardObservation, or a reason why not.

``look`` gives the observation with the pose behind it; given what was seen before, it checks instead of finding.
``Watcher`` keeps the last look of one camera.
"""

import time
from dataclasses import dataclass, replace

import msgspec

from companion.istanbul.tables import COLORS
from companion.sync.observation import BoardObservation, Cell, NotSeen
from vision.frame import Frame
from vision.locate import locate
from vision.motion import Thumb, is_still, thumb_of
from vision.params import STEADY
from vision.params_layout import MOTION, SEEK, MotionParams, SeekParams
from vision.pose import Pose, TilePose
from vision.profile import Profile, softened
from vision.readers import Kept, Readings, no_readings, read_again, read_table, stirred_tiles
from vision.state import Found, tiles_read
from vision.steady import change, sheet_again
from vision.tokens.view import inner_cells
from vision.track import rests, verify


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture read: what is told, the pose (None where nothing was found) and what the next look needs.

    ``stills`` counts pictures since then in which nothing moved, ``misses`` searches in a row that found nothing, the
    last thorough one at ``sought_at_s``; ``lost`` is where the board was before.  ``soft_mm`` is how soft tiles
    look, ``lacking`` the cells that were not read last time no hand was there.
    """

    observation: BoardObservation | NotSeen
    pose: Pose | None
    thumb: Thumb
    read_at_s: float = 0.0
    kept: Kept | None = None
    stills: int = 0
    misses: int = 0
    sought_at_s: float = 0.0
    lost: Pose | None = None
    soft_mm: float = 0.0
    lacking: frozenset[int] = frozenset()


def look(frame: Frame, profile: Profile, players: tuple[str, ...] = COLORS, before: Look | None = None) -> Look:
    """The picture read, with its pose.  A picture in which nothing moved repeats what was seen."""
    start = time.perf_counter()
    thumb = thumb_of(frame.bgr)
    still = before is not None and is_still(before.thumb, thumb)
    lies = before is not None and still and _lies_there(frame, before)
    left = before is not None and still and not lies and _may_have_left(frame, before)
    if before is not None and still and not (lies or left) and _still_holds(frame, before):
        return _again(frame, before, start)
    lacks = before is not None and (left or _may_tell_more(frame, before))
    glance = None if lacks else _glance(frame, profile, players, before, thumb, start, lies=lies)
    if glance is not None:
        return glance
    known = None if before is None else before.pose or before.lost
    checked = None if known is None else verify(frame.bgr, _as_seen(profile, before), known)
    if checked is not None and lacks:
        checked = _told_anew(frame, profile, checked)
    found = checked or _sought(frame, profile, before, thumb, start)
    if isinstance(found, Look):
        return found
    soft_mm = before.soft_mm if checked is not None and before is not None else found.soft_mm
    unread = frozenset(cell for cell, tile in enumerate(found.pose.tiles) if tile.place is None)
    lacking = frozenset() if before is None else before.lacking
    found = replace(found, hand=found.hand and not lies and not unread <= lacking)
    readings, kept = _lying(frame, found, profile, players, first=before is None)
    hand = found.hand or (readings.hand and not lies)
    told = _observation(frame, profile, found.pose, found.confidence, hand, readings, start)
    sought_at_s = frame.at_s if lacks or before is None else before.sought_at_s
    kept = None if hand else kept
    lacking = lacking if hand else unread
    read_at_s = before.read_at_s if before is not None and left and hand else frame.at_s
    return Look(told, found.pose, thumb, read_at_s, kept, sought_at_s=sought_at_s, soft_mm=soft_mm, lacking=lacking)


def _may_tell_more(frame: Frame, before: Look, params: SeekParams = SEEK) -> bool:
    """Whether tiles were not read though no hand was there, and have not been looked for in a while: what lay on them
    may have gone."""
    if before.pose is None or isinstance(before.observation, NotSeen) or before.observation.hand:
        return False
    return None in before.observation.layout and frame.at_s - before.sought_at_s >= params.lacking_s


def _may_have_left(frame: Frame, before: Look, params: MotionParams = MOTION) -> bool:
    """Whether a hand that was told has not moved for a moment, so that it may as well have left tiles hard to read."""
    told, since_s = before.observation, frame.at_s - before.read_at_s
    if before.pose is None or isinstance(told, NotSeen) or not told.hand or before.sought_at_s >= before.read_at_s:
        return False
    return None in told.layout and since_s >= params.left_s


def _told_anew(frame: Frame, profile: Profile, checked: Found) -> Found:
    """The board looked for as if for the first time, where that tells more tiles and the same ones."""
    anew = locate(frame.bgr, profile)
    if isinstance(anew, str) or tiles_read(anew) <= tiles_read(checked):
        return checked
    pairs = zip(checked.pose.tiles, anew.pose.tiles, strict=True)
    return anew if all(one.place in (None, other.place) for one, other in pairs) else checked


def _as_seen(profile: Profile, before: Look | None) -> Profile:
    """The profile as soft as the camera showed the tiles before."""
    return softened(profile, before.soft_mm, colour=False) if before is not None and before.soft_mm else profile


def _sought(frame: Frame, profile: Profile, before: Look | None, thumb: Thumb, start: float) -> Found | Look:
    """The board, or a look that found none.

    A camera that has not seen the board for a while is searched less often, and mostly not so thoroughly.
    """
    misses = 0 if before is None else before.misses
    thorough = before is None or _is_due(frame, before)
    if before is not None and not thorough and frame.at_s - before.read_at_s < SEEK.quick_s:
        return _again(frame, before, start)
    found = locate(frame.bgr, profile, thorough=thorough)
    if not isinstance(found, str):
        return found
    lost, sought_at_s = None, frame.at_s
    if before is not None:
        lost = before.pose or before.lost
        sought_at_s = frame.at_s if thorough else before.sought_at_s
        if not thorough and isinstance(before.observation, NotSeen):
            found = before.observation.reason
    told = NotSeen(frame.seq, frame.at_s, frame.source, found, _ms(start))
    soft_mm = 0.0 if before is None else before.soft_mm
    return Look(told, None, thumb, frame.at_s, misses=misses + 1, sought_at_s=sought_at_s, lost=lost, soft_mm=soft_mm)


def _is_due(frame: Frame, before: Look, params: SeekParams = SEEK) -> bool:
    """Whether it is time for a thorough search: now and then, and always where pictures come slowly."""
    slow = frame.at_s - before.read_at_s >= params.slow_s
    return slow or before.misses < params.eager or frame.at_s - before.sought_at_s >= params.thorough_s


def _lying(
    frame: Frame, found: Found, profile: Profile, players: tuple[str, ...], *, first: bool
) -> tuple[Readings, Kept | None]:
    """What lies on the tiles.  A camera waits for a hand to go; a single picture tells what it shows all the same."""
    if found.hand and not first:
        return no_readings(), None
    return read_table(frame, found.pose, profile, players)


def _glance(
    frame: Frame,
    profile: Profile,
    players: tuple[str, ...],
    before: Look | None,
    thumb: Thumb,
    start: float,
    *,
    lies: bool,
) -> Look | None:
    """A look at what changed only; None where all must be read: the light or the camera moved, or a tile did.

    While a hand is there, pictures are compared with the last one without it.
    """
    if before is None or before.pose is None or before.kept is None:
        return None
    if before.kept.looks >= STEADY.looks or before.kept.game != (profile.id, players):
        return None
    sheet = sheet_again(before.kept.sheet, frame.bgr)
    seen = None if sheet is None else change(before.kept.sheet, sheet)
    if sheet is None or seen is None:
        return None
    if isinstance(before.observation, NotSeen):
        return None
    if not seen.cells.any() and not before.observation.hand:
        return replace(_again(frame, before, start), stills=0)
    stirred = stirred_tiles(before.kept.view, inner_cells(seen.cells))
    if not rests(frame.bgr, _as_seen(profile, before), before.pose, stirred):
        return None
    readings, kept = read_again(frame, before.pose, profile, players, before.kept, sheet, seen)
    confidence, hand = before.observation.layout_confidence, readings.hand and not lies
    told = _observation(frame, profile, before.pose, confidence, hand, readings, start)
    kept = before.kept if hand else kept
    return replace(before, observation=told, thumb=thumb, read_at_s=frame.at_s, kept=kept, stills=0)


def _lies_there(frame: Frame, before: Look, params: MotionParams = MOTION) -> bool:
    """Whether what hides tiles has not moved for so long that it is no hand: wood, or a light."""
    told, lain_s = before.observation, frame.at_s - before.read_at_s
    if isinstance(told, NotSeen) or not told.hand or lain_s < params.lies_s:
        return False
    return lain_s >= params.lies_long_s or sum(place is None for place in told.layout) <= params.lies_tiles


def _still_holds(frame: Frame, before: Look) -> bool:
    """Whether what was told may be repeated for a like picture; a board not found is looked for again now and then."""
    if before.kept is not None and before.stills >= STEADY.stills:
        return False
    wait_s = SEEK.still_s if before.misses > SEEK.eager else SEEK.again_s
    return before.pose is not None or frame.at_s - before.read_at_s < wait_s


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
        mosque=readings.mosque,
        ms=_ms(start),
    )


def _cell(tile: TilePose) -> Cell:
    return Cell(tile.place, tile.upside_down, tile.confidence, tile.covered)


def _ms(start: float) -> float:
    return 1000 * (time.perf_counter() - start)


class Watcher:
    """One camera's eye: remembers the last look, so that a picture like the last one costs little."""

    def __init__(self, profile: Profile, players: tuple[str, ...] = COLORS) -> None:
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
