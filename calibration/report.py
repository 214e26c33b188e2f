"""How are the figures kept?  CSV for the next reader, one page with the worst pictures for people."""

import csv
import html
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2

from calibration.workshop import Case, Outcome, figures
from vision.draw import draw_observation
from vision.pipeline import Look

WORST = 12
WIDE_PX = 960


class Report:
    """Collects outcomes and keeps pictures of what went wrong; ``write`` leaves everything in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: list[Outcome] = []
        self.kept: list[tuple[str, Outcome]] = []
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, case: Case, outcome: Outcome, seen: Look) -> None:
        """Take one outcome; the first pictures that went wrong are kept."""
        self.outcomes.append(outcome)
        if not outcome.exact and len(self.kept) < WORST:
            name = f"{outcome.condition}_{Path(case.name).stem}.jpg"
            drawn = draw_observation(case.bgr, seen.observation, seen.pose)
            scale = min(1.0, WIDE_PX / drawn.shape[1])
            small = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(self.folder / name), small)
            self.kept.append((name, outcome))

    def table(self) -> dict[str, dict[str, Any]]:
        """Figures by condition."""
        names = dict.fromkeys(outcome.condition for outcome in self.outcomes)
        return {name: figures([o for o in self.outcomes if o.condition == name]) for name in names}

    def write(self) -> None:
        """``cases.csv``, ``figures.csv`` and ``index.html``."""
        _write_rows(self.folder / "cases.csv", [asdict(outcome) for outcome in self.outcomes])
        rows = [{"condition": name, **values} for name, values in self.table().items()]
        _write_rows(self.folder / "figures.csv", rows)
        (self.folder / "index.html").write_text(_page(rows, self.kept), encoding="utf-8")


def _write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    if rows:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def _page(rows: list[dict[str, Any]], kept: list[tuple[str, Outcome]]) -> str:
    if not rows:
        return "<p>Nothing was read.</p>"
    head = "".join(f"<th>{html.escape(name)}</th>" for name in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_words(value)}</td>" for value in row.values()) + "</tr>" for row in rows)
    bars = "".join(_bar(number, row) for number, row in enumerate(rows))
    worst = "".join(
        f"<figure><img src='{html.escape(name)}' width='480'><figcaption>{html.escape(o.name)} "
        f"{html.escape(o.reason or o.wrong)}</figcaption></figure>"
        for name, o in kept
    )
    style = "body{font:15px sans-serif;margin:2em}td,th{padding:.2em .7em;text-align:right}figure{display:inline-block}"
    return (
        f"<!doctype html><meta charset='utf-8'><title>The eye</title><style>{style}</style><h1>The eye</h1>"
        f"<p>A share stands with its 95 % interval.</p><table><tr>{head}</tr>{body}</table>"
        f"<h2>Layout exact</h2><svg width='640' height='{30 * len(rows)}'>{bars}</svg><h2>Worst</h2>{worst}"
    )


def _bar(number: int, row: dict[str, Any]) -> str:
    share, low, high = row["layout_exact"]
    y = 30 * number
    return (
        f"<text x='0' y='{y + 18}'>{html.escape(str(row['condition']))}</text>"
        f"<rect x='120' y='{y + 6}' width='{400 * share:.0f}' height='14' fill='#4a8'/>"
        f"<line x1='{120 + 400 * low:.0f}' x2='{120 + 400 * high:.0f}' y1='{y + 13}' y2='{y + 13}' stroke='#000'/>"
    )


def _words(value: Any) -> str:
    if isinstance(value, tuple):
        share, low, high = value
        return f"{share:.1%} <small>({low:.1%}–{high:.1%})</small>"
    return html.escape(str(value))
