"""In which language does this device read?  The cookie ``lang``, else what the browser asks for, else English."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from flask import has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from companion.game import Say
from companion.words import Counted

LOCALES = Path(__file__).parent
SOURCE_LANGUAGE = "en"
LANGUAGES = ("en", "fr", "ru")
_PLURAL_RULES = {"fr": ("one", "other"), "ru": ("one", "few", "many")}
_PAGES = "webui/static/js/"


def language() -> str:
    """The language of the present request."""
    if not has_request_context():
        return SOURCE_LANGUAGE
    return language_of(request.headers.get("Cookie", ""), request.headers.get("Accept-Language", ""))


def language_of(cookie: str, accepted: str) -> str:
    """The language that a request's headers ask for."""
    chosen = cookies_of(cookie).get("lang", "")
    known = parse_accept_header(accepted, LanguageAccept)
    return chosen if chosen in LANGUAGES else known.best_match(LANGUAGES, SOURCE_LANGUAGE)


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
    rule = Locale.parse(lang).plural_form

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
    return json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")


def _forms(lang: str, message: Message) -> dict[str, str]:
    strings = list(message.string or ())
    return {"other": strings[-1], **dict(zip(_PLURAL_RULES[lang], strings, strict=True))}


@lru_cache
def _sentences(lang: str) -> Mapping[str, str]:
    return {str(one.id): str(one.string) for one in _messages(lang) if isinstance(one.id, str)}


@lru_cache
def _counted(lang: str) -> Mapping[str, dict[str, str]]:
    """The forms of sentences that depend on a number, by the English one for 1."""
    return {str(one.id[0]): _forms(lang, one) for one in _messages(lang) if not isinstance(one.id, str)}


@lru_cache
def _messages(lang: str) -> list[Message]:
    path = LOCALES / f"{lang}.po"
    if lang == SOURCE_LANGUAGE or not path.exists():
        return []
    with path.open("rb") as file:
        catalog = read_po(file, locale=lang)
    return [message for message in catalog if message.id and message.string and not message.fuzzy]
