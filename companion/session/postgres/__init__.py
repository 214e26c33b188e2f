"""Many tables on one server: games, tables and who owns them, in PostgreSQL.

Needs the extra ``club``; nothing outside this package and ``webui.club`` imports it.
"""
