"""What does a club lose whose owners are killed in the middle of taps, whose Redis dies, whose PostgreSQL restarts?"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from webui.cli.bench.report import Row, load, never, part
from webui.cli.output import say
from webui.club.play import Evening
from webui.club.trial import Trial, a_trial

BAR_S = 5.0
_BARE = 50


@contextmanager
def in_a_folder(servers: int, often: bool = False) -> Iterator[Trial]:
    """A club of so many servers that leaves nothing behind; ``often`` as in Trial."""
    folder = tempfile.TemporaryDirectory(prefix="bazaar-club-", ignore_cleanup_errors=True)
    with folder, a_trial(Path(folder.name), servers, often) as trial:
        yield trial


def killed(servers: int, kills: int, tables: int, rng: Random) -> list[Row]:
    """The figures of owners that are killed one by one while every table taps without a pause."""
    with in_a_folder(servers, often=True) as trial:
        evening = Evening(trial, tables, rng)
        bare_s = [evening.bare_s() for _ in range(_BARE)]
        back_s = [seconds for number in range(kills) for seconds in _kill(evening, number, kills)]
        redis_s = _away(evening, trial.redis.stop, trial.redis.start)
        postgres_s = _away(evening, trial.postgres.stop, trial.postgres.start)
        taps, lost, doubled = evening.end()
    late, many = sum(seconds > BAR_S for seconds in back_s), f"{len(back_s)} tables, {kills} kills"
    usable = (
        f"{part(back_s, 50)}, {part(back_s, 95)}, worst {max(back_s, default=0.0):.2f} s; {late} later than the bar"
    )
    return [
        Row("accepted taps lost", "0", f"{lost}; {never(taps) if not lost else ''}", f"{taps} taps", lost == 0),
        Row("versions given twice", "0", str(doubled), f"{taps} taps", doubled == 0),
        Row("owner killed −9: usable again after", f"≤ {BAR_S:.0f} s", usable, many, late == 0),
        Row("Redis killed for a second: every table taps after", "", f"{redis_s:.2f} s", f"{tables} tables, once"),
        Row("PostgreSQL restarted: every table taps after", "", f"{postgres_s:.2f} s", f"{tables} tables, once"),
        Row("a bare request meanwhile", "", f"{part(bare_s, 95, 0.001, 0)} ms, load {load():.0f}", str(_BARE)),
    ]


def _kill(evening: Evening, number: int, of: int) -> list[float]:
    found = evening.kill_an_owner()
    if number % 10 == 9:
        say(f"{number + 1} of {of} killed; the last one's tables were back after {max(found, default=0):.1f} s")
    return found


def _away(evening: Evening, stop: Callable[[], None], start: Callable[[], None]) -> float:
    """Stop something for a second; the seconds from its return until every table has accepted a tap."""
    stop()
    time.sleep(1.0)
    start()
    return max(evening.until_everybody_plays())
