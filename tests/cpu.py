"""What the tests cost: CPU seconds of each file, fixture and case, with every process they start.

``python -m pytest -p tests.cpu`` prints the tables; ``--cpu-table FILE`` adds all figures to a file as JSON lines.
CPU seconds hardly depend on what else the machine does; seconds by the clock, which stand beside them, do.
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
SHOWN = 40


class Cost(NamedTuple):
    """Seconds of CPU, and by the clock."""

    cpu_s: float = 0.0
    clock_s: float = 0.0

    def __add__(self, other: object) -> "Cost":
        assert isinstance(other, Cost)
        return Cost(self.cpu_s + other.cpu_s, self.clock_s + other.clock_s)

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(self.cpu_s - other.cpu_s, self.clock_s - other.clock_s)


class Process(NamedTuple):
    """Seconds a process spent itself, and those of its children that ended and that it waited for."""

    own_s: float
    ended_s: float


class Spent:
    """What this process and all below it have spent.

    A process that nobody waited for takes its seconds with it (Chromium's renderers do), so they are kept here.
    """

    def __init__(self) -> None:
        self._before: dict[int, Process] = {}
        self._lost_s = 0.0

    def now(self) -> Cost:
        """So far."""
        times = os.times()
        self_s = time.process_time()
        alive = {os.getpid(): Process(self_s, times.children_user + times.children_system)}
        alive |= below(os.getpid()) if _has_children() else {}
        gone_s = sum(sum(self._before[pid]) for pid in self._before.keys() - alive.keys())
        told_s = sum(alive[pid].ended_s - self._before[pid].ended_s for pid in self._before.keys() & alive.keys())
        self._lost_s += max(0.0, gone_s - told_s)
        self._before = alive
        return Cost(sum(sum(one) for one in alive.values()) + self._lost_s, time.monotonic())


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def below(pid: int) -> dict[int, Process]:
    """All processes below this one."""
    of, known = defaultdict[int, list[int]](list), dict[int, Process]()
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                words = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended meanwhile
            of[int(words[1])].append(int(entry.name))
            user, system, ended_user, ended_system = (int(word) / TICKS for word in words[11:15])
            known[int(entry.name)] = Process(user + system, ended_user + ended_system)
    found, left = dict[int, Process](), list(of[pid])
    while left:
        one = left.pop()
        found[one] = known[one]
        left += of[one]
    return found


class Meter:
    """Notes what each phase of a test and each fixture costs, beside the test's report."""

    def __init__(self) -> None:
        self._spent = Spent()
        self._since = self._spent.now()
        self.collected = Cost()

    def lap(self) -> Cost:
        """What was spent since the last lap."""
        cost = self._spent.now() - self._since
        self._since = self._spent.now()
        return cost

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self.collected = self.lap()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        self.lap()
        return (yield from self._measured(item, "setup"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        return (yield from self._measured(item, "call"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        return (yield from self._measured(item, "teardown"))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[object]:
        start = self._spent.now()
        try:
            return (yield)
        finally:
            _item(request).user_properties.append(("fixture_cost", [fixturedef.argname, *(self._spent.now() - start)]))

    def _measured(self, item: pytest.Item, phase: str) -> Iterator[None]:
        try:
            return (yield)
        finally:
            item.user_properties.append(("cost", [phase, *self.lap()]))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["collected"] = list(self.collected)


def _item(request: Any) -> pytest.Item:
    item: pytest.Item = request._pyfuncitem
    return item


class Table:
    """Adds up what the reports say."""

    def __init__(self, keep: Path | None, meter: Meter) -> None:
        self._keep, self._meter = keep, meter
        self.lines: list[dict[str, Any]] = []
        self.collected: list[Cost] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            costs = {said[0]: said[1:] for name, said in report.user_properties if name == "cost"}  # type: ignore[index]
            fixtures = [said for name, said in report.user_properties if name == "fixture_cost"]
            self.lines.append({"test": report.nodeid, **costs, "fixtures": fixtures})
            if self._keep is not None:
                with self._keep.open("a") as file:
                    file.write(json.dumps(self.lines[-1]) + "\n")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.collected.append(Cost(*getattr(node, "workeroutput", {}).get("collected", ())))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        files, fixtures, cases = defaultdict[str, Cost](Cost), defaultdict[str, Cost](Cost), dict[str, Cost]()
        for line in self.lines:
            whole = sum((Cost(*line[phase]) for phase in ("setup", "call", "teardown") if phase in line), Cost())
            files[line["test"].split("::")[0]] += whole
            cases[line["test"]] = whole
            for name, *cost in line["fixtures"]:
                fixtures[name] += Cost(*cost)
        terminalreporter.write_sep("=", "CPU seconds, seconds by the clock")
        for title, table in (("file", files), ("fixture", fixtures), ("case", cases)):
            terminalreporter.write_line(f"each {title}, of {len(table)}:")
            for name, cost in sorted(table.items(), key=lambda one: -one[1].cpu_s)[:SHOWN]:
                terminalreporter.write_line(f"{cost.cpu_s:8.2f} {cost.clock_s:8.2f}  {name}")
        for cost in self.collected or [self._meter.collected]:
            terminalreporter.write_line(f"{cost.cpu_s:8.2f} {cost.clock_s:8.2f}  collecting")
        cost = sum(files.values(), Cost())
        terminalreporter.write_line(f"{cost.cpu_s:8.2f} {cost.clock_s:8.2f}  all tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu-table", type=Path, help="a file to add what every case and fixture cost, as JSON lines")


def pytest_configure(config: pytest.Config) -> None:
    meter = Meter()
    if not config.getoption("numprocesses", None):
        config.pluginmanager.register(meter)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Table(config.getoption("cpu_table"), meter))
