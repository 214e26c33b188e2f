"""The cameras of this machine: one module a system, all behind ``door``."""
