"""What does the organiser's page ask?  The board of tables; opening, closing and helping one; what came out."""

import logging
from typing import Annotated
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, jsonify, request

from webui.club.board import MOST_TABLES, with_state
from webui.club.results import COLUMNS, as_csv, results
from webui.http.errors import Refused
from webui.http.parts import part
from webui.rights.device import body

log = logging.getLogger(__name__)
blueprint = Blueprint("board", __name__, url_prefix="/club/api")
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """The organiser's password."""

    password: Annotated[str, msgspec.Meta(max_length=200)]


class NewTables(msgspec.Struct, forbid_unknown_fields=True):
    """Names of tables to be put up."""

    names: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=MOST_TABLES)]


class WhichTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table by its code."""

    table: str


@blueprint.post("/sign_in")
def sign_in() -> Response:
    """The organiser's cookie, for his password."""
    asked: SignIn = body(SignIn)
    signed: Response = part("organiser").sign_in(asked.password, jsonify({"organiser": True}))
    return signed


@blueprint.post("/sign_out")
def sign_out() -> Response:
    """Take it back."""
    signed: Response = part("organiser").sign_out(jsonify({"organiser": False}))
    return signed


@blueprint.get("/board")
def board() -> Response:
    """Whether the organiser asks, and for him every table with what it is doing."""
    club, asks = part("club"), part("organiser").is_asking()
    told = {**club.told, "organiser": asks, "ladder": asks or club.public_ladder, "tables": []}
    if asks:
        told |= {"tables": with_state(part("board").tables(), part("told")()), "servers": len(part("board").servers())}
    return jsonify(told)


@blueprint.post("/tables")
def put_up() -> Response:
    """More tables."""
    part("organiser").need()
    asked: NewTables = body(NewTables)
    names = [name.strip() for name in asked.names if name.strip()]
    if len(part("board").tables()) + len(names) > MOST_TABLES:
        raise Refused("too_many_tables", 409, most=MOST_TABLES)
    return jsonify({"codes": part("board").open(names)})


@blueprint.post("/tables/close")
def close() -> Response:
    """Nobody comes to this table any more; its games and results stay."""
    code = _asked()
    closed: bool = part("board").close(code)
    if closed:
        log.info("table %s was closed by the organiser", code)
    return _done(closed)


@blueprint.post("/tables/helped")
def helped() -> Response:
    """The organiser has been there."""
    return _done(part("board").call_for_help(_asked(), False))


@blueprint.post("/tables/host")
def be_host() -> Response:
    """A ticket by which the organiser's browser becomes the host of a table; to be sent to the table at once."""
    ticket = part("board").ticket(_asked())
    if ticket is None:
        raise Refused("no_such_table", 404)
    return jsonify({"ticket": ticket})


@blueprint.post("/tables/move")
def move() -> Response:
    """Take a table from the server that has it; the next request opens it anew."""
    return _done(part("board").let_go(_asked()))


@blueprint.get("/results.csv")
def results_table() -> Response:
    """Every player of every finished game."""
    part("organiser").need()
    return csv_file("results", as_csv(COLUMNS, results(part("database"))))


@blueprint.get("/tables.csv")
def tables_table() -> Response:
    """Every open table and what it is doing."""
    part("organiser").need()
    rows = with_state(part("board").tables(), part("told")())
    for row in rows:
        row["players"] = ", ".join(row["players"])
    return csv_file(
        "tables", as_csv(("code", "name", "state", "round", "players", "games", "ended", "needs_help"), rows)
    )


def _asked() -> str:
    part("organiser").need()
    asked: WhichTable = body(WhichTable)
    return asked.table


def _done(changed: bool) -> Response:
    if not changed:
        raise Refused("no_such_table", 404)
    return jsonify({"done": True})


def csv_file(name: str, text: str) -> Response:
    """A table to be taken along."""
    return download(f"{name}.csv", text.encode(), "text/csv")


def download(name: str, data: bytes, kind: str) -> Response:
    """A file to be taken along, named after the club."""
    file = quote(f"{part('club').name}-{name}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{file}"}
    return Response(data, mimetype=kind, headers=headers)


@blueprint.before_request
def only_from_the_club() -> None:
    """These addresses are the club's; below a table's there is nothing of them."""
    if request.script_root:
        raise Refused("not_found", 404)
