"""What phones and table screen ask while a game goes on: look, act, undo, and the host's own orders."""
