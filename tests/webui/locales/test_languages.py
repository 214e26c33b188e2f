"""French and Russian: nothing missing, nothing garbled, plurals as they should be."""

import gettext
import json
import re
from string import Formatter

import pytest
from babel.messages.catalog import Message

from companion.istanbul.names import Good
from companion.istanbul.view.vocabulary import GOOD_NAMES, PLACES, counted_good
from companion.sync.observation import Kind, Thing
from companion.sync.table import Carry
from companion.words import Counted
from tests.webui.conftest import PHONE, Screens
from webui.camera.camera_words import carry_words
from webui.http.server import Running
from webui.locales.catalogue import load, missing, translated_languages
from webui.locales.glossary import TERMS, is_mixed_up, stumbles, typeset
from webui.locales.words import page_words, say_in

LANGUAGES = tuple(translated_languages())
PAIRS = [(language, message) for language in LANGUAGES for message in load(language) if message.id]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def strings(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing(language: str) -> None:
    assert missing(language) == [], (
        "add them to webui/locales (python -m webui.locales.catalogue lists and adds the places)"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_fills_in_the_same_facts(language: str) -> None:
    for message in (message for known, message in PAIRS if known == language):
        wanted = fields(strings(message.id)[-1])
        assert all(fields(text) <= wanted for text in strings(message.string)), message.id
        assert isinstance(message.id, tuple) or fields(str(message.string)) == wanted, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_of_the_game_are_those_agreed(language: str) -> None:
    assert language in TERMS, f"give {language} its terms: TERMS in webui/locales/glossary.py"
    say, terms = say_in(language), TERMS[language]
    agreed = terms["gemstone dealer"], terms["jewelry"]
    assert (say(list(PLACES.values())[-1]), say(list(GOOD_NAMES.values())[-1])) == agreed


def test_english_is_said_as_written() -> None:
    assert say_in("en")("Undo") == "Undo" and page_words("en") == "{}"


def test_an_unknown_sentence_stays_english() -> None:
    assert say_in("ru")("never written before") == "never written before"


def a_plural(message: Message) -> bool:
    return isinstance(message.id, tuple)


RUSSIAN_PLURALS = [message for language, message in PAIRS if language == "ru" and a_plural(message)]


@pytest.mark.parametrize("message", RUSSIAN_PLURALS, ids=lambda message: str(message.id[-1])[:30])
def test_russian_counts_with_three_forms(message: Message) -> None:
    """One form for 1 and 21, another for 2, a third for 5."""
    plural = gettext.c2py(load("ru").plural_expr)
    forms = [message.string[plural(n)] for n in (1, 2, 5, 21)]
    assert len(message.string) == 3 and all(forms)
    assert forms[0] == forms[3] and (message.id[0] == message.id[1] or len(set(forms)) > 1)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_nothing_is_said_that_readers_stumble_over(language: str) -> None:
    said = (text for known, message in PAIRS if known == language for text in strings(message.string))
    english = (text for _, message in PAIRS for text in strings(message.id))
    found = {word for text in (english if language == "en" else said) for word in stumbles(language, text)}
    assert found == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_stands_for_one_thing(language: str) -> None:
    said = [(strings(message.id)[0], text) for known, message in PAIRS if known == language
            for text in strings(message.string)]  # fmt: skip
    assert [pair for pair in said if is_mixed_up(language, *pair)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_signs_stand_as_printers_of_the_language_set_them(language: str) -> None:
    for message in (message for known, message in PAIRS if known == language):
        assert strings(message.string) == [typeset(language, text) for text in strings(message.string)], message.id


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_wood_that_nobody_moved_is_told_without_a_name(language: str) -> None:
    """What people move for the app has no name before it, and so no colon."""
    merchant = Thing(Kind.MERCHANT, "blue")
    for one in (Carry(merchant, 7, 5), Carry(merchant, None, 5), Carry(merchant, 7, None)):
        told = carry_words(one, False, ("Anna", "Ben"), say_in(language))
        assert told[0].isupper(), told
        named = carry_words(Carry(one.thing, one.start, one.to, 1), False, ("Anna", "Ben"), say_in(language))
        assert named.startswith("Ben")


COUNTS = (0, 1, 2, 5, 11, 21, 1500)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counted_noun_has_a_form_for_every_number(language: str) -> None:
    say, rule = say_in(language), gettext.c2py(load(language).plural_expr)
    for message in (message for known, message in PAIRS if known == language and a_plural(message)):
        for number in COUNTS:
            text = say(Counted(message.id[0], message.id[1], number))
            assert text == message.string[rule(number)] and text, (message.id, number)
            assert number == 1 or "{" not in message.id[1] or "{" in text, "a number is said that is not one"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", ["1 tissu", "2 tissus", "1 épice", "5 bijoux"]),
        ("ru", ["1 ткань", "2 ткани", "1 специя", "5 драгоценностей"]),
    ],
)
def test_goods_are_counted_as_people_count_them(language: str, said: list[str]) -> None:
    say = say_in(language)
    counted = [(Good.FABRIC, 1), (Good.FABRIC, 2), (Good.SPICE, 1), (Good.JEWELRY, 5)]
    assert [counted_good(good, number, say) for good, number in counted] == said


def test_pages_get_their_own_words_only() -> None:
    words = json.loads(page_words("fr"))
    assert words["Undo"] == "Annuler" and "Nothing else is possible." not in words


@pytest.mark.browser
def test_a_phone_in_russian(running: Running, screens: Screens) -> None:
    page = screens.phone(running, 0, locale="ru-RU")
    assert page.locator(".head-turn").inner_text() == "Ваш ход"
    count = "[1, 2, 5, 21].map((n) => words.tn('{n} card', '{n} cards', n))"
    forms = page.evaluate(f"import('/static/js/basics/words.js').then((words) => {count})")
    assert forms == ["1 карта", "2 карты", "5 карт", "21 карта"]
    latin = re.compile(r"\b(the|your|and|place|turn|Lira)\b")
    assert not latin.search(page.inner_text("#app"))


@pytest.mark.browser
def test_the_language_is_chosen_on_the_device(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/tools", **PHONE)
    page.locator("[data-key=comfort] summary").click()
    page.get_by_label("Language").select_option("fr")
    page.get_by_role("heading", name="Dispositions et dés").wait_for()
