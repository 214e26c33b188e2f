"""Where do style, scripts and art come from?  Read from the package, sent packed, asked for again only when changed."""

import gzip
import hashlib
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, request

from companion.locks import Lock
from webui.http.errors import Refused

ROOTS = {"static": Path(__file__).parent.parent / "static", "art": Path(str(files("companion"))) / "art"}
_ENDINGS = {".css", ".js", ".svg", ".png", ".json", ".ico"}
_PACKED_ENDINGS = {".css", ".js", ".svg", ".json"}
mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file in memory."""

    changed_ns: int
    mimetype: str
    plain: bytes
    packed: bytes | None
    tag: str


class Assets:
    """Files by the names under which they are asked for, kept in memory until they change on disk."""

    def __init__(self) -> None:
        self._known: dict[Path, Asset] = {}
        self._lock = Lock("file")

    def find(self, root: str, name: str) -> Asset | None:
        """The file of this name below a root; None where there is none or it is none of ours."""
        path = self._paths.get(f"{root}/{name}")
        if path is None:
            return None
        changed_ns = path.stat().st_mtime_ns
        with self._lock:
            known = self._known.get(path)
            if known is None or known.changed_ns != changed_ns:
                known = self._known[path] = _read(path, changed_ns)
        return known

    @cached_property
    def _paths(self) -> dict[str, Path]:
        """Every file there is; what others ask for is only looked up in it."""
        return dict(_listed())


def _listed() -> Iterator[tuple[str, Path]]:
    for root, folder in ROOTS.items():
        for path in folder.rglob("*"):
            if path.suffix in _ENDINGS and path.is_file():
                yield f"{root}/{path.relative_to(folder).as_posix()}", path


def _read(path: Path, changed_ns: int) -> Asset:
    plain = path.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if path.suffix in _PACKED_ENDINGS else None
    mimetype = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(changed_ns, mimetype, plain, packed, hashlib.sha256(plain).hexdigest()[:20])


def make_blueprint() -> Blueprint:
    """Routes for ``/static/…`` and ``/art/…``."""
    blueprint, assets = Blueprint("assets", __name__), Assets()

    @blueprint.get("/<any(static, art):root>/<path:name>")
    def asset(root: str, name: str) -> Response:
        found = assets.find(root, name)
        if found is None:
            raise Refused("not_found", 404)
        return _answer(found)

    return blueprint


def _answer(asset: Asset) -> Response:
    packed = asset.packed if asset.packed and "gzip" in request.headers.get("Accept-Encoding", "") else None
    response = Response(packed or asset.plain, mimetype=asset.mimetype)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(asset.tag + ("-gz" if packed else ""))
    response.make_conditional(request)
    return response
