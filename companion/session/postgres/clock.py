"""What time is it for a whole club?  PostgreSQL's time, whatever each server's own clock says."""

from companion.session.clock import Clock, SystemClock

INEXACT_S = 1.0
"""The database's time may be heard wrong by so much, for its answer takes a while; by less than that none goes back."""


class SharedClock:
    """The database's clock, as of the last word it was heard; between two of them this machine's goes on.

    Servers whose clocks disagree then write the same times, and a table that moves between them loses none.
    """

    def __init__(self, own: Clock | None = None) -> None:
        self._own = own or SystemClock()
        self._ahead_s = 0.0
        self._told_s = float("-inf")

    def hear(self, database_s: float, asked_s: float) -> None:
        """The database said ``database_s`` to a question of ``asked_s`` by this machine's clock."""
        self._ahead_s = database_s - (asked_s + self._own.now_s()) / 2

    def own_s(self) -> float:
        """This machine's own wall time."""
        return self._own.now_s()

    def now_s(self) -> float:
        """The club's wall time, seconds since 1970."""
        now_s = self._own.now_s() + self._ahead_s
        self._told_s = self._told_s if now_s < self._told_s < now_s + INEXACT_S else now_s
        return self._told_s

    def running_s(self) -> float:
        """Seconds since some moment; nobody can set them back."""
        return self._own.running_s()
