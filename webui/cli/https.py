"""Where does ``bazaar serve --https`` get its certificates from?  Made for this machine's present addresses."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from webui.cli.output import fail
from webui.reach.addresses import own_addresses
from webui.settings import Settings

if TYPE_CHECKING:
    from webui.http.certificates import Certificates


def certifier(data_dir: Path, names: tuple[str, ...] = Settings().names) -> "Callable[[], Certificates]":
    """Gives the certificates that fit this machine now, and makes them where needed."""
    try:
        made = importlib.import_module("webui.http.certificates")
    except ImportError:
        fail("--https needs one more package: pip install 'bazaar-companion[https]'")
    return lambda: made.ready_certificates(data_dir, own_addresses(), names, made.utc_now())
