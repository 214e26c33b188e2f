"""How is a companion set up to be attacked?  A house in a folder, its application, and devices with their rights."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask

from companion.session.clock import Clock, FakeClock
from webui.app import create_app
from webui.attacks.answers import Answer
from webui.attacks.asked import ROLES, Request, Role, asking
from webui.attacks.doors import FlaskDoor
from webui.house import House
from webui.play.games import open_game
from webui.play.sitting import Sitting
from webui.settings import Settings

PORT = 8484
_OFTEN = "1000000 per minute"
SETTINGS = Settings(
    host="127.0.0.1", port=PORT, join_limit=_OFTEN, photo_limit=_OFTEN, pictures_limit=_OFTEN, heartbeat_s=0.2
)
PLAYERS = [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}, {"name": "Cleo", "color": "yellow"}]
ORDERS: Mapping[str, Mapping[str, Any]] = {
    "istanbul": {"players": PLAYERS, "first": 0},
    "istanbul, real": {"players": PLAYERS, "first": 0, "dice": "real", "cards": "real"},
    "dice": {"game": "dice", "players": PLAYERS, "first": 0, "copy": "practice", "cards": "app"},
    "dice, real": {"game": "dice", "players": PLAYERS, "first": 0, "dice": "real", "cards": "real"},
}
Tokens = dict[Role, str]


@dataclass(slots=True)
class Companion:
    """A companion, asked without lines; ``tokens`` are what the cookies of its devices hold."""

    house: House
    app: Flask
    tokens: Tokens = field(default_factory=dict)

    def ask(self, request: Request) -> Answer:
        """The answer; a cookie that comes with it is kept."""
        answer = FlaskDoor(self.app, f"127.0.0.1:{PORT}").ask(request, self.cookie(request.who))
        self.keep_cookie(request.who, answer)
        return answer

    def post(self, who: Role, path: str, body: Any = None) -> Answer:
        """As a page of ours asks."""
        return self.ask(asking(who, "POST", path, {} if body is None else body))

    def get(self, who: Role, path: str) -> Answer:
        """As a page of ours looks."""
        return self.ask(asking(who, "GET", path))

    def view(self, who: Role) -> dict[str, Any]:
        """What a device sees now.  Raises AssertionError where it is not shown."""
        answer = self.get(who, "/api/view")
        assert answer.status == 200, f"the view of {who}: {answer.status} {answer.body[:200]!r}"
        seen: dict[str, Any] = json.loads(answer.body)
        return seen

    def act(self, who: Role, *do: str) -> Answer:
        """Play."""
        return self.post(who, "/api/act", {"do": list(do), "version": self.house.version})

    def cookie(self, who: Role) -> str:
        """The header with the device's cookie; empty for a device nobody knows."""
        token = self.tokens.get(who, "")
        return f"{self._name}={token}" if token else ""

    def keep_cookie(self, who: Role, answer: Answer) -> None:
        """Do as a browser does with the answer's cookie."""
        name, _, value = answer.headers.get("set-cookie", "").partition(";")[0].partition("=")
        if name == self._name:
            self.tokens[who] = value

    def let_in(self) -> "Companion":
        """Let a host and the players of the first two seats in, as far as they are not yet."""
        access = self.house.access
        for seat, role in enumerate(ROLES[1:3]):
            if not access.device(self.tokens.get(role)).seats and seat < len(self.house.sitting.people):
                code = access.seat_code(seat, take_over=True).secret
                self.tokens[role], _ = access.redeem(code, None, loopback=True, locked=self.house.begun)
        if not access.device(self.tokens.get("host")).host:
            self.tokens["host"], _ = access.redeem(access.host_code().secret, None, loopback=True)
        return self

    def close(self) -> None:
        """End it."""
        self.app.extensions["lookout"].stop()
        self.house.close()

    @property
    def _name(self) -> str:
        settings: Settings = self.app.extensions["settings"]
        return settings.cookie_name(secure=False)


def opened(folder: Path, tokens: Mapping[Role, str] | None = None, clock: Clock | None = None) -> Companion:
    """A companion on this folder; its clock stands still unless another one is given."""
    house = House(folder, clock or FakeClock())
    return Companion(house, create_app(house, SETTINGS), dict(tokens or {}))


def begin(house: House, kind: str, seed: int, players: int = len(PLAYERS)) -> None:
    """A new game of a kind of ``ORDERS``."""
    order = {**ORDERS[kind], "players": PLAYERS[:players]}
    name, opening = open_game(json.dumps(order).encode(), random.Random(seed), house.data_dir)
    house.start(name, opening.setup, Sitting(opening.people, opening.dice, opening.cards, opening.copy))


def play(one: Companion, turns: int, rng: random.Random) -> None:
    """Do so many steps: what the seat that acts, or the table, is offered first or now and then otherwise."""
    for _ in range(turns):
        do = next_step(one, rng)
        if do is None:
            return
        session = one.house.running()
        session.submit([session.game.parse_action(text) for text in do], None, session.version, "table")


def next_step(one: Companion, rng: random.Random) -> list[str] | None:
    """Actions that are legal now; None where the game is over, or nothing is offered."""
    session = one.house.running()
    if session.game.is_over(session.state):
        return None
    due = session.game.outcomes(session.state)
    if due:
        return [session.game.format_action(rng.choice(list(due)))]
    legal = list(session.game.legal_actions(session.state))
    return [session.game.format_action(rng.choice(legal))] if legal else None
