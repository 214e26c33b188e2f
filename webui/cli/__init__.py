"""The console command ``bazaar``: which command lives in which module.

Modules are imported only when their command is called, so that ``bazaar layout`` does not load a camera.  ``bazaar``
alone is ``bazaar serve``.

numpy is held to one thread, unless ``OPENBLAS_NUM_THREADS`` says otherwise: its matrices are small here, and threads
that wait for work cost up to three times the processor time.
"""

import importlib
import logging
import multiprocessing
import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import click

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

COMMANDS = {
    "serve": "webui.cli.serve",
    "layout": "webui.cli.game",
    "roll": "webui.cli.game",
    "play": "webui.cli.game",
    "replay": "webui.cli.game",
    "learn": "webui.cli.eye",
    "read": "webui.cli.eye",
    "lens": "webui.cli.lens",
    "follow": "webui.cli.follow",
    "bench": "webui.cli.bench",
    "app": "webui.cli.app",
    "club": "webui.cli.club",
    "eye": "webui.cli.remote_eye",
    "doctor": "webui.cli.doctor",
    "backup": "webui.cli.moving",
    "restore": "webui.cli.moving",
}


class LazyGroup(click.Group):
    """A click group whose commands are named by module and imported when needed: name → module, or module:function."""

    def __init__(self, *args: Any, places: Mapping[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.places:
            return None
        module, _, function = self.places[name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), function or name)
        return command


@click.command(cls=LazyGroup, places=COMMANDS, invoke_without_command=True)
@click.version_option(package_name="bazaar-companion")
@click.pass_context
def main(ctx: click.Context) -> None:
    """A companion for the board game Istanbul; without a command it starts, and the browser opens."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(bazaar_serve())


def bazaar_serve() -> click.Command:
    """The command that starts everything."""
    command: click.Command = importlib.import_module(COMMANDS["serve"]).serve
    return command


def bazaar() -> None:
    """The command as a program: ``main``, then the end, without waiting for a camera's picture.

    Where a thread is still busy in OpenCV, Python must not take itself apart: it would stop that thread in the
    middle of C++ code, which aborts the program.  And it would wait for a child that a driver keeps from ending.
    Everything is on disk by then, so that the process just ends.
    """
    try:
        main()
    except SystemExit as end:
        if threading.active_count() == 1 and not multiprocessing.active_children():
            raise
        logging.shutdown()
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else int(end.code is not None))
