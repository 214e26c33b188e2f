"""A record is text that replays to the identical state, or is refused with the line and the reason."""

import pytest

from companion.errors import BadRecord
from companion.session.record import read_record, write_record
from companion.session.session import GameSession
from tests.session.toy import TOY, Add

GAMES = {"toy": TOY}


@pytest.fixture
def lines(session: GameSession) -> list[str]:
    """A record with an undo in it: add 2, coin, add 1, coin, undo the last two, add 1, coin."""
    session.submit([Add(2)], seat=0)
    session.submit([Add(1)], seat=1)
    session.undo(keep=2, seat=1)
    session.submit([Add(1)], seat=1)
    return list(write_record(TOY, session.setup, session.log.entries, session.state))


def test_a_record_replays_to_the_same_state_also_after_undo(lines: list[str], session: GameSession) -> None:
    replayed = read_record(GAMES, lines)
    assert replayed.state == session.state
    assert list(write_record(TOY, replayed.setup, replayed.log.entries, replayed.state)) == lines


def test_the_first_entries_alone_give_an_earlier_state(lines: list[str]) -> None:
    assert read_record(GAMES, lines, at=2).state.total == 2


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda lines: [], "empty"),
        (lambda lines: lines[:-1], "cut_off"),
        (lambda lines: [*lines[:3], *lines[4:]], "out_of_order"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "out_of_order"),
        (lambda lines: [*lines[:-2], lines[-1]], "cut_off"),
        (lambda lines: [lines[0], lines[1].replace("add 2", "add 9"), *lines[2:]], "breaks_a_rule"),
        (lambda lines: [lines[0], lines[1].replace("add 2", "add 1"), *lines[2:]], "state_differs"),
        (lambda lines: [lines[0], lines[1].replace('"by"', '"colour":1,"by"'), *lines[2:]], "not_a_record_line"),
        (lambda lines: [lines[0], lines[1].replace('"by":0', '"by":1'), *lines[2:]], "breaks_a_rule"),
        (lambda lines: [lines[0].replace("toy", "chess"), *lines[1:]], "unknown_game"),
        (lambda lines: [lines[0].replace('"bazaar":1', '"bazaar":7'), *lines[1:]], "unknown_format"),
        (lambda lines: [lines[0].replace("50", '"many"'), *lines[1:]], "bad_setup"),
        (lambda lines: ["no json", *lines[1:]], "not_a_record_line"),
    ],
)
def test_a_damaged_record_is_refused_by_name(lines: list[str], damage: object, code: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        read_record(GAMES, damage(lines))  # type: ignore[operator]
    assert refusal.value.code == code
