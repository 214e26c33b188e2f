"""What is lost where the power is cut, or the disk fails, at each single call of each deed?

``python -m webui.attacks.kills.points`` runs in a process that was started with ``faults.environment``; it forks for
every cut and prints one JSON line for each deed.  ``kills`` starts it.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import cv2
import msgspec

from webui.attacks.companion import Companion, opened
from webui.attacks.folder.kept import Kept, differences, kept_by, kept_in
from webui.attacks.kills.deeds import Deed, Stage, deeds, other_backup, set_up
from webui.attacks.kills.faults import COUNT, WAYS, Faults, How, compiled, environment
from webui.attacks.kills.forked import Ended, Tell, in_child
from webui.attacks.kills.power import lose, remember
from webui.attacks.kills.whole import WholeDeed, agreeing, is_whole, looked_amiss, sought
from webui.cli.output import json_line

LOOKS = ("/api/view", "/api/games", "/api/wizard", "/api/seats")


class DeedReport(msgspec.Struct, frozen=True):
    """One deed: at how many calls it was cut or failed, and what was amiss, a line each."""

    deed: str
    calls: int
    cut: int
    failed: int
    amiss: list[str]


def kills(names: Sequence[str], games: Path | None, most: int, seed: int) -> Iterator[DeedReport]:
    """The deeds of these names (all where none is given), each cut at ``most`` calls and ways (0: at every one).

    ``games`` is a folder with games of the first schema.  Raises RuntimeError without a C compiler.
    """
    with tempfile.TemporaryDirectory() as folder:
        library = compiled(Path(folder))
        command = [sys.executable, "-m", __name__, "--most", str(most), "--seed", str(seed), *names]
        command += ["--games", str(games)] if games else []
        with subprocess.Popen(command, env=environment(library), stdout=subprocess.PIPE) as child:
            for line in child.stdout or ():
                yield msgspec.json.decode(line, type=DeedReport)


class Blow(NamedTuple):
    """What strikes a deed, and at which of its calls."""

    how: How
    nth: int


class Folders(NamedTuple):
    """Where a deed is done; where what a fault left is copied to; where unsynced writes are remembered."""

    at: Path
    aside: Path | None = None
    shadow: Path | None = None


class Cutter:
    """Cuts the deeds; in a process with the library."""

    def __init__(self, scratch: Path, rng: random.Random, most: int) -> None:
        self._scratch, self._rng, self._most = scratch, rng, most
        self._faults = Faults()
        self._stages: dict[tuple[str, Path | None], Stage] = {}

    def cut(self, name: str, deed: Deed) -> DeedReport:
        """One deed at every call, in every way; at ``most`` where that is not 0; and the power cut after it."""
        stage = self._stage(deed)
        course = self._undisturbed(deed, stage)
        if isinstance(course, str):
            return DeedReport(name, 0, 0, 0, [f"{name}: {course}"])
        points = [(way, nth) for way in WAYS for nth in range(1, course.calls + 1)]
        if self._most and len(points) > self._most:
            points = self._rng.sample(points, self._most)
        points += [(way, course.calls + 1) for way, how in WAYS.items() if how.lost]
        cuts = ((way, nth, said) for way, nth in points for said in self._at(deed, stage, course, way, nth))
        amiss = [f"{name}, {way} at call {nth}: {said}" for way, nth, said in cuts]
        killed = sum(WAYS[way].kills for way, _ in points)
        return DeedReport(name, course.calls, killed, len(points) - killed, amiss)

    def _stage(self, deed: Deed) -> Stage:
        """A prepared folder; those that are the same are made once."""
        key = (deed.kind, deed.game)
        if key not in self._stages:
            self._stages[key] = set_up(deed, self._fresh())
        return self._stages[key]

    def _undisturbed(self, deed: Deed, stage: Stage) -> WholeDeed | str:
        folder = self._copy(stage.folder)
        ended = in_child(lambda tell: _deed(tell, self._faults, deed, stage, Blow(How(COUNT), 0), Folders(folder)))
        if not ended.told or "answer" not in ended.last:
            return f"it fails by itself: {ended}"
        if ended.last["answer"][0] >= 400:
            return f"it is refused by itself: {ended.last}"
        before = _kept(self._copy(stage.folder))
        return WholeDeed(before, _kept(folder), ended.last["calls"])

    def _at(self, deed: Deed, stage: Stage, course: WholeDeed, way: str, nth: int) -> list[str]:
        how, folder, aside = WAYS[way], self._copy(stage.folder), self._fresh()
        after = None if how.kills else aside
        shadow = self._fresh()
        blow, folders = Blow(how, nth), Folders(folder, after, shadow)
        ended = in_child(lambda tell: _deed(tell, self._faults, deed, stage, blow, folders))
        try:
            if how.lost and not ended.hung and not ended.broke:
                lose(folder, shadow, how.lost)
            if how.kills:
                return list(_after_kill(deed, stage, course, ended, folder))
            return list(_after_fault(deed, course, ended, folder, aside))
        finally:
            shutil.rmtree(folder)
            shutil.rmtree(aside, ignore_errors=True)
            shutil.rmtree(shadow, ignore_errors=True)

    def _fresh(self) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self._scratch))
        folder.rmdir()
        return folder

    def _copy(self, folder: Path) -> Path:
        return Path(shutil.copytree(folder, self._fresh()))


def _deed(tell: Tell, faults: Faults, deed: Deed, stage: Stage, blow: Blow, folders: Folders) -> None:
    """In a child: the deed, struck at the Nth call; then, if it lives, what it goes by, and the deed once more."""
    how, (folder, aside, shadow) = blow.how, folders
    _fix_randomness()
    if how.lost and shadow:
        remember(folder, shadow)
        faults.watch(shadow)
    if deed.at_the_start:
        faults.arm(folder, *blow)
    one = opened(folder, stage.tokens)
    if not deed.at_the_start:
        faults.arm(folder, *blow)
    answer = deed.do(one)
    tell({"answered": answer.status})
    if how.lost:
        os.kill(os.getpid(), signal.SIGKILL)
    calls = faults.disarm()
    told: dict[str, Any] = {"answer": (answer.status, _code(answer.body)), "calls": calls, "memory": kept_by(one.house)}
    if aside is not None:
        shutil.copytree(folder, aside)
        if answer.status >= 400:
            again = deed.do(one)
            told |= {"again": (again.status, _code(again.body))}
        told |= {"looks": _looks(one), "then": kept_by(one.house)}
    one.close()
    tell(told)


def _fix_randomness() -> None:
    """Codes, tokens and deals fall the same way each time, so that what is kept can be compared."""
    setattr(random, "_urandom", random.Random(5).randbytes)  # noqa: B010 - what SystemRandom and secrets read


def _after_kill(deed: Deed, stage: Stage, course: WholeDeed, ended: Ended, folder: Path) -> Iterator[str]:
    if ended.hung or ended.broke:
        yield f"hung {ended.hung}, broke {ended.broke}"
        return
    answered = bool(ended.told) and ended.told[0]["answered"] < 400
    started = in_child(lambda tell: _start(tell, deed, stage, folder))
    if not started.told:
        yield f"the next start failed: {started.broke or started}"
        return
    kept = started.told[0]
    if answered and kept != course.after:
        yield f"it was answered and is not kept: {differences(kept, course.after)}"
    elif deed.completed and started.told[2]["again"] == course.after:
        pass
    elif not is_whole(kept, course, deed.apart):
        sides = (differences(kept, course.before), differences(kept, course.after))
        yield f"it is there by half; against before: {sides[0]}; against after: {sides[1]}"
    yield from looked_amiss(started.told[1]["looks"])


def _start(tell: Tell, deed: Deed, stage: Stage, folder: Path) -> None:
    """In a child: the next start after a kill."""
    tell(kept_in(folder))
    one = opened(folder, stage.tokens)
    tell({"looks": _looks(one)})
    if deed.completed:
        shutil.copytree(folder, folder.with_suffix(".again"))
        tell({"again": _done_again(deed, stage, folder.with_suffix(".again"))})
    one.close()


def _done_again(deed: Deed, stage: Stage, folder: Path) -> Kept:
    one = opened(folder, stage.tokens)
    deed.do(one)
    one.close()
    kept = kept_in(folder)
    shutil.rmtree(folder)
    return kept


def _after_fault(deed: Deed, course: WholeDeed, ended: Ended, folder: Path, aside: Path) -> Iterator[str]:
    if ended.hung or ended.broke or ended.signal or len(ended.told) < 2:
        yield f"hung {ended.hung}, signal {ended.signal}, broke {ended.broke[-600:]}"
        return
    told = ended.last
    yield from looked_amiss(told["looks"])
    found = _kept(folder)
    if deed.at_the_start:
        if found != course.after | {"hosts": found["hosts"]}:
            yield f"the next start finds something else: {differences(found, course.after)}"
        return
    status, code = told["answer"]
    if status >= 400 and (status, code) != (503, "not_kept"):
        yield f"the answer was {status} {code}"
    if status >= 400 and told["again"][0] >= 400:
        yield f"once the fault is gone: {told['again']}"
    in_part = status >= 400 and deed.completed
    wanted = told["memory"] if in_part else course.before if status >= 400 else course.after
    if wrong := differences(sought(told["memory"]), sought(wanted)):
        yield f"answered {status} {code}, but memory is otherwise: {wrong}"
    if wrong := differences(*agreeing(_kept(aside), told["memory"], course.after)):
        yield f"answered {status} {code}, memory and disk differ: {wrong}"
    if wrong := differences(*agreeing(found, told["then"], course.after)):
        yield f"the next start finds something else: {wrong}"


def _looks(one: Companion) -> dict[str, int]:
    """Status of what the pages ask first; the host's questions by a host."""
    one.tokens["host"], _ = one.house.access.redeem(one.house.access.host_code().secret, one.tokens.get("host"), True)
    return {path: one.get("host", path).status for path in LOOKS}


def _kept(folder: Path) -> Kept:
    """In a child, so that nothing of it stays."""
    ended = in_child(lambda tell: tell(kept_in(folder)))
    return ended.last or {"broke": ended.broke}


def _code(body: bytes) -> str:
    try:
        told = json.loads(body)
    except ValueError:
        return ""
    return str(told.get("code", "")) if isinstance(told, dict) else ""


@click.command()
@click.argument("names", nargs=-1)
@click.option("--games", type=click.Path(path_type=Path))
@click.option("--most", default=0)
@click.option("--seed", default=1)
def cut_all(names: tuple[str, ...], games: Path | None, most: int, seed: int) -> None:
    """Cut deeds; one JSON line for each."""
    cv2.setNumThreads(1)
    other_backup()
    known = deeds(games)
    with tempfile.TemporaryDirectory(prefix="bazaar-kills-") as scratch:
        cutter = Cutter(Path(scratch), random.Random(seed), most)
        for name in names or known:
            json_line(cutter.cut(name, known[name]))


if __name__ == "__main__":
    cut_all()
