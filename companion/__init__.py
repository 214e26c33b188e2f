"""The rules, the running game and what a camera's looks mean for it: no pictures, no web."""
