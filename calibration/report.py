"""How are the figures kept?  CSV for the next reader, one page with plots and the worst pictures for people.

Every outcome goes to ``cases.jsonl`` at once, so that a long run that was stopped can go on where it was.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import jinja2
import msgspec

from calibration.figures import BINS, figures
from calibration.workshop import AnsweredPicture, Outcome, Statement
from vision.draw import draw_observation
from vision.task import Look

WORST = 24
WIDE_PX = 960
PLOT_PX = (360, 160)
"""Width and height of the lines of a plot."""

PAGE = jinja2.Environment(loader=jinja2.PackageLoader("calibration", ""), autoescape=True, trim_blocks=True)


@dataclass(frozen=True, slots=True)
class Plot:
    """One swept axis: where each step stands across, and for each figure its points and intervals in pixels."""

    title: str
    steps: tuple[tuple[float, str], ...]
    lines: dict[str, list[tuple[float, float]]]
    intervals: tuple[tuple[float, float, float], ...]


class Report:
    """Collects outcomes and keeps pictures of what went wrong; ``write`` leaves everything in one folder.

    With ``resume`` the outcomes of an earlier run in the same folder are taken over; ``known`` names them.
    """

    def __init__(self, folder: Path, *, resume: bool = False) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._kept = folder / "cases.jsonl"
        if not resume:
            self._kept.unlink(missing_ok=True)
        self.outcomes = _kept_outcomes(self._kept)

    @property
    def known(self) -> frozenset[str]:
        """Names of the cases that need not be read again."""
        return frozenset(outcome.name for outcome in self.outcomes)

    def add(self, case: AnsweredPicture, outcome: Outcome, seen: Look) -> None:
        """Take one outcome; pictures that went wrong are kept."""
        self.outcomes.append(outcome)
        with self._kept.open("ab") as file:
            file.write(msgspec.json.encode(outcome) + b"\n")
        if not (outcome.exact and outcome.missed + outcome.extra == 0):
            drawn = draw_observation(case.bgr, seen.observation, seen.pose)
            scale = min(1.0, WIDE_PX / drawn.shape[1])
            small = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(self.folder / _picture(outcome)), small)

    def table(self) -> dict[str, dict[str, Any]]:
        """Figures by condition."""
        names = dict.fromkeys(outcome.condition for outcome in self.outcomes)
        return {name: figures([o for o in self.outcomes if o.condition == name]) for name in names}

    def write(self) -> None:
        """``cases.csv``, ``statements.csv``, ``figures.csv`` and ``index.html``."""
        table = self.table()
        rows = [{"condition": name, **values} for name, values in table.items()]
        _write_rows(self.folder / "cases.csv", [_case_row(outcome) for outcome in self.outcomes])
        _write_rows(self.folder / "statements.csv", reliability(s for o in self.outcomes for s in o.said))
        _write_rows(self.folder / "figures.csv", rows)
        page = PAGE.get_template("report.html").render(
            rows=rows,
            plots=_plots(table),
            size=PLOT_PX,
            worst=[(_picture(o), o) for o in self._worst()],
        )
        (self.folder / "index.html").write_text(page, encoding="utf-8")

    def _worst(self) -> list[Outcome]:
        """What went most wrong first: certain and wrong, then cells, then tokens."""
        amiss = [o for o in self.outcomes if (self.folder / _picture(o)).is_file()]
        return sorted(amiss, key=lambda o: (not o.silent_wrong, o.exact, o.tiles_right, -o.missed - o.extra))[:WORST]


def reliability(statements: Iterable[Statement]) -> list[dict[str, Any]]:
    """For each kind and bin of confidence: how many were told, how sure in the mean, and the share that was right."""
    bins: dict[tuple[str, int], list[tuple[float, bool]]] = {}
    for what, sure, right in statements:
        bins.setdefault((what, min(BINS - 1, int(BINS * sure))), []).append((sure, right))
    return [
        {
            "what": what,
            "from": number / BINS,
            "n": len(said),
            "mean_confidence": round(sum(sure for sure, _ in said) / len(said), 4),
            "right": round(sum(right for _, right in said) / len(said), 4),
        }
        for (what, number), said in sorted(bins.items())
    ]


def _kept_outcomes(path: Path) -> list[Outcome]:
    if not path.is_file():
        return []
    whole = path.read_bytes().rpartition(b"\n")[0]
    path.write_bytes(whole + b"\n" if whole else b"")
    return [msgspec.json.decode(line, type=Outcome) for line in whole.splitlines()]


def _picture(outcome: Outcome) -> str:
    return f"{outcome.condition} {outcome.name.removesuffix('.jpg')}.jpg".replace(" ", "_")


def _case_row(outcome: Outcome) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(outcome).items() if name != "said"}


def _write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    if rows:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def _plots(table: dict[str, dict[str, Any]]) -> list[Plot]:
    """The headline conditions side by side, then every axis that was swept."""
    axes: dict[str, dict[str, dict[str, Any]]] = {}
    for name, values in table.items():
        axis, _, step = name.partition("=")
        axes.setdefault(axis if step else "condition", {})[step or axis] = values
    return [_plot(axis, steps) for axis, steps in axes.items()]


def _plot(axis: str, steps: dict[str, dict[str, Any]]) -> Plot:
    wide, high = PLOT_PX
    across = [wide * (number + 0.5) / len(steps) for number in range(len(steps))]
    told = list(steps.values())

    def line(shares: list[float | None]) -> list[tuple[float, float]]:
        return [(x, high * (1 - share)) for x, share in zip(across, shares, strict=True) if share is not None]

    return Plot(
        axis,
        tuple(zip(across, steps, strict=True)),
        {"layout": line([v["layout_exact"][0] for v in told]), "tokens": line([v["token_f1"] for v in told])},
        tuple(
            (x, high * (1 - v["layout_exact"][2]), high * (1 - v["layout_exact"][1]))
            for x, v in zip(across, told, strict=True)
        ),
    )
