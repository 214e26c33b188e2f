"""A game at which people move wood before a camera that sees everything."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.game import ISTANBUL
from companion.istanbul.names import Card, Color, Place
from companion.istanbul.setup import Deal, Setup
from companion.istanbul.state import Options
from companion.istanbul.tables import LAYOUTS
from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import create_store
from companion.sync.follower import Follower
from companion.sync.observation import BoardObservation, Kind, Score, Sighting
from companion.sync.status import Status
from companion.sync.table import Standing
from tests.sync.builders import ORDER, a_look, assistant, merchant, stacks_beside

LAID, LONG = 3, 30
"""Looks after which a whole turn is played, and after which nobody is carrying any more; ten looks a second."""


class Table:
    """A game at which people move wood before a camera that sees everything."""

    def __init__(self, session: GameSession, ask_first: bool = False, rivals: frozenset[int] = frozenset()) -> None:
        self.session = session
        self.follower = Follower(session, changed=lambda: None, ask_first=ask_first, rivals=lambda: rivals)
        self.gone: set[Standing] = set()
        self.there: set[Standing] = set()
        self.begun = session.state
        self.at_s = 0.0
        self.told: dict[str, Any] = {}
        self.look(LONG)

    @property
    def status(self) -> Status:
        return self.follower.status

    def carry(self, thing: object, start: int | None, to: int | None, looks: int = LONG) -> None:
        """Take a thing from a place, put it on another; None is under its merchant."""
        for place, into, out in ((start, self.gone, self.there), (to, self.there, self.gone)):
            if place is not None:
                standing: Standing = (thing, place)  # type: ignore[assignment]
                out.discard(standing) if standing in out else into.add(standing)
        self.look(looks)

    def look(self, times: int, **how: Any) -> None:
        """Look on; ``how`` are fields of the observation that are told besides."""
        for _ in range(times):
            self.at_s = round(self.at_s + 0.1, 3)
            look = a_look(self.begun, tuple(self.gone), tuple(self.there), at_s=self.at_s)
            look = msgspec.structs.replace(look, sightings=self._counted(look))
            self.follower.see(msgspec.structs.replace(look, **self.told, **how))

    def _counted(self, look: BoardObservation) -> tuple[Sighting, ...]:
        """With the stacks as they are if whoever was taken from the table lies under his merchant."""
        stacks = stacks_beside(self.begun, frozenset((one.thing, one.place) for one in look.scores))
        high = (stacks.get(one.thing.color) if one.thing.kind is Kind.MERCHANT else None for one in look.sightings)
        pairs = zip(look.sightings, high, strict=True)
        return tuple(msgspec.structs.replace(one, under=under) for one, under in pairs)

    def tap(self, *actions: act.Action) -> None:
        self.session.submit(list(actions), None, self.session.version)

    def red_goes(self, to: int, looks: int = LONG) -> None:
        """Red goes from the Fountain and leaves an assistant."""
        self.carry(merchant("red"), 7, to, looks=0)
        self.carry(assistant("red"), None, to, looks)


def stands(session: GameSession, *changes: tuple[Any, ...]) -> None:
    """The game stands so, whatever led there."""
    override = act.Override(tuple(act.Change(*change) for change in changes), "so it stands", despite_problems=True)
    session.submit([override], None, None)


def last_of(due: Mapping[act.Action, float], point: str) -> act.Action:
    """Chance that always brings the last thing it may."""
    return list(due)[-1]


def left_to_the_table(due: Mapping[act.Action, float], point: str) -> None:
    """Real dice, cards and tiles."""


def a_session(
    folder: Path,
    chance: Callable[[Mapping[act.Action, float], str], act.Action | None] = last_of,
    cards: str = "app",
    colors: tuple[Color, ...] = ORDER,
) -> GameSession:
    """A game of three, or of these, on the short paths."""
    layout = tuple(Place(number) for number in LAYOUTS["short"])
    card = Card.GOOD if cards == "app" else Card.UNKNOWN
    deal = Deal(colors, layout, Place.FABRIC_WAREHOUSE, Place.SPICE_WAREHOUSE, (card,) * len(colors), "L1", "S1")
    store = create_store(folder / "game", ISTANBUL, Setup(Options(cards=cards), deal), 0.0)  # type: ignore[arg-type]
    return GameSession(store, FakeClock(), chance)


def faintly(table: Table, *seen: tuple[Standing, float]) -> None:
    """The table as it lies, with these besides, as clearly as told."""
    scores = {(one.thing, one.place): one for one in a_look(table.begun, tuple(table.gone), tuple(table.there)).scores}
    faint = {standing: Score(*standing, score) for standing, score in seen}
    table.told["scores"] = tuple((scores | faint).values())
