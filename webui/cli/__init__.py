"""The console command ``bazaar``: which command lives in which module.

Modules are imported only when their command is called, so that ``bazaar layout`` does not load a camera.
"""

import importlib

import click

COMMANDS = {
    "serve": "webui.cli.serve",
    "layout": "webui.cli.game",
    "roll": "webui.cli.game",
    "play": "webui.cli.game",
    "replay": "webui.cli.game",
    "learn": "webui.cli.eye",
    "read": "webui.cli.eye",
    "follow": "webui.cli.follow",
    "bench": "webui.cli.bench",
    "doctor": "webui.cli.doctor",
}


class LazyGroup(click.Group):
    """A click group whose commands are attributes of modules, imported when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(COMMANDS[name]), name)
        return command


@click.command(cls=LazyGroup)
@click.version_option(package_name="bazaar-companion")
def main() -> None:
    """A companion for the board game Istanbul."""
