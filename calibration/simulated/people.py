"""What do people at the table mean to do, and what goes amiss?  The sensible player's turns, in the order of hands."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec

from calibration.simulated.rates import USUAL, Rates
from companion.errors import GameError
from companion.istanbul import actions as act
from companion.istanbul.advice.policy import choose
from companion.istanbul.engine import check, is_over, legal_actions, outcomes, play
from companion.istanbul.names import Place
from companion.istanbul.notation.lines import format_action
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import PLACES
from companion.istanbul.view.offers import choices

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
MOOT: tuple[tuple[type[act.Action], ...], ...] = ((), (act.Skip,), (*CARDS, act.Done), (*CARDS, act.Done, act.Skip))
"""What may be left out of a plan, tried one after the other."""


def intentions(state: GameState, rng: Random, turns: int = 1, rates: Rates = USUAL) -> tuple[act.Action, ...]:
    """What is meant to be done from here until the app's dice or cards decide, or so many turns are over."""
    meant: list[act.Action] = []
    mood = mood_of(rng, rates)
    while turns and not is_over(state) and (not (due := outcomes(state)) or _throws(due, rates)):
        action = _thrown(rng) if due else _chosen(state, rng, rates, mood)
        meant.append(action)
        after = play(state, action)
        if after.turn != state.turn:
            turns, mood = turns - 1, mood_of(rng, rates)
        state = after
    return tuple(meant)


Mood = tuple[bool, bool, bool, bool]  # in this turn: walks at random, refuses, uses the tile, recalls only some


def mood_of(rng: Random, rates: Rates) -> Mood:
    """What somebody is inclined to in one turn; draws nothing where people are as usual."""
    random_play, refuse, tile, partial = (
        rate > 0 and rng.random() < rate
        for rate in (rates.random_play, rates.refuse, rates.yellow_tile, rates.partial_recall)
    )
    return random_play, refuse, tile, partial


def _throws(due: Mapping[act.Action, float], rates: Rates) -> bool:
    """Whether people throw dice of their own now."""
    return rates.real_dice and isinstance(next(iter(due)), act.Rolled)


def _thrown(rng: Random) -> act.Action:
    return act.Rolled(rng.randint(1, 6), rng.randint(1, 6))


def _chosen(state: GameState, rng: Random, rates: Rates, mood: Mood) -> act.Action:
    random_play, refuse, tile, partial = mood
    legal = list(legal_actions(state)) if any(mood) else []
    if random_play:
        return rng.choice(legal)
    if refuse and act.LeaveAssistant() in legal:
        return act.EndTurn()
    is_free = state.player.merchant is Place.FOUNTAIN and state.agenda[-1].step is Step.ACTION
    if tile and not is_free and (fetching := [one for one in legal if isinstance(one, act.UseYellowTile)]):
        return rng.choice(fetching)
    action = choose(state, rng)
    if partial and isinstance(action, act.Recall) and len(action.places) > 1:
        some = rng.sample(action.places, rng.randint(1, len(action.places) - 1))
        return act.Recall(tuple(sorted(some)))
    return action


def after(state: GameState, actions: Sequence[act.Action]) -> GameState:
    """The state after these actions."""
    for action in actions:
        state = play(state, action)
    return state


def left_of(state: GameState, plan: Sequence[act.Action], done: Sequence[act.Action]) -> tuple[act.Action, ...] | None:
    """What is left of the plan after some of it was done, perhaps in another order; None where that was not meant.

    It was meant if the rest can still be done, the tile or a card perhaps later.  Left out may be what passes by
    itself, and cards for which it is too late by now; a turn they would have ended is then ended without them.
    """
    rest = list(plan)
    for action in done:
        if (meant := next((one for one in rest if _is_same(one, action)), None)) is not None:
            rest.remove(meant)
        elif not isinstance(action, act.EndTurn):
            return None
    lefts = (tuple(one for one in rest if not isinstance(one, moot)) for moot in MOOT)
    ways = (way for left in lefts for way in _told_later(left))
    return next((left for left in ways if _is_possible(state, (*done, *left))), None)


def still_grows(state: GameState, plan: Sequence[act.Action], done: Sequence[act.Action]) -> bool:
    """Whether what was done is all meant, but for assistants who are still to be lifted for the same recall."""
    told = next((one for one in done if isinstance(one, act.Recall)), None)
    meant = next((one for one in plan if isinstance(one, act.Recall)), None)
    if told is None or meant is None or not set(told.places) < set(meant.places):
        return False
    return left_of(state, [told if one == meant else one for one in plan], done) is not None


def _is_same(meant: act.Action, done: act.Action) -> bool:
    """Whether one is the other; dice count by their total, which is all that a token carried by them shows."""
    if isinstance(meant, act.Rolled) and isinstance(done, act.Rolled):
        return meant.first + meant.second == done.first + done.second
    return meant == done


def _told_later(plan: tuple[act.Action, ...]) -> Iterator[tuple[act.Action, ...]]:
    """The plan, and the same with the yellow tile used or a card played at any later point."""
    yield plan
    for at, action in enumerate(plan):
        if isinstance(action, (act.UseYellowTile, *CARDS)):
            others = (*plan[:at], *plan[at + 1 :])
            yield from ((*others[:later], action, *others[later:]) for later in range(at + 1, len(plan)))


def _is_possible(state: GameState, actions: Sequence[act.Action]) -> bool:
    """Whether all can be done in this order; once a card is drawn, the tile can still be told."""
    for at, action in enumerate(actions):
        if (due := outcomes(state)) and action not in due:
            return all(isinstance(one, act.UseYellowTile) for one in actions[at:])
        try:
            state = play(state, action)
        except GameError:
            return False
    return True


def laid_at_once(plan: Sequence[act.Action], whole: bool, carried: bool = False) -> int:
    """How many actions of the plan the hands get through before a phone is looked at: up to the last thing of wood,
    or, with ``carried``, up to the Smuggler whom their own dice carry on."""
    if carried and (rolled := _carries_on(plan)):
        return rolled
    if not whole:
        return next((at for at, action in enumerate(plan) if not isinstance(action, BY_HAND)), len(plan))
    return max((at + 1 for at, action in enumerate(plan) if isinstance(action, BY_HAND)), default=0)


def _carries_on(plan: Sequence[act.Action]) -> int:
    """How many actions up to the roll that carries the Smuggler on, 0 where he is not met."""
    met = next((at for at, action in enumerate(plan) if isinstance(action, act.UseSmuggler)), None)
    return 0 if met is None else met + 2


def offered(state: GameState, plan: Sequence[act.Action], laid: int) -> int:
    """How many actions of the plan the phone has one tap for: what lies, and what comes then; 0 where it has none."""
    if state.agenda[-1].step is not Step.ASSISTANT:
        return 0
    meant = [format_action(one) for one in plan]
    taps = [one["do"] for one in choices(state, [str(one.color) for one in state.players], str)["choices"]]
    ways = (count for count in range(laid + 1, len(plan) + 1) if meant[:count] in taps)
    return next((count for count in ways if not any(isinstance(one, BY_HAND) for one in plan[laid:count])), 0)


def lifted(state: GameState, done: Sequence[act.Action]) -> Iterator[GameState]:
    """The states the table goes through while assistants are called back one by one, but for the last."""
    for action in done:
        if isinstance(action, act.Recall):
            yield from (play(state, act.Recall(action.places[:count])) for count in range(1, len(action.places)))
        state = play(state, action)


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
