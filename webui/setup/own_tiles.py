"""Do screens show the bazaar with the tiles of the copy on the table?  One switch of the host's, and their pictures.

The pictures go to the screens of this table and nowhere else: no export and no link holds them.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify

from calibration.store import RECORD, ProfileRefused, profile_dir, profile_pictures
from companion.game import Say
from webui.camera.lookout import Lookout
from webui.camera.pictures import jpeg
from webui.house import House
from webui.http.errors import Refused
from webui.http.parts import part
from webui.keepsakes.keepsake import Keepsake
from webui.play.api import seen
from webui.rights.device import body, need_host

blueprint = Blueprint("own_tiles", __name__, url_prefix="/api/own-tiles")
NOTE = "tiles.json"
_KEPT = "private, max-age=31536000, immutable"


class OwnTilesSwitch(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the own tiles are shown."""

    on: bool


@dataclass(frozen=True, slots=True)
class Tiles:
    """The pictures of one copy as JPEG, by place; ``changed`` tells which state of which copy they are of."""

    changed: tuple[str, int]
    pictures: tuple[bytes, ...]
    id: str


class OwnTiles:
    """The switch of one house, kept over restarts, and the pictures of the copy that is likely on the table."""

    def __init__(self, house: House, lookout: Lookout) -> None:
        self._house, self._lookout = house, lookout
        self._kept = Keepsake(house.data_dir / NOTE)
        self._on = self._kept.read().get("on") is True
        self._tiles: Tiles | None = None

    def view(self, say: Say) -> dict[str, Any] | None:
        """None where no copy is known; else whether its tiles are shown, and under which id."""
        if not self._lookout.likely_profile():
            return None
        tiles = self.tiles() if self._on else None
        return {"on": self._on, "id": tiles.id if tiles else None}

    def turn(self, on: bool) -> None:
        """Show them, or the program's own art.  Raises OutOfReach; then nothing has changed."""
        self._kept.write({"on": on})
        self._on = on
        self._house.changed()

    def tiles(self) -> Tiles | None:
        """The pictures; None where they cannot be read."""
        name, folder = self._lookout.likely_profile(), self._house.data_dir
        try:
            changed = (name, (profile_dir(name, folder) / RECORD).stat().st_mtime_ns)
            if self._tiles is None or self._tiles.changed != changed:
                pictures = tuple(jpeg(tile) for tile in profile_pictures(name, folder))
                self._tiles = Tiles(changed, pictures, hashlib.sha256(b"".join(pictures)).hexdigest()[:16])
        except (OSError, ProfileRefused):
            return None
        return self._tiles


@blueprint.post("")
def turn() -> Response:
    """The host's switch."""
    need_host()
    _own_tiles().turn(body(OwnTilesSwitch).on)
    return jsonify(seen())


@blueprint.get("/<id_>/<int:place>.jpg")
def picture(id_: str, place: int) -> Response:
    """One tile; what lies under an id never changes."""
    own = _own_tiles()
    tiles = own.tiles() if own.view(str) else None
    if tiles is None or tiles.id != id_ or not 1 <= place <= len(tiles.pictures):
        raise Refused("not_found", 404)
    return Response(tiles.pictures[place - 1], mimetype="image/jpeg", headers={"Cache-Control": _KEPT})


def _own_tiles() -> OwnTiles:
    held: OwnTiles = part("own_tiles")
    return held
