"""A server in a process of its own that writes as fast as it can: ``URL CODE LIFE_S``; says what was accepted."""

import sys
import threading
import time

from companion.errors import GameError
from companion.session.clock import SystemClock
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Leases, Moved
from companion.session.postgres.store import newest_games, open_game
from companion.session.session import GameSession
from tests.session.conftest import tails
from tests.session.toy import TOY, Add


def main(url: str, code: str, life_s: str) -> None:
    database = Database(url, 3)
    database.wait()
    leases = Leases(database, "127.0.0.1:1", float(life_s))
    leases.live()
    threading.Thread(target=_beat, args=(leases, float(life_s) / 5), daemon=True).start()
    while (hold := leases.take(code)) is None:
        time.sleep(0.02)
    store = open_game(database, hold, newest_games(database, code)[0], {"toy": TOY})
    session = GameSession(store, SystemClock(), tails)
    print(f"has {session.version}", flush=True)
    while True:
        try:
            print(session.submit([Add(1)], None, session.version, "table", leases.server), flush=True)
        except Moved:
            print("moved", flush=True)
            return


def _beat(leases: Leases, pause_s: float) -> None:
    while True:
        try:
            leases.live()
        except GameError:
            continue
        time.sleep(pause_s)


if __name__ == "__main__":
    main(*sys.argv[1:])
