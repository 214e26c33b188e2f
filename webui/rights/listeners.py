"""Where do pages listen?  Here it is decided who may; the stream itself is said by ``webui.http.streams``."""

from flask import Blueprint, Response, request

from webui.http.errors import Refused
from webui.http.streams import MARK, VIEWS
from webui.http.trust import refuse_other_sites
from webui.locales.words import language
from webui.rights.device import device, token

blueprint = Blueprint("stream", __name__)
_MIMETYPE = "text/event-stream"


@blueprint.get("/events")
def events() -> Response:
    """The head of the event stream of one page; pictures and frames of other sites get none.

    With ``views=1`` a device that is known is sent the new view with each change; a stranger fetches it.
    """
    refuse_other_sites()
    if _MIMETYPE not in request.headers.get("Accept", ""):
        raise Refused("not_a_stream", 406)
    known = token() if device().is_known else None
    answer = Response(mimetype=_MIMETYPE, headers={"Cache-Control": "no-store"})
    answer.headers[MARK.decode()] = known or ""
    if known and request.args.get("views") == "1":
        answer.headers[VIEWS.decode()] = language()
    return answer
