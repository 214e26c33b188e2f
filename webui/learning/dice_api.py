"""What do phones ask about photos of the dice game's dice?  To read them, and once, to learn their six icons."""

from flask import Blueprint, Response, jsonify

from calibration.icon_dice import learn_icons, load_icons, save_icons
from companion.dice_game.game import DICE_GAME
from companion.dice_game.state import GameState, Step
from vision.icon_dice import ICONS, read_icon_dice
from webui.http.errors import Refused
from webui.locales.words import say_for_request
from webui.rights.device import device, house, need_seat, own_seat, uploaded_picture
from webui.setup.copies import icons_path

blueprint = Blueprint("dice", __name__, url_prefix="/api/dice")


@blueprint.post("/photo")
def photo() -> Response:
    """Read the dice that are due from a photo.  All of them, or a refusal that says what to do."""
    due, picture, say = _dice_due(), uploaded_picture(), say_for_request()
    faces = load_icons(icons_path(house().sitting.copy, house().data_dir))
    if faces is None:
        raise Refused("icons_unknown", 409)
    seen = read_icon_dice(picture, faces)
    if len(seen.dice) != due or seen.unsure:
        raise Refused("dice_unsure", 422, read=len(seen.dice), due=due)
    return jsonify({"dice": seen.letters, "message": say("Read from the photo. Look them over, then confirm.")})


@blueprint.post("/icons")
def icons() -> Response:
    """Learn the six icons from a photo of six dice in a row."""
    _dice_due()
    faces, say = learn_icons(uploaded_picture()), say_for_request()
    if isinstance(faces, int):
        raise Refused("icons_not_seen", 422, seen=faces, needed=len(ICONS))
    save_icons(faces, icons_path(house().sitting.copy, house().data_dir))
    house().changed()
    return jsonify({"dice": "", "message": say("The six icons are learnt. From now on a photo of the dice will do.")})


def _dice_due() -> int:
    """How many dice the table throws now; only for devices of a dice game in which dice are due."""
    if not device().host:
        need_seat(own_seat(None))
    session = house().running()
    if session.game.name != DICE_GAME.name:
        raise Refused("not_found", 404)
    state: GameState = session.state
    if state.over or state.agenda[-1].step is not Step.ROLL:
        raise Refused("no_dice_due", 409)
    return state.agenda[-1].number
