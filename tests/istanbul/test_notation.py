"""Whatever can be asked for can be written on one line and read again; what is not notation is refused."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.errors import BadNotation
from companion.istanbul import actions as a
from companion.istanbul.events import Event
from companion.istanbul.names import Card, Color, Good, Place
from companion.istanbul.notation.fields import format_pending, parse_pending
from companion.istanbul.notation.lines import FORMS, format_action, format_state, parse_action, parse_state
from companion.istanbul.state import Figure, GameState, Pending, Step, Why
from companion.istanbul.tables import MARKET_TILES
from tests.istanbul.builders import new
from tests.istanbul.prove import UNIVERSE, prove_step

COUNTS = st.integers(0, 5)
GOODS = st.tuples(COUNTS, COUNTS, COUNTS, COUNTS)
TEXT = st.text(max_size=20)
CHANGES = st.builds(a.Change, what=TEXT, value=TEXT, seat=st.none() | st.integers(-9, 99))
SPECIAL: dict[Any, st.SearchStrategy[Any]] = {
    a.Recall: st.builds(a.Recall, st.lists(st.sampled_from(Place), unique=True).map(lambda p: tuple(sorted(p)))),
    a.Sell: st.builds(a.Sell, GOODS, st.booleans()),
    a.Deliver: st.builds(a.Deliver, GOODS),
    a.Repeat: st.builds(a.Repeat, GOODS),
    a.Announce: st.builds(a.Announce, st.integers(0, 99)),
    a.Rolled: st.builds(a.Rolled, st.integers(0, 9), st.integers(0, 9)),
    a.DemandShown: st.builds(a.DemandShown, st.sampled_from(Place), st.sampled_from(sum(MARKET_TILES.values(), ()))),
    a.TellHand: st.builds(a.TellHand, st.integers(0, 9), st.lists(st.sampled_from(Card), max_size=5).map(tuple)),
    a.Override: st.builds(a.Override, st.lists(CHANGES, max_size=3).map(tuple), TEXT, st.booleans()),
}
ACTIONS = st.one_of([SPECIAL.get(kind, st.from_type(kind)) for kind in a.Action.__args__])


@given(ACTIONS)
@example(a.Override((a.Change("hand", 'a"b c', 1),), "a\nline", True))
def test_actions_round_trip(action: a.Action) -> None:
    text = format_action(action)
    assert parse_action(text) == action
    assert "\n" not in text


@given(ACTIONS)
def test_actions_survive_json(action: a.Action) -> None:
    assert msgspec.json.decode(msgspec.json.encode(action), type=a.Action) == action


def test_the_whole_universe_round_trips() -> None:
    assert [parse_action(format_action(action)) for action in UNIVERSE] == list(UNIVERSE)
    assert len({format_action(action) for action in UNIVERSE}) == len(set(UNIVERSE))


@given(TEXT | st.sampled_from(sorted(FORMS)).flatmap(lambda word: TEXT.map(lambda rest: f"{word} {rest}")))
def test_what_is_no_action_is_refused_and_never_crashes(text: str) -> None:
    try:
        action = parse_action(text)
    except BadNotation as error:
        assert error.code
    else:
        assert parse_action(format_action(action)) == action


@pytest.mark.parametrize("word", sorted(FORMS))
@pytest.mark.parametrize("rest", ["", " ", "x", "x y", "x y z", "x y z w"])
def test_no_word_crashes_alone_or_with_too_much_behind_it(word: str, rest: str) -> None:
    try:
        parse_action(f"{word} {rest}")
    except BadNotation as error:
        assert error.code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly 3",
        "move",
        "move 17",
        "move 3 4",
        "recall",
        "recall 3 4",
        "move x",
        "sell",
        "sell RX",
        "sell R all",
        "leave 3",
        "fee 3",
        "pick me",
    ],
)
def test_slips_of_the_pen_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_action(text)


@given(
    st.builds(
        Pending,
        st.sampled_from(Step),
        st.sampled_from(Figure),
        st.sampled_from(Why),
        st.integers(0, 40),
        st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)),
        st.none() | st.sampled_from(Color),
    )
)
def test_decisions_round_trip(pending: Pending) -> None:
    assert parse_pending(format_pending(pending)) == pending


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 60))
def test_positions_round_trip(seed: int, players: int, steps: int) -> None:
    state, rng = new(players), Random(seed)
    for _ in range(steps):
        state = prove_step(state, rng)
    assert parse_state(format_state(state)) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=GameState) == state


@pytest.mark.parametrize(
    ("old", "wrong"),
    [
        ("istanbul ", "chess "),
        ("governor=10", "governor=17"),
        ("mail=0", "mail=x"),
        ("mail=0 ", ""),
        (" | red", " | pink"),
        ("goods=-", "goods=Q"),
        ("large=L1", "large=S1"),
        ("agenda=encounters", "agenda=tea"),
        ("options=-", "options=cards:none"),
        ("ending=no", "ending=maybe"),
    ],
)
def test_a_position_with_a_slip_is_refused(old: str, wrong: str) -> None:
    text = format_state(new())
    assert old in text
    with pytest.raises(BadNotation):
        parse_state(text.replace(old, wrong, 1))


def test_goods_are_letters() -> None:
    assert format_action(a.UseSmuggler(Good.JEWELRY)) == "smuggler B fee 2"
    assert format_action(a.Deliver((1, 0, 1, 0))) == "deliver RY"


@pytest.mark.parametrize(
    "raw", [b'{"type":"TurnStarted","seat":0}', b'{"type":"Nothing"}', b'{"type":"StepDone","x":1}']
)
def test_json_that_is_no_event_is_refused(raw: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw, type=Event)
