"""A player that the program plays, the best way to pay, and answers that are probably right."""
