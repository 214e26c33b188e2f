"""Which word stands for which thing in each language, and which never does?  Game terms are those of its rulebook."""

import re
from collections.abc import Iterator, Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "merchant": "merchant",
        "assistant": "assistant",
        "wheelbarrow": "wheelbarrow",
        "a tile": "tile",
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
        "dice of the base game": "кости",
        "this program": "программа",
        "HTTPS": "защищённая связь",
        "a wooden thing": "фигура",
    },
}
"""The word for a thing; a translator changes it here first."""

FORBIDDEN: Mapping[str, tuple[str, ...]] = {
    "en": (
        r"\bthe own\b",
        r"[Pp]ress long",
        r"\bread with\b",
        r"[Ll]earn the wood",
        r"[Ww]ood (is|are) still to be",
        r"middling",
        r"safe lines?\b",
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
"""What readers stumbled over, as regular expressions."""


def stumbles(language: str, text: str) -> Iterator[str]:
    """The forbidden words in a text."""
    for pattern in FORBIDDEN[language]:
        yield from (found[0] for found in re.finditer(pattern, text))
