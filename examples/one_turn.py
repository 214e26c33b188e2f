"""Play one turn with the rules alone: no server, no camera, no screen."""

from random import Random

from companion.istanbul.actions import LeaveAssistant, Move
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import legal_actions, play
from companion.istanbul.names import Place
from companion.istanbul.notation.lines import format_action
from companion.istanbul.setup import new_game
from companion.istanbul.state import Options

setup = new_setup(3, Options(layout="short"), Random(1))
state = new_game(setup.options, setup.deal)

for action in (Move(Place.TEA_HOUSE), LeaveAssistant()):
    print(f"{state.player.color}: {format_action(action)}")
    state = play(state, action)

print("now possible:", ", ".join(format_action(action) for action in legal_actions(state)))
