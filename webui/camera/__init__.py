"""The camera side of a running companion: which one looks, what it sees, what screens show of it."""
