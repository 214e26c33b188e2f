"""What does a host ask about the copy of the game on the table?  That a worker learns it from one photo."""

from flask import Blueprint, Response, jsonify, request

from webui.club.work.photos import LEARN
from webui.http.parts import part
from webui.http.upload import check_picture
from webui.play.api import seen
from webui.rights.device import need_host, settings

blueprint = Blueprint("club_photos", __name__, url_prefix="/api/copy")


@blueprint.post("/photo")
def learn() -> Response:
    """A photo of the bare tiles in order of their numbers; what comes of it is shown in the view."""
    need_host()
    request.max_content_length = settings().upload_max_bytes
    data = request.get_data()
    check_picture(data, settings().picture_max_pixels)
    part("table").photos.put(LEARN, data)
    return jsonify(seen())
