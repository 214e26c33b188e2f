"""The published cases of the base game: made and checked here, kept in ``conformance/`` (docs/conformance.md)."""
