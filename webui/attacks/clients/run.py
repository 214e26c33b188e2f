"""What does each attack do to a running server?  One row for each: ``python -m webui.attacks.clients.run --help``."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from webui.attacks.clients.attacker import Attacker, AttackOrder, attacker
from webui.attacks.clients.bystander import Bystander, Felt
from webui.attacks.clients.kinds import ATTACKS, fitting
from webui.attacks.clients.places import patience
from webui.attacks.clients.rows import AttackRow, headings, in_columns
from webui.attacks.clients.target import Target, strangers
from webui.attacks.memory import MemoryUse, forget_peak, memory
from webui.cli.output import json_line


@dataclass(frozen=True, slots=True)
class ClientTimes:
    """How long, in seconds: felt alone, felt under attack, waited for late answers, for recovery, for a deadline."""

    alone_s: float = 1.5
    under_s: float = 4.0
    grace_s: float = 3.0
    recovery_s: float = 10.0
    patience_s: float = 20.0


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """Whom to attack, as which bystander, and the process whose memory is looked at (0: none).

    ``lines`` stands for each attack's own number where it is given.
    """

    target: Target
    cookies: tuple[str, ...] = ()
    pid: int = 0
    lines: int = 0
    pace: ClientTimes = ClientTimes()


@dataclass(frozen=True, slots=True)
class _Course:
    """What one attack was found to do, step by step."""

    alone: Felt
    under: Felt
    before: MemoryUse | None
    after: MemoryUse | None
    recovered_s: float | None


async def run(
    plan: AttackPlan, names: Sequence[str], tell: Callable[[AttackRow], None] = lambda row: None
) -> list[AttackRow]:
    """The attacks of these names one after the other; ``tell`` hears of each row at once."""
    bystander = Bystander(plan.target, plan.cookies)
    waited = await _patience(plan, names)
    rows = []
    try:
        for name in names:
            rows.append(await _attack(plan, bystander, name, waited.get(name)))
            tell(rows[-1])
    finally:
        bystander.close()
    return rows


async def _patience(plan: AttackPlan, names: Sequence[str]) -> dict[str, float | None]:
    """Seconds until the server ends one line of each attack that a deadline must end; all wait at the same time."""
    waiting = [name for name in names if ATTACKS[name].patient and plan.pace.patience_s]
    found = await asyncio.gather(*(patience(ATTACKS[name], plan.target, plan.pace.patience_s) for name in waiting))
    return dict(zip(waiting, found, strict=True))


async def _attack(plan: AttackPlan, bystander: Bystander, name: str, cut_after_s: float | None) -> AttackRow:
    n = plan.lines or ATTACKS[name].n
    async with attacker() as hostile:
        course = await _course(plan, bystander, hostile, AttackOrder(name, plan.target, n))
    return _row(name, n, course, hostile, cut_after_s)


async def _course(plan: AttackPlan, bystander: Bystander, hostile: Attacker, order: AttackOrder) -> _Course:
    pace = plan.pace
    alone = await bystander.feel(pace.alone_s, pace.grace_s)
    forget_peak(plan.pid)
    before = memory(plan.pid)
    await hostile.begin(order)
    under = await bystander.feel(pace.under_s, pace.grace_s)
    await hostile.end()
    recovered_s = await bystander.recovered(pace.recovery_s)
    after = memory(plan.pid)
    return _Course(alone, under, before, after, recovered_s)


def _row(name: str, n: int, course: _Course, hostile: Attacker, cut_after_s: float | None) -> AttackRow:
    alone, under, before, after = course.alone, course.under, course.before, course.after
    return AttackRow(
        attack=name,
        n=n,
        alone_p95_ms=alone.p95_ms,
        under_p95_ms=under.p95_ms,
        ratio=under.p95_ms / alone.p95_ms,
        failed=under.failed,
        memory_before_mb=before.now_mb if before else None,
        memory_peak_mb=after.peak_mb if after else None,
        memory_after_mb=after.now_mb if after else None,
        recovered=course.recovered_s is not None,
        asked=under.asked,
        under_p50_ms=under.p50_ms,
        under_worst_ms=under.worst_ms,
        stream_ms=under.stream_ms,
        recovered_s=course.recovered_s,
        cut_after_s=cut_after_s,
        seen=hostile.seen,
    )


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=0, help="Its port of plain HTTP.")
@click.option("--tls-port", default=0, help="Its port of HTTPS.")
@click.option("--over-tls", is_flag=True, help="The attackers come by HTTPS.")
@click.option("--pid", default=0, help="Its process, to look at its memory.")
@click.option("--cookie", "cookies", multiple=True, metavar="NAME=VALUE", help="What the bystander's phone sends.")
@click.option("--only", "names", multiple=True, type=click.Choice([*ATTACKS]), help="This attack; may be repeated.")
@click.option("--lines", default=0, help="Lines of every attack, instead of its own number.")
@click.option("--strangers", "addresses", default=1, show_default=True, help="Addresses the attackers come from.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line for each attack on standard output.")
def attacks(names: tuple[str, ...], as_json: bool, **whom: Any) -> None:
    """Attack a running server of your own, and print what a bystander felt and what memory it took."""
    plan = _plan(**whom)
    if not as_json:
        click.echo(headings())
    tell: Callable[[AttackRow], None] = json_line if as_json else _print
    asyncio.run(run(plan, names or fitting(bool(plan.target.tls_port)), tell))


def _plan(host: str, port: int, tls_port: int, over_tls: bool, addresses: int, **more: Any) -> AttackPlan:
    if not (port or tls_port):
        raise click.UsageError("name --port, --tls-port, or both")
    if over_tls and not tls_port:
        raise click.UsageError("--over-tls needs --tls-port")
    return AttackPlan(Target(host, port, tls_port, over_tls, strangers(host, addresses)), **more)


def _print(row: AttackRow) -> None:
    click.echo(in_columns(row))


if __name__ == "__main__":
    attacks()
