"""The two games do not know each other, and the rules stay pure."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "companion/dice_game"
FILES = sorted(FOLDER.rglob("*.py"))
IMPURE = {"random", "time", "datetime", "threading", "logging", "secrets", "socket", "sqlite3", "subprocess"}
WITH_A_GENERATOR = {"copy/imagined.py", "advice/policy.py", "rival/__init__.py", "rival/strong.py", "rival/throws.py"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_this_game_imports_neither_the_base_game_nor_what_serves_games(path: Path) -> None:
    others = ("companion.istanbul", "companion.session", "companion.sync", "vision", "calibration", "webui")
    assert [module for module in imports(path) if module.startswith(others)] == []


def test_the_base_game_does_not_import_this_one() -> None:
    files = [path for folder in ("istanbul", "sync", "session") for path in (ROOT / "companion" / folder).rglob("*.py")]
    files += sorted((ROOT / "companion").glob("*.py"))
    assert [path.name for path in files if any(one.startswith("companion.dice_game") for one in imports(path))] == []


GAMES = ("companion.istanbul", "companion.dice_game")
NEUTRAL = [
    *(ROOT / "companion").glob("*.py"),
    *(ROOT / "companion/session").glob("*.py"),
    *(ROOT / "webui" / f"{name}.py" for name in ("house", "play/api", "play/host", "play/statistics")),
    *(ROOT / "webui" / f"{name}.py" for name in ("keepsakes/exports", "rights/listeners", "setup/opening")),
]


@pytest.mark.parametrize("path", NEUTRAL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_serves_a_game_does_not_know_which(path: Path) -> None:
    assert [module for module in imports(path) if module.startswith(GAMES)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_rules_ask_no_clock_and_throw_no_dice(path: Path) -> None:
    allowed = {"random"} if path.relative_to(FOLDER).as_posix() in WITH_A_GENERATOR else set()
    assert not (IMPURE - allowed) & {module.split(".")[0] for module in imports(path)}
