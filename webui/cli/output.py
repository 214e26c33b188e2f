"""How does the command speak?  JSON lines on standard output, words for people on standard error, one exit status."""

import sys
from typing import Any, NoReturn

import click
import msgspec


def json_line(value: Any) -> None:
    """Print one JSON object on a line of its own and flush, so that a reader at the other end sees it at once."""
    click.echo(msgspec.json.encode(value).decode())
    sys.stdout.flush()


def say(text: str) -> None:
    """Words for people."""
    click.echo(text, err=True)


def fail(text: str) -> NoReturn:
    """It could not be done: one line says why and what to do; exit status 1."""
    say(text)
    raise SystemExit(1)
