"""``bazaar doctor``: what is missing for an evening, and how to mend it, one line each."""

import sys
from pathlib import Path

import click

from companion.data_dir import data_dir
from webui.cli.checkup import Finding, check_up
from webui.cli.output import fail
from webui.settings import Settings

_SIGNS = {"ok": "ok  ", "note": "note", "mend": "MEND"}


@click.command()
@click.option("--data-dir", "folder", type=click.Path(path_type=Path), help="Where games and profiles lie.")
@click.option("--port", default=Settings().port, show_default=True, help="The port to look at.")
@click.option("--report", is_flag=True, help="A text to send to others: without names, folders and addresses.")
def doctor(folder: Path | None, port: int, report: bool) -> None:
    """Say what this machine has and how to mend what is missing; exit status 1 where something must be mended."""
    try:
        place = data_dir(folder)
    except OSError as why:
        fail(f"the data folder cannot be made ({why.strerror}): choose another with --data-dir")
    wrong = False
    for finding in check_up(place, port):
        wrong |= finding.state == "mend"
        click.echo(line_of(finding, report))
    sys.exit(int(wrong))


def line_of(finding: Finding, public: bool) -> str:
    """A finding as people read it."""
    found = finding.public if public else finding.found
    advice = f" → {finding.advice}" if finding.advice else ""
    return f"{_SIGNS[finding.state]} {finding.what:<9} {found}{advice}"
