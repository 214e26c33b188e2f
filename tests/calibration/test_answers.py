"""Which questions of the camera could nobody answer by looking?"""

from calibration.simulated.answers import lies_alike
from companion.istanbul import actions as act
from companion.istanbul.engine import play
from companion.istanbul.names import Place
from companion.istanbul.notation.fields import set_value
from companion.istanbul.setup import example_game
from companion.istanbul.state import GameState
from companion.sync.status import Hypothesis, Question


def question(*states: GameState) -> Question:
    return Question("1", 0, 0, states[0], tuple(Hypothesis((), state) for state in states))


def test_whether_tile_or_card_fetched_him_cannot_be_told_by_looking() -> None:
    by_card = example_game()
    by_tile = set_value(by_card, "lira", "9", 0)
    gone_on = play(by_card, act.Move(Place.TEA_HOUSE))
    assert lies_alike(question(by_tile, by_card, gone_on), 0)


def test_where_the_wood_lies_tells_one_answer_from_the_others() -> None:
    state = example_game()
    assert not lies_alike(question(state, play(state, act.Move(Place.TEA_HOUSE))), 0)


def test_a_tile_used_later_cannot_be_told_from_a_card_played_first() -> None:
    """Both leave an assistant at the Fruit Warehouse and fetch the one from the Sultan's Palace."""
    state = example_game()
    for name, value in (("hand", "RETURN"), ("tiles", "Y"), ("assistants", "13"), ("lira", "9"), ("turn", "0")):
        state = set_value(state, name, value, None if name == "turn" else 0)
    came = play(state, act.Move(Place.FRUIT_WAREHOUSE))
    left = play(came, act.LeaveAssistant())
    by_card = play(play(came, act.PlayReturn(Place.SULTANS_PALACE)), act.LeaveAssistant())
    by_tile = play(left, act.UseYellowTile(Place.SULTANS_PALACE))
    assert lies_alike(question(left, by_card), 0, laid=by_tile)
    assert not lies_alike(question(left, by_card), 0, laid=left), "where nobody was fetched yet, looking would tell"
