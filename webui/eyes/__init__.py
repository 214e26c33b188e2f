"""An eye at the table, apart from the server: it reads pictures where the camera is, and posts numbers."""
