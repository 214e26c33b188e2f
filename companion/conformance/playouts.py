"""Through which positions do games go?  Random and sensible games whose positions are altered now and then."""

from collections.abc import Callable, Iterator
from random import Random

from msgspec.structs import replace

from companion.errors import GameError
from companion.istanbul import actions as a
from companion.istanbul.advice.policy import choose
from companion.istanbul.cards import unseen_copies
from companion.istanbul.corrections.problems import problems
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.game import start_game
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.notation.fields import set_value
from companion.istanbul.state import GameState, Options, Player, Step
from companion.istanbul.tables import RUBY_TARGET

EAGER = (a.BuyRuby, a.Deliver, a.TakeTile, a.BuyExtension, a.Repeat, a.Sell, a.SendFamily, a.Catch)
IDLE = (a.Skip, a.EndTurn, a.Done)
SENSIBLE_EVERY = 12
MOST_ACTIONS = 400
ALTERED = 0.5
Alter = Callable[[GameState, Random], GameState]


def positions(rng: Random) -> Iterator[tuple[GameState, a.Action]]:
    """Positions without end, each with the action the game goes on with."""
    number = 0
    while True:
        yield from _game(number, rng)
        number += 1


def options_of(number: int, rng: Random) -> Options:
    """Table options for the game of this number; every other game has the usual ones."""
    if number % 8 < 4:
        return Options()
    return Options(
        layout=rng.choice(("short", "long", "in_order", "random")),
        random_restrictions=rng.random() < 0.5,
        neutral_assistants=players_of(number) < 5 and rng.random() < 0.6,
        return_card_timing=rng.choice(("phase1", "any")),
        yellow_from_current_place=rng.random() < 0.5,
        endgame_family_card=rng.random() < 0.5,
        cards=rng.choice(("app", "app", "real")),
        no_tells=rng.random() < 0.3,
        catch_reward=rng.choice(("forced", "free")),
        any_goods=rng.choice(("one_to_five", "five")),
    )


def players_of(number: int) -> int:
    """Two to five players in turn."""
    return 2 + number % 4


def _game(number: int, rng: Random) -> Iterator[tuple[GameState, a.Action]]:
    state = start_game(new_setup(players_of(number), options_of(number, rng), rng))
    sensible = number % SENSIBLE_EVERY == SENSIBLE_EVERY - 1
    for _ in range(MOST_ACTIONS):
        if not sensible and state.agenda and state.agenda[-1].step is Step.MOVE and rng.random() < ALTERED:
            state = altered(state, rng)
        if state.over:
            yield state, a.EndTurn()
            return
        action = _pick(state, rng, sensible)
        yield state, action
        state = play(state, action)


def _pick(state: GameState, rng: Random, sensible: bool) -> a.Action:
    """Chance by its odds, a sensible player, or at random but rather something than nothing."""
    odds = outcomes(state)
    if odds:
        return rng.choices(list(odds), list(odds.values()))[0]
    if sensible:
        return choose(state, rng)
    possible = list(legal_actions(state))
    eager = [action for action in possible if isinstance(action, EAGER)]
    if eager and rng.random() < 0.6:
        return rng.choice(eager)
    active = [action for action in possible if not isinstance(action, IDLE)]
    return rng.choice(active if active and rng.random() < 0.9 else possible)


# ------------------------------------------------------------------------- altered positions


def altered(state: GameState, rng: Random) -> GameState:
    """The position with a few other values, which still add up; the same where they would not."""
    for _ in range(rng.randint(1, 4)):
        try:
            other = rng.choice(ALTERATIONS)(state, rng)
        except GameError:
            continue
        if not problems(other):
            state = other
    return state


def _seat(state: GameState, rng: Random) -> int:
    return state.turn if rng.random() < 0.7 else rng.randrange(len(state.players))


def _lira(state: GameState, rng: Random) -> GameState:
    return set_value(state, "lira", str(rng.choice((0, 1, 2, 4, 7, 12, 20, 45))), _seat(state, rng))


def _goods(state: GameState, rng: Random) -> GameState:
    seat = _seat(state, rng)
    room = state.players[seat].capacity
    counts = [room if rng.random() < 0.3 else rng.randint(0, room) for _ in "RGYB"]
    counts = rng.choice((counts, counts, [0, 0, 0, 0], [room] * 4))
    return set_value(state, "goods", "".join(g * n for g, n in zip("RGYB", counts, strict=True)) or "-", seat)


