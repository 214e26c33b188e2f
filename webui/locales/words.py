"""In which language does this device read?  The cookie ``lang``, else what the browser asks for, else English."""

import gettext
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from flask import has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from companion.game import Say
from companion.words import Counted

LOCALES = Path(__file__).parent
SOURCE_LANGUAGE = "en"
LANGUAGES: dict[str, str] = {"en": "English", "fr": "Français", "ru": "Русский"}
"""What can be chosen, in this order: the code, as browsers write it (``pt-BR``), and the language's own name.

This is the only list of languages.  Plural forms are those of the head of the ``.po`` file.
"""
_PAGES = "webui/static/js/"
_COUNTED_UP_TO = 200
_MILLION = 1_000_000
"""Some languages count round millions in a form of their own."""


def language() -> str:
    """The language of the present request."""
    if not has_request_context():
        return SOURCE_LANGUAGE
    return language_of(request.headers.get("Cookie", ""), request.headers.get("Accept-Language", ""))


def language_of(cookie: str, accepted: str) -> str:
    """The language that a request's headers ask for."""
    chosen = cookies_of(cookie).get("lang", "")
    known = parse_accept_header(accepted, LanguageAccept)
    return chosen if chosen in LANGUAGES else known.best_match(tuple(LANGUAGES), SOURCE_LANGUAGE)


def cookies_of(header: str) -> Mapping[str, str]:
    """The cookies of a request's header; none where its bytes are no text, as others' cookies may be."""
    try:
        return parse_cookie(header)
    except UnicodeDecodeError:
        return {}


@lru_cache
def say_in(lang: str) -> Say:
    """English sentence to sentence in ``lang``; what is not translated stays English.  The same for each call."""
    sentences, counted = _sentences(lang), _counted(lang)
    rule = locale_of(lang).plural_form

    def say(text: str) -> str:
        if isinstance(text, Counted) and (forms := counted.get(text.one)):
            return forms.get(rule(text.n), forms["other"])
        return sentences.get(text, text)

    return say


def say_for_request() -> Say:
    """The words for whoever asked."""
    return say_in(language())


@lru_cache
def page_words(lang: str) -> str:
    """The catalogue for the pages' own scripts, as JSON; plurals by the browser's plural rules."""
    said_by_pages = [one for one in _messages(lang) if any(name.startswith(_PAGES) for name, _ in one.locations)]
    words: dict[str, object] = {}
    for message in said_by_pages:
        if isinstance(message.id, str):
            words[message.id] = message.string
        else:
            words["|".join(message.id)] = _forms(lang, message)
    return _in_page(words)


def page_languages() -> str:
    """What a page lets its reader choose, as JSON: code to own name, in the order of ``LANGUAGES``."""
    return _in_page(LANGUAGES)


def locale_of(lang: str) -> Locale:
    """What Babel knows of a language.  Raises UnknownLocaleError, or ValueError for what is no code at all."""
    return Locale.parse(lang, sep="-")


def path_of(lang: str) -> Path:
    """Where the translations of a language lie."""
    return LOCALES / f"{lang}.po"


def is_translated(message: Message) -> bool:
    """Whether a translation is there, in every plural form and not marked as doubtful: such a one is not shown."""
    strings = message.string
    return bool(strings) and not message.fuzzy and (isinstance(strings, str) or all(strings or ()))


def _in_page(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def _forms(lang: str, message: Message) -> dict[str, str]:
    strings = list(message.string or ())
    return {"other": strings[-1], **{category: strings[at] for category, at in _plural_places(lang).items()}}


@lru_cache
def _plural_places(lang: str) -> Mapping[str, int]:
    """Where the form for each category of numbers (one, few, many …) stands among the forms of a ``.po`` file."""
    category_of, place_of = locale_of(lang).plural_form, gettext.c2py(_catalog(lang).plural_expr)
    return {category_of(n): place_of(n) for n in (_MILLION, *reversed(range(_COUNTED_UP_TO)))}


@lru_cache
def _sentences(lang: str) -> Mapping[str, str]:
    return {str(one.id): str(one.string) for one in _messages(lang) if isinstance(one.id, str)}


@lru_cache
def _counted(lang: str) -> Mapping[str, dict[str, str]]:
    """The forms of sentences that depend on a number, by the English one for 1."""
    return {str(one.id[0]): _forms(lang, one) for one in _messages(lang) if not isinstance(one.id, str)}


def _messages(lang: str) -> Iterable[Message]:
    return (one for one in _catalog(lang) if one.id and is_translated(one))


@lru_cache
def _catalog(lang: str) -> Catalog:
    if lang == SOURCE_LANGUAGE or not path_of(lang).exists():
        return Catalog(locale=locale_of(lang))
    with path_of(lang).open("rb") as file:
        return read_po(file, locale=locale_of(lang))
