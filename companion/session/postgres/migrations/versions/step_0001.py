"""Tables and who owns them; games with their entries and notes; what came out."""

from alembic import op

revision = "0001"
down_revision = None

_TABLES = (
    """CREATE TABLE server (
        id text PRIMARY KEY, address text NOT NULL, alive_until timestamptz NOT NULL)""",
    """CREATE TABLE board (
        code text PRIMARY KEY, name text NOT NULL, opened_at timestamptz NOT NULL DEFAULT now(), closed_at timestamptz,
        owner text, fence bigint NOT NULL DEFAULT 0, needs_help boolean NOT NULL DEFAULT false)""",
    """CREATE TABLE board_note (
        code text REFERENCES board ON DELETE CASCADE, key text, value text NOT NULL, PRIMARY KEY (code, key))""",
    """CREATE TABLE game (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL REFERENCES board ON DELETE CASCADE,
        number integer NOT NULL, game text NOT NULL, setup text NOT NULL, created_s double precision NOT NULL,
        seal text NOT NULL, tip text NOT NULL, damage text, UNIQUE (code, number))""",
    """CREATE TABLE entry (
        game bigint REFERENCES game ON DELETE CASCADE, number integer, kind text NOT NULL, seat integer,
        source text NOT NULL, at_s double precision NOT NULL, keep integer NOT NULL, action text, events text NOT NULL,
        by text NOT NULL, seal text NOT NULL, PRIMARY KEY (game, number))""",
    """CREATE TABLE note (
        game bigint REFERENCES game ON DELETE CASCADE, key text, value text NOT NULL, seal text NOT NULL,
        PRIMARY KEY (game, key))""",
    """CREATE TABLE result (
        game bigint PRIMARY KEY REFERENCES game ON DELETE CASCADE, ended_at timestamptz NOT NULL DEFAULT now(),
        standing jsonb NOT NULL)""",
)


def upgrade() -> None:
    """Make the tables."""
    for table in _TABLES:
        op.execute(table)


def downgrade() -> None:
    """There is nothing before."""
    raise NotImplementedError