def _hand(state: GameState, rng: Random) -> GameState:
    seat = _seat(state, rng)
    without = set_value(state, "hand", "-", seat)
    left = [card for card, copies in unseen_copies(without).items() for _ in range(copies)]
    if state.options.cards == "real":
        left += [Card.UNKNOWN] * 3
    number = min(len(left), rng.choice((0, 1, 2, 4, 9, len(left) if rng.random() < 0.2 else 3)))
    return set_value(without, "hand", ",".join(rng.sample(left, number)) or "-", seat)


def _place_of(what: str) -> Alter:
    def alter(state: GameState, rng: Random) -> GameState:
        return set_value(state, what, str(rng.randint(1, 16)), _seat(state, rng))

    return alter


def _token(what: str) -> Alter:
    def alter(state: GameState, rng: Random) -> GameState:
        beside = rng.random() < 0.5
        return set_value(state, what, str(int(state.player.merchant) if beside else rng.randint(2, 12)), None)

    return alter


def _rubies(state: GameState, rng: Random) -> GameState:
    """Rubies of the palace or the dealer go to a player, never so many that the game would be over."""
    seat, at = _seat(state, rng), rng.choice((1, 4))
    player = state.players[seat]
    most = min(state.rubies[at], RUBY_TARGET[len(state.players)] - 1 - player.rubies)
    number = rng.randint(0, max(0, most))
    left = list(state.rubies)
    left[at] -= number
    text = ",".join(f"{place}:{count}" for place, count in zip((1, 13, 14, 15, 16), left, strict=True))
    state = set_value(state, "rubies", text, None)
    return set_value(state, "rubies", str(player.rubies + number), seat)


def _straight_to_the_action(state: GameState, rng: Random) -> GameState:
    """The merchant stands somewhere and is about to act there."""
    place = rng.randint(1, 16)
    state = set_value(state, "merchant", str(place), state.turn)
    toll = "encounters,action,toll" if place != Place.FOUNTAIN else "encounters"
    return set_value(state, "agenda", rng.choice(("encounters,action", "encounters,action", "encounters", toll)), None)


def _neutral_beside(state: GameState, rng: Random) -> GameState:
    """A neutral merchant stands beside another."""
    if not state.neutral_merchants:
        return state
    places = [rng.randint(2, 12) for _ in state.neutral_merchants]
    texts = (f"{color}@{place}" for (color, _), place in zip(state.neutral_merchants, places, strict=True))
    return set_value(state, "neutrals", ",".join(texts), None)


def _last_round(state: GameState, rng: Random) -> GameState:
    """Everybody has the same purse, wheelbarrow and hand size: the last count must break the tie."""
    purse = str(rng.randint(0, 5))
    for seat in range(len(state.players)):
        state = set_value(set_value(state, "lira", purse, seat), "goods", "-", seat)
    return state


def _tile(state: GameState, rng: Random) -> GameState:
    """A player has the top tile of a stack, as long as it brings no ruby."""
    seat, at = _seat(state, rng), rng.randrange(4)
    player, stack = state.players[seat], state.mosques[at]
    pair = {0, 1} if at < 2 else {2, 3}
    if not stack or any("RGYB"[other] in player.tiles for other in pair):
        return state
    mosques = (*state.mosques[:at], stack[1:], *state.mosques[at + 1 :])
    own = replace(player, tiles=tuple(good for good in Good if good in player.tiles or good == "RGYB"[at]))
    if at == 3:
        own = replace(own, reserve=0, stack=own.stack + "o")
    return replace(_with(state, seat, own), mosques=mosques)


def _extension(state: GameState, rng: Random) -> GameState:
    """A player has one extension more, up to the second."""
    seat = _seat(state, rng)
    player = state.players[seat]
    if player.capacity > 3:
        return state
    return replace(_with(state, seat, replace(player, capacity=player.capacity + 1)), extensions=state.extensions - 1)


def _with(state: GameState, seat: int, player: Player) -> GameState:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


ALTERATIONS: tuple[Alter, ...] = (
    _lira, _lira, _goods, _goods, _hand, _hand, _place_of("merchant"), _place_of("family"), _token("governor"),
    _token("smuggler"), _rubies, _straight_to_the_action, _straight_to_the_action, _straight_to_the_action,
    _neutral_beside, _last_round, _tile, _tile, _extension,
)  # fmt: skip
