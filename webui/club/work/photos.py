"""Which photos wait, and what came of them?  In PostgreSQL; of each kind one a table, and the newest wins."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.session.postgres.database import Cursor, Database
from companion.session.postgres.leases import Hold
from vision.arrays import image
from vision.profile import Profile, make_profile
from webui.club.work.queue import Queue
from webui.http.errors import Refused

LOOK, LEARN = "look", "learn"
"""A photo of the table while a game is played; one of the bare tiles in order, from which a copy is learnt."""
MOST_WAITING = 100
MOST_BYTES = 8 << 20
MOST_TRIES = 2
ALIVE_S = 12.0
"""A worker that has been silent for so long is gone."""
_PUT = (
    "INSERT INTO photo (code, kind, picture) VALUES (%s, %s, %s) ON CONFLICT (code, kind) DO UPDATE SET "
    "number = photo.number + 1, picture = excluded.picture, state = 'waiting', tries = 0, answer = NULL, "
    "heard_at = NULL, changed_at = now()"
)
_BEGIN = (
    "UPDATE photo SET state = 'reading', tries = tries + 1, changed_at = now() WHERE code = %s AND kind = %s "
    "AND state IN ('waiting', 'reading') AND tries < %s RETURNING number, picture, tries"
)
_END = "UPDATE photo SET state = %s, picture = NULL, answer = %s, changed_at = now() WHERE code = %s AND kind = %s"


class Begun(NamedTuple):
    """A photo that is being read: which one of its table and kind, its bytes, and the how-many-eth try this is."""

    number: int
    picture: bytes
    tries: int


class PhotoStanding(NamedTuple):
    """How the newest photo of a table stands: waiting, reading, read (``answer`` is JSON), failed.

    ``heard_at`` says where the game stood when an owner of the table heard what had come of it.
    """

    kind: str
    number: int
    state: str
    answer: str | None
    heard_at: str | None = None


class Photos:
    """The photos of a club.  Raises OutOfReach throughout, and Moved where a table is not held any more."""

    def __init__(self, database: Database, queue: Queue) -> None:
        self._database, self._queue = database, queue

    def put(self, hold: Hold, kind: str, picture: bytes) -> None:
        """Have a photo of a table read; one of its kind that waits there is forgotten.  Raises Refused."""
        if len(picture) > MOST_BYTES:
            raise Refused("too_large", 413)
        code = hold.code
        with self._database.transaction() as connection:
            hold.prove(connection)
            row = connection.execute(
                "SELECT count(*) FROM photo WHERE picture IS NOT NULL AND code <> %s", (code,)
            ).fetchone()
            if row is not None and row[0] >= MOST_WAITING:
                raise Refused("too_many_photos", 503)
            connection.execute(_PUT, (code, kind, picture))
        self._queue.send(code, kind)

    def standing(self, codes: Collection[str]) -> dict[str, list[PhotoStanding]]:
        """How the photos of these tables stand."""
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT code, kind, number, state, answer, heard_at FROM photo WHERE code = ANY(%s)", (list(codes),)
            ).fetchall()
        found: dict[str, list[PhotoStanding]] = {}
        for code, *told in rows:
            found.setdefault(code, []).append(PhotoStanding(*told))
        return found

    def has_workers(self) -> bool:
        """Whether a worker is there now."""
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => %s)",
                (ALIVE_S,),
            ).fetchone()
        return row is not None and row[0] > 0

    def hear(self, hold: Hold, one: PhotoStanding, at: str) -> None:
        """The table's owner has heard what came of this photo, when its game stood there."""
        with self._database.transaction() as connection:
            hold.prove(connection)
            connection.execute(
                "UPDATE photo SET heard_at = %s WHERE code = %s AND kind = %s AND number = %s",
                (at, hold.code, one.kind, one.number),
            )

    def copy_id(self, code: str) -> str | None:
        """Which copy was learnt at a table."""
        with self._database.transaction() as connection:
            row = connection.execute("SELECT id FROM copy WHERE code = %s", (code,)).fetchone()
        return str(row[0]) if row else None

    # ------------------------------------------------------------------ for workers

    def begin(self, code: str, kind: str) -> Begun | None:
        """The photo that waits; None where there is none.  One whose readers died as often as may be has failed."""
        with self._database.transaction() as connection:
            row = connection.execute(_BEGIN, (code, kind, MOST_TRIES)).fetchone()
            if row is None:
                connection.execute(f"{_END} AND state = 'reading'", ("failed", None, code, kind))
        return Begun(row[0], bytes(row[1]), row[2]) if row else None

    def end(self, code: str, kind: str, number: int, answer: str | None, profile: Profile | None = None) -> None:
        """What came of a photo (None: it failed), and the copy it taught; nothing where a newer one came meanwhile."""
        with self._database.transaction() as connection:
            state = "failed" if answer is None else "read"
            done = connection.execute(f"{_END} AND number = %s", (state, answer, code, kind, number))
            if done.rowcount and profile is not None:
                _keep_copy(connection, code, profile)

    def profile(self, code: str) -> Profile | None:
        """The copy that was learnt at a table."""
        with self._database.transaction() as connection:
            row = connection.execute("SELECT id, tiles FROM copy WHERE code = %s", (code,)).fetchone()
        return make_profile(row[0], _decoded(row[1])) if row else None


def _keep_copy(connection: Cursor, code: str, profile: Profile) -> None:
    tiles = [cv2.imencode(".png", tile)[1].tobytes() for tile in profile.tiles]
    connection.execute(
        "INSERT INTO copy (code, id, tiles) VALUES (%s, %s, %s) ON CONFLICT (code) DO UPDATE SET id = excluded.id, "
        "tiles = excluded.tiles, learnt_at = now()",
        (code, profile.id, tiles),
    )


def _decoded(tiles: Sequence[bytes]) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], ...]:
    return tuple(image(cv2.imdecode(np.frombuffer(tile, np.uint8), cv2.IMREAD_COLOR)) for tile in tiles)
