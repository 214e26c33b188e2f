"""Random whole games in which everything is checked at every step.

    python -m tests.istanbul.prove --games 10000

Every decision: the legal actions are distinct, ``check`` agrees with them (on all of them and on a sample of every
other action there is), events put through ``evolve`` give the state of ``play``, nothing is lost (``problems``), and
state, events and action survive JSON; now and then the position survives the notation.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import msgspec

from companion.istanbul import actions as a
from companion.istanbul.corrections.problems import problems
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import check, decide, evolve, legal_actions, outcomes, play, seat_to_act
from companion.istanbul.events import Event
from companion.istanbul.game import start_game
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.notation.lines import format_action, format_state, parse_action, parse_state
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import MARKET_TILES

SAMPLE = 12  # other actions tried at each step
MOST_ROUNDS = 3_000
EAGER = (a.BuyRuby, a.Deliver, a.TakeTile, a.BuyExtension, a.Repeat, a.Sell)
IDLE = (a.Skip, a.EndTurn, a.Done)
STATE = msgspec.json.Decoder(GameState)
EVENTS: Any = msgspec.json.Decoder(tuple[Event, ...])
ACTION: Any = msgspec.json.Decoder(a.Action)


def universe() -> Iterator[a.Action]:
    """Every action there is, legal somewhere or nowhere (of the recalls a few)."""
    yield from (a.Stay(), a.LeaveAssistant(), a.PickOwn(), a.PickNeutral(), a.EndTurn(), a.PayToll(), a.Skip())
    yield from (a.BuyExtension(), a.CollectMail(), a.EnterBlackMarket(), a.KeepDice(), a.RerollDice(), a.BuyRuby())
    yield from (a.Done(), a.Catch(), a.UseGovernor(), a.PayFee(), a.PlayLira())
    for place in Place:
        yield from (a.Move(place), a.LongMove(place), a.SendFamily(place), a.PlayReturn(place))
        yield from (a.UseYellowTile(place), a.Recall((place,)), a.Recall((Place(2), place)))
    for card in Card:
        yield from (a.DiscardCard(card), a.DiscardFee(card), a.Drawn(card), a.CardShown(card))
    for good in Good:
        yield from (a.Fill(good), a.GainGood(good), a.TakeTile(good), a.PlayGood(good), a.UseSmuggler(good))
        yield from (a.UseSmuggler(good, fee) for fee in Good)
    for goods in product(range(4), repeat=4):
        yield from (a.Sell(goods), a.Sell(goods, True))
        yield from (a.Deliver(goods), a.Repeat(goods)) if sum(goods) < 4 else ()
    yield from (a.Announce(number) for number in range(15))
    yield from (a.Rolled(first, second) for first in range(8) for second in range(8))
    for market, tiles in MARKET_TILES.items():
        yield from (a.DemandShown(market, tile) for tile in (*tiles, "L9"))
    yield from (a.Recall(()), a.Fill(), a.TurnDie(1), a.TurnDie(2))
    yield from (a.TakeCard("draw"), a.TakeCard("discard"), a.Reward("lira"), a.Reward("card"))
    yield from (a.PlayFamilyHome("lira"), a.PlayFamilyHome("card"))


UNIVERSE = tuple(universe())


def prove_game(players: int, options: Options, rng: Random) -> tuple[int, GameState]:
    """One random game with everything checked; the number of actions and the last state.  AssertionError otherwise."""
    state = start_game(new_setup(players, options, rng))
    steps = 0
    while not state.over:
        state = prove_step(state, rng)
        steps += 1
        assert state.round < MOST_ROUNDS, "this game does not end"
    return steps, state


def prove_step(state: GameState, rng: Random) -> GameState:
    """Everything that must hold at one state, then one action."""
    possible = _possible(state)
    _prove_check(state, possible, rng)
    action = _pick(possible, rng)
    events, after = decide(state, action), play(state, action)
    folded = state
    for event in events:
        folded = evolve(folded, event)
    assert folded == after, action
    assert problems(after) == (), (action, problems(after))
    _prove_codec(after, events, action, thorough=rng.random() < 0.02)
    return after


def _possible(state: GameState) -> list[a.Action]:
    listed = list(legal_actions(state))
    chances = outcomes(state)
    assert bool(listed) != bool(chances), "either a seat decides or chance, and something is always possible"
    assert (seat_to_act(state) is None) == bool(chances)
    assert not chances or abs(sum(chances.values()) - 1) < 1e-9
    possible = listed or list(chances)
    assert len(set(possible)) == len(possible), "no duplicates"
    return possible


def _prove_check(state: GameState, possible: list[a.Action], rng: Random) -> None:
    known = set(possible)
    for action in possible:
        assert check(state, action) is None, (action, check(state, action))
    for action in rng.sample(UNIVERSE, SAMPLE):
        refusal = check(state, action)
        assert (refusal is None) == (action in known), (format_state(state), action, refusal)


def _prove_codec(state: GameState, events: tuple[Any, ...], action: a.Action, thorough: bool) -> None:
    assert STATE.decode(msgspec.json.encode(state)) == state
    if thorough:
        assert EVENTS.decode(msgspec.json.encode(events)) == events
        assert ACTION.decode(msgspec.json.encode(action)) == action
        assert parse_action(format_action(action)) == action
        assert parse_state(format_state(state)) == state


def _pick(possible: list[a.Action], rng: Random) -> a.Action:
    """At random, but rather something than nothing, so that games end before the night."""
    eager = [action for action in possible if isinstance(action, EAGER)]
    if eager and rng.random() < 0.8:
        return rng.choice(eager)
    active = [action for action in possible if not isinstance(action, IDLE)]
    return rng.choice(active if active and rng.random() < 0.95 else possible)


def settings(number: int, rng: Random) -> tuple[int, Options]:
    """Players and table options for the game of this number: all of them in turn."""
    players = 2 + number % 4
    return players, Options(
        layout=rng.choice(("short", "long", "in_order", "random")),
        random_restrictions=rng.random() < 0.5,
        neutral_assistants=players < 5 and rng.random() < 0.5,
        return_card_timing=rng.choice(("phase1", "any")),
        yellow_from_current_place=rng.random() < 0.5,
        endgame_family_card=rng.random() < 0.5,
        cards=rng.choice(("app", "real")),
        no_tells=rng.random() < 0.5,
    )


def prove_games(games: int, seed: int, report: bool = False) -> int:
    """So many games; the number of actions played.  A failure names the game's seed."""
    actions, start = 0, time.perf_counter()
    for number in range(games):
        rng = Random(f"{seed}/{number}")
        try:
            actions += prove_game(*settings(number, rng), rng)[0]
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
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    actions = prove_games(chosen.games, chosen.seed, report=True)
    print(f"{chosen.games} games, {actions} actions: sound")


if __name__ == "__main__":
    main()
