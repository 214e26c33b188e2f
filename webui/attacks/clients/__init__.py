"""Slow and greedy clients of a running server, and what a phone beside them feels."""
