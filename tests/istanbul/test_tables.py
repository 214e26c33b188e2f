"""The tables look like what is printed, and every name finds its way back."""

import ast
from pathlib import Path

import pytest

from companion.istanbul import codes, events
from companion.istanbul.actions import Action
from companion.istanbul.evolve import EVOLVE
from companion.istanbul.names import Card, Color, Good, Place
from companion.istanbul.notation.fields import PLAYER_FIELDS, TABLE_FIELDS
from companion.istanbul.notation.lines import WORDS
from companion.istanbul.state import GameState, Player, Step
from companion.istanbul.steps import STEPS
from companion.istanbul.steps.action import ACTIONS
from companion.istanbul.steps.chance import CHANCES
from companion.istanbul.tables import (
    CARD_COPIES,
    DEALER_PRICE,
    DECK_SIZE,
    FIRST_LIRA,
    LAYOUTS,
    MAIL,
    PALACE_COST,
    RUBIES,
)
from tests.istanbul.builders import do, turn

PACKAGE = Path(codes.__file__).parent


def test_every_layout_holds_every_place_once() -> None:
    assert all(sorted(layout) == list(range(1, 17)) for layout in LAYOUTS.values())


def test_rubies_put_into_play() -> None:
    assert [sum(rubies) for rubies in RUBIES.values()] == [21, 25, 31, 32]


def test_the_palace_asks_four_to_ten_goods() -> None:
    assert [sum(named) + free for named, free in PALACE_COST.values()] == [10, 9, 8, 7, 6, 5, 4]
    assert PALACE_COST[1] == ((2, 2, 2, 2), 2)


def test_the_dealer_asks_twelve_to_twenty_three() -> None:
    assert sorted(DEALER_PRICE.values()) == list(range(12, 24))


def test_five_mails_add_up() -> None:
    goods = [sum(column) for column in zip(*(goods for goods, _ in MAIL), strict=True)]
    assert (goods, sum(lira for _, lira in MAIL)) == ([4, 1, 3, 2], 14)


@pytest.mark.parametrize(("market", "lira"), [(11, [2, 5, 9, 14, 20]), (10, [3, 7, 12, 18, 25])])
def test_what_markets_pay(market: int, lira: list[int]) -> None:
    table = "large=L1,L2,L3,L4,L5 small=S1,S2,S3,S4,S5"
    state = turn(f"merchant={market} goods=RRGYYBB", table=table, step="action")
    sales = ["R", "RG", "RGB", "RGBB", "RRGBB"] if market == 10 else ["R", "RG", "RGY", "RGYY", "RGYYB"]
    assert [do(state, f"sell {goods}").players[0].lira for goods in sales] == lira


def test_the_deck() -> None:
    assert (DECK_SIZE, len(CARD_COPIES), Card.UNKNOWN in CARD_COPIES, FIRST_LIRA) == (26, 10, False, 2)


@pytest.mark.parametrize("kind", [Color, Good, Card, Place, Step])
def test_names_round_trip(kind: type) -> None:
    assert all(kind(member.value) is member for member in kind)  # type: ignore[attr-defined]


def test_every_step_place_action_event_and_value_has_its_row() -> None:
    assert set(STEPS) | set(CHANCES) | {Step.ACTION} == set(Step)
    assert set(ACTIONS) == set(Place)
    assert set(WORDS) == set(Action.__args__)
    assert set(EVOLVE) == set(events.Event.__args__)
    assert {field.attribute for field in TABLE_FIELDS.values()} == set(GameState.__struct_fields__) - {"players"}
    assert {field.attribute for field in PLAYER_FIELDS.values()} == set(Player.__struct_fields__) - {"color"}


def raised(name: str) -> set[str]:
    """The first arguments of every call of this name in the package."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                found |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    return found


def test_every_code_is_in_the_table_and_used() -> None:
    assert raised("RuleViolation") == set(codes.RULE_CODES)
    assert raised("Problem") == set(codes.PROBLEM_CODES)
