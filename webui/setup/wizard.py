"""How does a first evening begin?  What the host has chosen so far, kept over reload and restart, and the camera."""

from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify

from calibration.store import profile_names
from vision.sources.network import without_secrets
from webui.camera.camera_help import help_for_webcam
from webui.camera.lookout import CameraChoice
from webui.camera.pictures import data_url
from webui.camera.webcams import FoundWebcam
from webui.http.errors import Refused
from webui.http.parts import part
from webui.keepsakes.keepsake import Keepsake
from webui.locales.words import say_for_request
from webui.play.games import listing
from webui.rights.device import body, house, lookout, need_host, settings, webcam_search
from webui.rights.links import outside_address, qr_path

blueprint = Blueprint("wizard", __name__, url_prefix="/api/wizard")
NOTE = "evening.json"
_GLANCE_PX = 360


class WizardDraft(msgspec.Struct, forbid_unknown_fields=True):
    """Where the host is in the wizard and what the next game shall be; the order is checked when the game begins."""

    step: str = ""
    order: dict[str, Any] = {}


@blueprint.get("")
def state() -> Response:
    """Everything the wizard shows."""
    need_host()
    return jsonify(
        {
            "draft": msgspec.to_builtins(_read(_keepsake())),
            "games": listing(say_for_request(), house().data_dir),
            "profiles": profile_names(house().data_dir),
            "camera": camera_told(),
        }
    )


@blueprint.post("")
def keep() -> Response | tuple[str, int]:
    """Keep the step and the choices."""
    need_host()
    keepsake = _keepsake()
    keepsake.read()
    keepsake.write(msgspec.to_builtins(body(WizardDraft)))
    return "", 204


@blueprint.get("/camera")
def camera() -> Response:
    """How the chosen camera is doing."""
    need_host()
    return jsonify(camera_told())


@blueprint.post("/camera")
def choose_camera() -> Response:
    """Look through another camera from now on."""
    need_host()
    asked: CameraChoice = body(CameraChoice)
    if asked.kind == "files":
        raise Refused("bad_request", 400)
    if asked.kind == "network":
        asked = msgspec.structs.replace(asked, spec=_with_its_secrets(asked.spec))
    if not asked.profile and asked.kind in ("webcam", "network", "photos", "phone"):
        asked = msgspec.structs.replace(asked, profile=lookout().likely_profile())
    lookout().choose(asked)
    return jsonify(camera_told())


def _with_its_secrets(spec: str) -> str:
    """The address in use, where the page sends back what it was shown of it, or nothing."""
    now = lookout().choice
    known = now is not None and now.kind == "network" and spec in ("", without_secrets(now.spec))
    return now.spec if known and now is not None else spec


@blueprint.post("/webcams")
def find_webcams() -> Response:
    """Begin to look through every webcam of this computer; ``GET`` tells how far it has come."""
    need_host()
    choice, running = lookout().choice, lookout().frame()
    in_use = choice.spec if choice and choice.kind == "webcam" else ""
    webcam_search().start(in_use, None if running is None else running.bgr)
    return jsonify(_webcams_told())


@blueprint.get("/webcams")
def webcams() -> Response:
    """The webcams found so far with what they see; ``looking`` while there is more to come."""
    need_host()
    return jsonify(_webcams_told())


def _webcams_told() -> dict[str, Any]:
    search = webcam_search()
    looking = search.is_looking
    return {"looking": looking, "webcams": [_webcam_told(one) for one in search.found]}


def _webcam_told(one: FoundWebcam) -> dict[str, Any]:
    picture = None if one.picture is None else data_url(one.picture, _GLANCE_PX)
    return {"spec": one.spec, "name": one.name, "state": one.state, "picture": picture}


@blueprint.get("/layout")
def seen_layout() -> Response:
    """The places as they lie on the table, read by the camera."""
    need_host()
    layout = lookout().layout_seen()
    if layout is None:
        raise Refused("layout_not_seen", 409)
    return jsonify({"layout": [layout[at : at + 4] for at in range(0, 16, 4)]})


def camera_told() -> dict[str, Any]:
    """The camera chosen and how it is doing; an address is shown without its password."""
    choice, status = lookout().choice or CameraChoice("none"), lookout().status()
    spec = without_secrets(choice.spec) if choice.kind == "network" else choice.spec
    told: dict[str, Any] = {"kind": choice.kind, "spec": spec, "profile": choice.profile, "offer": _offer()}
    told |= {"turn": choice.turn, "mirrored": choice.mirrored}
    silent = choice.kind == "webcam" and status.state == "waiting"
    told["help"] = help_for_webcam(say_for_request()) if silent else []
    return told | {"state": status.state, "detail": status.detail, "picture": lookout().frame() is not None}


def _offer() -> dict[str, Any] | None:
    """Where a phone offers itself as the camera; None over plain HTTP, where browsers lend no camera."""
    if not settings().secure:
        return None
    link = f"{outside_address()}/camera"
    return {"link": link, "qr": qr_path(link)}


def _keepsake() -> Keepsake:
    """The one that all requests write through, one after another."""
    kept: Keepsake = part("draft")
    return kept


def _read(keepsake: Keepsake) -> WizardDraft:
    try:
        return msgspec.convert(keepsake.read(), WizardDraft)
    except msgspec.ValidationError:
        return WizardDraft()
