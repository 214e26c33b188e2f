"""``bazaar bench club``: what does a club lose when its servers are killed, and what does a table cost?

PostgreSQL, Redis and two servers run for real on this machine.  Everybody taps without a pause; every tap that was
accepted is looked for in PostgreSQL afterwards.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import click

from webui.cli.bench.timings import percentile
from webui.cli.output import fail, json_line, say

_BAR_S = 5.0


@click.command("club")
@click.option("--servers", default=2, show_default=True, type=click.IntRange(2, 6), help="Processes that serve.")
@click.option("--kills", default=100, show_default=True, type=click.IntRange(min=1), help="Owners killed, one by one.")
@click.option("--tables", default=4, show_default=True, type=click.IntRange(1, 50), help="Tables that play meanwhile.")
@click.option("--crowd", default=40, show_default=True, type=click.IntRange(1), help="Tables whose memory is asked.")
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_club(servers: int, kills: int, tables: int, crowd: int, seed: int, as_json: bool) -> None:
    """Kill servers, Redis and PostgreSQL under a playing club; print what was lost, how long it took, and memory."""
    from webui.club.engines import NotHere

    try:
        found = measure(servers, kills, tables, crowd, Random(seed))
    except NotHere as error:
        fail(f"{error}: a club is measured with the real thing (apt install postgresql redis-server)")
    if as_json:
        json_line(found)
        return
    for name, value in found.items():
        click.echo(f"{name.replace('_', ' '):<34} {value}")


def measure(servers: int, kills: int, tables: int, crowd: int, rng: Random) -> dict[str, Any]:
    """All figures of one run."""
    from webui.club.play import Evening
    from webui.club.trial import a_trial

    folder = tempfile.TemporaryDirectory(prefix="bazaar-club-", ignore_cleanup_errors=True)
    with folder, a_trial(Path(folder.name), servers) as trial:
        memory = _memory(trial, crowd)
        evening = Evening(trial, tables, rng)
        bare_s = [evening.bare_s() for _ in range(50)]
        back_s = [seconds for number in range(kills) for seconds in _killed(evening, number, kills)]
        redis_s = _away(evening, trial.redis.stop, trial.redis.start)
        postgres_s = _away(evening, trial.postgres.stop, trial.postgres.start)
        taps, lost, doubled = evening.end()
    return {
        "servers": servers,
        "owners_killed": kills,
        "tables_that_lost_their_owner": len(back_s),
        "taps_accepted": taps,
        "accepted_taps_lost": lost,
        "versions_given_twice": doubled,
        "usable_again_s_p50": _part(back_s, 50),
        "usable_again_s_p95": _part(back_s, 95),
        "usable_again_s_worst": round(max(back_s, default=0.0), 2),
        "slower_than_the_bar": sum(seconds > _BAR_S for seconds in back_s),
        "redis_away_next_tap_s": redis_s,
        "postgresql_back_next_tap_s": postgres_s,
        "bare_request_ms_p95": round(1000 * _part(bare_s, 95), 1),
        **memory,
    }


def _killed(evening: Any, number: int, of: int) -> list[float]:
    """Kill the server that owns most; for each of its tables the seconds until a tap was accepted again."""
    found: list[float] = evening.kill_an_owner()
    if number % 10 == 9:
        say(f"{number + 1} of {of} killed; the slowest of the last {max(found, default=0.0):.1f} s")
    return found


def _away(evening: Any, stop: Callable[[], None], start: Callable[[], None]) -> float:
    """Stop something for a second; the seconds from its return until every table has accepted a tap."""
    stop()
    time.sleep(1.0)
    start()
    back_s: list[float] = evening.until_everybody_plays()
    return round(max(back_s), 2)


def _memory(trial: Any, crowd: int) -> dict[str, Any]:
    """What a table and an open page cost the first server, in kB; the first table's share is left out."""
    pages = 6
    server = trial.servers[0]
    codes = list(trial.put_up([f"Crowd {number}" for number in range(crowd + 1)]).items())
    hosts = {codes[0][0]: trial.begin(*codes[0], 5)}
    empty_kb = server.memory_kb()
    hosts |= {code: trial.begin(code, pin, 5) for code, pin in codes[1:]}
    full_kb = server.memory_kb()
    streams = [hosts[code].listen(f"/t/{code}/events") for code in hosts for _ in range(pages)]
    open_kb = server.memory_kb()
    for stream in streams:
        stream.close()
    return {
        "tables_in_memory": crowd,
        "kb_a_table": round((full_kb - empty_kb) / crowd),
        "open_pages": len(streams),
        "kb_an_open_page": round((open_kb - full_kb) / len(streams)),
    }


def _part(values: list[float], part: int) -> float:
    return round(percentile(values, part), 3) if values else 0.0
