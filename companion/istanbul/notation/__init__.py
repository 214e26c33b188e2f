"""Values, actions and positions as text, and back (docs/notation.md)."""
