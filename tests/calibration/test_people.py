"""The people of simulated evenings: files say who they are, and what they do is what the file says."""

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

from calibration.simulated.forgotten import NOTICES, Forgotten, Memory
from calibration.simulated.people import intentions, laid_at_once, left_of, lifted
from calibration.simulated.rates import USUAL, Rates, read_people
from calibration.simulated.seats import fit_beta, seats
from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, play
from companion.istanbul.names import Good, Place
from companion.istanbul.setup import example_game
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.sync.status import Status
from companion.sync.table import expected

PEOPLE = sorted((Path(__file__).parents[2] / "examples" / "people").glob("*.json"))
MOVE = act.Move(next(one.to for one in legal_actions(example_game()) if isinstance(one, act.Move)))


@pytest.mark.parametrize("path", PEOPLE, ids=lambda path: path.stem)
def test_a_shipped_file_says_who_they_are_and_what_for(path: Path) -> None:
    people = read_people(path)
    assert people.name == path.stem and people.about


def test_of_the_kinds_some_are_to_tune_with_and_some_to_judge_with() -> None:
    uses = [read_people(path).use for path in PEOPLE]
    assert min(uses.count("tune"), uses.count("judge")) >= 5


def test_assistants_called_back_are_lifted_one_after_another() -> None:
    begun = example_game()
    out = msgspec.structs.replace(begun.player, assistants=(Place.TEA_HOUSE, Place.SPICE_WAREHOUSE))
    players = tuple(out if one is begun.player else one for one in begun.players)
    state = msgspec.structs.replace(begun, players=players, agenda=(*begun.agenda, Pending(Step.ACTION)))
    (half,) = lifted(state, (act.Recall((Place.SPICE_WAREHOUSE, Place.TEA_HOUSE)),))
    assert half.player.assistants == (Place.TEA_HOUSE,)


@pytest.mark.long
def test_seats_differ_as_their_people_do() -> None:
    deliberate = next(one for one in map(read_people, PEOPLE) if one.name == "deliberate")
    did = [
        sum((Counter(one) for seed in range(4) for one in seats(kind, seed)), Counter()) for kind in (USUAL, deliberate)
    ]
    assert not did[0]["slowly"] and not did[0]["spared"] and did[0]["at once"]
    assert did[1]["slowly"] > did[1]["at once"]


def test_seats_hold_the_tile_they_bought_oftener_than_any_one_card() -> None:
    held = sum((one for seed in range(4) for one in seats(USUAL, seed)), Counter[str]())
    cards = [held[kind.__name__] for kind in (act.LongMove, act.Stay, act.PlayReturn, act.PlayFamilyHome)]
    assert min(cards) > 0 and max(cards) < held["UseYellowTile"] < held["turns"] // 2


def test_who_acts_by_chance_does_more_for_no_reason() -> None:
    wanderer = next(one for one in map(read_people, PEOPLE) if one.name == "wanderer")
    usual, chance = (
        sum((Counter(one) for seed in range(4) for one in seats(kind, seed)), Counter()) for kind in (USUAL, wanderer)
    )
    assert usual["odd"] * 20 < usual["for a reason"]
    assert chance["odd"] * 20 > chance["for a reason"]


@pytest.mark.long
def test_refusers_refuse_assistants_now_and_then_and_usual_people_hardly_ever() -> None:
    refuser = next(one for one in map(read_people, PEOPLE) if one.name == "refuser")
    usual, refusing = (
        sum((Counter(one) for seed in range(4) for one in seats(kind, seed)), Counter()) for kind in (USUAL, refuser)
    )
    assert usual["refused"] * 20 < usual["left"]
    assert refusing["refused"] * 8 > refusing["left"]


def test_the_likeliest_distribution_has_the_share_that_was_counted() -> None:
    more, fewer = fit_beta([(3, 0), *[(0, 3)] * 7])
    assert 0.08 < more / (more + fewer) < 0.2 and more + fewer < 1.5
    more, fewer = fit_beta([(1, 3)] * 20)
    assert 0.2 < more / (more + fewer) < 0.3 and more + fewer > 10


def test_a_file_that_says_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "people.json"
    file.write_text('{"refuze": 0.5}')
    with pytest.raises(ValueError, match="refuze"):
        read_people(file)


def test_who_refuses_leaves_no_assistant() -> None:
    meant = intentions(example_game(), Random(1), rates=Rates(refuse=1.0))
    assert act.LeaveAssistant() not in meant and meant[-1] == act.EndTurn()


def test_the_usual_people_draw_the_same_as_ever() -> None:
    assert intentions(example_game(), Random(5)) == intentions(example_game(), Random(5), rates=Rates())


def test_wood_that_was_forgotten_lies_where_it_lay_until_somebody_sees_it() -> None:
    state = play(example_game(), MOVE)
    memory = Memory()
    assert memory.until_forgotten((act.LeaveAssistant(),), 1, state, lambda what: what == "forget_assistant") == 0
    after = play(state, act.LeaveAssistant())
    assert expected(memory.forgotten.lies(after)) == expected(state)
    assert [memory.is_reminded(Status("in_step")) for _ in range(NOTICES + 1)][-1]
    assert not memory.forgotten


def test_who_lays_two_things_and_forgets_the_second_lays_the_first() -> None:
    state, memory = example_game(), Memory()
    assert memory.until_forgotten((MOVE, act.LeaveAssistant()), 2, state, lambda what: True) == 1


def test_nothing_is_forgotten_where_nobody_forgets() -> None:
    memory = Memory()
    assert memory.until_forgotten((MOVE, act.LeaveAssistant()), 2, example_game(), lambda what: False) == 2
    assert Forgotten().lies(example_game()) == example_game()


def test_their_own_dice_carry_the_smuggler_on_before_a_phone_is_touched() -> None:
    plan = (MOVE, act.LeaveAssistant(), act.Skip(), act.UseSmuggler(Good.FRUIT), act.Rolled(1, 2), act.EndTurn())
    assert laid_at_once(plan, whole=False, carried=True) == 5


def test_a_roll_counts_by_its_total() -> None:
    state = _before_a_roll()
    assert left_of(state, (act.Rolled(4, 2),), (act.Rolled(5, 1),)) == ()


def test_more_mishaps_leave_the_rest_as_it_is() -> None:
    people = msgspec.structs.replace(Rates(refuse=0.2), think_s=(1.0, 2.0))
    assert people.times(2.0).refuse == 0.2 and people.times(2.0).nudge == 2 * people.nudge


def _before_a_roll() -> GameState:
    state = example_game()
    return msgspec.structs.replace(state, agenda=(*state.agenda, Pending(Step.ROLL, why=Why.SMUGGLER)))
