"""How does a simulated evening go?  One game from its set-up to its end, and what was counted in it."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from calibration.simulated.bank import Banked, BankEye, decisions, write_banked
from calibration.simulated.eyes import NOISY, PERFECT, Eye, MadeUpEye, PaintedEye
from calibration.simulated.mishaps import MISHAPS, straighten
from calibration.simulated.people import BY_HAND, intentions, laid_at_once, lifted, offered
from calibration.simulated.rates import USUAL, Rates, Seconds
from calibration.simulated.table import PATIENCE, SimulatedTable
from calibration.simulated.tally import GameTold, TurnTold
from calibration.simulated.words import words
from companion.errors import GameError
from companion.istanbul.actions import Rolled
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
from companion.sync.observation import BoardObservation, NotSeen

PLAYERS = (3, 4, 2, 3, 4, 5)  # how many play, game by game
TRIES = 5  # so often lamps or the camera are moved; then people have had enough
STEPS = 80  # things done in a turn; more is a fault of the simulation


def mind_list(table: SimulatedTable) -> int:
    """What the set-up list tells of the camera and of mirrored lamps is done; how often lamps were moved."""
    mind_camera(table)
    for moved in range(TRIES):
        seen = table.eye.look()
        if isinstance(seen, NotSeen) or not seen.glare:
            return moved
        table.eye.move_lamp()
    return TRIES


def mind_camera(table: SimulatedTable) -> None:
    """Who is told that the camera is too far away sets it up anew."""
    for _ in range(TRIES):
        seen = table.eye.look()
        if isinstance(seen, BoardObservation) and not seen.far:
            return
        if isinstance(seen, BoardObservation):
            table.eye.set_up()


@dataclass(frozen=True, slots=True)
class GameOrder:
    """One game to be simulated: ``sight`` is perfect, noisy or painted; ``turns`` ends it early.

    ``heed``: people move a lamp of which the set-up list says that it is mirrored in a tile.
    ``bank``: a folder for looks with the truth.
    """

    seed: int
    sight: str = "perfect"
    turns: int = 400
    rates: Rates = USUAL
    heed: bool = True
    bank: Path | None = None

    @property
    def players(self) -> int:
        """How many play it."""
        return PLAYERS[self.seed % len(PLAYERS)]


def simulate(order: GameOrder) -> GameTold:
    """Play the game; what went wrong in the simulation itself ends it and is told."""
    rng = Random(order.seed)
    setup = new_setup(order.players, Options(layout="random"), rng)
    try:
        eye = eye_for(order.sight, order.seed, setup)
    except ValueError as error:
        return GameTold(order.seed, order.players, (), str(error))
    with tempfile.TemporaryDirectory(prefix="bazaar-evening-") as folder:
        store = create_store(Path(folder) / "game", ISTANBUL, setup, 0.0)
        session = GameSession(store, FakeClock(), DigitalChance(rng, (Rolled,) if order.rates.real_dice else ()))
        follower = Follower(session, lambda: None)
        banking = BankEye(eye) if order.bank else None
        eye = banking or eye
        evening = SimulatedEvening(SimulatedTable(session, follower, eye, rng, order.rates))
        try:
            evening.play(order.turns, order.heed)
            broken = ""
        except (GameError, RuntimeError) as error:
            broken = f"turn {len(evening.turns) + 1}: {type(error).__name__} {error}"
        finally:
            if order.bank and banking:
                done = decisions(session.game.new(setup), session.log.effective)
                write_banked(order.bank, Banked(order.seed, order.sight, order.rates.name, tuple(banking.kept), done))
            follower.close()
            session.close()
    return GameTold(order.seed, order.players, tuple(evening.turns), broken, evening.lamps_moved)


def eye_for(sight: str, seed: int, setup: Setup) -> Eye:
    """An eye for this table: perfect, noisy or painted.  Raises ValueError where the painted art cannot be learnt."""
    made: dict[str, Callable[[], Eye]] = {
        "perfect": lambda: MadeUpEye(PERFECT, Random(seed)),
        "noisy": lambda: MadeUpEye(NOISY, Random(seed)),
        "painted": lambda: PaintedEye(seed, tuple(str(color) for color in setup.deal.colors)),
    }
    return made[sight]()


class SimulatedEvening:
    """The game at a table; ``turns`` grows while it is played, ``lamps_moved`` counts before it begins."""

    def __init__(self, table: SimulatedTable) -> None:
        self.turns: list[TurnTold] = []
        self.lamps_moved = 0
        self._table, self._heed = table, True
        self._pause_s: Seconds | None = None

    def play(self, most_turns: int, heed: bool = True) -> None:
        """To the end of the game, or for so many turns."""
        self._table.show(self._table.state)
        self._heed = heed
        self.lamps_moved = mind_list(self._table) if heed else 0
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
        raise RuntimeError(f"a simulated turn does not end: {words(table.follower.status)}, meant {table.plan}")

    def _mishaps(self) -> None:
        self._table.linger(self._table.rates.think_s)
        if self._table.owes:
            return
        for name, happen in MISHAPS.items():
            if self._table.happens(name):
                self._tidy()
                self._table.row.mishaps.append((name, happen(self._table)))
                if name == "bump" and self._heed:
                    mind_camera(self._table)
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
            table.intend(intentions(table.state, table.rng, 2 if table.happens("ahead") else 1, table.rates))
        elif not isinstance(table.plan[0], BY_HAND):
            self._tap()
        elif not table.laid:
            self._lay()
        else:
            self._wait()

    def _tap(self) -> None:
        """The phone is taken up, perhaps only after a while."""
        if not self._waits():
            self._table.tap()

    def _lay(self) -> None:
        """Some or all of what is done by hand; sometimes the merchant first and his assistant later."""
        table = self._table
        self._pause_s = table.rates.phone_after_s
        both = table.happens("two_hands")
        carried = table.rates.real_dice and table.happens("encounter_at_once")
        count = table.until_forgotten(laid_at_once(table.plan, both or table.happens("whole"), carried))
        if not count:
            return self._tap()
        if count > 1 and not both and table.happens("half"):
            table.lay_plan(1)
            if self._pauses():
                return
        if both:
            straighten(table)
        if table.rates.lift_s:
            self._lift(count)
        table.lay_plan(table.laid or count)

    def _lift(self, count: int) -> None:
        """Assistants are called back one by one while the hands do the first so many actions of the plan."""
        table = self._table
        table.laid = count
        for state in tuple(lifted(table.state, table.plan[:count])):
            table.show(state)
            table.linger(table.rates.lift_s)

    def _pauses(self) -> bool:
        """Seconds between merchant and assistant; True where the game has gone on."""
        table = self._table
        if table.rates.assistant_after_s is not None:
            return table.linger(table.rates.assistant_after_s)
        end = table.watch(PATIENCE // 2)
        if end == "asking":
            table.answer()
        return end in ("asking", "advanced")

    def _wait(self) -> None:
        table = self._table
        end = table.watch()
        if end == "asking":
            table.answer()
        elif end != "advanced" and not self._taps_on() and not self._waits():
            table.help_out()

    def _taps_on(self) -> bool:
        """Whether what comes after the wood is tapped instead, where the phone offers that already."""
        table = self._table
        if not (count := offered(table.state, table.plan, table.laid)):
            return False
        if not self._waits():
            table.tap(count)
        return True

    def _waits(self) -> bool:
        pause, self._pause_s = self._pause_s, None
        return self._table.linger(pause)
