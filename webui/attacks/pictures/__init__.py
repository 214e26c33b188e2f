"""Odd pictures, and every address that takes one."""
