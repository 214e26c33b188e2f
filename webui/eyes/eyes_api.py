"""What do eyes and the host ask about eyes?  Eyes come in and post; the host lets them in and sends them away.

An eye has no cookie and no rights but these: each of its bodies is signed with the key that it was given here.
"""

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, jsonify, request

from webui.eyes.eye_post import EyePost
from webui.eyes.keys import EYE, SIGNATURE
from webui.eyes.link import link_of
from webui.http.parts import part
from webui.rights.device import body, need_host
from webui.rights.links import outside_address, qr_path

blueprint = Blueprint("eyes", __name__, url_prefix="/api/eye")


class ComeIn(msgspec.Struct, forbid_unknown_fields=True):
    """The code the host's page shows, and what people call this eye."""

    code: Annotated[str, msgspec.Meta(max_length=64)]
    format: int
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class WhichEye(msgspec.Struct, forbid_unknown_fields=True):
    """An eye by its id."""

    id: str


@blueprint.get("")
def eyes() -> Response:
    """The eyes that were let in, and whether one looks now."""
    need_host()
    return _told()


@blueprint.post("/code")
def code() -> Response:
    """A code that lets one more eye in: as a QR for its camera, and to be typed with the command."""
    need_host()
    fresh, address = post().code(), outside_address()
    link = link_of(address, fresh.secret)
    server, _, table = address.partition("/t/")
    command = f"bazaar eye --server {server}" + (f" --table {table}" if table else "") + f" --code {fresh.short}"
    return jsonify({"code": fresh.short, "command": command, "link": link, "qr": qr_path(link)})


@blueprint.post("/forget")
def forget() -> Response:
    """An eye looks no more."""
    need_host()
    asked: WhichEye = body(WhichEye)
    post().forget(asked.id)
    return _told()


@blueprint.post("/come_in")
def come_in() -> Response:
    """The key of an eye, for a code, once."""
    asked: ComeIn = body(ComeIn)
    key = post().let_in(asked.code, asked.name.strip(), asked.format)
    return jsonify({"id": key.id, "secret": key.secret})


@blueprint.post("/greet")
def greet() -> Response:
    """An eye starts: the name of its run."""
    return jsonify({"run": post().greet(*_signed())})


@blueprint.post("/look")
def look() -> Response:
    """What an eye saw."""
    return jsonify(post().look(*_signed()))


def post() -> EyePost:
    """The eyes of the table that is asked for."""
    held: EyePost = part("eyes")
    return held


def _signed() -> tuple[str, str, bytes]:
    return request.headers.get(EYE, ""), request.headers.get(SIGNATURE, ""), request.get_data()


def _told() -> Response:
    told: list[dict[str, Any]] = [{"id": eye.id, "name": eye.name, "since": eye.since} for eye in post().eyes]
    return jsonify({"eyes": told, "looking": post().is_looking})
