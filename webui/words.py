"""In which language does this device read?  The cookie ``lang``, else what the browser asks for, else English."""

import gettext
import json
from functools import lru_cache
from pathlib import Path

from flask import has_request_context, request

from companion.game import Say

LOCALES = Path(__file__).parent / "locales"
LANGUAGES = ("en", "fr", "ru")


def language() -> str:
    """The language of the present request."""
    if not has_request_context():
        return "en"
    chosen = request.cookies.get("lang", "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")


@lru_cache
def say_in(lang: str) -> Say:
    """English sentence to sentence in ``lang``; what is not translated stays English."""
    translations = gettext.translation("bazaar", str(LOCALES), languages=[lang], fallback=True)
    return translations.gettext


def say_for_request() -> Say:
    """The words for whoever asked."""
    return say_in(language())


@lru_cache
def page_words(lang: str) -> str:
    """The catalogue for the pages' own scripts, as JSON: English to ``lang``; empty for English."""
    path = LOCALES / lang / "pages.json"
    return json.dumps(json.loads(path.read_text("utf-8"))) if path.exists() else "{}"
