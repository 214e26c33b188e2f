"""What does one picture say about the table?  From a Frame to a BoardObservation, or a reason why not.

``look`` gives the observation with the pose behind it; given what was seen before, it checks instead of finding.
``Watcher`` keeps the last look of one camera.
"""

from dataclasses import replace

import msgspec

from companion.istanbul.tables import COLORS
from companion.sync.observation import BoardObservation, NotSeen
from vision.changes.fused import gathered, mean_of, noise_of
from vision.changes.place_changes import confirmed, noticed
from vision.changes.steady import update_of
from vision.frame import Frame
from vision.identify.stated_cells import FoundBoard, tiles_read
from vision.locate.board import locate
from vision.locate.refusal import TOO_DARK, is_too_dark
from vision.locate.track import rests, verify
from vision.memory import scratch_memory
from vision.observed import observed
from vision.params import BACKGROUND, FUSE, STEADY, FuseParams
from vision.params_layout import SEEK, SeekParams
from vision.pose import Pose
from vision.profile import Profile
from vision.readers import (
    Readings,
    TableReading,
    has_come_since,
    no_readings,
    read_again,
    read_table,
    stirred_tiles,
)
from vision.task import Look, Task, task_of
from vision.tokens.background import Background, Wood, learnt
from vision.tokens.view import inner_cells


def look(frame: Frame, profile: Profile, players: tuple[str, ...] = COLORS, before: Look | None = None) -> Look:
    """The picture read, with its pose.  A picture in which nothing moved repeats what was seen."""
    task = task_of(frame, profile, players, before)
    seen = _without_noise(_repeated(task) or _unlit(task) or _glance(task) or _whole(task), task)
    return replace(seen, rest=task.rest)


def _repeated(task: Task) -> Look | None:
    """What was told before, where it may be repeated."""
    if task.before is None or not task.still or task.lies or task.left or not _still_holds(task.frame, task.before):
        return None
    return _again(task, task.before)


def _without_noise(seen: Look, task: Task, params: FuseParams = FUSE) -> Look:
    """What was told of noisy pictures, told anew of several at once when enough show the same and no hand."""
    before, told, now = task.before, seen.observation, task.frame.bgr
    if isinstance(told, NotSeen):
        return replace(seen, fused=())
    unmoved = before is not None and seen.kept is before.kept and (task.still or not told.hand)
    if before is None or not (unmoved or task.lies or task.left):
        return replace(seen, fused=(now,))
    fused = gathered(before.fused, now)
    if len(fused) < params.pictures or told.hand:
        return replace(seen, fused=fused)
    mean = mean_of(fused)
    if noise_of(now, mean) < params.least_noise:
        return replace(seen, fused=())
    lain = task.rest._replace(lain=True)
    mean_task = replace(task, frame=replace(task.frame, bgr=mean), lies=True, rest=lain)
    return replace(_whole(mean_task), fused=())


@scratch_memory()
def _whole(task: Task) -> Look:
    """All of the picture read."""
    found, before = _found(task), task.before
    if isinstance(found, Look):
        return found
    unread = frozenset(cell for cell, tile in enumerate(found.pose.tiles) if tile.place is None)
    lacking = frozenset[int]() if before is None else before.lacking
    found = replace(found, hand=found.hand and not task.rest.lain and not unread <= lacking)
    known = task.background
    background = known if known is not None and known.fits(found.pose) else None
    readings, kept = _lying(task, found, background)
    came = readings.hand or _came_since(task, found.pose, kept)
    hand = found.hand or (came and not task.rest.lain)
    at_s, appearances = task.frame.at_s, None if before is None else before.appearances
    if kept is not None and not hand:
        appearances = noticed(appearances, task.frame, kept, found.pose, task.slow)
    readings = replace(readings, hand=hand)
    told = task.timed(observed(task.frame, task.profile.id, found.pose, found.confidence, readings, appearances))
    seen = Look(told, found.pose, task.thumb, at_s, soft_mm=found.soft_mm, sought_at_s=at_s, appearances=appearances)
    seen = replace(seen, background=background)
    if before is not None and not task.lacks:
        seen = replace(seen, sought_at_s=before.sought_at_s)
    return _keeping_the_last(seen, before, lacking) if hand else replace(seen, kept=kept, lacking=unread)


