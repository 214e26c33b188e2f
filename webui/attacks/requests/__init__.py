"""Requests of every kind by four roles, and what must hold after each."""
