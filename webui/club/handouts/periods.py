"""Which games belong to an evening?  A club's day begins at six in the morning, so that midnight parts nobody."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

_BEGINS = time(6)


class Period(NamedTuple):
    """From the first to the last day, both included; None is open."""

    first: date | None = None
    last: date | None = None

    def bounds(self, zone: tzinfo | None) -> tuple[datetime | None, datetime | None]:
        """From when on, and until before when; ``zone`` None is the server's own time."""
        after = self.last + timedelta(days=1) if self.last and self.last < date.max else None
        return _start(self.first, zone), _start(after, zone)


def club_day(moment: datetime, zone: tzinfo | None) -> date:
    """The day of a club that a moment belongs to."""
    return (moment.astimezone(zone) - timedelta(hours=_BEGINS.hour)).date()


def _start(day: date | None, zone: tzinfo | None) -> datetime | None:
    if day is None or day <= date.min + timedelta(days=1):
        return None
    begins = datetime.combine(day, _BEGINS)
    return begins.replace(tzinfo=zone) if zone else begins.astimezone()
