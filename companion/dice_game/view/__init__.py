"""What screens show and say of the game: the table, the choices, refusals, what happened, the guide."""
