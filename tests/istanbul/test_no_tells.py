"""Where the table gives no tells, what others see never depends on a hidden card: nobody is passed over."""

from random import Random

import pytest

from companion.istanbul.actions import (
    DemandShown,
    DiscardFee,
    LongMove,
    PlayFamilyHome,
    PlayGood,
    PlayLira,
    PlayReturn,
    Rolled,
    Stay,
)
from companion.istanbul.corrections.problems import counting_begun, problems
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import decide, legal_actions, outcomes, play, seat_to_act
from companion.istanbul.events import ValueSet
from companion.istanbul.game import start_game
from companion.istanbul.names import Card
from companion.istanbul.notation.lines import format_action, format_state
from companion.istanbul.setup import Setup
from companion.istanbul.state import GameState, Options, Why
from companion.istanbul.view.story import tell
from companion.session.chance import DigitalChance
from tests.istanbul.builders import do, legal, step_of, turn
from tests.istanbul.hidden import NAMES, redealt, what_all_see
from tests.istanbul.prove import settings

MOST_STEPS = 900
IDLE = ("end", "skip", "done")
CARD_PLAYS = (PlayLira, PlayGood, PlayFamilyHome, PlayReturn, LongMove, Stay, DiscardFee)
"""Played now and then only, so that there are hands to compare."""

# ------------------------------------------------------------------------- the steps that told something

TELLING = [
    pytest.param("stack=- assistants=8", "RETURN", ("move 3",), "assistant", "end", id="no_assistant_but_a_card"),
    pytest.param("", "LIRA5", ("move 3", "leave"), "toll", "end", id="no_lira_but_a_card"),
    pytest.param("merchant=10", "LIRA5", ("move 1", "leave"), "action", "skip", id="nothing_to_do_but_a_card"),
    pytest.param("merchant=12", "POST2", ("move 5", "leave", "mail"), "again", "done", id="once_more_with_a_card"),
    pytest.param("", "GOOD", ("move 4", "leave", "fill"), "encounters", "end", id="the_end_but_for_a_card"),
]


def at(mine: str, card: str, moves: tuple[str, ...], **options: object) -> GameState:
    """P with one card has gone there; Q's merchant stands on 3."""
    state = turn(f"{mine} hand={card}", "merchant=3", **options)  # type: ignore[arg-type]
    return do(state, *(move for move in moves))


@pytest.mark.parametrize(("mine", "card", "moves", "step", "idle"), TELLING)
def test_everybody_gets_the_step_whatever_he_holds(
    mine: str, card: str, moves: tuple[str, ...], step: str, idle: str
) -> None:
    with_card, without = (at(mine, each, moves, no_tells=True) for each in (card, "LONG_MOVE"))
    assert step_of(with_card) == step_of(without) == step
    assert what_all_see(with_card) == what_all_see(without)
    assert legal(without) == {idle} and idle in legal(with_card)
    assert do(without, idle).turn == 1 or step_of(do(without, idle)) == "encounters"


@pytest.mark.parametrize(("mine", "card", "moves", "step", "idle"), TELLING)
def test_by_default_only_those_get_it_who_can_do_something(
    mine: str, card: str, moves: tuple[str, ...], step: str, idle: str
) -> None:
    assert step_of(at(mine, card, moves)) == step
    assert step_of(at(mine, "LONG_MOVE", moves)) != step


def test_without_cards_nothing_can_be_told_and_nobody_waits() -> None:
    state = do(turn("hand=- lira=0", "merchant=3", no_tells=True), "move 3", "leave")
    assert state.turn == 1


def test_what_everybody_can_work_out_is_not_asked() -> None:
    """All copies of the cards that would help lie open on the discard pile."""
    table = "discard=LIRA5,LIRA5,LIRA5,LIRA5,FAMILY_HOME,FAMILY_HOME"
    state = turn("hand=STAY lira=0", "merchant=3", table=table, no_tells=True)
    assert do(state, "move 3", "leave").turn == 1


