"""Ways for the organiser to become a table's host: each good once, for a minute."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Servers of the version before know nothing of it."""
    op.execute(
        "CREATE TABLE ticket (hash text PRIMARY KEY, code text NOT NULL REFERENCES board ON DELETE CASCADE, "
        "until timestamptz NOT NULL)"
    )


def downgrade() -> None:
    """Nothing was changed that an older program would miss."""
    raise NotImplementedError
