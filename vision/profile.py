"""What does this copy of the game look like?  Sixteen tile pictures and what was learnt with them, under one id."""

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

import cv2
import numpy as np

from vision.arrays import image
from vision.frame import Image
from vision.identify.cells import Signatures, tile_signatures
from vision.locate.feature_index import TileIndex, build_index, shows_anything
from vision.params_layout import TILE_MM
from vision.refine.register import Art, prepare_art

TILE_PX = (360, 252)
"""Width and height of a tile picture; 4 px a mm."""

PX_PER_MM = TILE_PX[0] / TILE_MM[0]
P = ParamSpec("P")
T = TypeVar("T")
_KEEPING = threading.Lock()


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """One copy: ``tiles[place - 1]`` is its picture, BGR uint8 of shape (252, 360, 3), upright, read-only.

    ``colors`` are what else was learnt as plain numbers (token colours and the like), by name.  Two profiles with the
    same ``id`` hold the same pictures and numbers.  ``made`` is what readers have made of it (``kept_with_profile``).
    """

    name: str
    tiles: tuple[Image, ...]
    id: str
    signatures: Signatures
    art: Art
    colors: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    made: dict[Any, dict[Any, Any]] = field(default_factory=dict, repr=False)

    def tile(self, place: int) -> Image:
        """The picture of a place (1..16)."""
        return self.tiles[place - 1]


class GameSet(NamedTuple):
    """A copy of the game, and the colours that are played; None where nobody knows which."""

    profile: Profile
    players: Sequence[str] | None = None

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """By this two sets are the same."""
        return self.profile.id, tuple(self.players or ())


def make_profile(name: str, tiles: tuple[Image, ...], colors: Mapping[str, tuple[float, ...]] | None = None) -> Profile:
    """A profile from sixteen tile pictures in the order of their places.  Raises ValueError for others, or blank."""
    if len(tiles) != 16:
        raise ValueError(f"a profile needs 16 tiles, not {len(tiles)}")
    pictures = tuple(_fitted(tile) for tile in tiles)
    if not any(shows_anything(picture) for picture in pictures):  # FLANN would call itself until the stack is full
        raise ValueError("nothing is to be seen on the pictures of the tiles")
    numbers = dict(colors or {})
    digest = hashlib.sha256()
    for picture in pictures:
        digest.update(picture.tobytes())
    digest.update(repr(sorted(numbers.items())).encode())
    signatures, art = tile_signatures(pictures), prepare_art(pictures)
    return Profile(name, pictures, digest.hexdigest()[:12], signatures, art, numbers)


def kept_with_profile(
    most: int,
) -> Callable[[Callable[Concatenate[Profile, P], T]], Callable[Concatenate[Profile, P], T]]:
    """The newest so many answers of a function of a profile are kept with that profile, and go when it goes.

    A cache of the function's own would keep every copy of the game that was ever tried.
    """

    def kept(make: Callable[Concatenate[Profile, P], T]) -> Callable[Concatenate[Profile, P], T]:
        @wraps(make)
        def answer(profile: Profile, /, *args: P.args, **named: P.kwargs) -> T:
            key = (args, *sorted(named.items()))
            with _KEEPING:
                known = profile.made.setdefault(make, {})
                if key in known:
                    known[key] = known.pop(key)  # the newest now
                    return cast(T, known[key])
            made = make(profile, *args, **named)
            with _KEEPING:
                known[key] = made
                while len(known) > most:
                    del known[next(iter(known))]
            return made

        return answer

    return kept


@kept_with_profile(1)
def tile_index(profile: Profile) -> TileIndex:
    """Where features of the tiles are found; made when a board is first looked for (half a second, some 20 MB)."""
    return build_index(profile.tiles)


@kept_with_profile(16)
def softened(profile: Profile, soft_mm: float, colour: bool) -> Profile:
    """The profile as a camera out of focus by so much, or far away, would show it, compared in grey or in colour."""
    blur_px = soft_mm * PX_PER_MM
    soft = tuple(image(cv2.GaussianBlur(tile, (0, 0), blur_px)) if blur_px else tile for tile in profile.tiles)
    return replace(profile, signatures=tile_signatures(soft, colour), art=prepare_art(soft), made={})


def _fitted(tile: Image) -> Image:
    if tile.ndim != 3 or tile.shape[2] != 3 or tile.dtype != np.uint8:
        raise ValueError(f"a tile picture is uint8 of shape (height, width, 3), not {tile.shape} {tile.dtype}")
    same = tile.shape[:2] == (TILE_PX[1], TILE_PX[0])
    picture = tile.copy() if same else np.asarray(cv2.resize(tile, TILE_PX, interpolation=cv2.INTER_AREA), np.uint8)
    picture.flags.writeable = False
    return picture
