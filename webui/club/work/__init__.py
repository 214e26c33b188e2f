"""What takes seconds and is done by workers: photos of phones are read, copies of the game are learnt from photos."""
