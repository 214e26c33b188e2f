"""How many sequences of actions are there by depth?  Any change in the rules shows in ``counts/*.txt``.

A file holds a position on its first line, then ``depth count`` lines; chance counts every outcome once.
``python -m tests.istanbul.test_counts`` writes the counts anew, for changes that are meant.
"""

from functools import cache
from pathlib import Path

import pytest

from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.notation.lines import format_state, parse_state
from companion.istanbul.state import GameState

FOLDER = Path(__file__).parent / "counts"
FILES = sorted(FOLDER.glob("*.txt"))
MOST_DEPTH, MOST_COUNT = 5, 60_000


def count_sequences(state: GameState, depth: int) -> int:
    """Sequences of that many actions; a game that ends earlier counts as one."""

    @cache
    def count(state: GameState, depth: int) -> int:
        if depth == 0 or state.over:
            return 1
        choices = list(outcomes(state)) or list(legal_actions(state))
        if depth == 1:
            return len(choices)
        return sum(count(play(state, action), depth - 1) for action in choices)

    return count(state, depth)


def read(path: Path) -> tuple[GameState, dict[int, int]]:
    position, *lines = path.read_text().splitlines()
    return parse_state(position), {int(depth): int(number) for depth, number in (line.split() for line in lines)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_number_of_sequences_is_unchanged(path: Path) -> None:
    state, expected = read(path)
    assert {depth: count_sequences(state, depth) for depth in expected} == expected


def test_there_are_positions_to_count() -> None:
    assert len(FILES) >= 10


def write(path: Path, state: GameState) -> None:
    lines = [format_state(state)]
    for depth in range(1, MOST_DEPTH + 1):
        number = count_sequences(state, depth)
        lines.append(f"{depth} {number}")
        if number > MOST_COUNT:
            break
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    for file in FILES:
        write(file, read(file)[0])
