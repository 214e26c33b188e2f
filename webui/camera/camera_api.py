"""What do pages ask of the camera?  The picture, the answer to its question, and photos taken by a phone."""

import msgspec
from flask import Blueprint, Response, jsonify, request

from vision.draw import LAYERS
from webui.http.errors import Refused
from webui.http.upload import check_picture
from webui.locales.words import say_for_request
from webui.play.api import seen
from webui.rights.device import body, device, house, need_host, need_seat, own_seat, settings

blueprint = Blueprint("camera", __name__, url_prefix="/api")


class CameraAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The option taken of a question of the camera's."""

    question_id: str
    option_id: int
    seat: int | None = None


class Settle(msgspec.Struct, forbid_unknown_fields=True):
    """Who is right where camera and game differ: ``table``, ``app``, or ``look`` again."""

    who: str
    seat: int | None = None


class CameraTakeBack(msgspec.Struct, forbid_unknown_fields=True):
    """What the camera played did not happen; good for this version of the game."""

    version: int
    seat: int | None = None


class AskFirst(msgspec.Struct, forbid_unknown_fields=True):
    """Whether even what is certain is asked before it is played."""

    ask: bool


@blueprint.post("/camera/answer")
def answer() -> Response:
    """Answer the camera's question; the host may answer for anybody."""
    asked: CameraAnswer = body(CameraAnswer)
    seat = None if device().host and asked.seat is None else need_seat(asked.seat)
    house().desk.answer(asked.question_id, asked.option_id, seat)
    return jsonify(seen(asked.seat))


@blueprint.post("/camera/take-back")
def take_back() -> Response:
    """Take back what was played without a question; the host may do it for anybody."""
    asked: CameraTakeBack = body(CameraTakeBack)
    seat = None if device().host and asked.seat is None else need_seat(asked.seat)
    house().desk.take_back(asked.version, seat)
    return jsonify(seen(asked.seat))


@blueprint.post("/camera/ask-first")
def ask_first() -> Response:
    """The host's choice for a cautious table."""
    need_host()
    house().desk.ask_first(body(AskFirst).ask)
    return jsonify(seen())


@blueprint.post("/camera/settle")
def settle() -> Response:
    """Say who is right."""
    asked: Settle = body(Settle)
    if asked.who not in ("table", "app", "look"):
        raise Refused("bad_request", 400)
    seat = None if device().host and asked.seat is None else need_seat(asked.seat)
    house().desk.settle(asked.who, seat)
    return jsonify(seen(asked.seat))


@blueprint.get("/camera.jpg")
def picture() -> Response | tuple[str, int]:
    """The camera's newest picture with the layers asked for; for devices of this game only."""
    if not (device().host or device().seats):
        raise Refused("not_joined", 403)
    layers = set(request.args.get("layers", "").split(",")) & LAYERS
    jpeg = house().desk.picture_jpeg(layers)
    return Response(jpeg, mimetype="image/jpeg") if jpeg else ("", 204)


@blueprint.get("/camera/confidences")
def confidences() -> Response:
    """How sure the reader is of each thing."""
    return jsonify(house().desk.confidences())


@blueprint.post("/photo")
def photo() -> Response:
    """A photo of the table taken by a phone."""
    request.max_content_length = settings().upload_max_bytes
    seat = None if device().host and not device().seats else need_seat(own_seat(None))
    data = request.get_data()
    check_picture(data, settings().picture_max_pixels)
    words = house().desk.photo(data, seat, say_for_request())
    return jsonify({"message": words, "view": seen()})
