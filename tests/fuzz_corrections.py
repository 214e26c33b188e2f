"""Corrections of every kind at positions of every kind: whatever is accepted leaves a game in which somebody can act.

    python -m tests.fuzz_corrections --corrections 200000

Random games of both games, the app's cards and real ones, all numbers of players.  At every few positions values are
set: those of other moments, made-up ones, several at once, often in spite of problems.  What is accepted is played on,
with further corrections, and at each step a seat has a legal action, or chance or the table an outcome it can tell,
or the game is over.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.dice_game import actions as dice_actions
from companion.dice_game.copy.components import Components
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.game import DICE_GAME
from companion.dice_game.names import Area
from companion.dice_game.notation.fields import PLAYER_FIELDS as DICE_PLAYER
from companion.dice_game.notation.fields import TABLE_FIELDS as DICE_TABLE
from companion.dice_game.notation.fields import get_value as dice_value
from companion.dice_game.setup import Setup as DiceSetup
from companion.dice_game.state import Options as DiceOptions
from companion.dice_game.view.face import FACE as DICE_FACE
from companion.engine.corrections import Change
from companion.face import Face
from companion.game import Action, Game, State
from companion.istanbul.actions import Override, TellHand
from companion.istanbul.dealer import new_setup
from companion.istanbul.game import ISTANBUL
from companion.istanbul.names import Card, Color
from companion.istanbul.notation.fields import PLAYER_FIELDS, TABLE_FIELDS, format_pending, get_value
from companion.istanbul.state import Figure, Pending, Step, Why
from companion.istanbul.view.face import FACE
from companion.session.chance import DigitalChance
from tests.istanbul.prove import settings

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
CORRECTED = 0.08  # share of the positions of a game at which values are set
AT_ONCE = 12  # corrections tried at one position
PLAYED_ON = 10  # actions after a correction that was accepted
MOST_STEPS = 2_500
LOOKED_AT = 0.02  # share of positions that are shown as well


class Kit(NamedTuple):
    """What is different in each game: set-ups, values, made-up values, what the table may tell."""

    game: Game
    face: Face
    override: Callable[..., Action]
    set_up: Callable[[int, Random], Any]
    table: Sequence[str]
    player: Sequence[str]
    value: Callable[[State, str, int | None], str]
    made_up: Mapping[str, Callable[[Random], str]]
    tells: Callable[[State, Random], Iterator[Action]]


class Tally(Counter[str]):
    """Games, positions, corrections tried and accepted."""


class Pool:
    """Values seen at other moments of any game, by what they are."""

    def __init__(self) -> None:
        self._values: dict[str, list[str]] = {}

    def keep(self, what: str, value: str, rng: Random) -> None:
        kept = self._values.setdefault(what, [])
        if len(kept) < 400:
            kept.append(value)
        else:
            kept[rng.randrange(400)] = value

    def some(self, what: str, rng: Random) -> str:
        return rng.choice(self._values[what])


def fuzz(kit: Kit, corrections: int, seed: int, report: bool = False) -> Tally:
    """Try so many corrections; AssertionError where one that was accepted leaves nobody anything to do."""
    tally, pool, number = Tally(), Pool(), 0
    while tally["tried"] < corrections:
        rng = Random(f"{seed}/{kit.game.name}/{number}")
        try:
            _one_game(kit, number, pool, tally, rng, corrections)
        except Exception:
            print(f"game {number} of seed {seed}: {kit.game.name}", file=sys.stderr)
            raise
        number += 1
        if report and number % 20 == 0:
            print(f"{kit.game.name}: {dict(tally)}", file=sys.stderr, flush=True)
    return tally


def _one_game(kit: Kit, number: int, pool: Pool, tally: Tally, rng: Random, corrections: int) -> None:
    state: State | None = kit.game.new(kit.set_up(number, rng))
    tally["games"] += 1
    for _ in range(MOST_STEPS):
        if state is None or kit.game.is_over(state) or tally["tried"] >= corrections:
            break
        if rng.random() < CORRECTED:
            _keep(kit, state, pool, rng)
            _correct(kit, state, pool, tally, rng)
        state = go_on(kit, state, rng)
    if state is not None:
        _correct(kit, state, pool, tally, rng)


def _keep(kit: Kit, state: State, pool: Pool, rng: Random) -> None:
    for what in rng.sample(list(kit.table), 4):
        pool.keep(what, kit.value(state, what, None), rng)
    for what in rng.sample(list(kit.player), 3):
        pool.keep(f"seat.{what}", kit.value(state, what, rng.randrange(len(state.players))), rng)


def _correct(kit: Kit, state: State, pool: Pool, tally: Tally, rng: Random) -> None:
    tally["positions"] += 1
    for _ in range(AT_ONCE):
        correction = some_correction(kit, state, pool, rng)
        tally["tried"] += 1
        if kit.game.check(state, correction) is None:
            tally["accepted"] += 1
            _play_on(kit, state, correction, pool, rng)


def _play_on(kit: Kit, state: State, correction: Action, pool: Pool, rng: Random) -> None:
    done = [kit.game.format_action(correction)]
    try:
        now: State | None = _played(kit, state, correction)
        for _ in range(PLAYED_ON):
            if now is None or kit.game.is_over(now):
                break
            again = some_correction(kit, now, pool, rng)
            if rng.random() < 0.1 and kit.game.check(now, again) is None:
                done.append(kit.game.format_action(again))
                now = _played(kit, now, again)
            else:
                now = go_on(kit, now, rng, done)
    except Exception:
        print("\n".join([msgspec.json.encode(state).decode(), *done]), file=sys.stderr)
        raise


def _played(kit: Kit, state: State, action: Action) -> State:
    after = kit.game.play(state, action)
    assert msgspec.json.decode(msgspec.json.encode(after), type=kit.game.state_type) == after
    return after


def go_on(kit: Kit, state: State, rng: Random, done: list[str] | None = None) -> State:
    """One more action of whoever can act; AssertionError where nobody can."""
    possible = possible_actions(kit, state, rng)
    assert possible, "nobody can do anything"
    if rng.random() < LOOKED_AT:
        _look(kit, state)
    action = rng.choice(possible)
    if done is not None:
        done.append(kit.game.format_action(action))
    return _played(kit, state, action)


def possible_actions(kit: Kit, state: State, rng: Random) -> list[Action]:
    """What the seat to act may do, or what chance may bring, or what the table may tell."""
    if kit.game.seat_to_act(state) is not None:
        return list(kit.game.legal_actions(state))
    due = kit.game.outcomes(state)
    chosen = [DigitalChance(rng)(due)] if due else kit.tells(state, rng)
    return [action for action in chosen if kit.game.check(state, action) is None]


def _look(kit: Kit, state: State) -> None:
    """Every screen can show it."""
    names = NAMES[: len(state.players)]
    for part in (kit.face.table, kit.face.turn, kit.face.choices):
        part(state, names, str)
    for seat in range(len(names)):
        kit.face.player(state, seat, str)
        kit.face.secrets(state, seat, str)


# ------------------------------------------------------------------------- corrections


def some_correction(kit: Kit, state: State, pool: Pool, rng: Random) -> Action:
    """One to four values, made up or of other moments, for good or in spite of problems; now and then a hand told."""
    if kit.game is ISTANBUL and rng.random() < 0.08:
        return _some_hand(state, rng)
    changes = tuple(_change(kit, state, pool, rng) for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))))
    return kit.override(changes, "a test", rng.random() < 0.7)


def _change(kit: Kit, state: State, pool: Pool, rng: Random) -> Change:
    seat = rng.choice((None, rng.randrange(len(state.players))))
    what = rng.choice(kit.table if seat is None else kit.player)
    made_up = kit.made_up.get(what)
    if made_up is not None and rng.random() < 0.6:
        return Change(what, made_up(rng), seat)
    try:
        return Change(what, pool.some(what if seat is None else f"seat.{what}", rng), seat)
    except KeyError:
        return Change(what, kit.value(state, what, seat), seat)


def _some_hand(state: State, rng: Random) -> TellHand:
    seat = rng.randrange(len(state.players))
    hand = [rng.choice((card, Card.UNKNOWN, rng.choice(list(Card)))) for card in state.players[seat].hand]
    return TellHand(seat, tuple(hand))


def _number(most: int) -> Callable[[Random], str]:
    return lambda rng: str(rng.randint(0, most))


def _flag(rng: Random) -> str:
    return rng.choice(("yes", "no"))


def _some(values: Sequence[str], most: int, least: int = 0) -> Callable[[Random], str]:
    """A list of some of these."""
    return lambda rng: ",".join(rng.choices(values, k=rng.randint(least, most))) or "-"


# ------------------------------------------------------------------------- the base game


def _place(rng: Random) -> str:
    return str(rng.randint(1, 16))


def _demand(letter: str) -> Callable[[Random], str]:
    def write(rng: Random) -> str:
        tiles = rng.sample([f"{letter}{number}" for number in range(1, 6)], 5)
        return ",".join("?" if rng.random() < 0.5 else tile for tile in tiles)

    return write


def _pending(rng: Random) -> str:
    dice = rng.choice((None, (rng.randint(1, 6), rng.randint(1, 6))))
    color = rng.choice((None, None, None, *Color))
    number = rng.choice((0, 0, 10, 11, rng.randint(0, 12)))
    figure = rng.choice((Figure.MERCHANT, Figure.MERCHANT, Figure.FAMILY))
    return format_pending(Pending(rng.choice(list(Step)), figure, rng.choice(list(Why)), number, dice, color))


def _agenda(rng: Random) -> str:
    usual = ["encounters", "action", "toll", "assistant", "move"]
    turn = usual[: rng.randint(1, 5)] if rng.random() < 0.5 else [rng.choice(("encounters", "encounters", "left"))]
    return ",".join([*turn, *(_pending(rng) for _ in range(rng.choice((0, 1, 1, 2, 3))))])


def _mosques(rng: Random) -> str:
    return ",".join(good + "2345"[rng.randint(0, 4) :] for good in "RGYB")


def _rubies(rng: Random) -> str:
    return ",".join(f"{place}:{rng.randint(0, most)}" for place, most in ((1, 5), (13, 7), (14, 4), (15, 4), (16, 12)))


def _no_tells(state: State, rng: Random) -> Iterator[Action]:
    """The table of the base game tells only what ``outcomes`` lists."""
    return iter(())


_CARDS = [*(card for card in Card if card is not Card.UNKNOWN), Card.UNKNOWN]
BASE = Kit(
    game=ISTANBUL,
    face=FACE,
    override=Override,
    set_up=lambda number, rng: _base_setup(number, rng),
    table=[name for name in TABLE_FIELDS if name != "options"],
    player=list(PLAYER_FIELDS),
    value=get_value,
    made_up={
        "governor": _place, "smuggler": _place, "merchant": _place, "family": _place, "mail": _number(5),
        "helpers": _some([str(place) for place in range(1, 17)], 3), "large": _demand("L"), "small": _demand("S"),
        "mosques": _mosques, "rubies": _rubies, "extensions": _number(15), "discard": _some(_CARDS, 6),
        "turn": _number(5), "round": _number(9), "yellow_used": _flag, "governor_used": _flag,
        "smuggler_used": _flag, "agenda": _agenda, "ending": _flag, "over": _flag, "lira": _number(30),
        "goods": lambda rng: "".join(rng.choices("RGYB", k=rng.randint(0, 7))) or "-", "capacity": _number(6),
        "stack": lambda rng: "".join(rng.choices("ooon", k=rng.randint(0, 5))) or "-", "reserve": _number(2),
        "assistants": _some([str(place) for place in range(1, 17)], 4), "hand": _some(_CARDS, 26),
        "tiles": lambda rng: "".join(rng.sample("RGYB", rng.randint(0, 4))) or "-",
        "seen": _some(_CARDS, 2),
    },
    tells=_no_tells,
)  # fmt: skip


def _base_setup(number: int, rng: Random) -> Any:
    players, options = settings(number, rng)
    return new_setup(players, options, rng)


# ------------------------------------------------------------------------- the dice game

_TILES = ("lira:RRR", "crystal:YYY", "card:GGG", "action:BBBB", "goods.R:RRR", "die:RYGB", "?")
_FACES = ("F1:R>4;R>3", "F2:J;R", "F3:R;2>R", "F4:X3;X/3", "F5:RYG>ruby", "F6:KK=JX", "F7:JJ=6", "F8:tile>tile", "?")
_STEPS = (
    "income", "throw", "reroll", "act", "choose#2", "choose@1#1", "use", "use#2", "card!F2:J;R", "card@1!F4:X3;X/3",
    "card!F8:tile>tile", "card!F5:RYG>ruby", "roll#5", "roll#2", "reveal", "show", "price~red", "price~carpet",
    "price~mosque", "tile", "card@7!F2:J;R",
)  # fmt: skip


def _dice_agenda(rng: Random) -> str:
    usual = ["act", "reroll", "throw", "income"]
    return ",".join([*usual[: rng.randint(1, 4)], *rng.choices(_STEPS, k=rng.choice((0, 1, 1, 2, 3)))])


def _letters(signs: str, most: int) -> Callable[[Random], str]:
    return lambda rng: "".join(sorted(rng.choices(signs, k=rng.randint(0, most)), key=signs.index)) or "-"


def _areas(rng: Random) -> str:
    def area(name: Area) -> str:
        prices = "-" if name is Area.MOSQUE else ".".join(str(rng.randint(0, 9)) for _ in range(rng.randint(1, 5)))
        return f"{name}/{rng.choice(('?', '0', '1', '4', '5'))}/{prices}/-/-"

    return ",".join(map(area, Area))


def _dice_tells(state: State, rng: Random) -> Iterator[Action]:
    """Whatever the table could say to what is due."""
    pending = state.agenda[-1]
    if pending.area is not None:
        yield from (dice_actions.TellPrice(pending.area, price) for price in range(1, 10))
        yield dice_actions.TellEmpty(pending.area)
    yield from (dice_actions.TellTile(tile) for tile in (*_TILES[:-1], *(one.face for one in state.copy.tile_faces)))
    yield from (dice_actions.Revealed(card) for card in _FACES)


def _dice_setup(number: int, rng: Random) -> DiceSetup:
    players, app = 2 + number % 3, number // 3 % 2 == 0
    components = imagined_components(rng) if app or rng.random() < 0.3 else Components()
    return DiceSetup(players, DiceOptions("app" if app else "real"), components)


DICE = Kit(
    game=DICE_GAME,
    face=DICE_FACE,
    override=dice_actions.Override,
    set_up=_dice_setup,
    table=[name for name in DICE_TABLE if name != "options"],
    player=list(DICE_PLAYER),
    value=dice_value,
    made_up={
        "areas": _areas, "taken": lambda rng: ".".join(str(rng.choice((0, 0, 1, 2))) for _ in Area),
        "display": _some(_TILES, 7), "under": _some(_TILES, 2), "discard": _some(_FACES, 5),
        "revealed": _some(_FACES, 3), "dice": lambda rng: "".join(rng.choices("RYGBLK", k=rng.randint(0, 7))) or "-",
        "spent": _letters("RYGBLK", 3), "thrown": _number(9), "working": _some(_TILES[:-1], 2),
        "income": lambda rng: ".".join(str(rng.choice((0, 0, 1))) for _ in range(3)), "actions": _number(5),
        "turn": _number(4), "round": _number(9), "agenda": _dice_agenda, "ending": _flag, "over": _flag,
        "lira": _number(30), "markers": _letters("RYGBJ", 6), "crystals": _number(13), "tiles": _some(_TILES[:-1], 6),
        "mosque": _flag,
    },
    tells=_dice_tells,
)  # fmt: skip
KITS = {kit.game.name: kit for kit in (BASE, DICE)}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Correct random positions and play on.")
    parser.add_argument("--corrections", type=int, default=200_000, help="in all, half of them for each game")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for kit in KITS.values():
        tally = fuzz(kit, chosen.corrections // len(KITS), chosen.seed, report=True)
        print(f"{kit.game.name}: {dict(tally)}: somebody can always act", flush=True)


if __name__ == "__main__":
    main()
