"""Values, actions and positions as text, and back (docs/dice-game.md)."""
