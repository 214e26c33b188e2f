"""How are the tables of one server doing?  Told to the other servers, for the board of tables."""

import msgspec

from webui.club.tables import Tables

BOARD = "board"


def summaries(tables: Tables) -> bytes:
    """What the board shows of each table here, as JSON by code."""
    return msgspec.json.encode({code: table.summary() for code, table in tables.open.items()})
