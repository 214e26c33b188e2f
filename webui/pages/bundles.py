"""How do many scripts become few?  A page needs some forty; over a slow line they come as three.

Every script stays a module of its own and is written as one: here each becomes a function that returns what it exports.
Only what our scripts use is understood: ``import { … } from``, ``import * as … from``, ``import("…")`` and ``export``
before a declaration.  ``?scripts=plain`` behind a page's address shows the page with the modules as they lie.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Sequence

FOLDER = "bundles"
Source = Callable[[str], str]
"""The text of a script by its name below ``static``; raises KeyError where there is none."""
_IMPORT = re.compile(r"""^import\s+(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+"(\.[^"]+)";?$""", re.MULTILINE)
_LATER = re.compile(r"""\bimport\("(\.[^"]+)"\)""")
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)", re.MULTILINE)
_OTHER = re.compile(r"^\s*(?:import\s+[^(]|export\s)", re.MULTILINE)


def needed(entry: str, source: Source) -> list[str]:
    """A script and all it imports, what is imported first.  Raises ValueError where scripts import each other."""
    found, open_ones = list[str](), list[str]()

    def visit(name: str) -> None:
        if name in open_ones:
            raise ValueError(f"scripts import each other: {' → '.join([*open_ones, name])}")
        if name in found:
            return
        open_ones.append(name)
        for _, path in _IMPORT.findall(source(name)):
            visit(_beside(name, path))
        found.append(open_ones.pop())

    visit(entry)
    return found


def fetched_later(names: Collection[str], source: Source) -> list[str]:
    """The scripts that these fetch when they are needed."""
    return list(dict.fromkeys(_beside(name, path) for name in names for path in _LATER.findall(source(name))))


def bundle_names(page: str, source: Source) -> dict[str, str]:
    """What bundles a page has: name below ``static`` and the script it begins with.

    ``PAGE.js`` holds what the page imports, ``PAGE.page.js`` the page itself, ``PAGE+SCRIPT.js`` what it fetches later.
    """
    entry = f"js/pages/{page}.js"
    later = fetched_later(needed(entry, source), source)
    more = {f"{FOLDER}/{page}+{posixpath.basename(one)}": one for one in later}
    return {f"{FOLDER}/{page}.js": entry, f"{FOLDER}/{page}.page.js": entry, **more}


def bundle(name: str, source: Source) -> str:
    """The text of a bundle.  Raises KeyError for a name that is none, ValueError for what is not understood."""
    page = re.split(r"[.+]", posixpath.basename(name))[0]
    begins = bundle_names(page, source)[name]
    own = needed(f"js/pages/{page}.js", source)
    from_page = f'import {{ m }} from "./{page}.js";\n'
    if name == f"{FOLDER}/{page}.js":
        return "export const m = {};\n" + "".join(_wrapped(own[:-1], page, source))
    if begins == own[-1]:
        return from_page + _body(begins, page, source(begins))[0]
    return from_page + "".join(_wrapped([one for one in needed(begins, source) if one not in own], page, source))


def _wrapped(names: Sequence[str], page: str, source: Source) -> Iterator[str]:
    for name in names:
        text, exported = _body(name, page, source(name))
        yield f'm["{name}"] = (() => {{\n{text}\nreturn {{ {", ".join(exported)} }};\n}})();\n'


def _body(name: str, page: str, text: str) -> tuple[str, list[str]]:
    """The text with what it imports taken from ``m``, and the names it exports."""

    def taken(found: re.Match[str]) -> str:
        what = found[1].removeprefix("*").strip().removeprefix("as ").replace(" as ", ": ")
        return f'const {what} = m["{_beside(name, found[2])}"];'

    def later(found: re.Match[str]) -> str:
        path = _beside(name, found[1])
        return f'import("./{page}+{posixpath.basename(path)}").then(() => m["{path}"])'

    exported = [one for _, one in _EXPORT.findall(text)]
    text = _EXPORT.sub(r"\1 \2", _LATER.sub(later, _IMPORT.sub(taken, text)))
    if strange := _OTHER.search(text):
        line = text[strange.start() :].strip().splitlines()[0]
        raise ValueError(f"{name}: no bundle can be made of {line!r}")
    return text, exported


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
