"""How an evening begins: the wizard, the game chosen, and the table set up with the camera's help."""
