"""``bazaar bench``: measures against yardsticks in the same run."""

import click

from webui.cli.bench_engine import bench_engine
from webui.cli.bench_server import bench_server
from webui.cli.bench_vision import bench_vision


@click.group()
def bench() -> None:
    """Measure against yardsticks in the same run and print ratios."""


bench.add_command(bench_engine, "engine")
bench.add_command(bench_server, "server")
bench.add_command(bench_vision, "vision")
