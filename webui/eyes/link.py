"""How is an eye told where it belongs?  By a link in a QR code, or by the server's address and the table's code."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

_MARK = "/table#eye="
_TABLE = re.compile(r"/t/([A-Za-z0-9]{2,12})")
_CODE = re.compile(r"[A-Za-z0-9]{2,12}")


class BadAddress(ValueError):
    """This names no server or no table; says what would."""


class Address(NamedTuple):
    """Where an eye's table is: ``server`` as ``https://host:port``, ``table`` empty where there is one only."""

    server: str
    table: str = ""

    @property
    def root(self) -> str:
        """What every address at the table begins with."""
        return self.server + (f"/t/{self.table}" if self.table else "")


def link_of(root: str, secret: str) -> str:
    """The link for an eye: below a page that exists, its secret where no server is told of it."""
    return f"{root}{_MARK}{secret}"


def read_link(text: str) -> tuple[Address, str] | None:
    """Address and secret of such a link; None where it is another one."""
    root, found, secret = text.strip().partition(_MARK)
    if not found or not secret:
        return None
    try:
        return read_address(root), secret
    except BadAddress:
        return None


def read_address(server: str, table: str = "") -> Address:
    """The address a person means; a table's own address is one, too.  Raises BadAddress."""
    text = server.strip().rstrip("/")
    text = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(text)
        named = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named:
        raise BadAddress(f"--server {server}: write the address people open, like https://club.example")
    of_path = _TABLE.match(parts.path)
    code = (table.strip() or (of_path[1] if of_path else "")).upper()
    if code and not _CODE.fullmatch(code):
        raise BadAddress(f"--table {table}: the code on the table's card has letters and digits only, like K7QPM")
    return Address(f"{parts.scheme}://{parts.netloc}", code)
