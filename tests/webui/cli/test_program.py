"""The command as a program: how it ends."""

import subprocess
import sys

BUSY_IN_OPENCV = """
import sys, threading
import cv2, numpy as np
from webui.cli import bazaar

started = threading.Event()

def read_pictures() -> None:
    picture = np.zeros((1500, 1500, 3), np.uint8)
    while True:
        started.set()
        cv2.medianBlur(picture, 5)

threading.Thread(target=read_pictures, daemon=True).start()
started.wait()
sys.argv = ["bazaar", *sys.argv[1:]]
bazaar()
"""


def ended(*words: str) -> subprocess.CompletedProcess[str]:
    """The command, while a camera's picture is still being read in another thread."""
    command = [sys.executable, "-c", BUSY_IN_OPENCV, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_picture_still_being_read_does_not_abort_the_program_that_ends() -> None:
    done = ended("--version")
    assert done.returncode == 0
    assert "version" in done.stdout


def test_a_refusal_still_tells_the_shell_so() -> None:
    done = ended("no-such-command")
    assert done.returncode == 2
    assert "no-such-command" in done.stderr
