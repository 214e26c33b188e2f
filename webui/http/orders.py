"""How is JSON that was sent read?  Strictly, as a struct that names what is expected; anything else is refused."""

from typing import Any

import msgspec

from companion import decoding
from webui.http.errors import Refused


def decoded(raw: bytes, kind: Any) -> Any:
    """The JSON as a ``kind``.  Raises Refused where it is something else, no UTF-8, or nested too deeply."""
    try:
        return decoding.decoded(raw, kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad_request", 400, why=str(error)) from error
