"""Does the memory of pictures go back to the system?  Where the C library would keep it for later, it is told not to.

glibc keeps what threads have freed, each in an arena of its own (eight a processor), and learns from the first large
picture it frees to keep pictures too.  Pictures of many sizes then leave holes that nothing fits into: a companion that
needed 500 MB held 1400.
"""

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import cast

LARGE_BYTES = 1 << 20
"""From here on memory is mapped by itself, and unmapped with its picture; smaller maps would slow the eye."""
FREE_BYTES = 96 << 20
"""So much of a heap's end is kept for the next picture until ``trim``: to get pages anew costs time."""
SCRATCH_BYTES = 8 << 20
"""The same while a picture is read: most of what is larger than ``LARGE_BYTES`` then is needed for a moment only."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_SETTINGS = ((_M_MMAP_THRESHOLD, LARGE_BYTES), (_M_TRIM_THRESHOLD, FREE_BYTES), (_M_ARENA_MAX, 2))


@lru_cache(maxsize=1)
def give_pictures_back() -> bool:
    """Give large memory back as soon as it is free, from now on; whether this C library can be told (glibc)."""
    tell = _mallopt()
    if tell is None:
        return False
    taken = [tell(what, value) for what, value in _SETTINGS]
    return all(taken)


@lru_cache(maxsize=1)
def _mallopt() -> Callable[[int, int], int] | None:
    """What tells this C library how to keep memory, looked up once; None where it cannot be told."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        return cast(Callable[[int, int], int], ctypes.CDLL(None).mallopt)
    except (OSError, AttributeError):
        return None


@contextmanager
def scratch_memory() -> Iterator[None]:
    """While it lasts, memory of up to ``SCRATCH_BYTES`` comes from the heap's end, which is kept: a net for which it is
    mapped anew at each layer is half as fast."""
    tell = _mallopt() if give_pictures_back.cache_info().currsize and give_pictures_back() else None
    if tell is None:
        yield  # the library was never told to map what is large
        return
    tell(_M_MMAP_THRESHOLD, SCRATCH_BYTES)
    try:
        yield
    finally:
        tell(_M_MMAP_THRESHOLD, LARGE_BYTES)


def trim() -> None:
    """Give what lies free between other things back as well, where this C library can be told; some milliseconds."""
    if give_pictures_back():
        ctypes.CDLL(None).malloc_trim(0)
