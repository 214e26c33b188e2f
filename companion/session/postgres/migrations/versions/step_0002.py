"""When a game was last changed, what came out of games that were deleted, and when chores were done."""

from alembic import op

revision = "0002"
down_revision = "0001"

_STEPS = (
    "ALTER TABLE game ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now()",
    "CREATE INDEX game_changed_at ON game (changed_at)",
    """CREATE TABLE past_result (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL, number integer NOT NULL,
        kind text NOT NULL, ended_at timestamptz NOT NULL, standing jsonb NOT NULL)""",
    "CREATE INDEX past_result_ended_at ON past_result (ended_at)",
    "CREATE TABLE chore (name text PRIMARY KEY, done_at timestamptz NOT NULL)",
)


def upgrade() -> None:
    """Servers of the version before go on with it: games of theirs count as changed at the time of this step."""
    for step in _STEPS:
        op.execute(step)


def downgrade() -> None:
    """Nothing was changed that an older program would miss."""
    raise NotImplementedError
