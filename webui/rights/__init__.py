"""Which device may do what: codes that lead in, the host's PIN, seats, and who is asking."""
