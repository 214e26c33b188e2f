"""A player that the program plays, and hints for those who ask."""
