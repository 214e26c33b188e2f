"""``bazaar bench eye``: how long from what a far camera sees to the screens, over a line of so many milliseconds?

PostgreSQL, Redis, two servers and ``bazaar eye`` run for real on this machine; the camera films a painted table.  The
eye speaks to one server, the page listens at the other.  The same hands move wood before an eye on a long line, and
then before one on none.
"""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from webui.cli.bench.report import Row, load, page, part
from webui.cli.bench.timings import percentile
from webui.cli.output import fail, json_line, say

_BAR_S = 1.5
_TITLE = "An eye far from its server"
_HEAD = (
    "PostgreSQL, Redis, two servers, `bazaar eye` and the painter of the filmed table on one machine, which other work "
    "kept busy where a load is told: seconds are an upper bound. From the first picture with a move to the page at the "
    "other server that shows it played. Behind a p stands its interval of 95 %."
)
_PATIENCE_S, _LOOK_S = 60.0, 0.01


@click.command("eye")
@click.option("--moves", default=10, show_default=True, type=click.IntRange(min=1), help="Moves over each line.")
@click.option("--delay-ms", default=200, show_default=True, type=click.IntRange(0, 2000), help="Of the line, each way.")
@click.option("--write", type=click.Path(path_type=Path, dir_okay=False), help="A page with the figures.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_eye(moves: int, delay_ms: int, write: Path | None, as_json: bool) -> None:
    """Move wood before a camera far from its server; print how long until a page shows it."""
    from webui.club.engines import NotHere

    try:
        found = measure(moves, delay_ms / 1000)
    except NotHere as error:
        fail(f"{error}: it is measured with the real thing (apt install postgresql redis-server)")
    if write is not None:
        command = f"bazaar bench eye --moves {moves} --delay-ms {delay_ms}"
        write.write_text(page(_TITLE, _HEAD, command, _rows(found, moves)), encoding="utf-8")
        say(f"written: {write}")
    found = {name: value for name, value in found.items() if name not in ("took", "bare_s")}
    if as_json:
        json_line(found)
    else:
        for name, value in found.items():
            click.echo(f"{name.replace('_', ' '):<34} {value}")
    if found["far_s_p95"] > _BAR_S:
        raise SystemExit(1)


def measure(moves: int, delay_s: float) -> dict[str, Any]:
    """All figures of one run."""
    from webui.club.trial import a_trial
    from webui.eyes.trial import FilmedTable, LongLine, learn_the_copy
    from webui.eyes.watched import WatchedTable

    folder = tempfile.TemporaryDirectory(prefix="bazaar-eye-", ignore_cleanup_errors=True)
    with folder, a_trial(Path(folder.name), 2) as trial:
        learn_the_copy(Path(folder.name))
        filmed = FilmedTable()
        code, pin = next(iter(trial.put_up(["Table 1"]).items()))
        table = WatchedTable(trial.postgres.url, code, trial.begin(code, pin), filmed)
        lines = {"near": LongLine(trial.servers[0].port, 0.0), "far": LongLine(trial.servers[0].port, delay_s)}
        took = {name: _over(line, table, trial, moves) for name, line in lines.items()}
        bare_s = [_bare_s(trial) for _ in range(50)]
        table.close()
        filmed.close()
        for line in lines.values():
            line.close()
    return {
        "moves_over_each_line": moves,
        "delay_ms_each_way": round(1000 * delay_s),
        "took": took,
        "bare_s": bare_s,
        **{f"{name}_s_p50": round(statistics.median(all_s), 2) for name, all_s in took.items()},
        **{f"{name}_s_p95": round(percentile(all_s, 95), 2) for name, all_s in took.items()},
        "line_costs_s_p50": round(statistics.median(took["far"]) - statistics.median(took["near"]), 2),
        "bare_request_ms_p95": round(1000 * percentile(bare_s, 95), 1),
        "bar_s": _BAR_S,
    }


def _rows(found: dict[str, Any], moves: int) -> list[Row]:
    """The figures as a page shows them."""
    took, bare_s, delay = found["took"], found["bare_s"], found["delay_ms_each_way"]
    told = {name: f"{part(all_s, 50)}, {part(all_s, 95)}, worst {max(all_s):.2f} s" for name, all_s in took.items()}
    holds = percentile(took["far"], 95) <= _BAR_S
    return [
        Row(f"over a line of {delay} ms each way", f"≤ {_BAR_S} s", told["far"], f"{moves} moves", holds),
        Row("over no line", "", told["near"], f"{moves} moves"),
        Row("what the line costs in the middle", "", f"{found['line_costs_s_p50']:.2f} s", ""),
        Row("a bare request in the same run", "", f"{part(bare_s, 95, 0.001, 0)} ms", str(len(bare_s))),
        Row("load of the machine at the end", "", f"{load():.0f}", ""),
    ]


def _over(line: Any, table: Any, trial: Any, moves: int) -> list[float]:
    """Seconds from the first picture of each move to the page that shows it played."""
    from webui.club.trial import DeviceLine
    from webui.eyes.trial import EyeProcess
    from webui.eyes.watched import asked

    code = asked(table.phone, "POST", f"/t/{table.code}/api/eye/code", {})[1]["code"]
    known = {
        "server": f"http://127.0.0.1:{line.port}",
        "table": table.code,
        "camera": table.filmed.address,
        "code": code,
    }
    eye = EyeProcess(trial.folder, known)
    page = DeviceLine(trial.servers[1].port, table.phone.cookies)
    try:
        _until(lambda: "the table is seen" in eye.said())  # the page still tells what the eye before it saw
        return [_one_move(table, page) for _ in range(moves)]
    finally:
        eye.end()


def _one_move(table: Any, page: Any) -> float:
    _until(lambda: _view(table, page)["camera"]["status"] == "in_step")
    version = _view(table, page)["version"]
    heard = page.listen(f"/t/{table.code}/events")
    before_s, fence = table.filmed.shown_s, table.fence()
    table.move_the_merchant()
    _until(lambda: table.filmed.shown_s > before_s)
    on_the_way = list[str]()
    while (view := _view(table, page))["version"] == version:
        camera = view["camera"]
        on_the_way.append(f"{time.monotonic() - table.filmed.shown_s:.1f} s {camera['status']} {camera['detail']}")
        heard.readline()
    took_s = time.monotonic() - table.filmed.shown_s
    if took_s > _BAR_S:
        moved = "; the table changed its owner" if table.fence() != fence else ""
        say(f"a move took {took_s:.1f} s: {', '.join(on_the_way)}{moved}")
    heard.close()
    table.play_on()
    return float(took_s)


def _view(table: Any, page: Any) -> dict[str, Any]:
    from webui.eyes.watched import asked

    view: dict[str, Any] = asked(page, "GET", f"/t/{table.code}/api/view")[1]
    return view


def _until(holds: Any) -> None:
    until_s = time.monotonic() + _PATIENCE_S
    while not holds():
        if time.monotonic() > until_s:
            fail("the eye does not come into step with the game: the measure is worth nothing")
        time.sleep(_LOOK_S)


def _bare_s(trial: Any) -> float:
    from webui.club.trial import DeviceLine

    line, begun_s = DeviceLine(trial.servers[0].port), time.monotonic()
    line.ask("GET", "/static/manifest.json")
    return time.monotonic() - begun_s
