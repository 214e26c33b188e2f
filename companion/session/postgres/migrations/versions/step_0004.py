"""Photos that wait to be read, what came of them, and the copies of the game that were learnt at tables."""

from alembic import op

revision = "0004"
down_revision = "0003"

_TABLES = (
    """CREATE TABLE photo (
        code text REFERENCES board ON DELETE CASCADE, kind text, number bigint NOT NULL DEFAULT 1, picture bytea,
        state text NOT NULL DEFAULT 'waiting', tries integer NOT NULL DEFAULT 0, answer text,
        changed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (code, kind))""",
    """CREATE TABLE copy (
        code text PRIMARY KEY REFERENCES board ON DELETE CASCADE, id text NOT NULL, tiles bytea[] NOT NULL,
        learnt_at timestamptz NOT NULL DEFAULT now())""",
)


def upgrade() -> None:
    """Servers of the version before know nothing of it."""
    for table in _TABLES:
        op.execute(table)


def downgrade() -> None:
    """Nothing was changed that an older program would miss."""
    raise NotImplementedError
