"""Which copies of the game are known, and what may be done with them?  For the host."""

from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify, request

from calibration.store import (
    NAME,
    ProfileRefused,
    delete_profile,
    load_profile,
    profile_names,
    profile_pictures,
    rename_profile,
    save_profile,
)
from calibration.tokens import learn_wood, with_wood
from companion.sync.observation import BoardObservation
from companion.words import COLORS, mark
from vision.draw import draw_observation
from vision.frame import Frame
from vision.pipeline import look
from vision.profile import Profile
from vision.tokens.wood import PREFIX
from webui.camera.camera_words import reason_words
from webui.camera.pictures import data_url, jpeg, sheet
from webui.http.errors import Refused
from webui.locales.words import say_for_request
from webui.rights.device import body, house, lookout, need_host, uploaded_picture

blueprint = Blueprint("profiles", __name__, url_prefix="/api/profiles")
_SHEET_PX, _TRIED_PX = 480, 1200
_LAYERS = {"tiles"}
WOOD = COLORS | {"purple": mark("purple (Governor)"), "black": mark("black (Smuggler)")}


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """One copy."""

    name: str


class Renamed(msgspec.Struct, forbid_unknown_fields=True):
    """One copy and its new name."""

    name: str
    to: str


@blueprint.post("/use")
def use() -> Response:
    """Read with this copy from now on."""
    need_host()
    lookout().use_profile(known(body(Named).name))
    return jsonify(described())


@blueprint.post("/rename")
def rename() -> Response:
    """Give a copy another name."""
    need_host()
    asked: Renamed = body(Renamed)
    name, was_in_use = known(asked.name), in_use() == asked.name
    to = checked_name(asked.to, house().data_dir, False)
    try:
        rename_profile(name, to, house().data_dir)
    except (OSError, ProfileRefused) as error:
        raise Refused("bad_profile", 409, name=name, why=str(error)) from error
    if was_in_use:
        lookout().use_profile(to)
    return jsonify(described())


@blueprint.post("/delete")
def delete() -> Response:
    """Forget a copy; a camera that reads with it goes on without."""
    need_host()
    name = known(body(Named).name)
    if in_use() == name:
        lookout().use_profile("")
    delete_profile(name, house().data_dir)
    return jsonify(described())


@blueprint.post("/<name>/try")
def try_out(name: str) -> Response:
    """Read the picture sent, or the camera's, with a copy, by itself."""
    need_host()
    return _read(asked_picture(), loaded(known(name)))


@blueprint.post("/<name>/wood")
def learn_colors(name: str) -> Response:
    """Learn the colours of the wood under this lamp, best from tokens set up as at the start of a game."""
    need_host()
    frame, profile = asked_picture(), loaded(known(name))
    pose = look(frame, profile).pose
    wood = {} if pose is None else learn_wood(frame, pose, profile)
    if not wood:
        raise Refused("no_wood_seen", 409)
    save_profile(with_wood(loaded(name), wood), house().data_dir)  # it may have been changed meanwhile
    if in_use() == name:
        lookout().use_profile(name)
    say = say_for_request()
    return jsonify({"colors": [say(words) for color, words in WOOD.items() if PREFIX + color in wood]})


def asked_picture() -> Frame:
    """The picture sent, else the camera's newest."""
    if request.mimetype.startswith("image/"):
        return Frame(uploaded_picture(), source="photo")
    frame = lookout().frame()
    if frame is None:
        raise Refused("no_picture", 409)
    return frame


def _read(frame: Frame, profile: Profile) -> Response:
    """How many tiles, which, and the picture with them drawn in."""
    seen = look(frame, profile)
    told = seen.observation
    drawn = data_url(draw_observation(frame.bgr, told, seen.pose, _LAYERS), _TRIED_PX)
    if not isinstance(told, BoardObservation):
        return jsonify({"read": 0, "layout": [], "why": reason_words(told.reason, say_for_request()), "picture": drawn})
    layout = list(told.layout)
    return jsonify({"read": sum(place is not None for place in layout), "layout": layout, "why": "", "picture": drawn})


@blueprint.get("/<name>.jpg")
def picture(name: str) -> Response:
    """The sixteen tiles of a copy on one small picture."""
    need_host()
    try:
        tiles = profile_pictures(known(name), house().data_dir)
    except ProfileRefused as error:
        raise Refused("bad_profile", 409, name=name, why=str(error)) from error
    kept = {"Cache-Control": "private, max-age=600"}
    return Response(jpeg(sheet(tiles, _SHEET_PX)), mimetype="image/jpeg", headers=kept)


def described() -> dict[str, Any]:
    """The names of all copies known and of the one in use."""
    return {"names": profile_names(house().data_dir), "in_use": in_use()}


def checked_name(name: str, data_dir: Path, may_replace: bool) -> str:
    """The name without needless blanks.  Raises Refused for one that is none or is taken."""
    clean = " ".join(name.split())
    if not NAME.fullmatch(clean):
        raise Refused("bad_name", 422, name=clean)
    if not may_replace and clean in profile_names(data_dir):
        raise Refused("name_taken", 409, name=clean)
    return clean


def in_use() -> str:
    """The copy that is read with, or nothing."""
    choice = lookout().choice
    return choice.profile if choice else ""


def known(name: str) -> str:
    """The name of a copy that is known.  Raises Refused for another."""
    if name not in profile_names(house().data_dir):
        raise Refused("no_profile", 404, name=name)
    return name


def loaded(name: str) -> Profile:
    """A copy from disk.  Raises Refused where it is damaged."""
    try:
        return load_profile(name, house().data_dir)
    except (OSError, ProfileRefused) as error:
        raise Refused("bad_profile", 409, name=name, why=str(error)) from error
