"""Processes killed, and disks that fail, at every point of everything people do."""
