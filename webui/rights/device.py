"""Who is asking?  The rights of the device behind the present request, by its cookie."""

from typing import Any

from flask import Response, current_app, request

from vision.frame import Image
from vision.sources.pictures import BadPicture, decode_picture
from webui.camera.lookout import Lookout
from webui.camera.webcams import WebcamSearch
from webui.house import House
from webui.http.errors import Refused
from webui.http.orders import decoded
from webui.http.parts import part
from webui.http.upload import check_picture
from webui.learning.disc_lesson import DiscLesson
from webui.learning.lesson import Lesson
from webui.locales.words import cookies_of
from webui.play.views import seat_of
from webui.rights.access import Device
from webui.settings import Settings

_KEPT_S = 60 * 60 * 24 * 60


def house() -> House:
    """The companion this app serves."""
    served: House = part("house")
    return served


def settings() -> Settings:
    """The settings of this app."""
    chosen: Settings = current_app.extensions["settings"]
    return chosen


def lookout() -> Lookout:
    """What holds the camera."""
    held: Lookout = part("lookout")
    return held


def webcam_search() -> WebcamSearch:
    """What looks through the webcams of this computer."""
    search: WebcamSearch = current_app.extensions["webcam_search"]
    return search


def lesson() -> Lesson:
    """The copy that is being learnt."""
    going_on: Lesson = part("lesson")
    return going_on


def disc_lesson() -> DiscLesson:
    """The picture in which a person points at each player's disc."""
    going_on: DiscLesson = part("disc_lesson")
    return going_on


def cookie_name() -> str:
    """The name of this server's cookie on this line."""
    return settings().cookie_name(request.is_secure)


def cookie_path() -> str:
    """Where this server's cookie holds: below the table's address in a club, else everywhere."""
    return f"{request.script_root}/"


def token() -> str | None:
    """The device's token, if it sent one."""
    return cookies_of(request.headers.get("Cookie", "")).get(cookie_name())


def device() -> Device:
    """What the asking device may do."""
    return house().access.device(token())


def remember(response: Response, new_token: str) -> Response:
    """Give the device its token: out of reach of scripts, never sent along from other sites."""
    response.set_cookie(
        cookie_name(),
        new_token,
        max_age=_KEPT_S,
        path=cookie_path(),
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
    return response


def forget(response: Response) -> Response:
    """Take the token back."""
    response.delete_cookie(
        cookie_name(), path=cookie_path(), httponly=True, samesite="Strict", secure=request.is_secure
    )
    return response


def need_host() -> Device:
    """The asking device, which must be the host's.  Raises Refused."""
    asking = device()
    if not asking.host:
        raise Refused("not_host", 403)
    return asking


def own_seat(wanted: int | None) -> int | None:
    """The seat to look or act from: the one wanted if it is the device's own, else the one of its seats that is to act.

    None for a device without a seat.  Raises Refused for somebody else's seat.
    """
    refuse_foreign_seat(wanted)
    return seat_of(house(), device(), wanted)


def refuse_foreign_seat(wanted: int | None) -> None:
    """Raise Refused where a seat is named that is not the device's; to be asked before anything is done."""
    if wanted is not None and wanted not in device().seats:
        raise Refused("not_joined", 403, seat=wanted)


def need_seat(wanted: int | None) -> int:
    """As ``own_seat``, for those who want to do something.  Raises Refused."""
    seat = own_seat(wanted)
    if seat is None:
        raise Refused("not_joined", 401)
    return seat


def body(kind: Any) -> Any:
    """The JSON sent, as a ``kind``.  Raises Refused where it is something else."""
    if request.mimetype != "application/json":
        raise Refused("bad_request", 415)
    return decoded(request.get_data(), kind)


def uploaded_picture() -> Image:
    """The picture sent, checked and decoded, BGR.  Raises Refused where it is none, too large or damaged."""
    request.max_content_length = settings().upload_max_bytes
    data = request.get_data()
    check_picture(data, settings().picture_max_pixels)
    bgr = decode_picture(data)
    if isinstance(bgr, BadPicture):
        raise Refused("not_a_picture", 415)
    return bgr
