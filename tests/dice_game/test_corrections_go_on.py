"""No correction that is accepted can stop the game: whatever is set, the game goes on without a crash."""

from random import Random

import pytest

from companion.dice_game.actions import Override
from companion.dice_game.copy.components import Components, copy_for
from companion.dice_game.copy.imagined import answer, imagined_components
from companion.dice_game.engine import check, legal_actions, outcomes, play, seat_to_act
from companion.dice_game.notation.fields import PLAYER_FIELDS, TABLE_FIELDS, get_value
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import Copy, GameState, Options
from companion.engine.corrections import Change
from companion.session.chance import DigitalChance
from tests.dice_game.builders import AREAS, do, has, legal, put, refused, step_of, turn
from tests.fuzz_corrections import DICE, fuzz

STEPS, MOST_NUMBER = 250, 9
NUMBERS = ("lira", "crystals", "rubies", "dice", "turn", "actions", "thrown")


@pytest.mark.parametrize("seed", range(30))
def test_the_game_goes_on(seed: int) -> None:
    rng = Random(seed)
    players, app = rng.choice((2, 3, 4)), rng.random() < 0.5
    components = imagined_components(rng)
    state = new_game(Setup(players, Options("app"), components) if app else Setup(players, components=Components()))
    truth, seen = copy_for(components, players), list[GameState]()
    for _ in range(STEPS):
        seen.append(state)
        correction = some_correction(seen, rng)
        if rng.random() < 0.15 and check(state, correction) is None:
            state = play(state, correction)
        elif state.over or not (after := step(state, truth, rng)):
            break
        else:
            state = after


def some_correction(seen: list[GameState], rng: Random) -> Override:
    """Values of other moments of the game, or any number."""
    changes = []
    for _ in range(rng.randint(1, 3)):
        other, seat = rng.choice(seen), rng.choice((None, 0, 1))
        what = rng.choice([name for name in (TABLE_FIELDS if seat is None else PLAYER_FIELDS) if name != "options"])
        value = get_value(other, what, seat)
        if value.isdecimal() and what in NUMBERS and rng.random() < 0.3:
            value = str(rng.randint(0, MOST_NUMBER))
        changes.append(Change(what, value, seat))
    return Override(tuple(changes), "a test", rng.random() < 0.7)


def step(state: GameState, truth: Copy, rng: Random) -> GameState | None:
    """The next state; None where the stand-in's copy no longer fits what was corrected."""
    due = outcomes(state)
    if seat_to_act(state) is not None:
        listed = list(legal_actions(state))
        assert listed, "somebody is to act and can do nothing"
        return play(state, rng.choice(listed))
    if due:
        return play(state, DigitalChance(rng)(due))
    try:
        told = answer(truth, state, rng)
    except IndexError:
        return None
    return play(state, told) if check(state, told) is None else None


# ------------------------------------------------------------------------- what is due


def asked(price: str = "price? red", **more: str) -> GameState:
    """P has asked the table for a price nobody has told."""
    return do(turn("RRRRK", table=f"areas={unknown('red')}", **more), price)


def unknown(*areas: str, mosque: str = "3") -> str:
    """The areas with these prices and rubies not told yet."""
    parts = [f"{part.split('/')[0]}/?/-/-/-" if part.split("/")[0] in areas else part for part in AREAS.split(",")]
    return ",".join(parts).replace("mosque/3/", f"mosque/{mosque}/")


def because(*changes: str, despite: bool = False) -> str:
    return f'set {" ".join(changes)} {"despite " if despite else ""}because "read again"'


def test_a_price_that_is_set_is_not_asked_for() -> None:
    assert step_of(asked()) == "price"
    state = do(asked(), because(f"areas={AREAS}"))
    assert step_of(state) == "act" and "ruby red RRRR" in legal(state)


def test_a_price_is_not_asked_for_where_no_ruby_is_left() -> None:
    """Neither a price nor that the area is empty was accepted as an answer."""
    empty = unknown("red").replace("red/?/", "red/0/")
    assert step_of(do(asked(), because(f"areas={empty}"))) == "act"


def test_a_tile_that_is_set_is_not_asked_for() -> None:
    faces = "tile_faces=lira:RRR@0"
    state = do(put(turn("RRYLK"), "display=?,lira:RRR,lira:RRR,lira:RRR,lira:RRR,lira:RRR", None), "tile?")
    shown = "display=lira:RRR,lira:RRR,lira:RRR,lira:RRR,lira:RRR,lira:RRR"
    assert step_of(do(state, because(shown, faces))) == "act"


def five_tiles(mosque: str) -> GameState:
    """P takes the fifth tile; whether the Mosque has a ruby nobody has told, or it has so many."""
    table = f"areas={unknown(mosque=mosque)} tile_faces=lira:RRR@0 display=lira:RRR,?,?,?,?,?"
    four = "lira:RRR,lira:RRR,lira:RRR,lira:RRR"
    return do(turn("RRRLK", f"tiles={four}", table=table), "tile lira:RRR RRR")


def test_the_mosques_ruby_is_taken_once_the_table_says_that_one_is_there() -> None:
    assert step_of(five_tiles("?")) == "price"
    state = do(five_tiles("?"), because(f"areas={unknown(mosque='2')}"))
    assert has(state, "rubies=1 mosque=yes") and step_of(state) == "act"
    assert has(do(five_tiles("?"), because(f"areas={unknown(mosque='0')}")), "rubies=0 mosque=no")


def test_the_mosques_ruby_is_not_owed_any_more_where_a_tile_is_taken_back() -> None:
    state = do(five_tiles("?"), because("0.tiles=lira:RRR,lira:RRR,lira:RRR,lira:RRR"))
    assert step_of(state) == "act" and has(state, "rubies=0")


def test_what_cannot_be_revealed_is_not_set() -> None:
    state = turn("KRYGB", cards="app")
    assert refused(state, because("card_faces=F2:J;R@1", despite=True)) == "does_not_add_up"


@pytest.mark.parametrize("seed", range(4))
def test_somebody_can_act_after_any_correction(seed: int) -> None:
    tally = fuzz(DICE, 500, seed)
    assert tally["accepted"] > 100