def _keeping_the_last(seen: Look, before: Look | None, lacking: frozenset[int]) -> Look:
    """The look at a hand, with the last reading without one, with which the next picture is compared."""
    seen = replace(seen, lacking=lacking)
    if before is None or seen.pose is None or before.pose is None or _camera_moved(before.pose, seen.pose):
        return seen
    return replace(seen, pose=before.pose, kept=before.kept)


def _camera_moved(before: Pose, now: Pose) -> bool:
    return before.shift_px(now) > BACKGROUND.moved_mm * now.px_per_mm()


def _found(task: Task) -> FoundBoard | Look:
    """The board where it was, or looked for; or a look that found none."""
    before = task.before
    known = None if before is None else before.pose or before.lost
    checked = None if known is None else verify(task.frame.bgr, task.softened, known)
    if before is None or checked is None:
        return _sought(task)
    checked = replace(checked, soft_mm=before.soft_mm)
    if task.lacks or (task.lies and before.pose is not None and tiles_read(checked) < before.pose.tiles_read):
        return _told_anew(task.frame, task.profile, checked)
    return checked


def _told_anew(frame: Frame, profile: Profile, checked: FoundBoard) -> FoundBoard:
    """The board looked for as if for the first time, where that tells more tiles and the same ones."""
    anew = locate(frame.bgr, profile)
    if isinstance(anew, str) or tiles_read(anew) <= tiles_read(checked):
        return checked
    pairs = zip(checked.pose.tiles, anew.pose.tiles, strict=True)
    return anew if all(one.place in (None, other.place) for one, other in pairs) else checked


def _sought(task: Task) -> FoundBoard | Look:
    """The board, or a look that found none.

    A camera that has not seen the board for a while is searched less often, and mostly not so thoroughly.
    """
    frame, before = task.frame, task.before
    thorough = before is None or _is_due(frame, before)
    if before is not None and not thorough and frame.at_s - before.read_at_s < SEEK.quick_s:
        return _again(task, before)
    found = locate(frame.bgr, task.profile, thorough=thorough)
    if not isinstance(found, str):
        return found
    if before is not None and not thorough and isinstance(before.observation, NotSeen):
        found = before.observation.reason
    seen = _missed(task, found)
    return seen if thorough or before is None else replace(seen, sought_at_s=before.sought_at_s)


def _unlit(task: Task) -> Look | None:
    """A look that found nothing since the light is out; None where there is light.

    Where the board is known it would be found even then: its tiles are told by what little can be seen, wood is not.
    """
    return _missed(task, TOO_DARK) if task.before is not None and is_too_dark(task.frame.bgr) else None


def _missed(task: Task, reason: str) -> Look:
    """A look that found no board, with what the next one may need of those before."""
    frame, before = task.frame, task.before
    told = NotSeen(frame.seq, frame.at_s, frame.source, reason, task.ms)
    seen = Look(told, None, task.thumb, frame.at_s, misses=1, sought_at_s=frame.at_s)
    if before is None:
        return seen
    lost = before.pose or before.lost
    seen = replace(seen, misses=before.misses + 1, lost=lost, soft_mm=before.soft_mm, appearances=before.appearances)
    return replace(seen, background=before.background, lacking=before.lacking)


def _is_due(frame: Frame, before: Look, params: SeekParams = SEEK) -> bool:
    """Whether it is time for a thorough search: now and then, and always where pictures come slowly."""
    slow = frame.at_s - before.read_at_s >= params.slow_s
    return slow or before.misses < params.eager or frame.at_s - before.sought_at_s >= params.thorough_s


def _lying(task: Task, found: FoundBoard, background: Background | None) -> tuple[Readings, TableReading | None]:
    """What lies on the tiles.  A camera waits for a hand to go; a single picture tells what it shows all the same."""
    if found.hand and task.before is not None:
        return no_readings(), None
    return read_table(task.frame, found.pose, task.game, background)


def _came_since(task: Task, pose: Pose, kept: TableReading | None) -> bool:
    """Whether a hand has come since the last picture without one; False where the camera was moved since."""
    last, was = (None, None) if task.before is None else (task.before.kept, task.before.pose)
    if kept is None or last is None or was is None or _camera_moved(was, pose):
        return False
    update = update_of(last.sheet, task.frame.bgr)
    return update is not None and has_come_since(last, kept, update)


