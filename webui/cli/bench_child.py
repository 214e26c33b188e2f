"""The server that ``bazaar bench server`` measures, in a process of its own: ``FOLDER PORT PLAYERS``."""

import json
import signal
import sys
from pathlib import Path
from random import Random

from companion.istanbul.tables import COLORS
from webui.games import NewGame, NewPlayer, open_istanbul
from webui.house import House, Sitting
from webui.serve import Running, run
from webui.settings import Settings


def main(folder: str, port: str, players: str) -> None:
    """Start a game, print the seat codes as one line of JSON, serve until told to stop."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    house = House(Path(folder))
    people = [NewPlayer(color.capitalize(), color) for color in COLORS[: int(players)]]
    opening = open_istanbul(NewGame(people, first=0), Random(1))
    house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards))
    run(house, Settings(host="127.0.0.1", port=int(port), join_limit="100 per minute"), _ready)


def _ready(running: Running) -> None:
    seats = range(len(running.house.sitting.people))
    print(json.dumps([running.house.access.seat_code(seat).secret for seat in seats]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
