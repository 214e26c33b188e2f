"""Whatever can be asked for can be written on one line and read again; what is not notation is refused."""

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice_game import actions as a
from companion.dice_game.copy.components import copy_for
from companion.dice_game.copy.faces import parse_card, parse_tile
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.events import Event
from companion.dice_game.names import Area, Good
from companion.dice_game.notation.fields import format_pending, parse_pending
from companion.dice_game.notation.lines import FORMS, format_action, format_state, parse_action, parse_state
from companion.dice_game.state import GameState, Pending, Step
from companion.engine.corrections import Change
from companion.errors import BadNotation
from tests.dice_game.builders import COMPLETE, new
from tests.dice_game.prove import _supplies, prove_step

COUNTS = st.integers(0, 4)
GOODS, MARKERS, FACES = (st.tuples(*[COUNTS] * number) for number in (4, 5, 6))
TEXT = st.text(max_size=20)
TILES = st.sampled_from([line.face for line in COMPLETE.mosque_tile])
CARDS = st.sampled_from([line.face for line in COMPLETE.bazaar_card])
PAYMENTS = st.builds(a.Payment, GOODS, MARKERS)
CHANGES = st.builds(Change, what=TEXT, value=TEXT, seat=st.none() | st.integers(-9, 99))
AREAS = st.sampled_from(Area)
SPECIAL: dict[Any, st.SearchStrategy[Any]] = {
    a.Reroll: st.builds(a.Reroll, FACES),
    a.Rolled: st.builds(a.Rolled, FACES),
    a.Choose: st.builds(a.Choose, GOODS),
    a.Cards: st.builds(a.Cards, COUNTS),
    a.Pair: st.builds(a.Pair, st.sampled_from(Good), PAYMENTS),
    a.Two: st.builds(a.Two, PAYMENTS),
    a.Three: st.builds(a.Three, PAYMENTS),
    a.Four: st.builds(a.Four, PAYMENTS),
    a.BuyTile: st.builds(a.BuyTile, TILES, PAYMENTS),
    a.BuyRuby: st.builds(a.BuyRuby, AREAS, PAYMENTS),
    a.UseCard: st.builds(a.UseCard, CARDS),
    a.Deal: st.builds(a.Deal, MARKERS, st.none() | AREAS),
    a.Swap: st.builds(a.Swap, TILES, TILES),
    a.Revealed: st.builds(a.Revealed, CARDS | st.just("?")),
    a.TileShown: st.builds(a.TileShown, TILES),
    a.TellPrice: st.builds(a.TellPrice, AREAS, st.integers(0, 200)),
    a.TellTile: st.builds(a.TellTile, TILES),
    a.TellCard: st.builds(a.TellCard, CARDS),
    a.Override: st.builds(a.Override, st.lists(CHANGES, max_size=3).map(tuple), TEXT, st.booleans()),
}
ACTIONS = st.one_of([SPECIAL.get(kind, st.from_type(kind)) for kind in a.Action.__args__])


@settings(max_examples=300, deadline=None)
@given(ACTIONS)
def test_actions_round_trip(action: a.Action) -> None:
    text = format_action(action)
    assert parse_action(text) == action and "\n" not in text
    assert msgspec.json.decode(msgspec.json.encode(action), type=a.Action) == action


def test_every_action_has_a_word() -> None:
    assert {form.kind for form in FORMS.values()} | {a.Override} == set(a.Action.__args__)


@settings(deadline=None)
@given(TEXT | st.sampled_from(sorted(FORMS)).flatmap(lambda word: TEXT.map(lambda rest: f"{word} {rest}")))
def test_what_is_no_action_is_refused_and_never_crashes(text: str) -> None:
    try:
        action = parse_action(text)
    except BadNotation as error:
        assert error.code
    else:
        assert parse_action(format_action(action)) == action


SLIPS = ["", "fly", "throw 5", "pair R", "pair Q RR", "two RX", "two +R", "two R+-", "reroll J", "ruby", "ruby tea",
         "price red", "price red x", "price red 05", "deal K", "told ?", "tile lira RRR", "use F9:J", "swap lira:RRR",
         "either 3", "income tea", "set 0.lira=3", "card ?"]  # fmt: skip