# ------------------------------------------------------------------------- whole games


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
def test_what_all_see_does_not_depend_on_hidden_cards(number: int) -> None:
    """Two games side by side, equal but for hidden hands; every action that both allow is done in both."""
    rng = Random(number)
    players, options = settings(number, rng)
    options = Options(**{name: getattr(options, name) for name in options.__struct_fields__} | {"no_tells": True})
    one = start_game(new_setup(players, options, rng))
    compared, differing = play_side_by_side(one, redealt(one, rng), rng)
    assert compared > 100 and differing > 20


def play_side_by_side(one: GameState, other: GameState, rng: Random) -> tuple[int, int]:
    """How many positions were compared, and how many of them had different hands to act."""
    compared = differing = 0
    for _ in range(MOST_STEPS):
        if counting_begun(one) or counting_begun(other):  # hands are laid open then
            break
        assert what_all_see(one) == what_all_see(other), (format_state(one), format_state(other))
        compared, differing = compared + 1, differing + (one.player.hand != other.player.hand)
        being_played = one.agenda[-1].why is Why.FAMILY_HOME
        if rng.random() < 0.1 and not being_played:
            other = redealt(one, rng)
        one, other = _same_step(one, other, rng)
        assert problems(other) == ()
    return compared, differing


def _same_step(one: GameState, other: GameState, rng: Random) -> tuple[GameState, GameState]:
    """One action in both; a card drawn is hidden, so it may be another one."""
    chance = DigitalChance(rng)
    if seat_to_act(one) is None:
        drawn = chance(outcomes(one))
        also = drawn if isinstance(drawn, (Rolled, DemandShown)) else chance(outcomes(other))
        return _told_alike(one, other, drawn, also)
    both = set(legal_actions(other))
    common = [action for action in legal_actions(one) if action in both]
    if not common:  # a card must be given away, and the hands have none in common
        seat = one.turn
        other = redealt(one, rng, keep=seat)
        common = list(legal_actions(one))
    spared = [action for action in common if not isinstance(action, CARD_PLAYS) or rng.random() < 0.1] or common
    active = [action for action in spared if format_action(action) not in IDLE]
    action = rng.choice(active if active and rng.random() < 0.9 else spared)
    return _told_alike(one, other, action, action)


def _told_alike(one: GameState, other: GameState, action: object, also: object) -> tuple[GameState, GameState]:
    """The log reads the same for everybody but the seat whose hand it is."""
    events, events_too = decide(one, action), decide(other, also)  # type: ignore[arg-type]
    if not any(map(counting_begun, (play(one, action), play(other, also)))):  # type: ignore[arg-type]
        for reader in (None, *(seat for seat in range(len(one.players)) if seat != one.turn)):
            assert tell(events, one.turn, reader, NAMES, str) == tell(events_too, other.turn, reader, NAMES, str)
    return play(one, action), play(other, also)  # type: ignore[arg-type]


# ------------------------------------------------------------------------- with and without the option


def test_a_hand_that_was_corrected_is_told_by_its_size() -> None:
    events = (ValueSet("hand", "STAY,LIRA5", 1, "miscounted"),)
    assert tell(events, None, 0, NAMES, str) == ["Ben: corrected: Cards in hand: 2 (miscounted)"]


def test_an_old_set_up_has_no_such_option_and_plays_as_it_did() -> None:
    setup = new_setup(3, Options(), Random(1))
    assert Setup(Options(), setup.deal) == setup and not setup.options.no_tells


def test_the_option_is_written_in_positions() -> None:
    assert "options=no_tells:on " in format_state(turn(no_tells=True))


def test_cards_seen_count_for_everybody() -> None:
    """With real cards a hand whose only card was taken openly is known: no question is asked for show."""
    state = turn("hand=STAY seen=STAY", "merchant=3", cards="real", no_tells=True)
    assert do(state, "move 3", "leave").turn == 1
    assert Card.STAY in state.player.seen
