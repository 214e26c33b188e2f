"""How does a game begin?  Nothing is drawn before it: the app's six tiles are its first chance events (1.3)."""

import msgspec

from companion.dice_game.copy.components import Components, component_faults, copy_for, missing
from companion.dice_game.evolve import TURN
from companion.dice_game.state import UNTOLD, GameState, Options, Pending, Player, Step
from companion.dice_game.tables import (
    ACTIONS,
    AREAS,
    DISPLAY,
    FEWEST_PLAYERS,
    FIRST_CRYSTALS,
    LIRA_MORE_EACH_SEAT,
    MOST_PLAYERS,
    NO_FACES,
    NO_MARKERS,
)
from companion.errors import RuleViolation


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a new game needs: how many play, whose cards are used, and the copy on the table.  Seat 0 starts."""

    players: int
    options: Options = Options()
    components: Components = Components()


def new_game(setup: Setup) -> GameState:
    """The state before the first throw; raises RuleViolation for an impossible set-up.

    >>> [player.lira for player in new_game(Setup(3)).players]
    [0, 1, 2]
    """
    _refuse_setup(setup)
    app = setup.options.cards == "app"
    return GameState(
        options=setup.options,
        copy=copy_for(setup.components, setup.players),
        players=tuple(_player(seat) for seat in range(setup.players)),
        taken=(0,) * len(AREAS),
        display=() if app else (UNTOLD,) * DISPLAY,
        under=(),
        discard=(),
        revealed=(),
        dice=NO_FACES,
        spent=NO_FACES,
        thrown=0,
        working=(),
        income=(0, 0, 0),
        actions=ACTIONS,
        turn=0,
        round=1,
        agenda=TURN[:-1] + ((Pending(Step.SHOW),) * DISPLAY if app else ()),
    )


def _player(seat: int) -> Player:
    return Player(LIRA_MORE_EACH_SEAT * seat, NO_MARKERS, FIRST_CRYSTALS, 0, (), 0, False)


def _refuse_setup(setup: Setup) -> None:
    if not FEWEST_PLAYERS <= setup.players <= MOST_PLAYERS:
        raise RuleViolation("wrong_number_of_players", players=setup.players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    faults = component_faults(setup.components)
    if faults:
        raise RuleViolation("components_do_not_add_up", faults=list(faults))
    lacking = missing(setup.components, setup.players) if setup.options.cards == "app" else ()
    if lacking:
        raise RuleViolation("components_incomplete", missing=list(lacking))


def example_game(players: int = 3) -> GameState:
    """The first state of a game of which nothing unprinted is known, as used in the examples."""
    return new_game(Setup(players))
