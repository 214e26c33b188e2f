"""How does a phone become the camera?  It offers itself, the host lets it in, then it sends picture after picture."""

from flask import Blueprint, Response, jsonify, request

from companion.errors import GameError
from webui.camera.camera_view import without_answers
from webui.camera.lookout import CameraChoice
from webui.http.errors import Refused
from webui.locales.words import say_for_request
from webui.rights.device import device, house, lookout, remember, token, uploaded_picture

blueprint = Blueprint("phone_camera", __name__, url_prefix="/api/phone_camera")


@blueprint.post("/offer")
def offer() -> Response:
    """Ask the host to let this phone be the camera; the host's own device need not ask."""
    access = house().access
    own = access.offer_camera(token(), request.remote_addr or "")
    wish = access.wish_of(own)
    if device().host and wish is not None:
        let_in(wish.id)
    return remember(jsonify({"waiting": access.wish_of(own) is not None}), own)


@blueprint.post("/picture")
def picture() -> Response:
    """What the phone sees now; how the reading of it goes comes back."""
    if not device().camera:
        raise Refused("not_the_camera", 403)
    if not lookout().push(uploaded_picture()):
        raise Refused("other_camera", 409)
    seen = house().desk.view(None, say_for_request())
    return jsonify(without_answers(seen, device().seats, device().host, house().access.taken()))


def let_in(wish_id: str) -> None:
    """The host says yes to whoever waits; to look through a phone begins at once.  All of it, or nothing."""
    access = house().access
    as_camera = any(one.id == wish_id and one.seat is None for one in access.wishes())
    before = lookout().choice if as_camera else None  # a table of a club has no camera of its own
    if not as_camera or (before is not None and before.kind == "phone"):
        access.decide(wish_id, let_in=True)
        return
    lookout().choose(CameraChoice("phone", profile=lookout().likely_profile()))
    try:
        access.decide(wish_id, let_in=True)
    except GameError:
        lookout().choose(before or CameraChoice("none"))
        raise
