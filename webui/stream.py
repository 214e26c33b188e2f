"""Where do pages listen?  One event stream each, which carries numbers only; the view is fetched whole."""

from flask import Blueprint, Response

from webui.device import house, settings, token
from webui.hub import lines

blueprint = Blueprint("stream", __name__)


@blueprint.get("/events")
def events() -> Response:
    """The event stream of one page."""
    hub = house().hub
    waiting = hub.open(token() or "")
    text = lines(hub, waiting, house().pulse(), settings().heartbeat_s)
    return Response(text, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})
