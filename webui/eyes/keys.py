"""Which eyes does a table know?  Each was given a key once, for a code; with it every look is signed."""

import hashlib
import hmac
import secrets

import msgspec

from companion.decoding import converted
from companion.session.clock import Clock
from webui.http.errors import Refused
from webui.keepsakes.shelf import Note
from webui.rights.codes import Code, Codes

EYE, SIGNATURE = "X-Bazaar-Eye", "X-Bazaar-Signature"
GREET, LOOK = "greet", "look"
"""What an eye signs, and the two headers that say who and how."""
MOST_EYES = 8
_EYE_SEAT = 0
"""Codes are for seats; here there is one kind of them."""


class Key(msgspec.Struct, frozen=True):
    """An eye: its id, its secret (hex), what people call it, and when it was let in (seconds since 1970)."""

    id: str
    secret: str
    name: str = ""
    since: float = 0.0


class Keys:
    """The keys of one table's eyes.  Every change is kept before it counts.  For one thread at a time."""

    def __init__(self, kept: Note, clock: Clock, code_life_s: float) -> None:
        self._kept, self._clock = kept, clock
        self._codes = Codes(clock, code_life_s)
        self._keys = _read(kept)

    @property
    def all(self) -> tuple[Key, ...]:
        """The eyes that may look, the oldest first."""
        return self._keys

    def code(self) -> Code:
        """A code by which one more eye is let in; the one shown last while it is fresh."""
        return self._codes.fresh(_EYE_SEAT)

    def let_in(self, typed: str, name: str) -> Key:
        """A key for the code, once.  Beyond the most eyes the oldest is forgotten.  Raises Refused, OutOfReach."""
        try:
            code, _ = self._codes.known(typed)
            self._codes.refuse_dead(code)
        except Refused as error:
            raise Refused("eye_code", 403) from error
        key = Key(secrets.token_hex(8), secrets.token_hex(32), name, self._clock.now_s())
        self._keep((*self._keys, key)[-MOST_EYES:])
        self._codes.use_up(code)
        return key

    def forget(self, id: str) -> bool:
        """This eye may look no more; whether there was such a one.  Raises OutOfReach."""
        rest = tuple(key for key in self._keys if key.id != id)
        known = len(rest) < len(self._keys)
        if known:
            self._keep(rest)
        return known

    def need(self, id: str, signature: str, what: str, raw: bytes) -> Key:
        """The eye that signed this.  Raises Refused."""
        key = next((key for key in self._keys if key.id == id), None)
        if key is None or not hmac.compare_digest(sign(key.secret, what, raw).encode(), signature.encode()):
            raise Refused("eye_unknown", 403)
        return key

    def _keep(self, keys: tuple[Key, ...]) -> None:
        self._kept.write({"keys": msgspec.to_builtins(keys)})
        self._keys = keys


def sign(secret: str, what: str, raw: bytes) -> str:
    """The signature of a body that is sent for ``what``: HMAC-SHA256, hex."""
    return hmac.new(bytes.fromhex(secret), what.encode() + b"\n" + raw, hashlib.sha256).hexdigest()


def _read(kept: Note) -> tuple[Key, ...]:
    """The keys of a note; one that was not written by this program is as good as none."""
    try:
        keys: tuple[Key, ...] = converted(kept.read().get("keys", ()), tuple[Key, ...])
        return keys
    except msgspec.ValidationError:
        return ()
