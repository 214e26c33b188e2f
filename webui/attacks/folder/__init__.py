"""Damaged files in the folder of saved games, and what a start makes of them."""
