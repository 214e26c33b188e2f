"""The server that the benches measure, in a process of its own: ``FOLDER PORT PLAYERS [GAMES]``.

Several games are several houses, each complete, behind one port of one process: ``/t/0``, ``/t/1`` and so on.
"""

import json
import signal
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.istanbul.tables import COLORS
from webui.app import create_app
from webui.house import House
from webui.http.answers import App, Receive, Scope, Send
from webui.http.doors import door
from webui.http.front import Front
from webui.http.server import Running, WebThread, run
from webui.play.games import NewGame, NewPlayer, open_istanbul
from webui.play.sitting import Sitting
from webui.settings import Settings

THREADS_OF_A_TABLE = 2


def main(folder: str, port: str, players: str, games: str = "0") -> None:
    """Start the games, print the seat codes as one line of JSON, serve until told to stop."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    settings = Settings(host="127.0.0.1", port=int(port), join_limit="100000 per minute")
    if int(games):
        houses = [a_house(Path(folder) / str(number), int(players)) for number in range(int(games))]
        return serve_all(houses, settings)
    return run(a_house(Path(folder), int(players)), settings, _ready)


def a_house(folder: Path, players: int) -> House:
    """A house with a game of so many."""
    folder.mkdir(parents=True, exist_ok=True)
    house = House(folder)
    people = [NewPlayer(color.capitalize(), color) for color in COLORS[:players]]
    opening = open_istanbul(NewGame(people, first=0), Random(1))
    house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards))
    return house


def serve_all(houses: list[House], settings: Settings) -> None:
    """Every house behind one port."""
    few = replace(settings, threads=THREADS_OF_A_TABLE)
    fronts = [Front(create_app(house, few), house, few) for house in houses]
    web = WebThread(_by_table(fronts), [door(settings.host, settings.port)])
    print(json.dumps([_codes(house) for house in houses]), flush=True)
    try:
        signal.pause()
    except KeyboardInterrupt:
        for house in houses:
            house.close()
        web.stop()


def _by_table(fronts: list[Front]) -> App:
    """``/t/3/…`` is the third table's own ``/…``."""

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        _, _, number, path = scope["path"].split("/", 3)
        await fronts[int(number)]({**scope, "path": f"/{path}"}, receive, send)

    return dispatch


def _ready(running: Running) -> None:
    print(json.dumps(_codes(running.house)), flush=True)


def _codes(house: House) -> list[str]:
    return [house.access.seat_code(seat).secret for seat in range(len(house.sitting.people))]


if __name__ == "__main__":
    main(*sys.argv[1:])
