"""The list of the set-up: what lies right is ticked, what lies wrong is named, what cannot be read stands in no way."""

from typing import Any

import msgspec

from companion.istanbul.names import Color
from companion.istanbul.state import GameState
from companion.sync.episodes import Episodes, fold
from companion.sync.observation import BoardObservation, Unknown
from companion.sync.prints import Prints, fold_prints
from companion.sync.table import GOVERNOR, SMUGGLER
from tests.sync.builders import a_game, a_look, assistant, family, merchant
from webui.camera.camera_words import IS_FAR
from webui.setup.setup_check import Item, check_setup, exchanged, is_bearable, is_right, seeing_items
from webui.setup.setup_words import note_words


def listed(state: GameState, look: BoardObservation | None = None, looks: int = 3) -> dict[str, Item]:
    """The lines by group or print, after some equal looks."""
    eye, prints = Episodes(), Prints()
    seen = look or a_look(state)
    for _ in range(looks):
        eye = fold(eye, seen)
        prints = fold_prints(prints, seen)
    return {item.print or item.group: item for item in check_setup(state, eye, prints, seeing_items(seen))}


def swapped(state: GameState, one: int, other: int) -> BoardObservation:
    look = a_look(state)
    cells = list(look.cells)
    cells[one], cells[other] = cells[other], cells[one]
    return msgspec.structs.replace(look, cells=tuple(cells))


def marks(items: dict[str, Item], *names: str) -> list[str]:
    return [items[name].mark for name in names]


def test_nothing_is_said_before_the_table_was_seen_steadily() -> None:
    assert listed(a_game(), looks=1) == {}


def test_a_table_laid_as_the_game_begins_is_right() -> None:
    items = listed(a_game())
    assert {item.mark for item in items.values() if item.group != "prints"} == {"right"}
    assert is_right(list(items.values()))


def test_two_tiles_that_changed_their_cells_are_named_as_a_pair() -> None:
    state = a_game()
    items = listed(state, swapped(state, 0, 5))
    assert items["tiles"].mark == "wrong"
    pairs, rest = exchanged(items["tiles"].swaps)
    assert pairs == [tuple(sorted((int(state.layout[0]), int(state.layout[5]))))]
    assert rest == []


def test_three_tiles_in_a_ring_are_named_one_by_one() -> None:
    state = a_game()
    look = a_look(state)
    cells = (look.cells[1], look.cells[2], look.cells[0], *look.cells[3:])
    items = listed(state, msgspec.structs.replace(look, cells=cells))
    pairs, rest = exchanged(items["tiles"].swaps)
    assert pairs == []
    assert [swap.cell for swap in rest] == [0, 1, 2]


def test_of_many_tiles_that_lie_wrong_three_are_named() -> None:
    """The list of the wood stays in sight; the plan marks all of them."""
    state = a_game()
    look = a_look(state)
    items = listed(state, msgspec.structs.replace(look, cells=look.cells[1:] + look.cells[:1]))
    *named, more = note_words(items["tiles"], str)
    assert len(named) == 3
    assert more == "More tiles lie wrong: the plan marks them."


def test_the_board_may_lie_either_way_round() -> None:
    state = a_game()
    turned = msgspec.structs.replace(a_look(state), cells=tuple(reversed(a_look(state).cells)))
    assert listed(state, turned)["tiles"].mark == "right"


def test_wood_that_stands_elsewhere_is_named_with_its_place() -> None:
    state = a_game()
    there = ((merchant("blue"), 5), (family("red"), 9), (SMUGGLER, 8), (assistant("green"), 7))
    gone = ((merchant("blue"), 7), (family("red"), 12), (SMUGGLER, 3))
    items = listed(state, a_look(state, gone=gone, there=there))
    assert marks(items, "merchants", "families", "governor", "smuggler", "assistants") == [
        "wrong", "wrong", "right", "wrong", "wrong",
    ]  # fmt: skip
    assert items["merchants"].extra == ((merchant("blue"), 5),)
    assert items["smuggler"].missing == ((SMUGGLER, 3),)


def test_wood_that_is_hardly_seen_is_neither_right_nor_wrong() -> None:
    state = a_game()
    items = listed(state, a_look(state, gone=((GOVERNOR, 2),), weak=((GOVERNOR, 2),)))
    assert items["governor"].mark == "right"
    covered = listed(state, a_look(state, covered=(2,)))
    assert covered["governor"].mark == "unsure"
    assert is_bearable(list(covered.values()))
    assert not is_right(list(covered.values()))


def test_neutral_merchants_are_on_the_list_of_two_players_only() -> None:
    two = a_game((Color.RED, Color.BLUE))
    assert "neutrals" not in listed(a_game((Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW, Color.WHITE)))
    assert listed(two)["neutrals"].mark == "right"
    color, place = two.neutral_merchants[0]
    items = listed(two, a_look(two, gone=((merchant(str(color)), int(place)),)))
    assert items["neutrals"].mark == "wrong"
    assert items["merchants"].mark == "right"


def printed(state: GameState, **shown: Any) -> BoardObservation:
    return msgspec.structs.replace(a_look(state), **shown)


def test_rubies_and_mail_are_checked_as_far_as_they_are_read() -> None:
    state = a_game()
    items = listed(state, printed(state, rubies={13: 6, 16: 9}, mail_down=0))
    assert marks(items, "ruby 13", "ruby 16", "mail", "ruby 1") == ["right", "wrong", "right", "unsure"]
    assert (items["ruby 16"].wanted, items["ruby 16"].shown) == (10, 9)


def test_what_lies_wrong_on_a_tile_is_told_but_stops_nobody() -> None:
    state = a_game()
    items = list(listed(state, printed(state, mail_down=2)).values())
    assert not is_right(items)
    assert is_bearable(items)


def test_a_lamp_mirrored_in_a_tile_is_told_but_stops_nobody() -> None:
    state = a_game()
    assert "glare" not in listed(state)
    items = listed(state, msgspec.structs.replace(a_look(state), glare=frozenset({9, 4})))
    assert items["glare"].places == (4, 9)
    assert is_right(list(items.values())) and is_bearable(list(items.values()))


def test_where_wood_probably_stands_unseen_light_is_asked_for_but_nobody_is_stopped() -> None:
    state = a_game()
    hardly, likely = ({7: 0.1, 3: share} for share in (0.1, 0.6))
    assert "dim" not in listed(state, msgspec.structs.replace(a_look(state), unseen=hardly))
    items = listed(state, msgspec.structs.replace(a_look(state), unseen=likely))
    assert items["dim"].places == (3, 7)
    assert is_right(list(items.values())) and is_bearable(list(items.values()))


def test_what_has_no_name_is_told_once_it_is_likely_and_stops_nobody() -> None:
    state = a_game()
    hardly, likely = ((Unknown(7, (0.0, 0.0), share),) for share in (0.3, 0.8))
    assert "nameless" not in listed(state, msgspec.structs.replace(a_look(state), unknown=hardly))
    items = listed(state, msgspec.structs.replace(a_look(state), unknown=likely))
    assert items["nameless"].places == (7,)
    assert is_right(list(items.values())) and is_bearable(list(items.values()))


def test_a_camera_that_is_too_far_away_is_told_and_stands_in_nobodys_way() -> None:
    state = a_game()
    items = listed(state, msgspec.structs.replace(a_look(state), far=True))
    assert list(note_words(items["far"], lambda text: text)) == [IS_FAR]
    assert is_right(list(items.values())) and "far" not in listed(state)
