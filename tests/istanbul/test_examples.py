"""What is shown in docstrings and documents runs and is true."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import companion.istanbul
from companion.istanbul.actions import Action
from companion.istanbul.advice.policy import REASONS
from companion.istanbul.game import ISTANBUL
from companion.istanbul.notation.fields import PLAYER_FIELDS, TABLE_FIELDS
from companion.istanbul.notation.lines import FORMS, format_action, parse_action
from companion.session.record import read_record

PACKAGE = Path(companion.istanbul.__file__).parent
DOCS = PACKAGE.parent.parent / "docs"
MODULES = sorted(
    ".".join(path.relative_to(PACKAGE.parent.parent).with_suffix("").parts) for path in PACKAGE.rglob("*.py")
)
PAGES = ("notation", "rules", "rulings", "records")
NOTATION, RULES, RULINGS, RECORDS = ((DOCS / f"{name}.md").read_text() for name in PAGES)
ROWS = re.findall(r"^\| `([^`]+)` \| ([A-Z]\w+) \|", NOTATION, re.MULTILINE)


@pytest.mark.parametrize("module", [name.removesuffix(".__init__") for name in MODULES])
def test_docstrings_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize(("text", "kind"), ROWS)
def test_the_notation_is_as_documented(text: str, kind: str) -> None:
    action = parse_action(text)
    assert type(action).__name__ == kind and format_action(action) == text


def test_every_action_and_value_is_documented() -> None:
    assert {kind for _, kind in ROWS} == {kind.__name__ for kind in Action.__args__}
    assert {text.split()[0] for text, _ in ROWS} == set(FORMS)
    assert all(f"`{name}`" in NOTATION for name in (*TABLE_FIELDS, *PLAYER_FIELDS))


def test_the_rules_name_files_that_exist() -> None:
    files = set(re.findall(r"`((?:steps/)?[a-z_]+\.py)`", RULES + RULINGS))
    assert len(files) > 15
    assert [file for file in files if not (PACKAGE / file).exists()] == []


def test_all_rulings_and_reasons_are_documented() -> None:
    rulings, _ = RULINGS.split("### Without printed support")
    assert re.findall(r"^\| Q(\d+) \|", rulings, re.MULTILINE) == [str(number) for number in range(1, 58)]
    assert all(f"`{reason}`" in RULES for reason in REASONS)


def test_the_record_in_the_documents_replays() -> None:
    block = RECORDS.split("```")[1].strip().splitlines()
    assert read_record({"istanbul": ISTANBUL}, block).state.players[0].lira == 9
