"""Random whole games in which everything is checked at every step.

    python -m tests.dice_game.prove --games 1000

Every decision: the legal actions are distinct, ``check`` agrees with them (on all of them and on a sample of others),
events put through ``evolve`` give the state of ``play``, nothing is lost (``problems``, and a ledger kept from the
events alone), and state, events and action survive JSON; now and then the position survives the notation.
"""

import argparse
import sys
import time
from random import Random
from typing import Any

import msgspec

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.copy.components import Components, copy_for
from companion.dice_game.copy.imagined import answer, imagined_components
from companion.dice_game.corrections.problems import problems
from companion.dice_game.engine import check, decide, evolve, legal_actions, outcomes, play, seat_to_act
from companion.dice_game.names import Area, Good, Income
from companion.dice_game.notation.lines import format_action, format_state, parse_action, parse_state
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import OF_TABLE, Copy, GameState, Options
from companion.dice_game.supply import deck_size, in_supply, spare_dice, stack_size
from companion.dice_game.tables import MARKER_LETTERS, MOST_PAYMENTS
from companion.session.chance import DigitalChance

SAMPLE = 6  # other actions tried at each step
MOST_STEPS = 20_000
MOST_LISTED = 2_000  # docs/dice-game.md
EAGER = (a.BuyRuby, a.BuyTile, a.AskPrice, a.AskTile)
STATE = msgspec.json.Decoder(GameState)
EVENTS: Any = msgspec.json.Decoder(tuple[e.Event, ...])
ACTION: Any = msgspec.json.Decoder(a.Action)
Ledger = dict[str, int]


def some_action(rng: Random, state: GameState) -> a.Action:
    """Any action there is, legal or not, of a seat or of chance; rather one that is nearly possible."""
    tiles = [*state.display, *state.player.tiles, "die:RYGB", "crystal:YYY"]
    cards = [*state.revealed, "F2:J;R", "F8:tile>tile"]
    paid = a.Payment(_some(rng, state.dice[:4]), _some(rng, state.player.markers))
    area, swap = rng.choice(list(Area)), a.Swap(rng.choice(tiles), rng.choice(tiles))
    kinds: tuple[a.Action, ...] = (
        a.TakeIncome(rng.choice(list(Income))), a.Throw(), a.Reroll(_some(rng, state.dice)), a.Keep(), a.TakeLira(),
        a.Pair(rng.choice(list(Good)), paid), a.Two(paid), a.Three(paid), a.Four(paid), a.Cards(rng.randint(0, 3)),
        a.BuyTile(rng.choice(tiles), paid), a.BuyRuby(area, paid), a.EndTurn(), a.Decline(), a.Either(1), a.Deal(),
        a.BuyRuby(Area.LIRA), a.Choose(_some(rng, (2, 1, 1, 1))), a.UseCard(rng.choice(cards)), swap, a.AskTile(),
        a.Deal(paid.markers), a.Deal(paid.markers, area), a.AskPrice(area), a.Rolled(_some(rng, (2, 2, 1, 1, 1, 1))),
    )  # fmt: skip
    return rng.choice(kinds)


def _some(rng: Random, counts: tuple[int, ...]) -> Any:
    return tuple(rng.randint(0, min(count, 2)) for count in counts)


def prove_game(players: int, cards: str, seed: object) -> tuple[int, GameState]:
    """One random game with everything checked; the number of actions and the last state.  AssertionError otherwise."""
    rng = Random(f"{seed}/{players}/{cards}")
    components = imagined_components(rng)
    truth = copy_for(components, players)
    options = Options("app" if cards == "app" else "real")
    state = new_game(Setup(players, options, components if cards == "app" else Components()))
    ledger, steps = _supplies(state), 0
    while not state.over:
        state = prove_step(state, truth, ledger, rng)
        steps += 1
        assert steps < MOST_STEPS, "this game does not end"
    return steps, state


def prove_step(state: GameState, truth: Copy, ledger: Ledger, rng: Random) -> GameState:
    """Everything that must hold at one state, then one action."""
    possible = _possible(state)
    _prove_check(state, possible, rng)
    action = _pick(state, possible, truth, rng)
    events, after = decide(state, action), play(state, action)
    folded = state
    for event in events:
        folded = evolve(folded, event)
        _book(ledger, event)
    assert folded == after, action
    assert problems(after) == (), (action, problems(after))
    _prove_counts(after, ledger)
    _prove_codec(after, events, action, thorough=rng.random() < 0.03)
    return after


