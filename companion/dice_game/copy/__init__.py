"""What one copy of the game holds: its components file, what is printed on it, and what is learnt of it."""
