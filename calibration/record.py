"""How are figures of the eye kept for people?  A page of rows, one for each condition and run; older rows stay."""

from pathlib import Path
from typing import Any

HEAD = """# Wood and what lies on tiles, painted tables

Written by `bazaar bench vision --condition CONDITION --painted N --first F --record FILE`, a row a condition and run.
Each copy is learnt from its own painted photo; every four numbers share an art. Intervals are 95 % (Wilson; F1: tables
drawn again). *In silence*: of all wood, what was missed on places of which no word was said. *Wrong, sure*: of tokens
told, those told with 0.9 or more that do not stand there. *No name*: wood on edge or lying and glasses passed over in
silence. *Warned in vain*: of all places, those named as doubtful where nothing was missed. *Error*: expected
calibration error in ten bins. Numbers below 1000 are for tuning. The newest row of a condition comes first; the others
show what the eye of an older commit did. Up to number 10299 every picture here shows the same
mail, demand, mosque tiles and rubies; later ones show them as they lie somewhere in a game.

"""
COLUMNS = (
    "condition",
    "numbers",
    "N",
    "commit",
    "layout exact",
    "token F1",
    "whole picture",
    "in silence",
    "wrong, sure",
    "no name",
    "warned in vain",
    "stacks right of told",
    "printed wrong of told",
    "error: tokens, stacks",
)
RULE = "|" + "---|" * len(COLUMNS)


def record(page: Path, table: dict[str, dict[str, Any]], numbers: str, commit: str) -> None:
    """Write the rows of a run into a page, in the place of rows of the same condition and numbers.

    Raises OSError where the page cannot be written.
    """
    rows = rows_of(page)
    for condition, figures in table.items():
        rows[condition, numbers] = _row(condition, numbers, commit, figures)
    lines = ["| " + " | ".join(COLUMNS) + " |", RULE, *(rows[key] for key in sorted(rows, key=newest_first))]
    page.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def newest_first(key: tuple[str, str]) -> tuple[str, int]:
    """Where a row of this condition and these numbers stands: numbers are used up from the lowest on."""
    condition, numbers = key
    return condition, -int(numbers.split("–")[0])


def rows_of(page: Path) -> dict[tuple[str, str], str]:
    """The rows of a page of results, by condition and numbers; none where there is no page."""
    lines = page.read_text(encoding="utf-8").splitlines() if page.is_file() else []
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| condition |")]
    return {(cells[0], cells[1]): row for row in rows for cells in [cells_of(row)]}


def cells_of(row: str) -> list[str]:
    """What stands in the cells of a row."""
    return [cell.strip() for cell in row.strip("| ").split("|")]


def _row(condition: str, numbers: str, commit: str, told: dict[str, Any]) -> str:
    names = ("whole_exact", "token_silent", "token_sure_wrong", "nameless_silent")
    cells = [condition, numbers, str(told["n"]), commit, _share(told["layout_exact"]), _f1(told)]
    cells += [_share(told[name]) for name in names]
    cells.append("–" if told["place_flagged"] is None else f"{told['place_flagged']:.1%}")
    cells += [_share(told[name]) for name in ("stack_right", "printed_wrong")]
    cells.append(", ".join("–" if told[name] is None else f"{told[name]:.3f}" for name in ("token_ece", "stack_ece")))
    return "| " + " | ".join(cells) + " |"


def _f1(told: dict[str, Any]) -> str:
    if told["token_f1"] is None:
        return "–"
    return f"{told['token_f1']:.3f} ({told['token_f1_from']:.3f}–{told['token_f1_to']:.3f})"


def _share(share: tuple[float, float, float]) -> str:
    """A share with its interval; a dash where nothing was counted."""
    told, low, high = share
    return "–" if (low, high) == (0.0, 1.0) else f"{100 * told:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
