"""Positions and turns in one line: values are written as in the notation of positions.

state = turn("RRYLK", "markers=J", q="lira=2")          # P is seat 0 and has thrown, Q seat 1, R seat 2
state = do(state, "pair R R+J")
assert has(state, "markers=R") and has(state, "dice=RYLK", None)
"""

from random import Random

from companion.dice_game.copy.components import Components
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.engine import check, legal_actions, play
from companion.dice_game.notation.fields import get_value, set_value
from companion.dice_game.notation.lines import format_action, parse_action
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options
from companion.errors import GameError

AREAS = (
    "red/4/4.5.6.7/-/-,yellow/4/4.5.6.7/-/-,green/4/4.5.6.7/-/-,blue/4/4.5.6.7/-/-,"
    "lira/6/10.12.14.16.18.20/-/-,carpet/5/4.5.6.7.8/-/-,mosque/3/-/-/-"
)
UNKNOWN_AREAS = ",".join(f"{area}/?/-/-/-" for area in ("red", "yellow", "green", "blue", "lira", "carpet", "mosque"))
"""Prices for scenarios: ours, not the board's."""
COMPLETE = imagined_components(Random(7))


def new(players: int = 3, cards: str = "real", components: Components | None = None) -> GameState:
    """A game just set up: nothing known (real), or everything (app)."""
    known = COMPLETE if cards == "app" else Components()
    return new_game(Setup(players, Options("app" if cards == "app" else "real"), components or known))


def turn(
    dice: str = "-",
    p: str = "",
    q: str = "",
    r: str = "",
    table: str = "",
    players: int = 3,
    step: str = "act",
    cards: str = "real",
) -> GameState:
    """P's turn with these dice thrown; nobody has anything but what is given, P's tiles work."""
    state = new(players, cards)
    for seat in range(players):
        state = put(state, "lira=0 crystals=0", seat)
    state = put(state, f"areas={AREAS}" if cards == "real" else "display=lira:RRR,die:RYGB", None)
    for seat, values in enumerate((p, q, r)[:players]):
        state = put(state, values, seat)
    state = put(state, f"working={get_value(state, 'tiles', 0)}", None)
    return put(put(state, _after_throw(dice, step), None), table, None)


def _after_throw(dice: str, step: str) -> str:
    before = {"income": "act,reroll,throw,income", "throw": "act,reroll,throw", "reroll": "act,reroll"}
    thrown = 0 if dice == "-" else len(dice)
    return f"dice={dice} thrown={thrown} agenda={before.get(step, step)}"


def put(state: GameState, values: str, seat: int | None) -> GameState:
    """The state with values as written, unchecked; a tile or card is added to what the copy is known to hold."""
    for what, _, value in (part.partition("=") for part in values.split()):
        state = set_value(state, what, value, seat)
    return state


def card(code: str, dice: int = 1, **values: str) -> GameState:
    """P has spent so many card dice and the only card is this one: its first decision, if there is any."""
    state = turn("K" * dice + "RYG", **values)  # type: ignore[arg-type]
    return do(state, f"cards {dice}", f"revealed {code}", *["revealed ?"] * (dice - 1), *_used(code, dice))


def _used(code: str, dice: int) -> list[str]:
    return [f"use {code}"] if dice > 1 else []


def do(state: GameState, *actions: str) -> GameState:
    """The state after actions in notation."""
    for action in actions:
        state = play(state, parse_action(action))
    return state


def has(state: GameState, values: str, seat: int | None = 0) -> bool:
    """Are these the values of a seat (of the table for None)?  Raises with the values that differ."""
    wanted = {what: value for what, _, value in (part.partition("=") for part in values.split())}
    found = {what: get_value(state, what, seat) for what in wanted}
    assert found == wanted
    return True


def legal(state: GameState) -> list[str]:
    """What may be done, in notation."""
    return [format_action(action) for action in legal_actions(state)]


def refused(state: GameState, action: str) -> str | None:
    """The code of the refusal, None for a legal action; checks that a refused action changes nothing."""
    refusal = check(state, parse_action(action))
    if refusal is None:
        return None
    try:
        play(state, parse_action(action))
    except GameError as error:
        assert error.code == refusal.code
    else:
        raise AssertionError(f"{action} was refused and yet played")
    return refusal.code


def step_of(state: GameState) -> str:
    """What is due now."""
    return get_value(state, "agenda", None).split(",")[-1].split("#")[0].split("@")[0].split("~")[0].split("!")[0]
