"""What do pages ask of the ladder?  Its rows for some days, as JSON and as a table; for everybody, or the organiser."""

from datetime import UTC, date, datetime
from typing import Any

from flask import Blueprint, Response, jsonify, request

from webui.club.board_api import csv_file, only_from_the_club
from webui.club.handouts.ladder import COLUMNS, ladder
from webui.club.handouts.periods import Period, club_day
from webui.club.results import as_csv, first_end, standings
from webui.http.errors import Refused
from webui.http.parts import part

blueprint = Blueprint("ladder", __name__, url_prefix="/club/api")
blueprint.before_request(only_from_the_club)


@blueprint.get("/ladder")
def rows() -> Response:
    """The ladder of the days from ``from`` to ``to`` (ISO dates, both included and both optional)."""
    _need_reader()
    club, period = part("club"), _period()
    games = _games(period)
    first = first_end(part("database"))
    told: dict[str, Any] = {**club.told, "organiser": part("organiser").is_asking()}
    told |= {"today": club_day(datetime.now(UTC), club.zone).isoformat(), "games": len(games), "rows": ladder(games)}
    told["first"] = club_day(first, club.zone).isoformat() if first else None
    return jsonify(told)


@blueprint.get("/ladder.csv")
def table() -> Response:
    """The same for spreadsheets."""
    _need_reader()
    return csv_file("ladder", as_csv(COLUMNS, ladder(_games(_period()))))


def _need_reader() -> None:
    if not part("club").public_ladder and not part("organiser").is_asking():
        raise Refused("ladder_closed", 403)


def _games(period: Period) -> list[Any]:
    return standings(part("database"), *period.bounds(part("club").zone))


def _period() -> Period:
    return Period(_day("from"), _day("to"))


def _day(name: str) -> date | None:
    text = request.args.get(name, "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise Refused("bad_day", 400, day=text) from error
