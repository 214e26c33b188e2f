"""Is the companion well?  ``/healthz`` for people and for programs that watch over it; nothing secret is in it."""

from flask import Blueprint, Response, current_app, jsonify

from webui.http.watchdog import LEAST_FREE_BYTES, Watchdog, free_bytes
from webui.rights.device import house, lookout

blueprint = Blueprint("health", __name__)
_MB = 1 << 20


@blueprint.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 where a tap would be kept, 503 where something stands in the way."""
    free, watchdog = free_bytes(house().data_dir), current_app.extensions.get("watchdog")
    stuck = [one.what for one in watchdog.stuck] if isinstance(watchdog, Watchdog) else []
    troubles = [trouble.code for trouble in house().archive.troubles]
    ready = not stuck and not troubles and (free is None or free >= LEAST_FREE_BYTES)
    answer = {
        "live": True,
        "ready": ready,
        "game": house().session is not None,
        "camera": lookout().status().state,
        "disk_free_mb": None if free is None else free // _MB,
        "stuck": stuck,
        "troubles": troubles,
        "pages": len(house().hub),
    }
    return jsonify(answer), 200 if ready else 503
