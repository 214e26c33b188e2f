"""How is a copy learnt on the pages?  One or two photos, tiles a person can put right in them, sixteen cut-outs."""

import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.by_hand import Push, half_turned, learn_at, learn_pushed, outer_corners, pose_at_corners, renamed
from calibration.quality import PhotoAdvice, advice_on, shows_the_same, why_not_learnt
from calibration.tiles import Learnt, LearntTile, best_tiles, pose_of_tiles
from companion.locks import Lock
from vision.frame import Image
from vision.pose import Pose
from vision.profile import Profile, make_profile
from webui.camera.pictures import no_larger
from webui.http.errors import Refused
from webui.learning.errands import Errands

log = logging.getLogger(__name__)
MOST_PHOTOS = 2
LONGEST_PX = 3200
"""Larger photos are made smaller: a tile then has some 700 pixels, twice what is kept of it."""
NUMBER_ORDER = tuple(range(1, 17))
_CODE_BYTES = 16
_SHARE_OF_PICTURE = 0.12
"""Where nothing was found the corners wait this far inside the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One photo of the bare tiles; ``learnt`` is None as long as no tiles were found or laid in it, or looked for.

    ``why`` is what is wrong with a picture without tiles, if anything is (``vision.params_layout.REASONS``); a photo
    that does not ``fit`` shows other tiles, or another order, than the first one, and nothing is taken from it.
    ``looking``: its tiles are being looked for or laid; ``asked`` is the number of what was asked about it last.
    """

    number: int
    bgr: Image
    learnt: Learnt | None = None
    advice: tuple[PhotoAdvice, ...] = ()
    looking: bool = False
    by_hand: bool = False
    gap_mm: float = 2.0
    why: str | None = None
    fits: bool = True
    asked: int = 0

    @property
    def corners_px(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """The outer corners (4, 2) of the tiles, or where the handles wait for a person."""
        if self.learnt is not None:
            return outer_corners(self.learnt.pose)
        height, width = self.bgr.shape[:2]
        near, far = _SHARE_OF_PICTURE, 1 - _SHARE_OF_PICTURE
        return np.array([[near, near], [far, near], [far, far], [near, far]]) * [width, height]


Edit = Callable[[Photo], Photo]
Seek = Callable[[Image, tuple[int, ...]], Pose | None]


def seek_tiles(bgr: Image, layout: tuple[int, ...]) -> Pose | None:
    """The tiles of a photo, found without help."""
    return pose_of_tiles(bgr, layout, None, 0)


@dataclass
class Lesson:
    """The copy that is being learnt now.  Safe to call from several threads.

    What takes seconds is done by and by on a thread of its own, one photo after the other: until then the photo is
    ``looking``.  Of all that is asked about a photo the newest counts; what comes of a photo that is gone is dropped.
    ``code`` lets a phone add a photo; ``version`` grows with every change; ``seek`` finds tiles without help.
    """

    changed: Callable[[], None] = lambda: None
    seek: Seek = seek_tiles
    layout: tuple[int, ...] = NUMBER_ORDER
    photos: tuple[Photo, ...] = ()
    version: int = 0
    code: str = field(default_factory=lambda: secrets.token_urlsafe(_CODE_BYTES))
    _count: int = 0
    _asked: int = 0
    _lock: Lock = field(default_factory=lambda: Lock("lesson"))
    _errands: Errands = field(default_factory=lambda: Errands("tile finder"))

    def add(self, bgr: Image) -> Photo:
        """One more photo, of which the newest two are kept; its tiles are looked for from now on."""
        small = no_larger(bgr, LONGEST_PX)
        with self._lock:
            self._count += 1
            photo = Photo(self._count, small)
            self.photos = (*self.photos, photo)[-MOST_PHOTOS:]
            return self._have_done(photo, self._sought)

    def drop(self, number: int) -> None:
        """Do without this photo."""
        with self._lock:
            self._keep(tuple(photo for photo in self.photos if photo.number != number))

    def find(self, number: int) -> None:
        """Look for the tiles without help."""
        with self._lock:
            self._have_done(self.photo(number), self._sought)

    def lay(self, number: int, corners_px: Sequence[tuple[float, float]], gap_mm: float, snap: bool) -> None:
        """Take a person's corners; with ``snap`` the tiles are drawn to the edges near by."""
        corners = np.array(corners_px, np.float64).reshape(4, 2)
        if not _goes_round(corners):
            raise Refused("crossed_corners", 422)

        def lay(photo: Photo) -> Photo:
            if photo.why == "too_small":
                return photo
            exact = None if snap else pose_at_corners(photo.bgr, self.layout, corners, gap_mm)
            pose = exact or pose_of_tiles(photo.bgr, self.layout, corners, 0)
            learnt = None if pose is None else learn_at(photo.bgr, pose)
            return replace(_taught(photo, learnt, by_hand=True), gap_mm=gap_mm)

        with self._lock:
            self._have_done(self.photo(number), lay)

    def push(self, number: int, cell: int, push: Push) -> None:
        """Move one tile by hand, at once; what to say about it follows."""
        with self._lock:
            photo = self.photo(number)
            learnt = learn_pushed(photo.bgr, _learnt(photo), cell, push)
            self._have_done(replace(photo, learnt=learnt), _judged, looking=False)

    def turn(self, number: int) -> None:
        """The photo was taken from the far side."""

        def turn(photo: Photo) -> Photo:
            return _taught(photo, learn_at(photo.bgr, half_turned(_learnt(photo).pose)))

        with self._lock:
            photo = self.photo(number)
            _learnt(photo)
            self._have_done(photo, turn)

    def name_cells(self, layout: Sequence[int]) -> None:
        """Say in which order the tiles lie."""
        if sorted(layout) != list(NUMBER_ORDER):
            raise Refused("not_every_place", 422)
        with self._lock:
            self.layout = tuple(layout)
            self._keep(tuple(_named(photo, self.layout) for photo in self.photos))

    def wait(self, patience_s: float) -> bool:
        """Until no photo is being looked at any more; whether it came to that in time."""
        return self._errands.wait(patience_s)

    def tiles(self) -> tuple[LearntTile, ...]:
        """Of each tile the best picture so far, by place; empty before any were found."""
        return _best_of(self.photos)

    def best(self) -> list[tuple[int, int, int]]:
        """For each tile: place, the photo its best picture is from, and the cell it lies in there."""
        photos = self.photos
        homes = {
            id(tile): (tile.place, photo.number, cell)
            for photo in photos
            if photo.learnt is not None
            for cell, tile in enumerate(photo.learnt.tiles)
        }
        return [homes[id(tile)] for tile in _best_of(photos)]

    def profile(self, name: str) -> Profile:
        """What was learnt.  Raises Refused before any tiles were found."""
        tiles = self.tiles()
        if not tiles:
            raise Refused("nothing_learnt", 409)
        return make_profile(name, tuple(tile.picture for tile in tiles))

    def photo(self, number: int) -> Photo:
        """One of the photos.  Raises Refused where there is no such."""
        found = next((photo for photo in self.photos if photo.number == number), None)
        if found is None:
            raise Refused("not_found", 404)
        return found

    def begin_again(self) -> None:
        """Forget the photos; codes given to phones are dead."""
        with self._lock:
            self.code = secrets.token_urlsafe(_CODE_BYTES)
            self.layout = NUMBER_ORDER
            self._keep(())

    def _have_done(self, photo: Photo, edit: Edit, looking: bool = True) -> Photo:
        """Show the photo as it is now, and have it edited by and by.  The lock is held."""
        self._asked += 1
        photo = replace(photo, looking=looking, asked=self._asked)
        self._put(photo)
        self._errands.send(photo.number, lambda: self._do(photo, edit))
        return photo

    def _do(self, photo: Photo, edit: Edit) -> None:
        """On the thread of the errands; only the last step takes the lock."""
        try:
            fresh = edit(photo)
        except Exception:
            log.exception("photo %d of the lesson could not be looked at", photo.number)
            fresh = photo
        with self._lock:
            if any(one.asked == photo.asked for one in self.photos):
                self._put(_named(replace(fresh, looking=False), self.layout))

    def _sought(self, photo: Photo) -> Photo:
        pose = self.seek(photo.bgr, self.layout)
        return _taught(photo, None if pose is None else learn_at(photo.bgr, pose), by_hand=False)

    def _put(self, photo: Photo) -> None:
        self._keep(tuple(photo if photo.number == one.number else one for one in self.photos))

    def _keep(self, photos: tuple[Photo, ...]) -> None:
        self.photos = _compared(photos)
        self._errands.keep_only(frozenset(photo.number for photo in photos))
        self.version += 1
        self.changed()


def _taught(photo: Photo, learnt: Learnt | None, by_hand: bool | None = None) -> Photo:
    by_hand = photo.by_hand if by_hand is None else by_hand
    why = why_not_learnt(photo.bgr) if learnt is None else None
    return _judged(replace(photo, learnt=learnt, by_hand=by_hand, why=why))


def _judged(photo: Photo) -> Photo:
    """The photo with what could be better about it."""
    advice = () if photo.learnt is None else tuple(advice_on(photo.bgr, photo.learnt, photo.by_hand))
    return replace(photo, advice=advice)


def _named(photo: Photo, layout: tuple[int, ...]) -> Photo:
    """The photo once its tiles have these names, in what is told about them too."""
    if photo.learnt is None:
        return photo
    now = dict(zip((tile.place for tile in photo.learnt.tiles), layout, strict=True))
    advice = tuple(replace(one, tiles=tuple(sorted(now[place] for place in one.tiles))) for one in photo.advice)
    return replace(photo, learnt=renamed(photo.learnt, layout), advice=advice)


def _best_of(photos: tuple[Photo, ...]) -> tuple[LearntTile, ...]:
    learnt = [photo.learnt for photo in photos if photo.learnt is not None and photo.fits]
    return best_tiles(learnt) if learnt else ()


def _compared(photos: tuple[Photo, ...]) -> tuple[Photo, ...]:
    first = next((photo.learnt for photo in photos if photo.learnt is not None), None)
    return tuple(replace(photo, fits=_fits(first, photo.learnt)) for photo in photos)


def _fits(first: Learnt | None, other: Learnt | None) -> bool:
    return first is None or other is None or other is first or shows_the_same(first, other)


def _learnt(photo: Photo) -> Learnt:
    if photo.learnt is None:
        raise Refused("nothing_learnt", 409)
    return photo.learnt


def _goes_round(corners: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bool:
    """Corners in order round a convex shape that is not too thin."""
    sides = np.roll(corners, -1, 0) - corners
    nexts = np.roll(sides, -1, 0)
    turns = sides[:, 0] * nexts[:, 1] - sides[:, 1] * nexts[:, 0]
    return bool((turns > 0).all())
