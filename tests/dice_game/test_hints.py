"""In this game nothing is hidden, so a hint can give nothing away: it is a function of what everybody sees."""

from random import Random

import msgspec
import pytest

from companion.dice_game.copy.components import Components, copy_for
from companion.dice_game.copy.imagined import answer, imagined_components
from companion.dice_game.game import DICE_GAME
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options
from companion.dice_game.view.face import FACE
from companion.session.chance import DigitalChance

NAMES = ("Anna", "Ben", "Cleo", "Dan")


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", ["app", "real"])
def test_nobody_has_secrets_and_the_same_table_brings_the_same_hint(players: int, cards: str) -> None:
    rng = Random(f"{players}/{cards}")
    components = imagined_components(rng)
    options = Options("app" if cards == "app" else "real")
    state = new_game(Setup(players, options, components if cards == "app" else Components()))
    truth, chance, compared = copy_for(components, players), DigitalChance(rng), 0
    for _ in range(400):
        if state.over:
            break
        assert [FACE.secrets(state, seat, str) for seat in range(players)] == [{}] * players
        if DICE_GAME.seat_to_act(state) is None:
            due = DICE_GAME.outcomes(state)
            state = DICE_GAME.play(state, chance(due) if due else answer(truth, state, rng))
            continue
        if rng.random() < 0.2:
            again = msgspec.json.decode(msgspec.json.encode(state), type=GameState)
            hints = [FACE.hint(each, Random(1), NAMES[:players], str) for each in (state, again)]
            assert hints[0] == hints[1]
            compared += 1
        state = DICE_GAME.play(state, rng.choice(list(DICE_GAME.legal_actions(state))))
    assert compared > 20
