"""How does a server stand when somebody means it ill?  Attacks from outside on any running server, and plain figures.

Nothing here knows how the server is built: it is a host, a port or two, and a process whose memory can be looked at.
``run.run`` puts a selection of ``kinds.ATTACKS`` into practice and gives one row for each.
"""
