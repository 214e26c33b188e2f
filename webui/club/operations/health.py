"""Shall a proxy send somebody to this server?  ``/healthz`` says so; nothing secret is in it."""

from flask import Blueprint, Response, current_app, jsonify

from webui.club.board_api import only_from_the_club
from webui.club.operations.state import State
from webui.http.watchdog import Watchdog

blueprint = Blueprint("club_health", __name__)
HEALTH = "/club/healthz"
blueprint.before_request(only_from_the_club)


@blueprint.get(HEALTH)
def healthz() -> tuple[Response, int]:
    """200 where a tap would be kept; 503 while the server hands its tables on, and while something stands in the way.

    ``live`` is true with every answer: there is nothing that a new start of this process would mend but ``stuck``.
    """
    state: State = current_app.extensions["state"]
    watchdog = current_app.extensions.get("watchdog")
    stuck = [one.what for one in watchdog.stuck] if isinstance(watchdog, Watchdog) else []
    database = state.hears_database()
    ready = database and not state.draining and not stuck
    answer = {
        "live": True,
        "ready": ready,
        "draining": state.draining,
        "database": database,
        "tables": len(state.tables.open),
        "pages": state.pages(),
        "stuck": stuck,
    }
    return jsonify(answer), 200 if ready else 503
