"""What does the organiser's page ask?  The board of tables; opening, closing and helping one; what came out."""

from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, jsonify, request

from webui.club.board import MOST_TABLES, with_state
from webui.club.results import COLUMNS, as_csv, results
from webui.http.errors import Refused
from webui.http.parts import part
from webui.rights.device import body
from webui.rights.links import outside_address, qr_path

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
    if not part("organiser").is_asking():
        return jsonify({"organiser": False, "club": part("club").name, "tables": []})
    rows = with_state(part("board").tables(), part("told")())
    return jsonify(
        {"organiser": True, "club": part("club").name, "tables": rows, "servers": len(part("board").servers())}
    )


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
    return _done(part("board").close(_asked()))


@blueprint.post("/tables/helped")
def helped() -> Response:
    """The organiser has been there."""
    return _done(part("board").call_for_help(_asked(), False))


@blueprint.post("/tables/move")
def move() -> Response:
    """Take a table from the server that has it; the next request opens it anew."""
    return _done(part("board").let_go(_asked()))


@blueprint.get("/sheet")
def sheet() -> Response:
    """For each table its name, code, address, the host's PIN, and a QR that leads there."""
    part("organiser").need()
    return jsonify({"club": part("club").name, "tables": [_sheet_row(row) for row in part("board").tables()]})


@blueprint.get("/results.csv")
def results_table() -> Response:
    """Every player of every finished game."""
    part("organiser").need()
    return _csv("results", as_csv(COLUMNS, results(part("database"))))


@blueprint.get("/tables.csv")
def tables_table() -> Response:
    """Every open table and what it is doing."""
    part("organiser").need()
    rows = with_state(part("board").tables(), part("told")())
    for row in rows:
        row["players"] = ", ".join(row["players"])
    return _csv("tables", as_csv(("code", "name", "state", "round", "players", "games", "ended", "needs_help"), rows))


def _asked() -> str:
    part("organiser").need()
    asked: WhichTable = body(WhichTable)
    return asked.table


def _done(changed: bool) -> Response:
    if not changed:
        raise Refused("no_such_table", 404)
    return jsonify({"done": True})


def _sheet_row(row: dict[str, Any]) -> dict[str, Any]:
    address = f"{outside_address()}/t/{row['code']}/"
    return {key: row[key] for key in ("code", "name", "pin")} | {"address": address, "qr": qr_path(address)}


def _csv(name: str, text: str) -> Response:
    file = quote(f"{part('club').name}-{name}.csv", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{file}"}
    return Response(text, mimetype="text/csv", headers=headers)


@blueprint.before_request
def only_from_the_club() -> None:
    """These addresses are the club's; below a table's there is nothing of them."""
    if request.script_root:
        raise Refused("not_found", 404)
