"""The house rules that a machine can check: imports point left, pure code stays pure, files stay readable."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "calibration", "webui")
COMPANION = ("engine", "istanbul", "dice_game", "session", "sync")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MOST_LINES = 300
MOST_FUNCTION_LINES = 40
MOST_PARAMETERS = 6
IMPURE = {"random", "time", "datetime", "threading", "logging", "secrets", "socket", "sqlite3", "subprocess"}
PURE = ("companion/engine", "companion/istanbul", "companion/dice_game", "companion/sync")
"""Packages that take values and return values; ``EXCEPT`` names the files that hold something."""
EXCEPT = {
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
    "companion/dice_game/rival/__init__.py": {"random"},
    "companion/dice_game/rival/strong.py": {"random"},
    "companion/dice_game/rival/throws.py": {"random"},
}
HEAVY = {"numpy", "cv2", "flask"}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imports(path: Path) -> tuple[str, ...]:
    found = list[str]()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append(node.module)
    return tuple(found)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def amiss(paths: Iterable[Path], what: Callable[[Path], object]) -> dict[str, object]:
    """What is amiss with each of these paths; nothing where all is well."""
    found = {name(path): what(path) for path in paths}
    assert found
    return {path: wrong for path, wrong in found.items() if wrong}


def test_imports_point_left() -> None:
    def to_the_right(path: Path) -> list[str]:
        own = PACKAGES.index(path.relative_to(ROOT).parts[0])
        return [module for module in imports(path) if module.split(".")[0] in PACKAGES[own + 1 :]]

    assert amiss(FILES, to_the_right) == {}


def test_inside_the_companion_too() -> None:
    def later(path: Path) -> list[str]:
        part = path.relative_to(ROOT).parts[1]
        after = COMPANION[COMPANION.index(part) + 1 :] if part in COMPANION else ()
        return [module for module in imports(path) if module.startswith(tuple(f"companion.{one}" for one in after))]

    assert amiss((path for path in FILES if path.relative_to(ROOT).parts[0] == "companion"), later) == {}


def test_the_companion_knows_no_pictures_and_no_web() -> None:
    ours = (path for path in FILES if name(path).startswith("companion/"))
    assert amiss(ours, lambda path: HEAVY & {module.split(".")[0] for module in imports(path)}) == {}


def test_pure_code_asks_no_clock_and_rolls_no_dice() -> None:
    def impure(path: Path) -> set[str]:
        return (IMPURE - EXCEPT.get(name(path), set())) & {module.split(".")[0] for module in imports(path)}

    assert amiss((path for path in FILES if name(path).startswith(PURE)), impure) == {}


def test_a_file_can_be_read_in_one_sitting() -> None:
    assert amiss(FILES, lambda path: len(path.read_text().splitlines()) > MOST_LINES) == {}


def test_a_module_says_what_it_answers() -> None:
    files = (path for path in FILES if path.read_text().strip())
    assert amiss(files, lambda path: not ast.get_docstring(parsed(path))) == {}


MOST_MODULES = 20
FOLDERS = sorted({path.parent for path in [*FILES, *(ROOT / "webui/static/js").rglob("*.js")]})


def test_a_folder_is_seen_at_a_glance() -> None:
    def too_many(folder: Path) -> bool:
        modules = [path for path in folder.iterdir() if path.suffix in {".py", ".js"} and path.name != "__init__.py"]
        return len(modules) > MOST_MODULES

    assert amiss(FOLDERS, too_many) == {}


def test_a_package_says_what_it_is_for() -> None:
    packages = (folder for folder in FOLDERS if "static" not in folder.parts)
    assert amiss(packages, lambda folder: not ast.get_docstring(parsed(folder / "__init__.py"))) == {}


TWINS = {"istanbul", "dice_game"}
"""The two games: their states, actions and events bear the same names on purpose."""


def test_a_class_name_stands_for_one_thing() -> None:
    homes = defaultdict[str, list[str]](list)
    for path in FILES:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name(path))
    several = {one: paths for one, paths in homes.items() if len(paths) > 1}
    assert {one: paths for one, paths in several.items() if {path.split("/")[1] for path in paths} != TWINS} == {}


def test_a_function_fits_a_screen() -> None:
    """What it does stands in at most so many lines, its signature and its docstring aside."""
    functions = (
        (path, node)
        for path in FILES
        for node in ast.walk(parsed(path))
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
    for node in ast.walk(parsed(path)):
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


FOLLOWING = sorted((ROOT / "companion" / "sync").glob("*.py"))
NUMBERS_PAGE = ROOT / "docs" / "following-numbers.md"
NO_CHOICE = {"EDGES", "LIKELIER", "MAY_ROLL", "_A_WHOLE_TURN"}
"""The bins of a table, even odds, and how often the turn changes in a turn."""
ANYWHERE = {0, 1, 2, 4, 16, 17}
"""Numbers that may stand in a function: none, one, a pair or half, and those of the board."""


def numbers(node: ast.AST) -> set[float]:
    constants = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return {value for value in constants if isinstance(value, int | float) and not isinstance(value, bool)}


def set_by_hand(path: Path) -> set[str]:
    """The names of a module, and of the fields of its classes, that are given numbers beside zero and one."""
    tree = parsed(path)
    bodies = [tree.body, *(one.body for one in ast.walk(tree) if isinstance(one, ast.ClassDef))]
    found = set[str]()
    for node in (one for body in bodies for one in body if isinstance(one, ast.Assign | ast.AnnAssign)):
        if node.value is not None and numbers(node.value) - {0, 1}:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


def test_following_has_at_most_fifteen_numbers_set_by_hand_and_a_page_tells_of_each() -> None:
    by_hand = set[str]().union(*map(set_by_hand, FOLLOWING)) - NO_CHOICE
    table = NUMBERS_PAGE.read_text().partition("## Set by hand")[2].partition("##")[0]
    assert by_hand == set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert len(by_hand) <= 15


def test_no_function_of_following_hides_a_number() -> None:
    def hidden(path: Path) -> set[float]:
        functions = (one for one in ast.walk(parsed(path)) if isinstance(one, ast.FunctionDef))
        return set[float]().union(*(numbers(line) for one in functions for line in one.body)) - ANYWHERE

    assert amiss(FOLLOWING, hidden) == {}
