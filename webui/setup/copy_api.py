"""What does the page of a dice game's copy ask?  All that is known of it, and to keep what was read off the box."""

import msgspec
from flask import Blueprint, Response, jsonify, request

from companion.dice_game.copy.components import BadComponents, Components, FaceLine, Side, component_faults, missing
from companion.dice_game.copy.forms import CARD_FORMS, TILE_FORMS, said
from companion.dice_game.names import Area
from companion.dice_game.tables import COLOR_AREAS, SIDE
from companion.dice_game.view.offer_words import card_plain, tile_plain
from companion.dice_game.view.vocabulary import AREAS as AREA_NAMES
from companion.dice_game.view.vocabulary import GOOD_NAMES
from companion.face import Plain
from companion.game import Say
from webui.http.errors import Refused
from webui.locales.words import say_for_request
from webui.rights.device import body, house, need_host
from webui.setup.copies import COPY, read_copy, write_copy

blueprint = Blueprint("copy", __name__, url_prefix="/api/dice/copy")


class CopyOrder(msgspec.Struct, forbid_unknown_fields=True):
    """What the host read off the box: both sides of the board, tiles and cards with their copies."""

    name: str
    board: dict[str, Side]
    mosque_tile: tuple[FaceLine, ...]
    bazaar_card: tuple[FaceLine, ...]


@blueprint.get("")
def copy() -> Response:
    """Everything known of a copy, with words and pictures for it."""
    need_host()
    name = request.args.get("name") or COPY
    return jsonify(_shown(name, read_copy(name, house().data_dir), say_for_request()))


@blueprint.post("")
def keep() -> Response:
    """Keep a copy.  Refused while it is played with, and where the numbers do not add up."""
    need_host()
    asked: CopyOrder = body(CopyOrder)
    _refuse_in_use(asked.name)
    known = read_copy(asked.name, house().data_dir)
    now = msgspec.structs.replace(
        known, board=asked.board, mosque_tile=asked.mosque_tile, bazaar_card=asked.bazaar_card
    )
    faults = component_faults(now)
    if faults:
        raise BadComponents("components_do_not_add_up", faults=list(faults), game="dice")
    write_copy(asked.name, now, house().data_dir)
    return jsonify(_shown(asked.name, now, say_for_request()))


def _refuse_in_use(name: str) -> None:
    session = house().session
    if session is not None and house().sitting.copy == name and not session.game.is_over(session.state):
        raise Refused("copy_in_use", 409)


def _shown(name: str, known: Components, say: Say) -> Plain:
    sides = {side: msgspec.to_builtins(known.board.get(side, Side())) for side in dict.fromkeys(SIDE.values())}
    return {
        "name": name,
        "sides": sides,
        "areas": [_area(area, say) for area in AREA_NAMES],
        "tiles": [tile_plain(line.face, say) | {"copies": line.copies} for line in known.mosque_tile],
        "cards": [card_plain(line.face, say) | {"copies": line.copies} for line in known.bazaar_card],
        "totals": msgspec.to_builtins(known.totals),
        "missing": {str(players): list(missing(known, players)) for players in SIDE},
        "forms": {"tile": said(TILE_FORMS, say), "card": said(CARD_FORMS, say)},
        "goods": {sign: say(words) for sign, words in GOOD_NAMES.items()},
    }


def _area(area: Area, say: Say) -> Plain:
    good = COLOR_AREAS.get(area)
    return {"area": str(area), "name": say(AREA_NAMES[area]), "good": None if good is None else str(good)}


@blueprint.post("/face")
def face() -> Response:
    """How a tile or a card that was put together looks; refused where there can be none."""
    need_host()
    asked = body(dict[str, str])
    kind, code = asked.get("kind"), asked.get("code", "")
    plain = card_plain(code, say_for_request()) if kind == "card" else tile_plain(code, say_for_request())
    return jsonify(plain | {"copies": 1})
