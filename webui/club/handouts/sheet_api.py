"""Where does the sheet of codes come from?  As a PDF from the server, as JSON for the page that a browser prints."""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from webui.club.board_api import download, only_from_the_club
from webui.http.errors import Refused
from webui.http.parts import part
from webui.locales.words import say_for_request
from webui.rights.links import outside_address, qr_path

blueprint = Blueprint("sheet", __name__, url_prefix="/club/api")
blueprint.before_request(only_from_the_club)


@blueprint.get("/sheet")
def sheet() -> Response:
    """For each table its name, code, address, the host's PIN, and a QR that leads there."""
    part("organiser").need()
    return jsonify({"club": part("club").name, "tables": [_with_qr(row) for row in _rows()]})


@blueprint.get("/sheet.pdf")
def sheet_on_paper() -> Response:
    """The same on paper (``paper``: a4 or letter), in the asker's language; ``table`` names one card alone."""
    part("organiser").need()
    from webui.club.handouts.cards_pdf import PAPERS, TableCard, cards_pdf  # takes memory that most servers never need

    paper, only = request.args.get("paper", "a4"), request.args.get("table", "")
    if paper not in PAPERS:
        raise Refused("bad_request", 400)
    rows = [row for row in _rows() if only in ("", row["code"])]
    if only and not rows:
        raise Refused("no_such_table", 404)
    cards = [TableCard(**row) for row in rows]
    return download("tables.pdf", cards_pdf(part("club").name, cards, say_for_request(), paper), "application/pdf")


def _rows() -> list[dict[str, str]]:
    return [
        {key: row[key] for key in ("name", "code", "pin")} | {"address": f"{outside_address()}/t/{row['code']}/"}
        for row in part("board").tables()
    ]


def _with_qr(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"qr": qr_path(row["address"])}
