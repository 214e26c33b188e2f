"""A record replays to the identical state; one that is damaged is refused with the entry and the reason."""

import json
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadRecord
from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.game import ISTANBUL
from companion.istanbul.setup import Setup
from companion.istanbul.state import GameState, Options
from companion.session.log import Entry, Log, fold
from companion.session.record import read_record, write_record
from webui.cli.whole_game import play_whole_game

GAMES = {"istanbul": ISTANBUL}
Lines = list[str]


def a_game(players: int = 3, seed: int = 1, **options: object) -> tuple[Setup, list[Entry], GameState]:
    setup = new_setup(players, Options(**options), Random(seed))  # type: ignore[arg-type]
    return setup, *play_whole_game(ISTANBUL, setup, choose, Random(seed))


SETUP, ENTRIES, STATE = a_game()
LINES = list(write_record(ISTANBUL, SETUP, ENTRIES, STATE))


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {"cards": "real"}), (4, {"neutral_assistants": True, "layout": "random"}), (5, {"layout": "long"})],
)
def test_a_record_replays_to_the_identical_state(players: int, options: dict[str, object]) -> None:
    setup, entries, state = a_game(players, 3, **options)
    replayed = read_record(GAMES, write_record(ISTANBUL, setup, entries, state))
    assert replayed.state == state
    assert msgspec.json.encode(replayed.state) == msgspec.json.encode(state)
    assert [entry.events for entry in replayed.log.entries] == [entry.events for entry in entries]


def test_the_first_entries_alone() -> None:
    replayed = read_record(GAMES, LINES, at=10)
    assert replayed.state == fold(ISTANBUL, ISTANBUL.new(SETUP), ENTRIES[:10])


def test_a_record_with_undo_and_redo() -> None:
    first = ENTRIES[:6]
    undone = [Entry(7, "undo", 0, keep=3), Entry(8, "redo", 0), Entry(9, "undo", 0, keep=5)]
    state = fold(ISTANBUL, ISTANBUL.new(SETUP), Log([*first, *undone]).effective)
    replayed = read_record(GAMES, write_record(ISTANBUL, SETUP, [*first, *undone], state))
    assert replayed.state == state == fold(ISTANBUL, ISTANBUL.new(SETUP), first[:5])


def test_corrections_are_entries_like_any_other() -> None:
    line = '{"n":1,"by":null,"do":"set 0.lira=9 because \\"a coin fell off\\""}'
    replayed = read_record(GAMES, [LINES[0], line, '{"end":1}'])
    assert replayed.state.players[0].lira == 9


def edited(number: int, change: Callable[[dict[str, object]], object]) -> Lines:
    """The record with one line changed."""
    line = json.loads(LINES[number])
    change(line)
    return [*LINES[:number], json.dumps(line), *LINES[number + 1 :]]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param([], "empty", id="empty"),
        pytest.param(LINES[:-1], "cut_off", id="no_end"),
        pytest.param(LINES[: len(LINES) // 2], "cut_off", id="cut_in_the_middle"),
        pytest.param([*LINES[:-1], LINES[-1][:5]], "cut_off", id="last_line_cut"),
        pytest.param([*LINES[:5], *LINES[6:]], "out_of_order", id="a_line_missing"),
        pytest.param([*LINES[:5], LINES[6], LINES[5], *LINES[7:]], "out_of_order", id="two_lines_swapped"),
        pytest.param([*LINES[:6], *LINES[5:]], "out_of_order", id="a_line_twice"),
        pytest.param(edited(1, lambda line: line.update(do="move 16")), "breaks_a_rule", id="an_illegal_move"),
        pytest.param(edited(1, lambda line: line.update(do="fly 3")), "breaks_a_rule", id="no_such_action"),
        pytest.param(edited(1, lambda line: line.update(why="so")), "not_a_record_line", id="an_unknown_field"),
        pytest.param(edited(1, lambda line: line.pop("do")), "not_a_record_line", id="nothing_done"),
        pytest.param(edited(0, lambda line: line.update(bazaar=99)), "unknown_format", id="a_later_format"),
        pytest.param(edited(0, lambda line: line.update(game="chess")), "unknown_game", id="another_game"),
        pytest.param(edited(0, lambda line: line["setup"].update(luck=1)), "bad_setup", id="unknown_setup"),  # type: ignore[attr-defined]
        pytest.param(edited(0, lambda line: line["setup"]["deal"].update(governor=1)), "bad_setup", id="bad_setup"),  # type: ignore[index]
        pytest.param([*LINES[:-1], '{"end":3}'], "cut_off", id="wrong_number_of_entries"),
        pytest.param([LINES[0], "not json", LINES[-1]], "not_a_record_line", id="no_json"),
    ],
)
def test_a_damaged_record_is_refused(lines: Lines, code: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        read_record(GAMES, lines)
    assert refusal.value.code == code


def test_a_broken_rule_is_named_with_its_entry() -> None:
    with pytest.raises(BadRecord) as refusal:
        read_record(GAMES, edited(1, lambda line: line.update(do="move 16")))
    assert (refusal.value.facts["entry"], refusal.value.facts["rule"]) == (1, "out_of_reach")


def test_changed_dice_are_noticed_at_the_latest_by_the_digest() -> None:
    number = next(at for at, line in enumerate(LINES) if '"rolled' in line)
    wrong = edited(number, lambda line: line.update(do="rolled 1 1" if "rolled 1 1" not in str(line) else "rolled 6 6"))
    with pytest.raises(BadRecord):
        read_record(GAMES, wrong)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_single_change_is_refused_or_the_same_game(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, min(40, len(LINES) - 2)))
    line = LINES[at]
    place = data.draw(st.integers(0, len(line) - 1))
    wrong = line[:place] + data.draw(st.sampled_from('0123456789{}",:abcR')) + line[place + 1 :]
    try:
        replayed = read_record(GAMES, [*LINES[:at], wrong, *LINES[at + 1 :]])
    except BadRecord as error:
        assert error.code
    else:
        assert replayed.state == STATE
