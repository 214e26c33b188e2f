"""Which word stands for which thing in each language, and which never does?  Game terms are those of its rulebook."""

import re
from collections.abc import Iterator, Mapping

TERMS: dict[str, Mapping[str, str]] = {
    "en": {
        "merchant": "merchant",
        "assistant": "assistant",
        "wheelbarrow": "wheelbarrow",
        "a tile": "tile",
        "gemstone dealer": "Gemstone Dealer",
        "jewelry": "jewelry",
        "the game being played": "game",
        "this program": "companion",
        "HTTPS": "secure connection",
        "a wooden thing": "piece",
    },
    "fr": {
        "merchant": "marchand",
        "assistant": "assistant",
        "wheelbarrow": "charrette",
        "a tile": "tuile",
        "gemstone dealer": "Marchand de gemmes",
        "jewelry": "bijoux",
        "the game being played": "partie",
        "the game in its box": "jeu",
        "this program": "compagnon",
        "HTTPS": "connexion sécurisée",
        "a wooden thing": "pion",
    },
    "ru": {
        "merchant": "купец",
        "assistant": "помощник",
        "wheelbarrow": "тачка",
        "a tile": "тайл",
        "gemstone dealer": "Ювелир",
        "jewelry": "драгоценности",
        "dice of the base game": "кости",
        "this program": "программа",
        "HTTPS": "защищённая связь",
        "a wooden thing": "фигура",
    },
}
"""The word for a thing; a translator changes it here first.  No language goes without."""

FORBIDDEN: Mapping[str, tuple[str, ...]] = {
    "en": (
        r"\bthe own\b",
        r"[Pp]ress long",
        r"\bread with\b",
        r"[Ll]earn the wood",
        r"[Ww]ood (is|are) still to be",
        r"middling",
        r"safe lines?\b",
        r"\b(this|another|chosen) profile\b",
    ),
    "fr": (
        r"\b1 (tissus|fruits|épices|bijoux)\b",
        r"lignes? sûres?",
        r"dans le jeu\b",
        r"brouette",
        r"\bLyre",
    ),
    "ru": (
        r"Увидено",
        r"Оглянуться",
        r"Имейте",
        r"торговц|торговец",
        r"фигурк",
        r"[Пп]омощник (работает|запущен|теперь)",
        r"тележк",
        r"[Пп]лит(к|ок|оч)",
        r"ассистент",
    ),
}
"""What readers stumbled over, as regular expressions; nothing for a language that nobody has stumbled in."""


def stumbles(language: str, text: str) -> Iterator[str]:
    """The forbidden words in a text."""
    for pattern in FORBIDDEN.get(language, ()):
        yield from (found[0] for found in re.finditer(pattern, text))


APART: Mapping[str, tuple[tuple[str, str], ...]] = {
    "ru": ((r"\b[Ss]eats?\b|\b[Rr]ank\b|\broom (for|on)\b|\bspaces? in every row", r"\b[Мм]ест[оаеу]?м?\b"),),
}
"""Words of the English sentence, and those of another thing that its translation must not use: a seat is no place."""

SIGNS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "fr": ((r" ([?!;:»])", "\u00a0\\1"), (r"« ", "«\u00a0"), (r"(?<=\w)'(?=\w)", "’")),
}
"""How signs are set: no line begins with what belongs to the word before it."""


def is_mixed_up(language: str, english: str, text: str) -> bool:
    """Whether a translation uses the word of one thing for another."""
    return any(re.search(about, english) and re.search(other, text) for about, other in APART.get(language, ()))


def typeset(language: str, text: str) -> str:
    """The same words with the spaces and apostrophes of the language.

    >>> typeset("fr", "Qui regarde l'heure ?")
    'Qui regarde l’heure\\xa0?'
    """
    for pattern, sign in SIGNS.get(language, ()):
        text = re.sub(pattern, sign, text)
    return text
