"""How does a simulated evening go?  One game from its set-up to its end, and what was counted in it."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from calibration.simulated.eyes import NOISY, PERFECT, Eye, MadeUpEye, PaintedEye
from calibration.simulated.mishaps import MISHAPS
from calibration.simulated.people import BY_HAND, USUAL, Rates, intentions, laid_at_once
from calibration.simulated.table import PATIENCE, Table
from calibration.simulated.tally import GameTold, TurnTold
from companion.errors import GameError
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import is_over
from companion.istanbul.game import ISTANBUL
from companion.istanbul.setup import Setup
from companion.istanbul.state import Options
from companion.session.chance import DigitalChance
from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import create_store
from companion.sync.follower import Follower
from companion.sync.params import LIVE

PLAYERS = (3, 4, 2, 3, 4, 5)  # how many play, game by game
STEPS = 80  # things done in a turn; more is a fault of the simulation


@dataclass(frozen=True, slots=True)
class Order:
    """One game to be simulated: ``sight`` is perfect, noisy or painted; ``turns`` ends it early.

    ``heed``: people move a lamp of which the set-up list says that it is mirrored in a tile.
    """

    seed: int
    sight: str = "perfect"
    turns: int = 400
    rates: Rates = USUAL
    heed: bool = True

    @property
    def players(self) -> int:
        """How many play it."""
        return PLAYERS[self.seed % len(PLAYERS)]


def simulate(order: Order) -> GameTold:
    """Play the game; what went wrong in the simulation itself ends it and is told."""
    rng = Random(order.seed)
    setup = new_setup(order.players, Options(layout="random"), rng)
    try:
        eye = _eye(order, setup)
    except ValueError as error:
        return GameTold(order.seed, order.players, (), str(error))
    with tempfile.TemporaryDirectory(prefix="bazaar-evening-") as folder:
        store = create_store(Path(folder) / "game", ISTANBUL, setup, 0.0)
        session = GameSession(store, FakeClock(), DigitalChance(rng))
        follower = Follower(session, LIVE, lambda: None)
        evening = Evening(Table(session, follower, eye, rng, order.rates))
        try:
            evening.play(order.turns, order.heed)
            broken = ""
        except (GameError, RuntimeError) as error:
            broken = f"turn {len(evening.turns) + 1}: {type(error).__name__} {error}"
        finally:
            follower.close()
            session.close()
    return GameTold(order.seed, order.players, tuple(evening.turns), broken, evening.lamps_moved)


def _eye(order: Order, setup: Setup) -> Eye:
    made: dict[str, Callable[[], Eye]] = {
        "perfect": lambda: MadeUpEye(PERFECT, Random(order.seed)),
        "noisy": lambda: MadeUpEye(NOISY, Random(order.seed)),
        "painted": lambda: PaintedEye(order.seed, tuple(str(color) for color in setup.deal.colors)),
    }
    return made[order.sight]()


class Evening:
    """The game at a table; ``turns`` grows while it is played, ``lamps_moved`` counts before it begins."""

    def __init__(self, table: Table) -> None:
        self.turns: list[TurnTold] = []
        self.lamps_moved = 0
        self._table = table

    def play(self, most_turns: int, heed: bool = True) -> None:
        """To the end of the game, or for so many turns."""
        self._table.show(self._table.state)
        self.lamps_moved = self._table.mind_lamps() if heed else 0
        self._table.watch()
        while not is_over(self._table.state) and len(self.turns) < most_turns:
            self._table.row = TurnTold(len(self.turns) + 1, str(self._table.state.player.color))
            self._turn()
            self.turns.append(self._table.row)

    def _turn(self) -> None:
        table = self._table
        if not table.plan:  # nobody was ahead of the phones
            self._mishaps()
        now = (table.state.turn, table.state.round)
        for _ in range(STEPS):
            if is_over(table.state) or (table.state.turn, table.state.round) != now:
                return
            self._step()
        raise RuntimeError(f"a simulated turn does not end: {table.status_words()}, meant {table.plan}")

    def _mishaps(self) -> None:
        for name, happen in MISHAPS.items():
            if self._table.happens(name):
                self._tidy()
                self._table.row.mishaps.append((name, happen(self._table)))
                self._table.intend(())

    def _tidy(self) -> None:
        """The hands lay what the app says (dice may have moved somebody), and the follower sees it."""
        self._table.show(self._table.state)
        self._table.is_in_step()

    def _step(self) -> None:
        """Whatever comes next: mean something, lay it, wait for the follower, or tap."""
        table = self._table
        if table.has_advanced():
            return
        if not table.plan:
            self._tidy()
            table.intend(intentions(table.state, table.rng, 2 if table.happens("ahead") else 1))
        elif not isinstance(table.plan[0], BY_HAND):
            table.tap()
        elif not table.laid:
            self._lay()
        else:
            self._wait()

    def _lay(self) -> None:
        """Some or all of what is done by hand; sometimes the merchant first and his assistant later."""
        table = self._table
        count = laid_at_once(table.plan, table.happens("whole"))
        if count > 1 and table.happens("half"):
            table.lay_plan(1)
            end = table.watch(PATIENCE // 2)
            if end == "asking":
                table.answer()
            if end in ("asking", "advanced"):
                return
        table.lay_plan(count)

    def _wait(self) -> None:
        table = self._table
        end = table.watch()
        if end == "asking":
            table.answer()
        elif end != "advanced":
            table.help_out()
