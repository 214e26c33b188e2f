"""The tables of a club, and how they became what they are; run by Alembic (``companion.session.postgres.schema``)."""
