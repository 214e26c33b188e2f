"""What does the turn that is being played lead to?  The engine plays it to its end: greedily by worth, dice by odds."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from companion.istanbul import actions as a
from companion.istanbul.cards import CARD_NEEDED, FREE_PLAYS
from companion.istanbul.engine import legal_actions, outcomes, play, seat_to_act
from companion.istanbul.names import Card
from companion.istanbul.rival.sketch import sketch
from companion.istanbul.rival.world import World
from companion.istanbul.rival.worth import outlook
from companion.istanbul.state import Figure, GameState, Player, Step, Why
from companion.istanbul.tables import ENCOUNTER_FEE

MOST_STEPS = 40
SAMPLES = 2  # of rolls that only move a figure of the table
MIDDLING = a.Rolled(3, 4)
TEA_NUMBER = 7  # the announcement with the best average


class Ahead(NamedTuple):
    """Who looks ahead, at a table that lies in one of the ways it may, with which chance."""

    seat: int
    world: World
    rng: Random

    def worth(self, state: GameState) -> float:
        """What a state is worth at a glance; the rubies that end the game outdo all else."""
        return outlook(sketch(state, self.seat), self.world.tiles, self.world.target)


def candidates(state: GameState) -> list[a.Action]:
    """The legal actions, free plays last; none with a card of which nobody knows whether it is in hand.

    Where nothing else is possible, a real card must be named, and any may be.
    """
    legal = sorted(legal_actions(state), key=lambda action: isinstance(action, FREE_PLAYS))
    if Card.UNKNOWN not in state.player.hand:
        return legal
    return [action for action in legal if _surely_held(state.player, action)] or legal


def _surely_held(player: Player, action: a.Action) -> bool:
    if isinstance(action, a.Repeat):
        return False
    if isinstance(action, a.Sell):
        return not action.any_goods or Card.ANY_GOODS in player.hand
    if isinstance(action, a.DiscardFee | a.DiscardCard):
        return action.card in player.hand
    needed = CARD_NEEDED.get(type(action))
    return needed is None or needed in player.hand


# ------------------------------------------------------------------------- to the end of the turn


class Rated(NamedTuple):
    """An action, the ends of the turn it may lead to with their odds, and what these are worth at a glance."""

    action: a.Action
    ends: dict[GameState, float]
    glance: float

    def likely(self) -> GameState:
        """The end with the best odds."""
        return max(self.ends, key=lambda end: self.ends[end])


def rated(state: GameState, action: a.Action, ahead: Ahead) -> Rated:
    """What an action leads to in this turn."""
    found = ends(play(state, action), ahead)
    glances = [odds * ahead.worth(end) for end, odds in found.items()]
    return Rated(action, found, sum(glances))


def ends(state: GameState, ahead: Ahead) -> dict[GameState, float]:
    """The states at the end of this turn with their odds.

    What chance brings first counts by its odds, rolls that only move a figure by a few samples; what comes after that
    is one sample of it.
    """
    found: dict[GameState, float] = {}
    for begun, odds in _begun(state, ahead.rng).items():
        end = _to_the_end(begun, ahead)
        found[end] = found.get(end, 0.0) + odds
    return found


def _begun(state: GameState, rng: Random) -> dict[GameState, float]:
    """The states after what chance brings now, equal ones together; this state itself where a seat decides."""
    begun: dict[GameState, float] = {}
    for outcome, odds in _first_outcomes(state, rng).items():
        after = play(state, outcome)
        begun[after] = begun.get(after, 0.0) + odds
    return begun or {state: 1.0}


def _first_outcomes(state: GameState, rng: Random) -> Mapping[a.Action, float]:
    """What chance may bring now; nothing where a seat decides."""
    possible = outcomes(state)
    if possible and state.agenda[-1].step is Step.ROLL and state.agenda[-1].why not in (Why.PLACE, Why.REROLL):
        return dict.fromkeys(rng.sample(list(possible), SAMPLES), 1 / SAMPLES)
    return possible


def _to_the_end(state: GameState, ahead: Ahead) -> GameState:
    for _ in range(MOST_STEPS):
        if state.over or state.turn != ahead.seat or state.agenda[-1].step is Step.MOVE:
            break
        state = play(state, _drawn(state, ahead.rng) if seat_to_act(state) is None else _greedy(state, ahead))
    return state


def _drawn(state: GameState, rng: Random) -> a.Action:
    possible = outcomes(state)
    return rng.choices(list(possible), weights=list(possible.values()))[0]


def _greedy(state: GameState, ahead: Ahead) -> a.Action:
    """What is worth most at once; assistant and toll are the price of acting, so they are paid.  Cards stay in hand."""
    step, legal = state.agenda[-1].step, candidates(state)
    if step in ONWARD:
        return next((action for kind in ONWARD[step] for action in legal if isinstance(action, kind)), legal[0])
    usual = [action for action in legal if _is_usual(state, action)] or legal
    if isinstance(usual[0], a.Announce):
        return a.Announce(TEA_NUMBER)
    return usual[0] if len(usual) == 1 else max(usual, key=lambda action: _at_once(play(state, action), ahead))


def _is_usual(state: GameState, action: a.Action) -> bool:
    """No card is played, and the Smuggler is paid with Lira where there are some."""
    if isinstance(action, a.UseSmuggler):
        return (action.fee is None) == (state.player.lira >= ENCOUNTER_FEE)
    return not isinstance(action, FREE_PLAYS)


ONWARD = {
    Step.ASSISTANT: (a.PickOwn, a.PickNeutral, a.LeaveAssistant, a.PlayReturn, a.UseYellowTile, a.EndTurn),
    Step.TOLL: (a.PayToll, a.PlayLira, a.EndTurn),
}


def _at_once(state: GameState, ahead: Ahead) -> float:
    """The worth after an action with middling dice, and after that of the family member where it was sent."""
    state = _middling(state)
    if not state.over and state.turn == ahead.seat and state.agenda[-1].figure is Figure.FAMILY:
        state = _middling(play(state, _greedy(state, ahead)))
    return ahead.worth(state)


def _middling(state: GameState) -> GameState:
    while not state.over and seat_to_act(state) is None:
        possible = outcomes(state)
        state = play(state, MIDDLING if MIDDLING in possible else next(iter(possible)))
    return state
