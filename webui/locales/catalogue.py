"""Which sentences are there to translate, and which lack a translation?  ``python -m webui.locales.catalogue`` updates.

One ``.po`` file a language, in ``webui/locales``.  Another language is another line in ``LANGUAGES`` of ``words.py``:
from then on this command writes its file, and every page offers it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from calibration.quality import ADVICE
from vision.params import REASONS
from webui.locales.glossary import typeset
from webui.locales.words import LANGUAGES, SOURCE_LANGUAGE, is_translated, locale_of, path_of

_ROOT = Path(__file__).parent.parent.parent
_KEYWORDS = {"say": None, "mark": None, "mark_counted": (1, 2), "t": None, "tn": (1, 2)}
_METHODS = {
    "companion": [("**.py", "python")],
    "webui": [
        ("cli/**.py", "ignore"),
        ("**.py", "python"),
        ("static/js/**.js", "javascript"),
        ("templates/**.html", "jinja2"),
    ],
}
_TABLES = {"vision/params_layout.py": REASONS, "calibration/quality.py": ADVICE}
_WIDTH = 110


def template() -> Catalog:
    """Every sentence of rules, server and pages, with the files that say it."""
    catalog = Catalog(project="bazaar-companion", charset="utf-8")
    for folder, methods in _METHODS.items():
        for name, _, message, _, _ in extract_from_dir(_ROOT / folder, method_map=methods, keywords=_KEYWORDS):
            catalog.add(message, locations=[(f"{folder}/{name}", 0)])
    for place, table in _TABLES.items():
        for text in table.values():
            catalog.add(text, locations=[(place, 0)])
    return catalog


def load(language: str) -> Catalog:
    """The translations of a language.  Raises FileNotFoundError, which says how to begin with them."""
    path = path_of(language)
    if not path.exists():
        raise FileNotFoundError(f"{language} has no translations yet: python -m webui.locales.catalogue writes {path}")
    with path.open("rb") as file:
        return read_po(file, locale=locale_of(language))


def missing(language: str) -> list[str]:
    """Sentences without a translation."""
    known = load(language)
    return [str(message.id) for message in template() if message.id and not _translated(known, message)]


def update(language: str) -> None:
    """Bring a language's file up to date with the sentences; translations are kept."""
    catalog = load(language) if path_of(language).exists() else Catalog(locale=locale_of(language))
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in catalog:
        if message.id and message.string:
            message.string = _typeset(language, message.string)
    with path_of(language).open("wb") as file:
        write_po(file, catalog, width=_WIDTH, include_lineno=False, sort_by_file=True)


def _typeset(language: str, string: Any) -> Any:
    return typeset(language, string) if isinstance(string, str) else tuple([typeset(language, one) for one in string])


def translated_languages() -> Iterator[str]:
    """All languages but the one the sentences are written in."""
    return (language for language in LANGUAGES if language != SOURCE_LANGUAGE)


def _translated(known: Catalog, wanted: Message) -> bool:
    found = known.get(wanted.id if isinstance(wanted.id, str) else wanted.id[0])
    return found is not None and is_translated(found)


def main() -> None:
    """Update all languages and say what is missing."""
    for language in translated_languages():
        update(language)
        lacking = missing(language)
        print(f"{language}: {len(lacking)} missing")
        for text in lacking:
            print(f"    {text}")


if __name__ == "__main__":
    main()
