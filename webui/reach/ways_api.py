"""How does the host choose the address that phones come by, and learn that none has come?"""

import platform

import msgspec
from flask import Blueprint, Response, jsonify, request

from webui.play.api import seen
from webui.rights.device import body, need_host, settings
from webui.rights.links import ONLY_HERE, outside_address, ways

blueprint = Blueprint("ways", __name__, url_prefix="/api/ways")
_SYSTEMS = {"Windows": "windows", "Darwin": "mac"}


class ChosenAddress(msgspec.Struct, forbid_unknown_fields=True):
    """One of the addresses told."""

    address: str


@blueprint.before_app_request
def note_who_asks() -> None:
    """Whether a phone has come at all is told to the host."""
    ways().note(request.remote_addr or "")


@blueprint.get("")
def told() -> Response:
    """The addresses, the one in use first; whether a phone has called; which system this computer runs."""
    need_host()
    found = [{"address": card.address, "name": card.name, "kind": card.kind} for card in ways().cards()]
    fixed = bool(settings().url) or settings().host in ONLY_HERE
    return jsonify(
        {
            "ways": [] if fixed else found,
            "address": outside_address(),
            "name": f"{ways().name}:{settings().port}" if ways().name else "",
            "called": ways().called or fixed,
            "system": _SYSTEMS.get(platform.system(), "linux"),
            "port": settings().port,
        }
    )


@blueprint.post("")
def choose() -> Response:
    """Send phones to another address."""
    need_host()
    ways().choose(body(ChosenAddress).address)
    return jsonify(seen())
