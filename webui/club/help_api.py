"""How do a table and the organiser come together?  The table calls; the organiser comes, and is its host."""

from typing import Annotated

import msgspec
from flask import Blueprint, Response, jsonify

from webui.http.errors import Refused
from webui.http.parts import part
from webui.play.api import seen
from webui.rights.device import body, device, house, remember, token

blueprint = Blueprint("help", __name__, url_prefix="/api")


class Call(msgspec.Struct, forbid_unknown_fields=True):
    """Whether somebody shall come."""

    needs: bool


class Ticket(msgspec.Struct, forbid_unknown_fields=True):
    """What the board gave the organiser's browser for this table."""

    ticket: Annotated[str, msgspec.Meta(max_length=100)]


@blueprint.post("/help")
def call() -> Response:
    """The organiser shall come to this table, or need not any more; for those who play here."""
    if not device().is_known:
        raise Refused("not_joined", 403)
    asked: Call = body(Call)
    table = part("table")
    part("board").call_for_help(table.hold.code, asked.needs)
    table.note_help(asked.needs)
    return jsonify(seen())


@blueprint.post("/organiser")
def come() -> Response:
    """This browser is the table's host, for a ticket of the organiser's; the table's log says so."""
    asked: Ticket = body(Ticket)
    table = part("table")
    if not part("board").use_ticket(table.hold.code, asked.ticket):
        raise Refused("ticket_unknown", 403)
    new_token, rights = house().access.make_host(token())
    table.note_visit()
    return remember(jsonify({"seats": list(rights.seats), "host": rights.host}), new_token)
