"""Types that are decoded for the first time by many threads at once: each finds them whole."""

import subprocess
import sys

import pytest

SCRIPT = """
import sys, threading
import msgspec
from companion.decoding import converted, decoded
from companion.istanbul.game import ISTANBUL
sys.setswitchinterval(1e-6)
class Inner(msgspec.Struct):
    game: ISTANBUL.setup_type | None = None
class Note(msgspec.Struct):
    inner: Inner
together, found = threading.Barrier(16), []
def read():
    together.wait()
    found.append(decoded('{"inner":{}}', Note) == converted({"inner": {"game": None}}, Note))
threads = [threading.Thread(target=read) for _ in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit(found != [True] * 16)
"""


@pytest.mark.parametrize("again", range(3))
def test_many_threads_may_be_the_first_to_read_a_type(again: int) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
