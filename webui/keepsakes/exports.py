"""What can be taken home?  The log and the result as tables, and a link that hands the play to BG Stats.

Tables of a running game stay closed like its record: actions name cards.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, jsonify, request

from companion.face import Plain
from companion.session.log import Entry
from companion.session.session import GameSession
from companion.session.timing import played_seconds, thinking_seconds
from companion.session.view import log_rows, past_view
from webui.http.errors import Refused
from webui.locales.words import say_for_request
from webui.rights.device import device, house

blueprint = Blueprint("exports", __name__, url_prefix="/api")
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
GAME_IDS: dict[str, Plain] = {
    "istanbul": {"name": "Istanbul", "bggId": 148949},
    "dice": {"name": "Istanbul: The Dice Game"},
}
"""What BG Stats knows the games by; without a number it asks."""
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK = "\ufeff"  # spreadsheets then read the letters of every language


@blueprint.get("/log")
def whole_log() -> Response:
    """Every row of the log that the asking device may read, newest first."""
    seat = next(iter(device().seats), None)
    return jsonify(log_rows(house().running(), house().face, seat, _names(), say_for_request()))


@blueprint.get("/past")
def past() -> Response:
    """The public table after so many entries that count."""
    step = request.args.get("step", default=0, type=int)
    return jsonify(past_view(house().running(), house().face, house().sitting.people, step, say_for_request()))


@blueprint.get("/export/log.csv")
def log_table() -> Response:
    """One line for each entry of the log, those taken back and the taking back included."""
    session = _finished()
    told = {row["n"]: row for row in log_rows(session, house().face, None, _names(), say_for_request())}
    columns = ("entry", "time", "player", "color", "source", "kind", "about", "taken_back", "what", "action")
    counting = {entry.number for entry in session.log.effective}
    rows = [
        _log_line(session, entry, told.get(entry.number), entry.number in counting) for entry in session.log.entries
    ]
    return _table("log", columns, rows)


@blueprint.get("/export/result.csv")
def result_table() -> Response:
    """One line for each player, best first; ``app`` is 1 where the app played the seat."""
    session = _finished()
    seconds = thinking_seconds(session.log.effective)
    rows = [_result_line(row, seconds) for row in _ranking(session)]
    return _table("result", list(rows[0]), [list(row.values()) for row in rows])


@blueprint.get("/export/bgstats")
def bg_stats() -> Response:
    """The link that hands this play to BG Stats; nothing is sent before somebody follows it."""
    return jsonify({"url": bg_stats_link(_finished())})


def bg_stats_link(session: GameSession) -> str:
    """The play as BG Stats wants it, in a link."""
    entries, people = session.log.effective, house().sitting.people
    end = datetime.fromtimestamp(entries[-1].at_s, UTC) if entries else datetime.now(UTC)
    play = {
        "sourceName": "Bazaar Companion",
        "sourcePlayId": f"{house().game_id}-{end:%Y%m%d%H%M%S}",
        "playDate": f"{end:%Y-%m-%d %H:%M:%S}",
        "durationMin": round(played_seconds(entries) / 60),
        "game": {"sourceGameId": session.game.name, "highestWins": True, "noPoints": False}
        | GAME_IDS.get(session.game.name, {"name": session.game.name}),
        "players": [_bg_stats_player(row, people[row["seat"]].name) for row in _ranking(session)],
    }
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _bg_stats_player(row: Plain, name: str) -> Plain:
    first = {"startPlayer": row["seat"] == 0, "winner": row["rank"] == 1}
    return {"name": name, "sourcePlayerId": name, "rank": row["rank"], "score": row["rubies"], **first}


def _finished() -> GameSession:
    session = house().running()
    if not session.game.is_over(session.state):
        raise Refused("still_playing", 409)
    return session


def _ranking(session: GameSession) -> list[Plain]:
    result = house().face.result(session.state, _names(), say_for_request())
    rows: list[Plain] = result["rows"] if result else []
    return rows


def _names() -> list[str]:
    return [person.name for person in house().sitting.people]


def _log_line(session: GameSession, entry: Entry, told: Plain | None, counts: bool) -> list[Any]:
    seat = told["seat"] if told else entry.seat
    player = None if seat is None else house().sitting.people[seat]
    about, what = (" ".join(told["kinds"]), "; ".join(told["text"])) if told else ("", "")
    action = session.game.format_action(entry.action) if entry.kind == "do" else ""
    who = [player.name, player.color] if player else ["", ""]
    taken_back = entry.kind == "do" and not counts
    return [entry.number, _time(entry.at_s), *who, entry.source, entry.kind, about, int(taken_back), what, action]


def _result_line(row: Plain, seconds: dict[str, float]) -> Plain:
    person = house().sitting.people[row["seat"]]
    figures = {key: value for key, value in row.items() if key not in ("seat", "rank")}
    thought = {"seconds": int(seconds.get(str(row["seat"]), 0))}
    who = {"player": person.name, "color": person.color, "app": int(bool(person.strength))}
    return {"rank": row["rank"], **who, **figures, **thought}


def _time(at_s: float) -> str:
    return datetime.fromtimestamp(at_s, UTC).isoformat(timespec="seconds")


def _table(name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Response:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([safe(value) for value in row] for row in rows)
    headers = {"Content-Disposition": f'attachment; filename="{house().game_id}-{name}.csv"'}
    return Response(BYTE_ORDER_MARK + text.getvalue(), mimetype="text/csv", headers=headers)


def safe(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is marked as text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value
