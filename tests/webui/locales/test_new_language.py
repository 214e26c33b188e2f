"""A language is added by what CONTRIBUTING says and by nothing else: then pages speak it, and it can be chosen."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from playwright.sync_api import expect

from companion.words import Counted
from tests.webui.conftest import DESKTOP, Device, Screens
from webui.http.server import Running
from webui.locales import catalogue, words
from webui.locales.glossary import TERMS
from webui.locales.words import LANGUAGES, say_in

USUAL = list(LANGUAGES.items())
CARDS = ("{n} card", "{n} cards")
ADDED = {
    "de": ("Deutsch", "Sprache", ("{n} Karte", "{n} Karten"), (1, 2)),
    "pl": ("Polski", "Język", ("{n} karta", "{n} karty", "{n} kart"), (1, 2, 5)),
    "ja": ("日本語", "言語", ("カード{n}枚",), (1,)),
    "pt-BR": ("Português", "Idioma", ("{n} carta", "{n} de cartas", "{n} cartas"), (1, 1_000_000, 2)),
}
"""Own name, the word for *Language*, the forms of a counted noun in the order of the file, and a number for each."""
Add = Callable[[str], None]


def sentences() -> Catalog:
    """A few of those that the program says, as if pages said them."""
    catalog = Catalog()
    for told in ("Language", "Undo", CARDS, ("{n} step", "{n} steps")):
        catalog.add(told, locations=[("webui/static/js/play/dock.js", 0)])
    return catalog


def forget_what_was_read() -> None:
    for read in (say_in, words.page_words, words._sentences, words._counted, words._plural_places, words._catalog):
        read.cache_clear()


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Add]:
    """Does what CONTRIBUTING says, in a folder of its own, and translates two sentences of four."""
    (tmp_path / "locales").mkdir()
    monkeypatch.setattr(words, "LOCALES", tmp_path / "locales")
    monkeypatch.setattr(catalogue, "template", sentences)

    def added(code: str) -> None:
        name, language, cards, _ = ADDED[code]
        monkeypatch.setitem(LANGUAGES, code, name)
        monkeypatch.setitem(TERMS, code, TERMS["en"])
        catalogue.main()
        told = catalogue.load(code)
        told["Language"].string, told[CARDS[0]].string = language, cards
        with words.path_of(code).open("wb") as file:
            write_po(file, told)
        forget_what_was_read()

    yield added
    forget_what_was_read()


def sent(page: str, name: str) -> Any:
    """What a page's scripts are given under a name."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("code", ADDED)
def test_a_page_comes_in_a_language_that_was_added(add: Add, device: Callable[[], Device], code: str) -> None:
    add(code)
    name, language, cards, _ = ADDED[code]
    phone = device()
    phone.client.set_cookie("lang", code, domain="127.0.0.1")
    page = phone.get("/").get_data(as_text=True)
    assert f'<html lang="{code}"' in page
    said = sent(page, "words")
    assert said["Language"] == language and set(cards) == set(said["|".join(CARDS)].values())
    assert "Undo" not in said and "{n} step|{n} steps" not in said, "what is not translated stays English"
    assert list(sent(page, "languages").items()) == [*USUAL, (code, name)], "it can be chosen"


@pytest.mark.parametrize("code", ADDED)
def test_each_number_gets_its_form_in_a_language_that_was_added(add: Add, code: str) -> None:
    add(code)
    _, _, cards, numbers = ADDED[code]
    assert [say_in(code)(Counted(*CARDS, n)) for n in numbers] == list(cards)
    assert say_in(code)(Counted("{n} step", "{n} steps", 2)) == "{n} steps", "what is not translated stays English"


def test_a_language_without_its_file_says_how_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "de", "Deutsch")
    with pytest.raises(FileNotFoundError, match=r"de has no translations yet: python -m webui\.locales\.catalogue"):
        catalogue.load("de")


@pytest.mark.browser
def test_who_reads_a_language_that_was_added_chooses_it(add: Add, running: Running, screens: Screens) -> None:
    add("de")
    phone = screens.phone(running, 0)
    phone.locator("[data-key=comfort] summary").click()
    phone.get_by_label("Language").select_option(label="Deutsch")
    expect(phone.get_by_label("Sprache")).to_have_value("de")
    page = screens.host(running, "/setup?step=language", **DESKTOP)
    page.get_by_role("radio", name="Deutsch").click()
    group = page.get_by_role("radiogroup", name="Sprache")
    expect(group.get_by_role("radio", name="Deutsch")).to_be_checked()
    expect(group.get_by_role("radio")).to_have_text([*dict(USUAL).values(), "Deutsch"])
