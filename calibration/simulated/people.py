"""What do people at the table mean to do, and what goes amiss?  The sensible player's turns, in the order of hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from random import Random

import msgspec

from companion.errors import GameError
from companion.istanbul import actions as act
from companion.istanbul.engine import check, is_over, legal_actions, outcomes, play
from companion.istanbul.names import Place
from companion.istanbul.policy import choose
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import PLACES

BY_HAND = (
    act.Move,
    act.LeaveAssistant,
    act.PickOwn,
    act.PickNeutral,
    act.Recall,
    act.SendFamily,
    act.Catch,
    act.UseYellowTile,
)
"""What is done on the table.  The rest (goods, money, cards, dice of the app) is tapped on the phone."""

CARDS = (act.PlayGood, act.PlayLira)
"""What is played from the hand whenever it is wanted."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often things happen, as shares of turns.

    ``hand``: a hand hangs over the board before it takes anything.  ``half``: the merchant arrives and his assistant
    follows seconds later.  ``whole``: everything of the turn that is done by hand is done before a phone is looked at.
    ``ahead``: the next player moves before this one has finished on the phone.  ``take_back``: another move is made,
    left standing for two seconds and taken back.  ``illegal``: a merchant is put where he may not go, or the wrong one
    is moved, and put back.  ``nudge``: tokens are pushed about on their tiles.  ``bump``: the camera is knocked away.
    """

    hand: float = 0.3
    half: float = 0.15
    whole: float = 0.3
    ahead: float = 0.05
    take_back: float = 0.03
    illegal: float = 0.03
    nudge: float = 0.1
    bump: float = 0.02

    def times(self, factor: float) -> "Rates":
        """The same, so many times as often."""
        return Rates(*(min(1.0, factor * getattr(self, one.name)) for one in fields(self)))


USUAL = Rates()


def intentions(state: GameState, rng: Random, turns: int = 1) -> tuple[act.Action, ...]:
    """What is meant to be done from here until dice or cards decide, or so many turns are over."""
    meant: list[act.Action] = []
    while turns and not is_over(state) and not outcomes(state):
        action = choose(state, rng)
        meant.append(action)
        after = play(state, action)
        turns -= after.turn != state.turn
        state = after
    return tuple(meant)


def after(state: GameState, actions: Sequence[act.Action]) -> GameState:
    """The state after these actions."""
    for action in actions:
        state = play(state, action)
    return state


def left_of(state: GameState, plan: Sequence[act.Action], done: Sequence[act.Action]) -> tuple[act.Action, ...] | None:
    """What is left of the plan after some of it was done, perhaps in another order; None where that was not meant.

    It was meant if the rest can still be done, the tile perhaps later; only cards for which it is too late by now may
    be left out, and a turn they would have ended is then ended without them.
    """
    rest = list(plan)
    for action in done:
        if action in rest:
            rest.remove(action)
        elif not isinstance(action, act.EndTurn):
            return None
    fewer = [action for action in rest if not isinstance(action, CARDS)]
    ways = (way for left in (rest, fewer) for way in _tile_later(tuple(left)))
    return next((left for left in ways if _is_possible(state, (*done, *left))), None)


def _tile_later(plan: tuple[act.Action, ...]) -> Iterator[tuple[act.Action, ...]]:
    """The plan, and the same with the yellow tile used at any later point."""
    yield plan
    for at, action in enumerate(plan):
        if isinstance(action, act.UseYellowTile):
            others = (*plan[:at], *plan[at + 1 :])
            yield from ((*others[:later], action, *others[later:]) for later in range(at + 1, len(plan)))


def _is_possible(state: GameState, actions: Sequence[act.Action]) -> bool:
    """Whether all can be done in this order; once a card is drawn, the tile can still be told."""
    for at, action in enumerate(actions):
        if outcomes(state):
            return all(isinstance(one, act.UseYellowTile) for one in actions[at:])
        try:
            state = play(state, action)
        except GameError:
            return False
    return True


def laid_at_once(plan: Sequence[act.Action], whole: bool) -> int:
    """How many actions of the plan the hands get through before a phone is looked at: up to the last thing of wood."""
    if not whole:
        return next((at for at, action in enumerate(plan) if not isinstance(action, BY_HAND)), len(plan))
    return max((at + 1 for at, action in enumerate(plan) if isinstance(action, BY_HAND)), default=0)


def another_move(state: GameState, meant: act.Action, rng: Random) -> tuple[act.Action, ...]:
    """A move to another place than the one meant, with its assistant; empty where there is none."""
    moves = [one for one in legal_actions(state) if isinstance(one, act.Move) and one != meant]
    if not moves:
        return ()
    move = rng.choice(moves)
    there = [one for one in legal_actions(play(state, move)) if isinstance(one, act.LeaveAssistant | act.PickOwn)]
    return (move, *there[:1])


def illegal_table(state: GameState, rng: Random) -> GameState | None:
    """The table after a move the rules refuse: too far, or somebody else's merchant; None where no move is due."""
    if not state.agenda or state.agenda[-1].step is not Step.MOVE:
        return None
    seat = rng.randrange(len(state.players))
    places = list(_out_of_reach(state)) if seat == state.turn else [p for p in PLACES if p != Place.FOUNTAIN]
    places = [place for place in places if place != state.players[seat].merchant]
    if not places:
        return None
    moved = msgspec.structs.replace(state.players[seat], merchant=Place(rng.choice(places)))
    return msgspec.structs.replace(state, players=(*state.players[:seat], moved, *state.players[seat + 1 :]))


def _out_of_reach(state: GameState) -> Iterator[int]:
    ways = (act.Move, act.LongMove)
    return (int(place) for place in PLACES if all(check(state, way(place)) is not None for way in ways))
