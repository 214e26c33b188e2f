"""Whatever call is the last, or fails: what was answered is there, the rest is there whole or not at all."""

import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.session.test_store import SAVED
from webui.attacks.kills.deeds import DEEDS, deeds
from webui.attacks.kills.faults import compiled, compiler, environment
from webui.attacks.kills.points import DeedReport, kills
from webui.attacks.kills.power import Lost, lose
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
def cut() -> dict[str, DeedReport]:
    return {found.deed: found for found in kills((), SAVED, POINTS, seed=1)}


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_deed_that_is_cut_short_is_whole_or_not_there(name: str) -> None:
    need_compiler()
    assert cut()[name].amiss == []
    assert cut()[name].cut + cut()[name].failed > 0


@pytest.mark.long
def test_every_deed_has_been_cut() -> None:
    need_compiler()
    assert cut().keys() >= DEEDS.keys()


@pytest.mark.long
def test_a_server_killed_at_any_moment_forgets_nothing_it_has_answered(tmp_path: Path) -> None:
    found = sudden_deaths(SUDDEN, random.Random(1), tmp_path)
    assert found.amiss == []
    assert found.kills == SUDDEN and found.accepted > 0


WRITER = """
import os, sys
from pathlib import Path
from webui.attacks.kills.faults import COUNT, Faults, How
from webui.attacks.kills.power import remember
folder, shadow = map(Path, sys.argv[1:])
remember(folder, shadow)
faults = Faults()
faults.watch(shadow)
faults.arm(folder, How(COUNT), 0)

def write(name, text, last):
    with open(folder / name, "w") as file:
        file.write(text)
        file.flush()
        if last:
            os.fsync(file.fileno())

write("old", "new words", last=False)
write("kept", "kept words", last=True)
handle = os.open(folder, os.O_RDONLY)
os.fsync(handle)
write("kept", "kept words and more", last=False)
write("nameless", "its folder was not made last", last=True)
"""


@pytest.mark.parametrize(
    ("lost", "left"),
    [
        ("all", {"old": "old words", "kept": "kept words"}),
        ("contents", {"old": "old words", "kept": "kept words", "nameless": "its folder was not made last"}),
    ],
)
def test_a_power_cut_leaves_what_was_made_last(lost: Lost, left: dict[str, str], tmp_path: Path) -> None:
    need_compiler()
    folder, shadow = tmp_path / "disk", tmp_path / "shadow"
    folder.mkdir()
    (folder / "old").write_text("old words")
    command = [sys.executable, "-c", WRITER, str(folder), str(shadow)]
    subprocess.run(command, env=environment(compiled(tmp_path)), check=True)
    lose(folder, shadow, lost)
    assert {one.name: one.read_text() for one in folder.iterdir()} == left
