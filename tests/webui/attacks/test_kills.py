"""Whatever call is the last, or fails: what was answered is there, the rest is there whole or not at all."""

import os
import random
from functools import cache
from pathlib import Path

import pytest

from tests.session.test_store import SAVED
from webui.attacks.kills.deeds import DEEDS, deeds
from webui.attacks.kills.faults import compiler
from webui.attacks.kills.points import Found, kills
from webui.attacks.kills.sudden import sudden_deaths

POINTS = 1
"""One cut or failure of each deed; the bench takes every one."""
SUDDEN = 10
NAMES = [*deeds(SAVED)]


def need_compiler() -> None:
    """Without one the test is skipped, but never in CI."""
    if compiler() is None and os.environ.get("CI") == "true":
        pytest.fail("no C compiler on this machine, and CI must not skip the kills")
    if compiler() is None:
        pytest.skip("no C compiler on this machine")


@cache
def cut() -> dict[str, Found]:
    return {found.deed: found for found in kills((), SAVED, POINTS, seed=1)}


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", NAMES)
def test_a_deed_that_is_cut_short_is_whole_or_not_there(name: str) -> None:
    need_compiler()
    assert cut()[name].amiss == []
    assert cut()[name].cut + cut()[name].failed > 0


@pytest.mark.long
def test_every_deed_has_been_cut() -> None:
    need_compiler()
    assert cut().keys() >= DEEDS.keys()


def test_a_server_killed_at_any_moment_forgets_nothing_it_has_answered(tmp_path: Path) -> None:
    found = sudden_deaths(SUDDEN, random.Random(1), tmp_path)
    assert found.amiss == []
    assert found.kills == SUDDEN and found.accepted > 0
