"""How does a club play without a pause, and what of it is in PostgreSQL afterwards?  For benches."""

import http.client
import threading
import time
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.session.postgres.database import Database
from webui.club.trial import DeviceLine, Server, Trial
from webui.play.games import GAMES

_PATIENCE_S = 60.0
_PAUSE_S = 0.05
_PLAYERS = 3


class Tap(NamedTuple):
    """What was accepted: in which game, between which versions, what, and when (monotonic)."""

    game_id: str
    before: int
    after: int
    do: str
    at_s: float


class HostPlayer(threading.Thread):
    """One table whose host's device plays every seat, by way of whichever server answers."""

    def __init__(self, trial: Trial, code: str, pin: str, rng: Random) -> None:
        super().__init__(name=f"table {code}", daemon=True)
        self.code, self.taps = code, list[Tap]()
        self._trial, self._rng = trial, rng
        self._cookies = trial.begin(code, pin, _PLAYERS).cookies
        self._lines = [server.line(self._cookies) for server in trial.servers]
        self._over = threading.Event()

    def run(self) -> None:
        """Play until it is ended."""
        while not self._over.is_set():
            line = self._rng.choice(self._lines)
            try:
                self._play(line)
            except (OSError, http.client.HTTPException):
                self._over.wait(_PAUSE_S)

    def end(self) -> None:
        """Play no more."""
        self._over.set()
        self.join(_PATIENCE_S)

    def _play(self, line: DeviceLine) -> None:
        at = f"/t/{self.code}/api"
        status, view = line.ask("GET", f"{at}/view")
        if status != 200:
            return
        if view["result"]:
            line.ask("POST", f"{at}/rematch", {})
            return
        choices = [one for one in view["choices"] if one["kind"] != "Skip"] or view["choices"]
        if not choices:  # an action that was given up as lost was played just now, and the turn went on
            return
        do = self._rng.choice(choices)["do"]
        body = {"do": do, "version": view["version"], "game_id": view["game_id"]}
        status, told = line.ask("POST", f"{at}/act", body)
        if status == 200:
            self.taps.append(Tap(view["game_id"], view["version"], told["version"], do, time.monotonic()))


class Evening:
    """Tables that play, at servers that are killed."""

    def __init__(self, trial: Trial, tables: int, rng: Random) -> None:
        self._trial, self._rng = trial, rng
        self._database = Database(trial.postgres.url, 2)
        self._killed: Server | None = None
        codes = trial.put_up([f"Table {number + 1}" for number in range(tables)])
        self._players = [HostPlayer(trial, code, pin, Random(rng.random())) for code, pin in codes.items()]
        for player in self._players:
            player.start()

    def bare_s(self) -> float:
        """How long a request takes that asks for nothing of any table."""
        line = self._trial.servers[0].line()
        line.ask("GET", "/static/manifest.json")
        start_s = time.monotonic()
        line.ask("GET", "/static/manifest.json")
        return time.monotonic() - start_s

    def kill_an_owner(self) -> list[float]:
        """Kill the server that has most tables, in the middle of taps, and start it again.

        For each of its tables the seconds from the kill until a tap was accepted.
        """
        if self._killed is not None:
            self._killed.wait()
        time.sleep(self._rng.uniform(0.1, 0.6))
        owned = self._owned()
        server = max(self._trial.servers, key=lambda one: len(owned.get(one.port, ())))
        dead = owned.get(server.port, set())
        start_s = time.monotonic()
        server.kill()
        server.start()
        back = [self._first_tap(player, start_s) - start_s for player in self._players if player.code in dead]
        self._killed = server
        return back

    def until_everybody_plays(self) -> list[float]:
        """Seconds from now until each table has accepted a tap."""
        start_s = time.monotonic()
        return [self._first_tap(player, start_s) - start_s for player in self._players]

    def end(self) -> tuple[int, int, int]:
        """Play no more; how many taps were accepted, how many of them are not written, how many versions came twice."""
        for player in self._players:
            player.end()
        taps = [(player.code, tap) for player in self._players for tap in player.taps]
        versions = [(code, tap.game_id, tap.after) for code, tap in taps]
        lost = sum(not self._is_written(tap) for _, tap in taps)
        self._database.close()
        return len(taps), lost, len(versions) - len(set(versions))

    def _first_tap(self, player: HostPlayer, since_s: float) -> float:
        """When a table first accepted a tap after a moment."""
        while time.monotonic() < since_s + _PATIENCE_S:
            later = [tap.at_s for tap in player.taps[-200:] if tap.at_s > since_s]
            if later:
                return later[0]
            time.sleep(0.01)
        raise TimeoutError(f"table {player.code} does not play again")

    def _owned(self) -> dict[int, set[str]]:
        """The codes of the tables by the port of the server that owns them."""
        with self._database.transaction() as connection:
            rows = connection.execute("SELECT address, code FROM board JOIN server ON server.id = owner").fetchall()
        mine = {player.code for player in self._players}
        found: dict[int, set[str]] = {}
        for address, code in rows:
            if code in mine:
                found.setdefault(int(address.rpartition(":")[2]), set()).add(code)
        return found

    def _is_written(self, tap: Tap) -> bool:
        """Whether what was accepted stands in PostgreSQL, at its place."""
        code, _, number = tap.game_id.rpartition("-")
        with self._database.transaction() as connection:
            rows: list[Any] = connection.execute(
                "SELECT action FROM entry JOIN game ON game.id = entry.game WHERE code = %s AND game.number = %s "
                "AND entry.number > %s AND entry.number <= %s AND kind = 'do'",
                (code, int(number), tap.before, tap.after),
            ).fetchall()
        game = GAMES["istanbul"]
        written = [game.format_action(_decoded(row[0], game.action_type)) for row in rows if row[0]]
        return all(part in written for part in _parts(tap.do))


def _parts(do: Any) -> list[str]:
    return [do] if isinstance(do, str) else list(do)


def _decoded(text: str, kind: Any) -> Any:
    return msgspec.json.decode(text, type=kind)