def _possible(state: GameState) -> list[a.Action]:
    listed, chances = list(legal_actions(state)), outcomes(state)
    of_table = state.agenda[-1].step in OF_TABLE
    assert bool(listed) != of_table, "either a seat decides or the table"
    assert (seat_to_act(state) is None) == of_table
    assert not chances or (of_table and abs(sum(chances.values()) - 1) < 1e-9)
    assert chances or not of_table or state.options.cards == "real"
    assert len(set(listed)) == len(listed) <= MOST_LISTED
    return listed or list(chances)


def _prove_check(state: GameState, possible: list[a.Action], rng: Random) -> None:
    known = set(possible)
    for action in rng.sample(possible, min(len(possible), 40)):
        assert check(state, action) is None, (action, check(state, action))
    capped = sum(isinstance(action, a.BuyRuby) and action.area is Area.CARPET for action in possible) >= MOST_PAYMENTS
    for _ in range(SAMPLE):
        action = some_action(rng, state)
        refusal = check(state, action)
        if refusal is None and capped and isinstance(action, a.BuyRuby):
            continue
        assert (refusal is None) == (action in known), (format_state(state), action, refusal)


def _pick(state: GameState, possible: list[a.Action], truth: Copy, rng: Random) -> a.Action:
    """At random, but rather what brings the end nearer."""
    if seat_to_act(state) is None:
        odds = outcomes(state)
        chosen: a.Action = DigitalChance(rng)(odds) if odds else answer(truth, state, rng)
        return chosen
    eager = [action for action in possible if isinstance(action, EAGER)]
    if eager and rng.random() < 0.9:
        return rng.choice(eager)
    active = [action for action in possible if not isinstance(action, (a.EndTurn, a.Decline))]
    return rng.choice(active if active and rng.random() < 0.97 else possible)


# ------------------------------------------------------------------------- nothing is lost


def _supplies(state: GameState) -> Ledger:
    return {what: in_supply(state, what) for what in (*MARKER_LETTERS, "X", "L")} | {"die": spare_dice(state)}


def _book(ledger: Ledger, event: Any) -> None:
    """What an event takes from the supply or gives back to it."""
    match event:
        case e.MarkersGained() | e.MarkersPaid():
            sign = -1 if isinstance(event, e.MarkersGained) else 1
            for what, count in zip(MARKER_LETTERS, event.markers, strict=True):
                ledger[what] += sign * count
        case e.LiraGained() | e.LiraPaid():
            ledger["L"] += event.lira * (-1 if isinstance(event, e.LiraGained) else 1)
        case e.CrystalsGained() | e.CrystalsPaid():
            ledger["X"] += event.crystals * (-1 if isinstance(event, e.CrystalsGained) else 1)
        case e.Returned():
            ledger[event.what] += event.number
        case e.DieTaken():
            ledger["die"] -= 1
        case e.DieReturned():
            ledger["die"] += 1


def _prove_counts(state: GameState, ledger: Ledger) -> None:
    assert _supplies(state) == ledger and min(ledger.values()) >= 0
    assert sum(state.taken) == sum(player.rubies for player in state.players) <= 31
    assert 5 + sum(player.dice for player in state.players) + spare_dice(state) == 9
    assert deck_size(state) + len(state.discard) + len(state.revealed) == 33 and deck_size(state) >= 0
    owned = sum(len(player.tiles) for player in state.players)
    assert stack_size(state) + len(state.display) + owned == 24 and stack_size(state) >= 0


def _prove_codec(state: GameState, events: tuple[Any, ...], action: a.Action, thorough: bool) -> None:
    assert STATE.decode(msgspec.json.encode(state)) == state
    assert parse_action(format_action(action)) == action
    if thorough:
        assert EVENTS.decode(msgspec.json.encode(events)) == events
        assert ACTION.decode(msgspec.json.encode(action)) == action
        assert parse_state(format_state(state)) == state


# ------------------------------------------------------------------------- as many as you like


def prove_games(games: int, seed: int, report: bool = False) -> int:
    """So many games of all kinds in turn; the number of actions played.  A failure names the game."""
    actions, start = 0, time.perf_counter()
    for number in range(games):
        players, cards = 2 + number % 3, ("app", "real")[number // 3 % 2]
        try:
            actions += prove_game(players, cards, f"{seed}/{number}")[0]
        except AssertionError:
            print(f"game {number} of seed {seed} is not sound", file=sys.stderr)
            raise
        if report and (number + 1) % 100 == 0:
            spent = time.perf_counter() - start
            print(f"{number + 1} games, {actions} actions, {spent:.0f} s", file=sys.stderr, flush=True)
    return actions


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Play random games and check everything at every step.")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    actions = prove_games(chosen.games, chosen.seed, report=True)
    print(f"{chosen.games} games, {actions} actions: sound")


if __name__ == "__main__":
    main()
