"""The web application of a club: one for all its tables, and the club's own pages beside them.

At a table there is what a game needs.  What belongs to a computer at the table stays out: its cameras, its files, its
copies of the game, its backup.
"""

from typing import Any

import msgspec
from flask import Flask, request
from flask.json.provider import JSONProvider
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from webui.camera import camera_api
from webui.club import board_api, club_pages, help_api
from webui.club.handouts import ladder_api, sheet_api
from webui.club.operations import health, metrics
from webui.club.work import photos_api
from webui.eyes import eyes_api
from webui.http import errors, logs, trust
from webui.keepsakes import exports
from webui.pages import assets, guide, html, tools
from webui.play import api, host, saved_api, statistics
from webui.reach import ways_api
from webui.reach.ways import Ways
from webui.rights import listeners
from webui.settings import Settings

AT_TABLES: tuple[Any, ...] = (
    html,
    api,
    camera_api,
    exports,
    eyes_api,
    guide,
    host,
    saved_api,
    statistics,
    listeners,
    tools,
    ways_api,
    help_api,
    photos_api,
)
"""What is answered at a table."""
OF_THE_CLUB: tuple[Any, ...] = (board_api, club_pages, ladder_api, sheet_api, health, metrics)


class _Json(JSONProvider):
    """The same JSON as Flask's own, several times sooner: a club writes three hundred views a second."""

    def dumps(self, obj: Any, **options: Any) -> str:
        """JSON of plain data."""
        return msgspec.json.encode(obj).decode()

    def loads(self, s: str | bytes, **options: Any) -> Any:
        """Plain data of JSON."""
        return msgspec.json.decode(s)


def create_club_app(settings: Settings, parts: dict[str, Any], data_dir: Any) -> Flask:
    """The application.

    ``parts`` are the club's own: ``board``, ``organiser``, ``club``, ``told``, ``database``, ``state``, ``figures``.
    """
    app = Flask("webui", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_max_bytes
    app.json = _Json(app)
    known = app.extensions["assets"] = assets.Assets()
    app.extensions |= parts
    app.extensions["settings"] = settings
    app.extensions["certificates"] = None
    app.extensions["ways"] = Ways(data_dir, False)
    trust.register(app, settings)
    logs.register(app)
    errors.register(app, html.nowhere)
    for blueprint in (*AT_TABLES, *OF_THE_CLUB):
        app.register_blueprint(blueprint.blueprint)
    app.register_blueprint(assets.make_blueprint(known))
    limiter = Limiter(_table_and_address, app=app, storage_uri="memory://")
    limits = dict.fromkeys(
        ("api.join", "api.be_host", "board.sign_in", "eyes.come_in", "help.come"), settings.join_limit
    )
    limits |= {"eyes.greet": settings.greet_limit, "camera.photo": settings.photo_limit}
    limits["club_photos.learn"] = settings.photo_limit
    for name, limit in limits.items():
        limited: Any = limiter.limit(limit)(app.view_functions[name])
        app.view_functions[name] = limited
    return app


def _table_and_address() -> str:
    """Whose tries are counted together: a whole club may come in from one address."""
    return f"{request.script_root} {get_remote_address()}"
