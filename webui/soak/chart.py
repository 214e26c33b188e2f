"""Curves over time as an SVG picture: one strip for each thing measured, with its scale from zero."""

from collections.abc import Sequence
from html import escape

from webui.soak.meter import Sample

STRIPS = {"memory_mb": "memory, MB", "threads": "threads", "files": "open files", "games_mb": "games on the disk, MB"}
WIDTH, STRIP, LEFT, TOP = 900, 130, 60, 28
_STYLE = "<style>text{font:13px sans-serif;fill:#333}polyline{fill:none;stroke:#a03c28;stroke-width:1.5}</style>"


def chart(samples: Sequence[Sample]) -> str:
    """The picture; empty strips where there are no samples."""
    height = STRIP * len(STRIPS) + 20
    last = max((one.minute for one in samples), default=1.0) or 1.0
    strips = "".join(_strip(samples, name, at, last) for at, name in enumerate(STRIPS))
    foot = f'<text x="{WIDTH - 10}" y="{height - 6}" text-anchor="end">{last:.0f} minutes</text>'
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{_STYLE}{ground}{strips}{foot}</svg>\n'


def _strip(samples: Sequence[Sample], name: str, at: int, last: float) -> str:
    values = [float(getattr(one, name)) for one in samples]
    most = max(values, default=1.0) or 1.0
    top, tall, wide = at * STRIP + TOP, STRIP - TOP - 10, WIDTH - LEFT - 10
    points = " ".join(
        f"{LEFT + wide * one.minute / last:.1f},{top + tall * (1 - value / most):.1f}"
        for one, value in zip(samples, values, strict=True)
    )
    axis = f'<path d="M{LEFT} {top}v{tall}h{wide}" stroke="#999" fill="none"/>'
    words = f'<text x="{LEFT}" y="{top - 8}">{escape(STRIPS[name])}</text>'
    scale = f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{most:.4g}</text>'
    return f'{axis}{words}{scale}<polyline points="{points}"/>'
