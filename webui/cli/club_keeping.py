"""``bazaar club backup`` and ``bazaar club restore``: a whole club in one file."""

from pathlib import Path

import click

from companion.errors import GameError
from webui.cli.output import fail, say

_file = click.argument("file", type=click.Path(path_type=Path))
_settings = click.option("--settings", required=True, type=click.Path(path_type=Path), help="The club's TOML file.")


@click.command()
@_file
@_settings
def backup(file: Path, settings: Path) -> None:
    """Write the whole club into FILE, while everybody plays on.

    The file holds names, hands and PINs: only its owner may read it.
    """
    from webui.club.operations.dump import NotDone, back_up

    try:
        back_up(_database(settings), file)
    except NotDone as error:
        fail(str(error))
    say(f"{file}: the whole club, {file.stat().st_size // 1024 + 1} kB. Keep it like a key: PINs stand in it.")


@click.command()
@_file
@_settings
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, settings: Path, yes: bool) -> None:
    """Make the club what it was when FILE was written; what came later is gone.  Its servers may run."""
    from webui.club.operations.dump import NotDone, bring_back

    if not yes:
        click.confirm("Everything that was played since then will be gone. Go on?", abort=True, err=True)
    try:
        bring_back(_database(settings), file)
    except NotDone as error:
        fail(f"{error}. Nothing was changed.")
    except GameError as error:
        fail(f"PostgreSQL does not answer: {error.facts.get('why', error)}")
    say("The club is as it was. Servers that run open their tables anew.")


def _database(settings: Path) -> str:
    from webui.club.settings import BadSettings, read_settings

    try:
        return read_settings(settings).postgres
    except BadSettings as error:
        fail(str(error))
