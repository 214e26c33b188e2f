"""``bazaar club worker``: reads the photos of a club's tables."""

from pathlib import Path
from typing import Literal

import click

from companion.errors import GameError
from webui.cli.club import EXTRA
from webui.cli.output import fail, say
from webui.http.logs import begin_logging


@click.command()
@click.option("--settings", "file", required=True, type=click.Path(path_type=Path), help="The club's TOML file.")
@click.option("--verbose", is_flag=True, help="Say on the terminal what the worker does.")
@click.option("--log", "log_form", type=click.Choice(["text", "json"]), default="text", help="json: a line an object.")
def worker(file: Path, verbose: bool, log_form: Literal["text", "json"]) -> None:
    """Read the photos that phones take at the club's tables, one after the other, until Ctrl-C.

    Start as many as there are processors to spare, on any machine that reaches PostgreSQL.
    """
    begin_logging(verbose, log_form)
    try:
        from webui.club.settings import BadSettings, read_settings
        from webui.club.work.worker import work
    except ModuleNotFoundError as error:
        fail(f"{EXTRA} ({error.name} is missing)")
    try:
        settings = read_settings(file)
        say("Photos of the club's tables are read here. Ctrl-C ends it; a photo that is being read is read first.")
        work(settings)
    except BadSettings as error:
        fail(str(error))
    except GameError as error:
        fail(f"PostgreSQL does not answer: {error.facts.get('why', error)}")
