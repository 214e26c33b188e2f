"""What does the page ask on which a person points at each player's disc?  For the host."""

from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify

from calibration.store import save_profile
from companion.sync.observation import NotSeen
from companion.words import COLORS
from vision.frame import Frame
from vision.pipeline import look
from vision.profile import Profile
from vision.tokens.wood import PREFIX
from webui.camera.camera_words import reason_words
from webui.camera.pictures import jpeg, no_larger
from webui.http.errors import Refused
from webui.learning.disc_lesson import mixed_up, shown
from webui.learning.profiles_api import asked_picture, in_use, known, loaded
from webui.locales.words import say_for_request
from webui.rights.device import body, disc_lesson, house, lookout, need_host

blueprint = Blueprint("discs", __name__, url_prefix="/api/profiles")
_LONGEST_PX = 2000


class Pointed(msgspec.Struct, forbid_unknown_fields=True):
    """One player's colour and a point (px) of the picture on a disc of it."""

    color: str
    x: float
    y: float


class OneColor(msgspec.Struct, forbid_unknown_fields=True):
    """One player's colour."""

    color: str


@blueprint.post("/<name>/discs")
def begin(name: str) -> Response:
    """A picture to point at: the one sent, or the camera's; all tiles must be found in it."""
    need_host()
    profile, seen = loaded(known(name)), asked_picture()
    frame = Frame(no_larger(seen.bgr, _LONGEST_PX), source=seen.source)
    told = look(frame, profile)
    if told.pose is None or isinstance(told.observation, NotSeen):
        reason = told.observation.reason if isinstance(told.observation, NotSeen) else "no_board"
        raise Refused("tiles_not_found", 409, why=reason_words(reason, say_for_request()))
    disc_lesson().begin(frame, told.pose, profile)
    return _told(profile)


@blueprint.post("/<name>/disc")
def teach(name: str) -> Response:
    """Learn a player's colour from the disc pointed at."""
    need_host()
    asked: Pointed = body(Pointed)
    return _kept(disc_lesson().teach(known(name), asked.color, (asked.x, asked.y)))


@blueprint.post("/<name>/disc/undo")
def undo(name: str) -> Response:
    """Take a colour back to what was known of it before."""
    need_host()
    return _kept(disc_lesson().undo(known(name), body(OneColor).color))


@blueprint.get("/discs/<int:number>.jpg")
def picture(number: int) -> Response:
    """The picture that is pointed at."""
    need_host()
    frame = disc_lesson().frame
    if frame is None or number != disc_lesson().number:
        raise Refused("not_found", 404)
    kept = {"Cache-Control": "private, max-age=3600"}
    return Response(jpeg(frame.bgr), mimetype="image/jpeg", headers=kept)


def _kept(profile: Profile) -> Response:
    save_profile(profile, house().data_dir)
    if in_use() == profile.name:
        lookout().use_profile(profile.name)
    return _told(profile)


def _told(profile: Profile) -> Response:
    pointed = disc_lesson()
    height, width = (1, 1) if pointed.frame is None else pointed.frame.bgr.shape[:2]
    colors = [_color(profile, color) for color in COLORS]
    return jsonify({"name": profile.name, "number": pointed.number, "width": width, "height": height, "colors": colors})


def _color(profile: Profile, color: str) -> dict[str, Any]:
    say, mean = say_for_request(), profile.colors.get(PREFIX + color)
    other = mixed_up(profile, color)
    return {
        "color": color,
        "words": say(COLORS[color]),
        "shown": None if mean is None else shown(mean),
        "at": disc_lesson().marks.get(color),
        "like": None if other is None else say(COLORS[other]),
    }
