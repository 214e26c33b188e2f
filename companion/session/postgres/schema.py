"""Are the tables of the club's database what this program needs?  Alembic brings them up to date.

Alembic and not yoyo: each step is one transaction on PostgreSQL, it knows psycopg 3, and SQLAlchemy's own authors keep
it.  SQLAlchemy itself is used for nothing else.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, pool, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from companion.session.faults import OutOfReach

_ONE_AT_A_TIME = 0x62617A616172
"""The advisory lock of whoever brings a database up to date: several servers may start at once."""
_STEPS = Path(__file__).parent / "migrations"


def bring_up_to_date(url: str) -> None:
    """Make or change the tables of a database (``postgresql://…``).  Raises OutOfReach; then it is as it was."""
    try:
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), poolclass=pool.NullPool)
        with engine.begin() as connection:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})"))
            config = Config()
            config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError as error:
        raise OutOfReach("not_opened", file="PostgreSQL", why=str(error).splitlines()[0]) from error
