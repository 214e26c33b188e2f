"""Memory of pictures goes back to the system, and sources that were closed hold none."""

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.golden import picture, profile
from tests.vision.painted.test_virtual_table import CAMERA, EVEN, SCENE, flat_art
from vision.frame import Frame, Image
from vision.painted.virtual_table import VirtualTable
from vision.pipeline import look
from vision.profile import Profile, kept_with_profile, make_profile

PICTURES_OF_MANY_SIZES = """
import sys, threading
import numpy as np
from vision.memory import give_pictures_back

def resident_mb():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20

if sys.argv[1] == "told":
    assert give_pictures_back()
before = resident_mb()

def look(seed):
    rng, notes, pictures = np.random.default_rng(seed), [], []
    for _ in range(60):
        pictures.append(np.ones(int(rng.integers(1 << 20, 6 << 20)), np.uint8))
        notes.append(np.ones(2000, np.uint8))
        pictures = pictures[-4:]
    kept.append(notes)

kept = []
threads = [threading.Thread(target=look, args=(seed,)) for seed in range(6)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(resident_mb() - before)
"""


def held_mb(how: str) -> float:
    """What a program still holds when six threads have looked at pictures and kept only notes."""
    words = [sys.executable, "-c", PICTURES_OF_MANY_SIZES, how]
    return float(subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path.cwd()).stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="measured where the system tells")
def test_threads_that_have_looked_at_pictures_hold_no_memory_of_them() -> None:
    assert held_mb("told") < 30  # 120 where the library is not told


FOR_A_MOMENT = """
import resource
import numpy as np
from vision.memory import give_pictures_back, scratch_memory

def pages():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(50):
        np.ones(3 << 20, np.uint8)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

give_pictures_back()
outside = pages()
with scratch_memory():
    pages()
    inside = pages()
print(inside, outside)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counted where the system tells")
def test_memory_needed_again_and_again_for_a_moment_is_not_fetched_anew_each_time() -> None:
    words = [sys.executable, "-c", FOR_A_MOMENT]
    told = subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path.cwd()).stdout
    inside, outside = (int(one) for one in told.split())
    assert inside < outside / 20


HOLES = """
import numpy as np
from vision.memory import give_pictures_back, trim

def resident_mb():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20

give_pictures_back()
parts = [np.ones(1 << 19, np.uint8) for _ in range(200)]
held = resident_mb()
parts = parts[::10]
trim()
print(held - resident_mb())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="measured where the system tells")
def test_what_lies_free_between_other_things_is_given_back() -> None:
    words = [sys.executable, "-c", HOLES]
    given_mb = float(subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path.cwd()).stdout)
    assert given_mb > 80  # of the 90 MB that nobody holds any more


def test_a_virtual_table_that_was_closed_holds_nothing_it_painted() -> None:
    art = flat_art()
    VirtualTable(art=art, camera=CAMERA, look=EVEN, scene=SCENE).next()  # textures are drawn once for all tables
    tracemalloc.start()
    table = VirtualTable(art=art, camera=CAMERA, look=EVEN, scene=SCENE)
    frame = table.next()
    assert frame is not None and tracemalloc.get_traced_memory()[0] > 4 * frame.bgr.nbytes
    del frame
    table.close()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 1 << 20 and table.next() is None


def soft(bgr: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 4), np.uint8)


@pytest.mark.long
@pytest.mark.parametrize("shown", [lambda: soft(picture("photo_035")), lambda: picture("other_copy")])
def test_a_copy_nobody_reads_with_any_more_is_forgotten(shown: Callable[[], Image]) -> None:
    tried = make_profile("tried once", profile().tiles)
    look(Frame(shown()), tried)
    assert tried.made, "what was made of it was kept while it was read with"
    del tried
    gc.collect()
    assert "tried once" not in {one.name for one in gc.get_objects() if isinstance(one, Profile)}


def test_of_what_is_made_of_a_copy_the_newest_is_kept() -> None:
    asked: list[int] = []

    @kept_with_profile(2)
    def twice(copy: Profile, number: int) -> int:
        asked.append(number)
        return 2 * number

    for number in (1, 2, 1, 3, 1, 2):
        assert twice(profile(), number) == 2 * number
    assert asked == [1, 2, 3, 2]
