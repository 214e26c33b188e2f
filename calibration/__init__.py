"""What this copy of the game looks like: learning it, and judging how well it is read."""
