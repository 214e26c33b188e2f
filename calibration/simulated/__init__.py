"""Whole evenings at a table that is not there: people who play and blunder, eyes that see them, and what is counted."""
