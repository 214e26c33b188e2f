"""How phones reach this computer: its network cards, their addresses, the one that codes name, and ``bazaar.local``."""