@pytest.mark.parametrize("text", SLIPS)
def test_slips_of_the_pen_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_action(text)


BAD_FACES = ["F1:R>4", "F1:R>5;R>3", "F1:R>J;R>3", "F2:J", "F3:R;R", "F4:X3;X", "F5:R>X", "F6:K=X", "F6:JJ=X",
             "F7:RR=6", "F8:X>ruby", "F8:RR", "F2:;R", "F2:XJ;R", "F0:J;R", "F2 J", "F2:J;R;Y", "F2:J;100",
             "F5:>ruby"]  # fmt: skip


@pytest.mark.parametrize("code", BAD_FACES)
def test_cards_that_cannot_be(code: str) -> None:
    with pytest.raises(BadNotation):
        parse_card(code)


@pytest.mark.parametrize("code", ["lira", "lira:", "tea:RRR", "goods:RRR", "lira.R:RRR", "die:BR", "lira:RRRJ", "?"])
def test_tiles_that_cannot_be(code: str) -> None:
    with pytest.raises(BadNotation):
        parse_tile(code)


@given(
    st.builds(
        Pending,
        st.sampled_from(Step),
        st.none() | st.integers(0, 3),
        st.integers(0, 40),
        st.none() | st.sampled_from(Area),
        CARDS | st.just(""),
    )
)
def test_decisions_round_trip(pending: Pending) -> None:
    assert parse_pending(format_pending(pending)) == pending


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["app", "real"]), st.integers(0, 60))
def test_positions_round_trip(seed: int, players: int, cards: str, steps: int) -> None:
    rng = Random(seed)
    components = imagined_components(rng)
    state = new(players, cards, components if cards == "app" else None)
    ledger = _supplies(state)
    for _ in range(steps):
        if not state.over:
            state = prove_step(state, copy_for(components, players), ledger, rng)
    assert parse_state(format_state(state)) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=GameState) == state


@pytest.mark.parametrize(
    ("old", "wrong"),
    [
        ("dice ", "chess "),
        ("options=real", "options=none"),
        ("totals=8", "totals=x"),
        ("taken=0.", "taken="),
        ("areas=red", "areas=tea"),
        ("display=?", "display=tea"),
        ("agenda=act", "agenda=tea"),
        ("turn=0 ", ""),
        (" | player", " | seat"),
        ("markers=-", "markers=Q"),
        ("ending=no", "ending=maybe"),
        ("thrown=0", "thrown=-1"),
    ],
)
def test_a_position_with_a_slip_is_refused(old: str, wrong: str) -> None:
    text = format_state(new())
    assert old in text
    with pytest.raises(BadNotation):
        parse_state(text.replace(old, wrong, 1))


@pytest.mark.parametrize("raw", [b'{"type":"TurnStarted","seat":0}', b'{"type":"No"}', b'{"type":"StepDone","x":1}'])
def test_json_that_is_no_event_is_refused(raw: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw, type=Event)


# ------------------------------------------------------------------------- the document


DOCUMENT = (Path(__file__).parent.parent.parent / "docs/dice-game.md").read_text()
ROWS = re.findall(r"^\| `([^`]+)` \| (\w+) \|", DOCUMENT.partition("## Notation")[2], re.MULTILINE)


@pytest.mark.parametrize(("text", "kind"), ROWS)
def test_the_notation_of_the_document_is_the_notation(text: str, kind: str) -> None:
    action = parse_action(text)
    assert (type(action).__name__, format_action(action)) == (kind, text)


def test_the_document_names_every_action() -> None:
    assert {kind for _, kind in ROWS} == {kind.__name__ for kind in a.Action.__args__}


def test_the_faces_of_the_document_are_faces() -> None:
    section = DOCUMENT.partition("### Faces")[2].partition("## Notation")[0]
    codes = [code for code in re.findall(r"`([^`]+)`", section) if ":" in code]
    assert len(codes) == 15 and all(parse_card(code) if code[0] == "F" else parse_tile(code) for code in codes)
