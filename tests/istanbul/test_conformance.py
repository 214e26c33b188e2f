"""The published cases of the rules: read as a stranger would, answered by our rules, and none is missing."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.conformance.cases import differences, labels
from companion.conformance.choose import chosen
from companion.conformance.coverage import LARGER_BOARDS_ONLY, NOT_WRITTEN, wanted
from companion.conformance.suite import read, write
from companion.istanbul.codes import PROBLEM_CODES, RULE_CODES

ROOT = Path(__file__).parent.parent.parent
SUITE = ROOT / "conformance"
MOST_BYTES, FEWEST_CASES = 2_000_000, 5_000


@cache
def suite() -> list[dict[str, Any]]:
    return read(SUITE)


def differing(cases: list[dict[str, Any]]) -> list[str]:
    return [case["id"] for case in cases if differences(case)]


def test_our_rules_answer_all_published_cases_alike() -> None:
    assert differing(suite()) == []


def test_the_suite_is_large_enough_and_small_enough() -> None:
    assert len(suite()) >= FEWEST_CASES
    assert len({case["id"] for case in suite()}) == len(suite())
    assert sum(path.stat().st_size for path in SUITE.iterdir()) <= MOST_BYTES


def test_every_rule_and_refusal_of_the_tables_has_a_case() -> None:
    assert wanted() - {label for case in suite() for label in labels(case)} == set()


def test_what_needs_no_case_is_still_in_the_tables() -> None:
    assert set(RULE_CODES) >= LARGER_BOARDS_ONLY
    assert set(PROBLEM_CODES) >= NOT_WRITTEN


def test_every_case_names_its_sections() -> None:
    assert [case["id"] for case in suite() if not case["rules"]] == []


def test_the_plain_sample_holds_cases_of_the_suite() -> None:
    sample = [json.loads(line) for line in (SUITE / "sample.jsonl").read_text().splitlines()]
    assert sample
    assert all(case in suite() for case in sample)


def test_one_seed_makes_the_same_bytes_twice(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(chosen(1, 150, 300), tmp_path / name)
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize("key", ["legal", "next", "events"])
def test_a_case_with_another_answer_is_found(key: str) -> None:
    taken = next(case for case in suite() if key in case and case.get("legal"))
    assert differences({**taken, key: []}) == [key]
