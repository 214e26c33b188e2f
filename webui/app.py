"""The web application: ``create_app`` puts the parts of the server together."""

from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from webui.camera import camera_api, phone_camera, virtual_api
from webui.camera.lookout import Lookout
from webui.camera.webcams import WebcamSearch
from webui.eyes import eyes_api
from webui.eyes.eye_post import EyePost
from webui.hooks import Hooks
from webui.house import House
from webui.http import errors, health, logs, secure, trust
from webui.keepsakes import exports, moving_api, recorder_api
from webui.keepsakes.keepsake import Keepsake
from webui.keepsakes.recorder import Recorder
from webui.learning import dice_api, discs_api, learn_api, profiles_api
from webui.learning.disc_lesson import DiscLesson
from webui.learning.lesson import Lesson
from webui.pages import assets, guide, html, tools
from webui.play import api, host, rivals_api, saved_api, statistics
from webui.play.rival_told import RivalsTold
from webui.play.rivals import Pauses, Rivals
from webui.reach import ways_api
from webui.reach.ways import Ways
from webui.rights import listeners
from webui.settings import Settings
from webui.setup import copy_api, own_tiles, setup_api, wizard
from webui.setup.setup_desk import SetupDesk

if TYPE_CHECKING:
    from webui.http.certificates import Certificates

EYES = "eyes.json"
BLUEPRINTS: tuple[Any, ...] = (html, api, camera_api, copy_api, dice_api, discs_api, exports, guide, health, host)
BLUEPRINTS += (learn_api, profiles_api, phone_camera, recorder_api, secure, setup_api, statistics, listeners, tools)
BLUEPRINTS += (eyes_api, moving_api, own_tiles, rivals_api, saved_api, virtual_api, ways_api, wizard)


def create_app(house: House, settings: Settings | None = None, certificates: "Certificates | None" = None) -> Flask:
    """The web application of a house; ``certificates`` are those it is served with over HTTPS."""
    settings = settings or Settings()
    app = Flask("webui", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_max_bytes
    app.json.sort_keys = False  # type: ignore[attr-defined]
    known = assets.Assets()
    app.extensions |= {"house": house, "assets": known, "settings": settings, "certificates": certificates}
    app.extensions |= _parts_of(house, settings)
    trust.register(app, settings)
    logs.register(app)
    errors.register(app, html.nowhere)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint.blueprint)
    app.register_blueprint(assets.make_blueprint(known))
    _limit(app, settings)
    return app


def _parts_of(house: House, settings: Settings) -> dict[str, Any]:
    """The parts of the server by the names that requests know them by; what is said to the house is said here."""
    lookout, recorder, setup_desk = Lookout(house), Recorder(house), SetupDesk(house)
    copy = own_tiles.OwnTiles(house, lookout)
    rivals = Rivals(house, Pauses(*settings.rival_pauses_s))
    rivals_told = RivalsTold(house, rivals)
    house.hooks = Hooks(
        watchers=(recorder.look, setup_desk.look),
        shown={
            "own_tiles": copy.view,
            "recorder": recorder.view,
            "setup": setup_desk.view,
            "rival": rivals_told.view,
            "strengths": rivals_told.strengths,
        },
        holds=(setup_desk.is_checking,),
    )
    return {
        "lookout": lookout,
        "recorder": recorder,
        "setup_desk": setup_desk,
        "own_tiles": copy,
        "rivals": rivals,
        "rivals_told": rivals_told,
        "eyes": EyePost(house, Keepsake(house.data_dir / EYES), lookout.eye_known),
        "ways": Ways(house.data_dir, ":" in settings.host),
        "webcam_search": WebcamSearch(),
        "draft": Keepsake(house.data_dir / wizard.NOTE),
        "lesson": Lesson(house.changed),
        "disc_lesson": DiscLesson(),
    }


def _limit(app: Flask, settings: Settings) -> None:
    """Guessing codes and flooding with pictures are slowed down, by address."""
    limiter = Limiter(get_remote_address, app=app, storage_uri="memory://")
    limits = {"api.join": settings.join_limit, "api.be_host": settings.join_limit, "camera.photo": settings.photo_limit}
    limits |= {"dice.photo": settings.photo_limit, "dice.icons": settings.photo_limit}
    limits |= {"learn.photo": settings.photo_limit, "profiles.try_out": settings.photo_limit}
    limits |= {"phone_camera.picture": settings.pictures_limit, "phone_camera.offer": settings.join_limit}
    limits |= {"eyes.come_in": settings.join_limit, "eyes.greet": settings.greet_limit}
    for name, limit in limits.items():
        limited: Any = limiter.limit(limit)(app.view_functions[name])
        app.view_functions[name] = limited
