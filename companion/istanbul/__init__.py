"""The rules of the base game: pure functions on frozen values.  ``docs/rules.md`` says which rule is held where.

A game is a state, and everything is a function of it:

>>> from random import Random
>>> from companion.istanbul.dealer import new_setup
>>> from companion.istanbul.engine import check, decide, evolve, legal_actions, outcomes, play, seat_to_act
>>> from companion.istanbul.game import start_game
>>> from companion.istanbul.notation.lines import format_action, format_state, parse_action, parse_state
>>> from companion.istanbul.state import Options
>>> start = start_game(new_setup(3, Options(), Random(1)))

Who decides, and what may he do?

>>> seat_to_act(start)
0
>>> [format_action(action) for action in legal_actions(start)][:4]
['move 1', 'move 2', 'move 3', 'move 4']

An action is decided into events, and events make the next state; ``play`` does both.

>>> tea = play(start, parse_action("move 9"))
>>> events = decide(tea, parse_action("leave"))
>>> events[0]
AssistantLeft(seat=0, place=<Place.TEA_HOUSE: 9>, neutral=False)
>>> after = tea
>>> for event in events:
...     after = evolve(after, event)
>>> after == play(tea, parse_action("leave"))
True

Why not?  A refusal is a code and the facts.

>>> print(check(after, parse_action("announce 13")))
number_out_of_range (asked=13, least=3, most=12)

Dice, draws and tiles come from outside: chance is an action like any other, with its odds.

>>> due = play(after, parse_action("announce 8"))
>>> seat_to_act(due), len(outcomes(due)), outcomes(due)[parse_action("rolled 3 4")] == 1 / 36
(None, 36, True)
>>> play(due, parse_action("rolled 4 4")).players[0].lira
10

A state is one line of text, and back.

>>> parse_state(format_state(due)) == due
True
"""
