"""How a copy of the game is learnt on the pages: tiles, colours of the wood, icons of the dice."""
