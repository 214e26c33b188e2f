"""Layouts: uniform, restricted, shared in a few characters, rated."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadNotation
from companion.istanbul.geometry import cell_distance
from companion.istanbul.layouts.boards import BOARDS, in_rows, layout_problems, random_layout
from companion.istanbul.layouts.codes import ALPHABET, MOST_SEED, layout_code, parse_layout_code, seed_code
from companion.istanbul.layouts.rating import rate_layout
from companion.istanbul.tables import LAYOUTS

CENTRE = (5, 6, 9, 10)
VALID = [
    (seven, eight, nine)
    for seven, eight, nine in permutations(range(16), 3)
    if seven in CENTRE and cell_distance(eight, nine) >= 3
]
DRAWS = 45_600
CHI_SQUARED_LIMIT = 570.0  # 455 degrees of freedom: a fair draw exceeds it once in about 5,000 times


def test_456_of_3360_placements_are_valid() -> None:
    assert len(VALID) == 456


@pytest.mark.long
def test_random_layouts_are_uniform_over_the_valid_placements() -> None:
    rng = Random(2014)
    layouts = (random_layout(rng) for _ in range(DRAWS))
    found = Counter(tuple(layout.index(place) for place in (7, 8, 9)) for layout in layouts)
    expected = DRAWS / len(VALID)
    assert set(found) <= set(VALID)
    assert sum((found[cells] - expected) ** 2 / expected for cells in VALID) < CHI_SQUARED_LIMIT


def test_the_other_places_are_uniform_too() -> None:
    rng = Random(16)
    found = Counter(random_layout(rng).index(16) for _ in range(8_000))
    assert len(found) == 16 and max(found.values()) < 1.35 * min(found.values())


@pytest.mark.parametrize("board", list(BOARDS))
def test_random_layouts_fit_their_board(board: str) -> None:
    for seed in range(200):
        layout = random_layout(Random(seed), board)
        assert layout_problems(layout, board) == []
        assert layout == random_layout(Random(seed), board)


@pytest.mark.parametrize(("board", "valid", "of"), [("base", 456, 3360), ("mocha", 1056, 6840), ("big", 312, 13800)])
def test_the_share_of_valid_layouts(board: str, valid: int, of: int) -> None:
    size = len(BOARDS[board].places)
    places = [place for place in BOARDS[board].places if place not in (7, 8, 9)]
    found = 0
    for cells in permutations(range(size), 3):
        rest = iter(places)
        layout = [dict(zip(cells, (7, 8, 9), strict=True)).get(cell) or next(rest) for cell in range(size)]
        found += not layout_problems(layout, board)
    assert (found, size * (size - 1) * (size - 2)) == (valid, of)


def test_printed_layouts_are_valid() -> None:
    for board, shape in BOARDS.items():
        for layout in shape.printed.values():
            assert layout_problems(layout, board) == []


def test_same_line_is_fine_in_the_base_game_only() -> None:
    layout = LAYOUTS["short"]
    assert in_rows(layout)[2] == [8, 6, 11, 9]
    row = list(BOARDS["mocha"].printed["first"])
    eight, nine, far = row.index(8), row.index(9), 9
    row[nine], row[far] = row[far], row[nine]
    assert far // 5 == eight // 5
    assert [problem.code for problem in layout_problems(row, "mocha")] == ["dice_places_in_line"]


@given(st.permutations(list(range(1, 17))))
def test_a_code_is_the_layout(layout: list[int]) -> None:
    code = layout_code(tuple(layout))
    assert len(code) == 10 and parse_layout_code(code.lower()) == ("base", tuple(layout))


@given(st.permutations(list(range(1, 17))), st.integers(0, 9), st.sampled_from(ALPHABET))
def test_a_wrong_character_is_noticed(layout: list[int], at: int, letter: str) -> None:
    code = layout_code(tuple(layout))
    wrong = code[:at] + letter + code[at + 1 :]
    if wrong != code:
        with pytest.raises(BadNotation):
            parse_layout_code(wrong)


@pytest.mark.parametrize("board", ["mocha", "letters", "big"])
@pytest.mark.parametrize("restrictions", [True, False])
def test_codes_of_the_larger_boards_carry_the_seed(board: str, restrictions: bool) -> None:
    code = seed_code(board, 123_456_789, restrictions)
    assert code is not None and len(code) <= 12
    assert parse_layout_code(code) == (board, random_layout(Random(123_456_789), board, restrictions))
    assert seed_code(board, MOST_SEED) is None


@pytest.mark.parametrize("text", ["", "0", "ZZZZZZZZZZ", "00000000001", "M00", "!!!!!!!!!!"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_layout_code(text)


def test_the_printed_layouts_are_rated_as_they_are_called() -> None:
    short, long = (rate_layout(LAYOUTS[kind], games=0) for kind in ("short", "long"))
    assert (short.length, long.length) == ("short", "long")
    assert short.mean_steps < long.mean_steps and len(short.far) < len(long.far)


def test_a_rating_with_games_says_how_many_rounds_they_took() -> None:
    rating = rate_layout(LAYOUTS["short"], games=2)
    assert rating.games == 2 and rating.mean_rounds is not None and 10 < rating.mean_rounds < 40
