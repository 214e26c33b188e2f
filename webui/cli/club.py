"""``bazaar club``: many tables on one server, or on several that share them."""

import logging
import signal
from pathlib import Path
from typing import Literal

import click

from companion.errors import GameError
from webui.cli import LazyGroup
from webui.cli.output import fail, say
from webui.http.logs import begin_logging

log = logging.getLogger(__name__)
EXTRA = "a club needs more than one table does: pip install 'bazaar-companion[club]'"


KEEPING = {
    "backup": "webui.cli.club_keeping",
    "restore": "webui.cli.club_keeping",
    "worker": "webui.cli.club_worker",
}


@click.command(cls=LazyGroup, places=KEEPING, invoke_without_command=True)
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The club's TOML file.")
@click.option("--listen", default="", help="Host and port, where several servers share one file.")
@click.option("--verbose", is_flag=True, help="Say on the terminal what the server does.")
@click.option("--log", "log_form", type=click.Choice(["text", "json"]), default="text", help="json: a line an object.")
@click.pass_context
def club(
    context: click.Context, file: Path | None, listen: str, verbose: bool, log_form: Literal["text", "json"]
) -> None:
    """Serve a club's tables until Ctrl-C, or until the system ends it."""
    if context.invoked_subcommand is not None:
        return
    if file is None:
        raise click.UsageError("--settings FILE is needed: the club's TOML file.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begin_logging(verbose, log_form)
    try:
        from webui.club.server import ClubServer
        from webui.club.settings import BadSettings, read_settings
    except ModuleNotFoundError as error:
        fail(f"{EXTRA} ({error.name} is missing)")
    try:
        settings = read_settings(file, listen)
        server = ClubServer(settings)
    except BadSettings as error:
        fail(str(error))
    except GameError as error:
        fail(f"PostgreSQL does not answer: {error.facts.get('why', error)}")
    except OSError as error:
        fail(f"{listen or settings.listen} cannot be used ({error.strerror or error}): try another --listen")
    tell = say if log_form == "text" else log.info
    tell(f"The club's tables: {settings.url or f'http://{settings.door[0]}:{server.port}'}/club")
    tell("Ctrl-C ends this server; its tables go to the others, and games are kept.")
    try:
        server.wait()
    except KeyboardInterrupt:
        pass
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)  # asked a second time it ends at once: what was accepted is written
        server.stop()
