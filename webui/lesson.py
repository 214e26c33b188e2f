"""How is a copy learnt on the pages?  One or two photos, tiles a person can put right in them, sixteen cut-outs."""

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.by_hand import Push, half_turned, learn_at, learn_pushed, outer_corners, pose_at_corners, renamed
from calibration.quality import Advice, advice_on, shows_the_same, why_not_learnt
from calibration.tiles import Learnt, LearntTile, best_tiles, pose_of_tiles
from vision.frame import Image
from vision.pose import Pose
from vision.profile import Profile, make_profile
from webui.errors import Refused
from webui.pictures import no_larger

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
    """

    number: int
    bgr: Image
    learnt: Learnt | None = None
    advice: tuple[Advice, ...] = ()
    looking: bool = False
    by_hand: bool = False
    gap_mm: float = 2.0
    why: str | None = None
    fits: bool = True

    @property
    def corners_px(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """The outer corners (4, 2) of the tiles, or where the handles wait for a person."""
        if self.learnt is not None:
            return outer_corners(self.learnt.pose)
        height, width = self.bgr.shape[:2]
        near, far = _SHARE_OF_PICTURE, 1 - _SHARE_OF_PICTURE
        return np.array([[near, near], [far, near], [far, far], [near, far]]) * [width, height]


Seek = Callable[[Image, tuple[int, ...]], Pose | None]


def seek_tiles(bgr: Image, layout: tuple[int, ...]) -> Pose | None:
    """The tiles of a photo, found without help."""
    return pose_of_tiles(bgr, layout, None, 0)


@dataclass
class Lesson:
    """The copy that is being learnt now.  Safe to call from several threads; finding tiles takes some seconds.

    ``code`` lets a phone add a photo; ``version`` grows with every change; ``seek`` finds tiles without help.
    """

    changed: Callable[[], None] = lambda: None
    seek: Seek = seek_tiles
    layout: tuple[int, ...] = NUMBER_ORDER
    photos: tuple[Photo, ...] = ()
    version: int = 0
    code: str = field(default_factory=lambda: secrets.token_urlsafe(_CODE_BYTES))
    _count: int = 0
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def add(self, bgr: Image) -> None:
        """One more photo, of which the newest two are kept; the tiles are looked for at once."""
        with self._lock:
            self._count += 1
            photo = Photo(self._count, no_larger(bgr, LONGEST_PX), looking=True)
            self._keep((*self.photos, photo)[-MOST_PHOTOS:])
            self.find(photo.number)

    def drop(self, number: int) -> None:
        """Do without this photo."""
        with self._lock:
            self._keep(tuple(photo for photo in self.photos if photo.number != number))

    def find(self, number: int) -> None:
        """Look for the tiles without help."""

        def find(photo: Photo) -> Photo:
            pose = self.seek(photo.bgr, self.layout)
            learnt = None if pose is None else learn_at(photo.bgr, pose)
            return _taught(photo, learnt, by_hand=False)

        self._edit(number, find)

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

        self._edit(number, lay)

    def push(self, number: int, cell: int, push: Push) -> None:
        """Move one tile by hand."""
        self._edit(number, lambda photo: _taught(photo, learn_pushed(photo.bgr, _learnt(photo), cell, push)))

    def turn(self, number: int) -> None:
        """The photo was taken from the far side."""
        self._edit(number, lambda photo: _taught(photo, learn_at(photo.bgr, half_turned(_learnt(photo).pose))))

    def name_cells(self, layout: Sequence[int]) -> None:
        """Say in which order the tiles lie."""
        if sorted(layout) != list(NUMBER_ORDER):
            raise Refused("not_every_place", 422)
        with self._lock:
            self.layout = tuple(layout)
            learnt = [photo.learnt and renamed(photo.learnt, self.layout) for photo in self.photos]
            self._keep(tuple(_taught(photo, one) for photo, one in zip(self.photos, learnt, strict=True)))

    def tiles(self) -> tuple[LearntTile, ...]:
        """Of each tile the best picture so far, by place; empty before any were found."""
        learnt = [photo.learnt for photo in self.photos if photo.learnt is not None and photo.fits]
        return best_tiles(learnt) if learnt else ()

    def best(self) -> list[tuple[int, int, int]]:
        """For each tile: place, the photo its best picture is from, and the cell it lies in there."""
        homes = {
            id(tile): (tile.place, photo.number, cell)
            for photo in self.photos
            if photo.learnt is not None
            for cell, tile in enumerate(photo.learnt.tiles)
        }
        return [homes[id(tile)] for tile in self.tiles()]

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

    def _edit(self, number: int, edit: Callable[[Photo], Photo]) -> None:
        with self._lock:
            fresh = edit(self.photo(number))
            self._keep(tuple(fresh if photo.number == number else photo for photo in self.photos))

    def _keep(self, photos: tuple[Photo, ...]) -> None:
        self.photos = _compared(photos)
        self.version += 1
        self.changed()


def _taught(photo: Photo, learnt: Learnt | None, by_hand: bool | None = None) -> Photo:
    by_hand = photo.by_hand if by_hand is None else by_hand
    advice = () if learnt is None else tuple(advice_on(photo.bgr, learnt, by_hand))
    why = why_not_learnt(photo.bgr) if learnt is None else None
    return replace(photo, learnt=learnt, advice=advice, looking=False, by_hand=by_hand, why=why)


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
