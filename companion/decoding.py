"""How does text become a value of a known type?  By a decoder of that type, made once and by one thread at a time.

Making a decoder fills in what msgspec knows of every type inside.  A second thread that decoded such a type meanwhile
would find it half filled in, and take the whole process down with it.
"""

import threading
from typing import Any

import msgspec

_MAKING = threading.Lock()
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


def decoded(raw: bytes | str, kind: Any) -> Any:
    """The value of this type that JSON tells.  Raises msgspec.MsgspecError."""
    return _decoder(kind).decode(raw)


def converted(plain: Any, kind: Any) -> Any:
    """The value of this type that plain data tells.  Raises msgspec.ValidationError."""
    _decoder(kind)  # so that all of the type is known before anybody reads it
    return msgspec.convert(plain, kind)


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    known = _DECODERS.get(kind)
    if known is None:
        with _MAKING:
            known = _DECODERS.setdefault(kind, msgspec.json.Decoder(kind))
    return known
