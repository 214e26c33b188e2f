"""Which queue do jobs of workers stand in?  Procrastinate's, on PostgreSQL; ``docs/club-workers.md`` says why.

A job says only at which table there is something to do, and of which kind.  Of each kind one job a table can wait, and
of each table one job runs.
"""

import psycopg
from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.schema import SchemaManager

from companion.session.faults import OutOfReach

QUEUE, TASK = "photos", "bazaar.photo"
_ONE_AT_A_TIME = 0x62617A616171


def make_queue(url: str) -> None:
    """Make the queue's own tables where they are missing.  Raises OutOfReach."""
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
            known = connection.execute("SELECT to_regclass('public.procrastinate_jobs')").fetchone()
            if known is None or known[0] is None:
                connection.execute(SchemaManager.get_schema())
    except psycopg.Error as error:
        raise OutOfReach("not_opened", file="PostgreSQL", why=str(error).splitlines()[0]) from error


class Queue:
    """Where servers put jobs; from any thread."""

    def __init__(self, url: str) -> None:
        self._url = url

    def send(self, code: str, kind: str) -> None:
        """Have a worker look at what waits at a table.  Raises OutOfReach."""
        app = App(connector=SyncPsycopgConnector(conninfo=self._url, min_size=1, max_size=1, timeout=2.0))
        try:
            with app.open():
                job = app.configure_task(TASK, queue=QUEUE, lock=code, queueing_lock=f"{kind} {code}")
                job.defer(code=code, kind=kind)
        except AlreadyEnqueued:
            return
        except (ConnectorException, psycopg.Error) as error:
            raise OutOfReach("not_kept", file=code, why=str(error).splitlines()[0]) from error
