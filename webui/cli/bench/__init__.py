"""``bazaar bench``: measures against yardsticks in the same run."""

import click

from webui.cli import LazyGroup

MEASURES = {
    "attacks": "webui.cli.bench.attacks:bench_attacks",
    "club": "webui.cli.bench.club:bench_club",
    "conformance": "webui.cli.bench.conformance:bench_conformance",
    "crowd": "webui.cli.bench.crowd:bench_crowd",
    "eye": "webui.cli.bench.far_eye:bench_eye",
    "engine": "webui.cli.bench.engine:bench_engine",
    "fit": "webui.cli.bench.fit:bench_fit",
    "following": "webui.cli.bench.following:bench_following",
    "follow": "webui.cli.bench.follow:bench_follow",
    "pages": "webui.cli.bench.pages:bench_pages",
    "recorded": "webui.cli.bench.recorded:bench_recorded",
    "rival": "webui.cli.bench.rival:bench_rival",
    "server": "webui.cli.bench.server:bench_server",
    "soak": "webui.cli.bench.soak:bench_soak",
    "table": "webui.cli.bench.vision:bench_table",
    "vision": "webui.cli.bench.vision:bench_vision",
}


@click.command(cls=LazyGroup, places=MEASURES)
def bench() -> None:
    """Measure against yardsticks in the same run and print ratios."""