@scratch_memory()
def _glance(task: Task) -> Look | None:
    """A look at what changed only; None where all must be read: the light or the camera moved, or a tile did.  Once
    more is known of the bare tiles, all that lies on them is read anew.

    While a hand is there, pictures are compared with the last one without it.
    """
    frame, before = task.frame, task.before
    if before is None or before.pose is None or before.kept is None or isinstance(before.observation, NotSeen):
        return None
    if task.lacks or before.kept.looks >= STEADY.looks or before.kept.game != task.game.key:
        return None
    update = update_of(before.kept.sheet, frame.bgr)
    if update is None:
        return None
    if not update.seen.cells.any() and not before.observation.hand:
        return replace(_again(task, before), stills=0)
    touched = stirred_tiles(before.kept.view, inner_cells(update.seen.cells))
    if not rests(frame.bgr, task.softened, before.pose, touched):
        return None
    if before.background is before.kept.background:
        readings, kept = read_again(frame, before.pose, task.game, before.kept, update)
    else:
        readings, kept = read_table(frame, before.pose, task.game, before.background)
        readings = replace(readings, hand=readings.hand or has_come_since(before.kept, kept, update))
    hand = readings.hand and not task.rest.lain
    appearances = before.appearances if hand else noticed(before.appearances, frame, kept, before.pose, task.slow)
    kept = before.kept if hand else kept
    sure, readings = before.observation.layout_confidence, replace(readings, hand=hand)
    told = task.timed(observed(frame, task.profile.id, before.pose, sure, readings, appearances))
    return replace(
        before, observation=told, thumb=task.thumb, read_at_s=frame.at_s, kept=kept, stills=0, appearances=appearances
    )


def _still_holds(frame: Frame, before: Look) -> bool:
    """Whether what was told may be repeated for a like picture; a board not found is looked for again now and then."""
    if before.kept is not None and before.stills >= STEADY.stills:
        return False
    wait_s = SEEK.still_s if before.misses > SEEK.eager else SEEK.again_s
    return before.pose is not None or frame.at_s - before.read_at_s < wait_s


def _again(task: Task, before: Look) -> Look:
    frame, told, appearances = task.frame, before.observation, before.appearances
    if isinstance(told, BoardObservation) and appearances is not None and not told.hand:
        appearances = confirmed(appearances)
        told = msgspec.structs.replace(told, appearance=appearances.appearance, unnamed=appearances.unnamed)
    told = msgspec.structs.replace(told, frame=frame.seq, at_s=frame.at_s, source=frame.source, ms=task.ms)
    return replace(before, observation=told, stills=before.stills + 1, appearances=appearances)


def _still_told(seen: BoardObservation, last: Look | None) -> bool:
    """Whether the last look repeats what was told then, and no hand came in."""
    told = None if last is None else last.observation
    return isinstance(told, BoardObservation) and told.scores is seen.scores and not told.hand


def _taught(last: Look, seen: BoardObservation, wood: Wood) -> Look:
    """The last look with a background that has learnt from it, where what was told is still what it told."""
    kept = last.kept
    if not _still_told(seen, last) or kept is None or last.pose is None:
        return last
    return replace(last, background=learnt(last.background, kept.view, last.pose, kept.tops, wood))


class Watcher:
    """One camera's eye: remembers the last look, so that a picture like the last one costs little.

    ``look`` is called by one thread, ``confirm`` by any.
    """

    def __init__(self, profile: Profile, players: tuple[str, ...] = COLORS) -> None:
        self.profile = profile
        self.players = players
        self.last: Look | None = None
        self._confirmed: tuple[BoardObservation, Wood] | None = None
        self._step: object = None

    def look(self, frame: Frame) -> BoardObservation | NotSeen:
        """What the picture says."""
        confirmed, self._confirmed = self._confirmed, None
        if self.last is not None and confirmed is not None:
            self.last = _taught(self.last, *confirmed)
        self.last = look(frame, self.profile, self.players, self.last)
        return self.last.observation

    def confirm(self, seen: BoardObservation | NotSeen, wood: Wood | None, step: object) -> None:
        """When that was told, ``wood`` stood there and no other; None where nobody knows.  The next look learns from it
        how bare tiles look, once for each ``step`` of the game, and only where that is still what is told.
        """
        if wood is None or isinstance(seen, NotSeen) or step == self._step or not _still_told(seen, self.last):
            return
        self._confirmed, self._step = (seen, wood), step

    @property
    def pose(self) -> Pose | None:
        """Where the board was in the last picture."""
        return None if self.last is None else self.last.pose
