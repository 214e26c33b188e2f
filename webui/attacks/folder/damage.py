"""What can happen to a file between two evenings?  Ways to damage one, and what a folder looks like byte by byte."""

import os
import random
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

_BLOCK, _NOISE, _NOISES = 512, 64, 4096
Damage = Callable[[Path, random.Random], None]
Looks = dict[bytes, bytes]
"""Of every file and link below a folder: its path, and its bytes or where it leads."""


def _edited(edit: Callable[[bytearray, random.Random], None]) -> Damage:
    def damage(path: Path, rng: random.Random) -> None:
        data = bytearray(path.read_bytes())
        if data:
            edit(data, rng)
        path.write_bytes(data)

    return damage


def _one_bit(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _one_digit(data: bytearray, rng: random.Random) -> None:
    digits = [at for at, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    if digits:
        at = rng.choice(digits)
        data[at] = rng.choice([digit for digit in range(0x30, 0x3A) if digit != data[at]])


def _zeros(data: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(data))
    data[at : at + _BLOCK] = bytes(len(data[at : at + _BLOCK]))


def _noise(data: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(data))
    data[at : at + _NOISE] = rng.randbytes(len(data[at : at + _NOISE]))


def _cut_off(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(len(data)) :]


def _longer(data: bytearray, rng: random.Random) -> None:
    data += rng.randbytes(rng.choice((1, _BLOCK, _NOISES)))


def _emptied(path: Path, rng: random.Random) -> None:
    path.write_bytes(b"")


def _all_noise(path: Path, rng: random.Random) -> None:
    path.write_bytes(rng.randbytes(_NOISES))


def _nested(path: Path, rng: random.Random) -> None:
    path.write_bytes(rng.choice((b"[", b'{"a":')) * _NOISES)


def _swapped(path: Path, rng: random.Random) -> None:
    """With another file of the same folder, or of another one where it lies alone."""
    root = path.parent.parent if len(list(path.parent.iterdir())) < 2 else path.parent
    others = sorted(one for one in root.rglob("*") if one.is_file() and one != path)
    if others:
        other = rng.choice(others)
        own, its = path.read_bytes(), other.read_bytes()
        path.write_bytes(its)
        other.write_bytes(own)


def _a_folder(path: Path, rng: random.Random) -> None:
    path.unlink()
    path.mkdir()
    if rng.random() < 0.5:
        (path / "within").write_bytes(b"a file in it")


def _a_link(path: Path, rng: random.Random) -> None:
    """To nowhere, or to itself."""
    path.unlink()
    path.symlink_to(rng.choice(("nowhere", path.name)))


def _unreadable(path: Path, rng: random.Random) -> None:
    path.chmod(0)


def _gone(path: Path, rng: random.Random) -> None:
    path.unlink()


def _strange_name(path: Path, rng: random.Random) -> None:
    """A second file of the same content whose name is no UTF-8."""
    strange = os.path.join(os.fsencode(path.parent), b"\xff\xfe " + os.fsencode(path.suffix))
    shutil.copy(path, os.fsdecode(strange))


def _leftover(path: Path, rng: random.Random) -> None:
    """Something that another program, or a kill, left beside it."""
    ending = rng.choice((".new", "-journal", "-wal", "-shm", ".damaged", ".new-journal"))
    beside = path.with_name(path.name + ending)
    if rng.random() < 0.2 and path.suffix != ".json":  # a folder where a note is written is told, and nothing works
        beside.mkdir()
    else:
        beside.write_bytes(rng.randbytes(rng.choice((0, 1, _BLOCK, _NOISES))))


WAYS: Mapping[str, Damage] = {
    "a bit": _edited(_one_bit),
    "a digit": _edited(_one_digit),
    "zeros": _edited(_zeros),
    "noise": _edited(_noise),
    "cut off": _edited(_cut_off),
    "longer": _edited(_longer),
    "emptied": _emptied,
    "all noise": _all_noise,
    "nested": _nested,
    "swapped": _swapped,
    "a folder": _a_folder,
    "a link": _a_link,
    "gone": _gone,
    "strange name": _strange_name,
    "a leftover": _leftover,
    **({} if getattr(os, "geteuid", lambda: 0)() == 0 else {"unreadable": _unreadable}),
}


def looks_of(folder: Path) -> Looks:
    """How a folder looks; what cannot be read counts by its name."""
    seen = Looks()
    for place, _, names in os.walk(os.fsencode(folder)):
        for name in names:
            path = os.path.join(place, name)
            seen[os.path.relpath(path, os.fsencode(folder))] = _bytes_of(path)
    return seen


def _bytes_of(path: bytes) -> bytes:
    if os.path.islink(path):
        return b"-> " + os.readlink(path)
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
