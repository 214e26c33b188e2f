"""What came out at the tables?  One row a player of every finished game, for the evening's ladder."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.session import GameSession
from webui.keepsakes.exports import BYTE_ORDER_MARK, safe
from webui.play.games import FACES
from webui.play.sitting import Sitting

COLUMNS = ("table", "game", "ended", "kind", "rank", "player", "color", "app", "rubies", "lira", "goods", "cards")
_ALL = (
    "(SELECT code, number, game.game AS kind, ended_at, standing FROM result JOIN game ON game.id = result.game "
    "UNION ALL SELECT code, number, kind, ended_at, standing FROM past_result) AS known"
)
"""Of games that are kept, and of those that were deleted since."""
_IN_ORDER = "ORDER BY ended_at, code, number"


def keep_result(database: Database, hold: Hold, session: GameSession, sitting: Sitting, over: bool) -> None:
    """Write down how a game ended, or that it did not.  Raises Moved, OutOfReach."""
    names = [person.name for person in sitting.people]
    result = FACES[session.game.name].result(session.state, names, str) if over else None
    rows = [_row(row, sitting) for row in result["rows"]] if result else []
    code, _, number = session.store.game_id.rpartition("-")
    with database.transaction(session.store.name) as connection:
        hold.prove(connection)
        connection.execute(
            "DELETE FROM result USING game WHERE result.game = game.id AND code = %s AND number = %s", (code, number)
        )
        if over:
            connection.execute(
                "INSERT INTO result (game, standing) SELECT id, %s FROM game WHERE code = %s AND number = %s",
                (Jsonb(rows), code, number),
            )


def results(database: Database) -> list[dict[str, Any]]:
    """Every player of every finished game that is known, the oldest game first; ``app``: 1 for a seat of the app."""
    with database.transaction() as connection:
        found = connection.execute(f"SELECT code, number, ended_at, kind, standing FROM {_ALL} {_IN_ORDER}").fetchall()
    return [
        {"table": code, "game": number, "ended": ended.isoformat(timespec="seconds"), "kind": kind, **row}
        | {"app": int(row.get("app", False))}
        for code, number, ended, kind, standing in found
        for row in standing
    ]


def standings(database: Database, since: datetime | None, before: datetime | None) -> list[list[dict[str, Any]]]:
    """What came out of each game that ended then, the oldest first; both bounds may be open."""
    with database.transaction() as connection:
        found = connection.execute(
            f"SELECT standing FROM {_ALL} WHERE (%(since)s::timestamptz IS NULL OR ended_at >= %(since)s) "
            f"AND (%(before)s::timestamptz IS NULL OR ended_at < %(before)s) {_IN_ORDER}",
            {"since": since, "before": before},
        ).fetchall()
    return [row[0] for row in found]


def first_end(database: Database) -> datetime | None:
    """When the first game ended that is known; None before any has."""
    with database.transaction() as connection:
        row = connection.execute(f"SELECT min(ended_at) FROM {_ALL}").fetchone()
    ended: datetime | None = row[0] if row else None
    return ended


def as_csv(columns: Iterable[str], rows: Iterable[dict[str, Any]]) -> str:
    """A table that spreadsheets read, letters of every language included."""
    text = io.StringIO()
    writer = csv.writer(text)
    columns = list(columns)
    writer.writerow(columns)
    writer.writerows([safe(row.get(column, "")) for column in columns] for row in rows)
    return BYTE_ORDER_MARK + text.getvalue()


def _row(row: dict[str, Any], sitting: Sitting) -> dict[str, Any]:
    person = sitting.people[row["seat"]]
    who = {"player": person.name, "color": person.color, "app": bool(person.strength)}
    return {**who, **{key: row[key] for key in row if key != "seat"}}
