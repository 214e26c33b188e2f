"""What do the learning pages ask?  Photos in, tiles found or laid by hand, a profile out; for the host.

A phone may add photos to the lesson with the code of its QR, ask what came of them, and nothing else.  Tiles are found
by and by: the answer says ``looking`` until they are.
"""

import secrets
from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify, request

from calibration.by_hand import Push
from calibration.quality import ADVICE
from calibration.store import save_profile
from companion.istanbul.names import Place
from companion.istanbul.view.vocabulary import PLACES
from vision.frame import Image
from webui.camera.camera_words import reason_words
from webui.camera.pictures import jpeg
from webui.http.errors import Refused
from webui.learning.lesson import Photo
from webui.learning.profiles_api import checked_name, described
from webui.locales.words import say_for_request
from webui.rights.device import body, device, house, lesson, lookout, need_host, uploaded_picture
from webui.rights.links import outside_address, qr_path

blueprint = Blueprint("learn", __name__, url_prefix="/api/lesson")
_SHOWN_PX = 1600
Pair = tuple[float, float]


class CellOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Which place lies in which cell, row by row."""

    layout: list[int]


class WhichPhoto(msgspec.Struct, forbid_unknown_fields=True):
    """One of the lesson's photos."""

    photo: int


class ByHand(msgspec.Struct, forbid_unknown_fields=True):
    """Outer corners in pixels from the top-left of the first tile clockwise; ``snap`` draws tiles to edges near by."""

    photo: int
    corners: tuple[Pair, Pair, Pair, Pair]
    gap_mm: float = 2.0
    snap: bool = True


class PushTile(msgspec.Struct, forbid_unknown_fields=True):
    """A single tile moved (mm), turned (degrees) or made larger (share)."""

    photo: int
    cell: int
    right_mm: float = 0.0
    down_mm: float = 0.0
    turn_deg: float = 0.0
    larger: float = 0.0


class Name(msgspec.Struct, forbid_unknown_fields=True):
    """What the copy shall be called; ``replace`` if one of that name may be overwritten."""

    name: str
    replace: bool = False


@blueprint.get("")
def progress() -> Response:
    """How far the lesson is."""
    need_host()
    return _told()


@blueprint.post("/photo")
def photo() -> Response:
    """A photo of the bare tiles: from the host's page, or from a phone with the lesson's code."""
    _need_part()
    added = lesson().add(uploaded_picture())
    return _found_in(added) if _code_sent() else _told()


@blueprint.get("/photo/<int:number>")
def photo_found(number: int) -> Response:
    """Whether tiles were found in a photo, for the phone that sent it."""
    _need_part()
    return _found_in(lesson().photo(number))


@blueprint.post("/look")
def look() -> Response:
    """The picture of the running camera as a photo."""
    need_host()
    frame = lookout().frame()
    if frame is None:
        raise Refused("no_picture", 409)
    lesson().add(frame.bgr)
    return _told()


@blueprint.post("/layout")
def layout() -> Response:
    """In which order the tiles lie."""
    need_host()
    lesson().name_cells(body(CellOrder).layout)
    return _told()


@blueprint.post("/find")
def find() -> Response:
    """Look for the tiles without help."""
    need_host()
    lesson().find(body(WhichPhoto).photo)
    return _told()


@blueprint.post("/lay")
def lay() -> Response:
    """Lay the tiles between four corners."""
    need_host()
    asked: ByHand = body(ByHand)
    lesson().lay(asked.photo, asked.corners, asked.gap_mm, asked.snap)
    return _told()


@blueprint.post("/push")
def push() -> Response:
    """Move one tile."""
    need_host()
    asked: PushTile = body(PushTile)
    if not 0 <= asked.cell < 16:
        raise Refused("bad_request", 400)
    lesson().push(asked.photo, asked.cell, Push(asked.right_mm, asked.down_mm, asked.turn_deg, asked.larger))
    return _told()


@blueprint.post("/turn")
def turn() -> Response:
    """The photo was taken from the far side."""
    need_host()
    lesson().turn(body(WhichPhoto).photo)
    return _told()


@blueprint.post("/drop")
def drop() -> Response:
    """Do without a photo."""
    need_host()
    lesson().drop(body(WhichPhoto).photo)
    return _told()


@blueprint.post("/save")
def save() -> Response:
    """Keep what was learnt under a name, and read with it at once."""
    need_host()
    asked: Name = body(Name)
    name = checked_name(asked.name, house().data_dir, asked.replace)
    save_profile(lesson().profile(name), house().data_dir)
    lesson().begin_again()
    lookout().use_profile(name)
    return jsonify({"profile": name, "profiles": described()})


@blueprint.get("/photo/<int:number>.jpg")
def photo_picture(number: int) -> Response:
    """A photo, made smaller for the page."""
    need_host()
    return _kept_by_browser(lesson().photo(number).bgr)


@blueprint.get("/tile/<int:place>.jpg")
def tile_picture(place: int) -> Response:
    """The best cut-out of a tile so far."""
    need_host()
    found = next((tile for tile in lesson().tiles() if tile.place == place), None)
    if found is None:
        raise Refused("not_found", 404)
    return _kept_by_browser(found.picture)


def _need_part() -> None:
    """Raise Refused for a device that is neither the host's nor has the lesson's code."""
    if not (device().host or secrets.compare_digest(_code_sent().encode(), lesson().code.encode())):
        raise Refused("lesson_over", 403)


def _code_sent() -> str:
    return request.headers.get("X-Lesson", "")


def _found_in(photo: Photo) -> Response:
    return jsonify({"photo": photo.number, "looking": photo.looking, "found": photo.learnt is not None})


def _kept_by_browser(bgr: Image) -> Response:
    """Its address changes when the picture does."""
    return Response(jpeg(bgr, _SHOWN_PX), mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def _told() -> Response:
    told, say = lesson(), say_for_request()
    link = f"{outside_address()}/send#p={told.code}"
    return jsonify(
        {
            "version": told.version,
            "layout": list(told.layout),
            "photos": [_photo(one) for one in told.photos],
            "tiles": [{"place": place, "photo": photo, "cell": cell} for place, photo, cell in told.best()],
            "names": {int(place): say(PLACES[place]) for place in Place},
            "phone": {"link": link, "qr": qr_path(link)},
            "camera": lookout().frame() is not None,
        }
    )


def _photo(photo: Photo) -> dict[str, Any]:
    say = say_for_request()
    height, width = photo.bgr.shape[:2]
    pose = photo.learnt.pose if photo.learnt else None
    return {
        "number": photo.number,
        "layout": [] if photo.learnt is None else [tile.place for tile in photo.learnt.tiles],
        "width": width,
        "height": height,
        "looking": photo.looking,
        "found": pose is not None,
        "why": photo.why and reason_words(photo.why, say),
        "fits": photo.fits,
        "by_hand": photo.by_hand,
        "gap_mm": photo.gap_mm,
        "corners": photo.corners_px.round(1).tolist(),
        "cells": [] if pose is None else [pose.project_plane(t.corners_mm).round(1).tolist() for t in pose.tiles],
        "advice": [{"text": one.words(say(ADVICE[one.code])), "tiles": list(one.tiles)} for one in photo.advice],
    }
