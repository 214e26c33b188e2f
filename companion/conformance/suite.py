"""How does the suite lie on disk?  One packed file of lines for each theme, the same bytes from the same cases."""

import gzip
from collections.abc import Iterable
from pathlib import Path

import msgspec

from companion.conformance.cases import Case

PLAIN = "sample.jsonl"
PACKED = ".jsonl.gz"
SAMPLE_OF_EACH = 3
THEMES = {
    "move": "moving", "assistant": "moving", "toll": "moving", "encounters": "encounters", "fee": "encounters",
    "reward": "encounters", "roll": "chance", "draw": "chance", "demand": "chance", "left": "end",
}  # fmt: skip
ELSE = "places"


def theme_of(case: Case) -> str:
    """The file a case lies in: by what is asked, or else by what is due."""
    for key, theme in (("setup", "setup"), ("problems", "problems")):
        if key in case:
            return theme
    if case["action"].split()[0] in ("set", "tell"):
        return "table"
    if "refused" in case:
        return "refused"
    if any(event["type"] == "GameEnded" for event in case["events"]):
        return "end"
    agenda = case["position"].partition(" agenda=")[2].split()[0]
    return THEMES.get(agenda.split(",")[-1].split("/")[0], ELSE)


def write(cases: Iterable[Case], folder: Path) -> dict[str, int]:
    """Write the files of all themes and the plain sample; how many cases each theme has."""
    themes: dict[str, list[Case]] = {}
    for case in cases:
        theme = theme_of(case)
        lines = themes.setdefault(theme, [])
        lines.append({"id": f"{theme}-{len(lines) + 1}", **case})
    folder.mkdir(parents=True, exist_ok=True)
    for theme, lines in sorted(themes.items()):
        (folder / f"{theme}{PACKED}").write_bytes(_packed(_text(lines)))
    sample = [case for theme in sorted(themes) for case in sorted(themes[theme], key=_length)[:SAMPLE_OF_EACH]]
    (folder / PLAIN).write_bytes(_text(sample))
    return {theme: len(lines) for theme, lines in sorted(themes.items())}


def read(folder: Path) -> list[Case]:
    """All cases of the suite, theme by theme."""
    texts = [gzip.decompress(path.read_bytes()) for path in sorted(folder.glob(f"*{PACKED}"))]
    return [msgspec.json.decode(line) for text in texts for line in text.splitlines()]


def _length(case: Case) -> int:
    return len(msgspec.json.encode(case))


def _text(cases: list[Case]) -> bytes:
    return b"".join(msgspec.json.encode(case) + b"\n" for case in cases)


def _packed(text: bytes) -> bytes:
    """No time and no name in the head, so that the bytes depend on the cases alone."""
    return gzip.compress(text, 9, mtime=0)
