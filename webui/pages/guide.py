"""What is there to read about the game?  The topics of its guide, in the reader's language; no game need be running."""

from flask import Blueprint, Response, jsonify, request

from webui.http.errors import Refused
from webui.locales.words import say_for_request
from webui.play.games import FACES, KINDS
from webui.rights.device import house

blueprint = Blueprint("guide", __name__, url_prefix="/api")


@blueprint.get("/guide")
def topics() -> Response:
    """The guide of the game asked for, else of the one that is running, else of the first."""
    running = house().session
    name = request.args.get("game") or (running.game.name if running else next(iter(FACES)))
    if name not in FACES:
        raise Refused("not_found", 404)
    say = say_for_request()
    return jsonify({"game": name, "title": say(KINDS[name].title), "topics": FACES[name].guide(say)})
