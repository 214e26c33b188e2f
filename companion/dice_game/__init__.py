"""Istanbul: The Dice Game, its rules as pure functions of values (docs/dice-game.md)."""
