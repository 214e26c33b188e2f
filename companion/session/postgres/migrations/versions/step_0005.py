"""Where the game stood when what came of a photo met it, so that the next owner of the table can meet it again."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Servers of the version before delete what they have heard, as they always did."""
    op.execute("ALTER TABLE photo ADD COLUMN heard_at text")


def downgrade() -> None:
    """Nothing was changed that an older program would miss."""
    raise NotImplementedError
