"""What is the same mechanism in every game: deciding an action, correcting a value, writing values on a line."""
