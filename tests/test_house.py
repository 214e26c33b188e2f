"""The house rules that a machine can check: imports point left, pure code stays pure, files stay readable."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "calibration", "webui")
COMPANION = ("engine", "istanbul", "dice_game", "session", "sync")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MOST_LINES = 300
MOST_FUNCTION_LINES = 40
MOST_PARAMETERS = 6
TABLES = {"vision/params.py"}
"""Looked things up in, not read from top to bottom."""
IMPURE = {"random", "time", "datetime", "threading", "logging", "secrets", "socket", "sqlite3", "subprocess"}
PURE = ("companion/engine", "companion/istanbul", "companion/dice_game", "companion/sync")
"""Packages that take values and return values; ``EXCEPT`` names the files that hold something."""
EXCEPT = {
    "companion/sync/follower.py": {"threading"},
    "companion/istanbul/layouts/boards.py": {"random"},
    "companion/istanbul/layouts/codes.py": {"random"},
    "companion/istanbul/layouts/rating.py": {"random"},
    "companion/istanbul/advice/policy.py": {"random"},
    "companion/istanbul/rival/__init__.py": {"random"},
    "companion/istanbul/rival/sensible.py": {"random"},
    "companion/istanbul/rival/strong.py": {"random"},
    "companion/istanbul/rival/turn.py": {"random"},
    "companion/istanbul/rival/world.py": {"random"},
    "companion/dice_game/copy/imagined.py": {"random"},
    "companion/dice_game/advice/policy.py": {"random"},
    "companion/dice_game/advice/rival.py": {"random"},
}
HEAVY = {"numpy", "cv2", "flask"}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_imports_point_left(path: Path) -> None:
    own = PACKAGES.index(path.relative_to(ROOT).parts[0])
    to_the_right = [module for module in imports(path) if module.split(".")[0] in PACKAGES[own + 1 :]]
    assert not to_the_right


@pytest.mark.parametrize("path", [path for path in FILES if path.parts[-3:-2] == ("companion",)], ids=name)
def test_inside_the_companion_too(path: Path) -> None:
    part = path.relative_to(ROOT).parts[1]
    later = COMPANION[COMPANION.index(part) + 1 :] if part in COMPANION else ()
    assert not [module for module in imports(path) if module.startswith(tuple(f"companion.{one}" for one in later))]


@pytest.mark.parametrize("path", [path for path in FILES if name(path).startswith("companion/")], ids=name)
def test_the_companion_knows_no_pictures_and_no_web(path: Path) -> None:
    assert not HEAVY & {module.split(".")[0] for module in imports(path)}


@pytest.mark.parametrize("path", [path for path in FILES if name(path).startswith(PURE)], ids=name)
def test_pure_code_asks_no_clock_and_rolls_no_dice(path: Path) -> None:
    allowed = EXCEPT.get(name(path), set())
    assert not (IMPURE - allowed) & {module.split(".")[0] for module in imports(path)}


@pytest.mark.parametrize("path", [path for path in FILES if name(path) not in TABLES], ids=name)
def test_a_file_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", [path for path in FILES if path.read_text().strip()], ids=name)
def test_a_module_says_what_it_answers(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text()))


MOST_MODULES = 20
FOLDERS = sorted({path.parent for path in [*FILES, *(ROOT / "webui/static/js").rglob("*.js")]})


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_a_folder_is_seen_at_a_glance(folder: Path) -> None:
    modules = [path for path in folder.iterdir() if path.suffix in {".py", ".js"} and path.name != "__init__.py"]
    assert len(modules) <= MOST_MODULES


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if "static" not in folder.parts], ids=name)
def test_a_package_says_what_it_is_for(folder: Path) -> None:
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))


def test_a_function_fits_a_screen() -> None:
    """What it does stands in at most so many lines, its signature and its docstring aside."""
    functions = (
        (path, node)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert [f"{name(path)}: {node.name}" for path, node in functions if _lines(node) > MOST_FUNCTION_LINES] == []


def test_a_function_is_told_few_things() -> None:
    """A command has a parameter for each of its options; any other function takes what belongs together as one."""
    many = {
        f"{name(path)}: {node.name}"
        for path in FILES
        for node in _functions(path)
        if _parameters(node) > MOST_PARAMETERS
    }
    assert not many


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module that are no commands."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_command(node):
            yield node


def _is_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("click" in (said := ast.unparse(one)) or "command" in said for one in function.decorator_list)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    args = function.args
    return len([arg for arg in args.posonlyargs + args.args + args.kwonlyargs if arg.arg not in ("self", "cls")])


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0
