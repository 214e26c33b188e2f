"""The club's own pages: where a code is typed, the board of tables, and the sheet to print."""

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.words import mark
from webui.pages.html import page

blueprint = Blueprint("club", __name__)
ENTER, BOARD = "/club/enter", "/club"


@blueprint.get(ENTER)
def enter() -> Response:
    """Whoever comes to the bare address types the code of the table."""
    return page("club_enter", mark("Which table?"))


@blueprint.get(BOARD)
def board() -> Response:
    """The organiser's page."""
    return page("club_board", mark("The club"))


@blueprint.get(f"{BOARD}/ladder")
def ladder() -> Response:
    """Who leads an evening or a season."""
    return page("club_ladder", mark("The ladder"))


@blueprint.get(f"{BOARD}/sheet")
def sheet() -> Response:
    """A card for every table, to be printed and cut."""
    return page("club_sheet", mark("Codes of the tables"))
