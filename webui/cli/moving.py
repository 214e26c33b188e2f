"""``bazaar backup`` and ``bazaar restore``: everything that was kept, in one file, from one computer to another."""

from pathlib import Path

import click

from companion.data_dir import data_dir
from companion.disk import FRESH_ENDING, sync_folder
from companion.errors import GameError
from webui.cli.output import fail, say
from webui.keepsakes.backup import write_backup
from webui.keepsakes.claim import Claim, InUse
from webui.keepsakes.restore import restore as bring_back

FOLDER = click.option("--data-dir", "folder", type=click.Path(path_type=Path), help="Where games and copies lie.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@FOLDER
def backup(file: Path, folder: Path | None) -> None:
    """Write games, copies and choices to FILE; also while the companion runs."""
    fresh = file.with_name(file.name + FRESH_ENDING)
    try:
        with fresh.open("wb") as out:
            manifest = write_backup(data_dir(folder), out)
        fresh.replace(file)
        sync_folder(file.absolute().parent)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        fail(f"{file} cannot be written ({error.strerror}): choose another place, or make room there")
    games = sum(name.startswith("games/") for name in manifest.files)
    say(f"{file}: {games} games, {len(manifest.files)} files in all. Bring it back with: bazaar restore {file}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@FOLDER
def restore(file: Path, folder: Path | None) -> None:
    """Add what FILE holds to what is here; nothing is written over.  With the companion running, use its page."""
    place = data_dir(folder)
    try:
        claim = Claim(place)
    except InUse as error:
        fail(f"{error}. Or bring the backup back on the table screen, under More")
    try:
        with file.open("rb") as opened:
            done = bring_back(place, opened)
    except GameError as error:
        fail(f"{file} cannot be brought back ({error.facts.get('why', error.code)}); nothing was changed")
    finally:
        claim.release()
    say(f"{len(done.added)} added, {len(done.known)} here already")
