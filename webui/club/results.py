"""What came out at the tables?  One row a player of every finished game, for the evening's ladder."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from psycopg.types.json import Jsonb

from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.session import GameSession
from webui.keepsakes.exports import BYTE_ORDER_MARK, safe
from webui.play.games import FACES
from webui.play.sitting import Sitting

COLUMNS = ("table", "game", "ended", "kind", "rank", "player", "color", "rubies", "lira", "goods", "cards")


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
    """Every player of every finished game, the oldest game first."""
    with database.transaction() as connection:
        found = connection.execute(
            "SELECT code, number, ended_at, game.game, standing FROM result JOIN game ON game.id = result.game "
            "ORDER BY ended_at, code, number"
        ).fetchall()
    return [
        {"table": code, "game": number, "ended": ended.isoformat(timespec="seconds"), "kind": kind, **row}
        for code, number, ended, kind, standing in found
        for row in standing
    ]


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
    return {"player": person.name, "color": person.color, **{key: row[key] for key in row if key != "seat"}}
