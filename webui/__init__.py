"""The companion in the browser: ``create_app`` puts the parts of the server together."""

from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from webui import (
    api,
    assets,
    camera_api,
    copy_api,
    dice_api,
    discs_api,
    errors,
    exports,
    guide,
    health,
    host,
    learn_api,
    logs,
    moving_api,
    pages,
    phone_camera,
    profiles_api,
    recorder_api,
    secure,
    setup_api,
    statistics,
    stream,
    tools,
    trust,
    virtual_api,
    wizard,
)
from webui.disc_lesson import DiscLesson
from webui.house import House
from webui.lesson import Lesson
from webui.lookout import Lookout
from webui.recorder import Recorder
from webui.settings import Settings
from webui.setup_desk import SetupDesk

if TYPE_CHECKING:
    from webui.certificates import Certificates

BLUEPRINTS: tuple[Any, ...] = (pages, api, camera_api, copy_api, dice_api, discs_api, exports, guide, health, host)
BLUEPRINTS += (learn_api, profiles_api, phone_camera, recorder_api, secure, setup_api, statistics, stream, tools)
BLUEPRINTS += (moving_api, virtual_api, wizard)


def create_app(house: House, settings: Settings | None = None, certificates: "Certificates | None" = None) -> Flask:
    """The web application of a house; ``certificates`` are those it is served with over HTTPS."""
    settings = settings or Settings()
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_max_bytes
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["house"] = house
    app.extensions["settings"] = settings
    app.extensions["certificates"] = certificates
    app.extensions["lookout"] = Lookout(house)
    app.extensions["recorder"] = Recorder(house)
    app.extensions["setup_desk"] = SetupDesk(house)
    app.extensions["lesson"] = Lesson(house.changed)
    app.extensions["disc_lesson"] = DiscLesson()
    trust.register(app, settings)
    logs.register(app)
    errors.register(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint.blueprint)
    app.register_blueprint(assets.make_blueprint())
    _limit(app, settings)
    return app


def _limit(app: Flask, settings: Settings) -> None:
    """Guessing codes and flooding with pictures are slowed down, by address."""
    limiter = Limiter(get_remote_address, app=app, storage_uri="memory://")
    limits = {"api.join": settings.join_limit, "api.be_host": settings.join_limit, "camera.photo": settings.photo_limit}
    limits |= {"dice.photo": settings.photo_limit, "dice.icons": settings.photo_limit}
    limits |= {"learn.photo": settings.photo_limit, "profiles.try_out": settings.photo_limit}
    limits |= {"phone_camera.picture": settings.pictures_limit, "phone_camera.offer": settings.join_limit}
    for name, limit in limits.items():
        limited: Any = limiter.limit(limit)(app.view_functions[name])
        app.view_functions[name] = limited
