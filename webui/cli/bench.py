"""``bazaar bench``: measures against yardsticks in the same run."""

import click

from webui.cli import LazyGroup

MEASURES = {
    "crowd": "webui.cli.bench_crowd:bench_crowd",
    "engine": "webui.cli.bench_engine:bench_engine",
    "fit": "webui.cli.bench_fit:bench_fit",
    "follow": "webui.cli.bench_follow:bench_follow",
    "pages": "webui.cli.bench_pages:bench_pages",
    "server": "webui.cli.bench_server:bench_server",
    "vision": "webui.cli.bench_vision:bench_vision",
}


@click.command(cls=LazyGroup, places=MEASURES)
def bench() -> None:
    """Measure against yardsticks in the same run and print ratios."""
