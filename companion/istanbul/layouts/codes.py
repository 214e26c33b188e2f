"""How is a layout shared in a few characters?

For the base game the code is the number of the permutation itself (16! is less than 2 to the 45th), so every layout
has one.  20 and 25 places have too many orders for twelve characters: there the code carries the seed it was made of.
Letters and digits are Crockford's: no I, L, O, U; the last one is a check.
"""

from random import Random

from companion.errors import BadNotation
from companion.istanbul.layouts.boards import BOARDS, random_layout

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
READ_AS = str.maketrans("ILO", "110", "- ")
BASE_LENGTH, SEED_LENGTH = 9, 9
MOST_SEED = len(ALPHABET) ** SEED_LENGTH
PREFIXES = {("mocha", True): "M", ("mocha", False): "N", ("letters", True): "S", ("letters", False): "T"}
PREFIXES |= {("big", True): "G", ("big", False): "H"}
_CHECK_FACTOR = 7


def layout_code(layout: tuple[int, ...]) -> str:
    """The code of a base layout.

    >>> from companion.istanbul.tables import LAYOUTS
    >>> layout_code(LAYOUTS["in_order"])
    '0000000000'
    >>> parse_layout_code(layout_code(LAYOUTS["short"])) == ("base", LAYOUTS["short"])
    True
    """
    digits = _digits(_rank(layout), BASE_LENGTH)
    return digits + _check(digits)


def seed_code(board: str, seed: int, restrictions: bool = True) -> str | None:
    """The code of a layout of an expansion's board made from a seed; None for a seed too long to carry."""
    if not 0 <= seed < MOST_SEED:
        return None
    digits = PREFIXES[(board, restrictions)] + _digits(seed, SEED_LENGTH)
    return digits + _check(digits)


def parse_layout_code(text: str) -> tuple[str, tuple[int, ...]]:
    """The board and the layout of a code; small letters, blanks and hyphens do not matter.  Raises BadNotation."""
    code = text.upper().translate(READ_AS)
    digits, check = code[:-1], code[-1:]
    if not digits or set(code) - set(ALPHABET) or _check(digits) != check:
        raise BadNotation("bad_layout_code", text=text)
    if len(digits) == BASE_LENGTH:
        return "base", _permutation(_number(digits), text)
    for (board, restrictions), prefix in PREFIXES.items():
        if digits[0] == prefix and len(digits) == SEED_LENGTH + 1:
            return board, random_layout(Random(_number(digits[1:])), board, restrictions)
    raise BadNotation("bad_layout_code", text=text)


def _rank(layout: tuple[int, ...]) -> int:
    """The place of a permutation among all of them in dictionary order."""
    left, rank = sorted(layout), 0
    for place in layout:
        rank = rank * len(left) + left.index(place)
        left.remove(place)
    return rank


def _permutation(rank: int, text: str) -> tuple[int, ...]:
    left = list(BOARDS["base"].places)
    picks: list[int] = []
    for size in range(1, len(left) + 1):
        rank, pick = divmod(rank, size)
        picks.append(pick)
    if rank:
        raise BadNotation("bad_layout_code", text=text)
    return tuple(left.pop(pick) for pick in reversed(picks))


def _digits(number: int, length: int) -> str:
    text = ""
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        text = ALPHABET[digit] + text
    return text


def _number(text: str) -> int:
    number = 0
    for letter in text:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number


def _check(digits: str) -> str:
    """Notices a wrong letter, and two neighbours in the wrong order unless they are 16 apart in the alphabet."""
    total = 0
    for letter in digits:
        total = total * _CHECK_FACTOR + ALPHABET.index(letter)
    return ALPHABET[total % len(ALPHABET)]
