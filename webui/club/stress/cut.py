"""What does a club lose whose lines are cut, and whose clocks disagree?  Two servers, each in a namespace."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from webui.cli.bench.report import Row, load, never
from webui.cli.output import say
from webui.club.engines import NotHere
from webui.club.play import Evening
from webui.club.stress.clocks import off_by
from webui.club.stress.wires import PEOPLE, POSTGRES, REDIS, NotPossible, Wires
from webui.club.trial import ServerPlace, Trial

MEMBERS = ("one", "two")
APART_S = 7200.0
CUT_S = 6.0
_BAR_S = 5.0


@contextmanager
def cut_off(clocks: Sequence[float] = ()) -> Iterator[tuple[Trial, Wires]]:
    """A club whose two servers have networks of their own, and wall clocks ahead by ``clocks`` seconds.

    Raises NotHere, NotPossible.
    """
    ahead = [off_by(seconds) if seconds else {} for seconds in clocks or (0.0, 0.0)]
    folder = tempfile.TemporaryDirectory(prefix="bazaar-club-", ignore_cleanup_errors=True)
    wires = Wires(MEMBERS)
    with folder:
        places = [
            ServerPlace(wires.address(PEOPLE, member), tuple(wires.command(member)), own)
            for member, own in zip(MEMBERS, ahead, strict=True)
        ]
        try:
            trial = Trial(Path(folder.name), 2, places, (wires.address(POSTGRES), wires.address(REDIS)))
            yield trial, wires
        finally:
            for member in MEMBERS:
                for net in (POSTGRES, REDIS, PEOPLE):
                    wires.plug(net, member)
            trial.end()
            wires.close()


def cut(tables: int, rounds: int, rng: Random) -> list[Row]:
    """The figures of a club whose lines are cut in turn, on clocks two hours apart where that can be had."""
    try:
        off_by(APART_S)
        clocks, apart = (0.0, APART_S), "clocks two hours apart"
    except NotHere as error:
        clocks, apart = (0.0, 0.0), f"clocks alike ({error})"
    try:
        with cut_off(clocks) as (trial, wires):
            return _rows(trial, wires, (tables, rounds, apart), rng)
    except (NotPossible, NotHere) as error:
        say(f"The cut lines are left out: {error}")
        return [Row("lines cut in network namespaces", "nothing lost", f"not measured: {error}", "0")]


def _rows(trial: Trial, wires: Wires, asked: tuple[int, int, str], rng: Random) -> list[Row]:
    tables, rounds, apart = asked
    evening = Evening(trial, tables, rng)
    lines = [(net, member) for net in (POSTGRES, REDIS) for member in MEMBERS] * rounds
    found: dict[str, list[tuple[float, float]]] = {}
    for net, member in lines:
        found.setdefault(net, []).append(_cut(evening, wires, net, member))
        say(f"the line of server {member} to {net} was cut: tables play after {found[net][-1][0]:.1f} s")
    taps, lost, doubled = evening.end()
    rows = [
        Row(f"lines cut, {apart}: accepted taps lost", "0", f"{lost}; {never(taps)}", f"{taps} taps", lost == 0),
        Row("lines cut: versions given twice", "0", str(doubled), f"{taps} taps", doubled == 0),
    ]
    for net, name in ((POSTGRES, "PostgreSQL"), (REDIS, "Redis")):
        cut_s, healed_s = (max(one[at] for one in found[net]) for at in (0, 1))
        told = f"after the cut {cut_s:.2f} s, after it was healed {healed_s:.2f} s, load {load():.0f}"
        many = f"{tables} tables, {len(found[net])} cuts of {CUT_S:.0f} s"
        rows.append(Row(f"a server's line to {name} cut: the last table taps", "by itself", told, many, True))
    return rows


def _cut(evening: Evening, wires: Wires, net: str, member: str) -> tuple[float, float]:
    """Cut a line for some seconds; how long until every table tapped, from the cut and from its healing."""
    wires.pull(net, member)
    began_s = time.monotonic()
    cut_s = max(evening.until_everybody_plays())
    time.sleep(max(0.0, began_s + CUT_S - time.monotonic()))
    wires.plug(net, member)
    return cut_s, max(evening.until_everybody_plays())
