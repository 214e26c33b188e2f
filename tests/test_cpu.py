"""What tests cost is told whole: of this process, of those it starts, and of those nobody waits for."""

import subprocess
import sys

from tests.cpu import Spent

BUSY = "import time\nwhile time.process_time() < 0.3: pass\n"
ABOUT_S = 0.25
"""The system counts in hundredths of a second, and rounds."""


def test_a_process_that_was_waited_for_counts() -> None:
    spent = Spent()
    start = spent.now()
    subprocess.run([sys.executable, "-c", BUSY], check=True)
    assert (spent.now() - start).cpu_s >= ABOUT_S


def test_a_process_that_runs_counts_once_also_when_it_has_ended() -> None:
    spent = Spent()
    start = spent.now()
    with subprocess.Popen(
        [sys.executable, "-c", BUSY + "print(flush=True)\ninput()"], stdin=-1, stdout=-1, text=True
    ) as one:
        assert one.stdout is not None
        one.stdout.readline()
        running = (spent.now() - start).cpu_s
        one.communicate("\n")
    assert ABOUT_S <= running <= (spent.now() - start).cpu_s < 2 * running


def test_what_a_process_nobody_waits_for_has_spent_is_not_lost() -> None:
    waits_not = f"import signal, subprocess, sys\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\ncode = {BUSY!r}\n"
    starts = "one = subprocess.Popen([sys.executable, '-c', code + 'print(flush=True); input()'], stdin=-1)\n"
    kills = "input()\none.kill()\none.wait()\nprint(flush=True)\ninput()"
    spent = Spent()
    start = spent.now()
    with subprocess.Popen([sys.executable, "-c", waits_not + starts + kills], stdin=-1, stdout=-1, text=True) as one:
        assert one.stdout is not None and one.stdin is not None
        one.stdout.readline()
        running = (spent.now() - start).cpu_s
        one.stdin.write("\n")
        one.stdin.flush()
        one.stdout.readline()
        left = (spent.now() - start).cpu_s
        one.communicate("\n")
    assert ABOUT_S <= running <= left
