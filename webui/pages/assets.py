"""Where do style, scripts and art come from?  Read from the package, sent packed, asked for once.

Pages ask for them below a folder that is named by all they say (``/static/v-1f2e…/js/…``). Such an address never says
anything else, so a browser keeps it for good: nothing is asked for twice, and all stays drawn while nobody answers.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, request

from companion.locks import Lock
from webui.http.errors import Refused
from webui.pages import bundles, styles
from webui.pages.bundles import bundle
from webui.pages.styles import SHEETS

ROOTS = {"static": Path(__file__).parent.parent / "static", "art": Path(str(files("companion"))) / "art"}
_ENDINGS = {".css", ".js", ".svg", ".png", ".json", ".ico"}
_PACKED_ENDINGS = {".css", ".js", ".svg", ".json"}
MADE = (f"{bundles.FOLDER}/", f"{styles.FOLDER}/")
"""What is put together from several files."""
_FOR_GOOD = "public, max-age=31536000, immutable"
_VERSIONED = re.compile(r"v-[0-9a-f]{12}/")
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
        self._joined: dict[str, tuple[str, Asset]] = {}
        self._folders: dict[str, tuple[tuple[int, ...], str]] = {}
        self._lock = Lock("file")

    def folder(self, root: str) -> str:
        """The address below which everything of a root stays as it is now: ``/static/v-…``."""
        paths = [path for name, path in self._paths.items() if name.startswith(f"{root}/")]
        changed_ns = tuple(path.stat().st_mtime_ns for path in paths)
        known = self._folders.get(root)
        if known is None or known[0] != changed_ns:
            said = hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths))
            known = self._folders[root] = (changed_ns, f"/{root}/v-{said.hexdigest()[:12]}")
        return known[1]

    def find(self, root: str, name: str) -> Asset | None:
        """The file of this name below a root; None where there is none or it is none of ours."""
        if root == "static" and name.startswith(MADE):
            return self._made(name)
        path = self._paths.get(f"{root}/{name}")
        if path is None:
            return None
        changed_ns = path.stat().st_mtime_ns
        with self._lock:
            known = self._known.get(path)
            if known is None or known.changed_ns != changed_ns:
                known = self._known[path] = _asset(path.name, path.read_bytes(), changed_ns)
        return known

    def text(self, name: str) -> str:
        """What a file below ``static`` says.  Raises KeyError where there is none."""
        found = self._paths.get(f"static/{name}")
        if found is None:
            raise KeyError(name)
        return found.read_text(encoding="utf-8")

    def _made(self, name: str) -> Asset | None:
        """A sheet of several styles, or a bundle of scripts; made anew when any file has changed."""
        now = self.folder("static")
        with self._lock:
            known = self._joined.get(name)
        if known is None or known[0] != now:
            try:
                text = bundle(name, self.text) if name.startswith(bundles.FOLDER) else self._sheet(name)
            except KeyError:
                return None
            known = (now, _asset(name, text.encode(), 0))
            with self._lock:
                self._joined[name] = known
        return known[1]

    def _sheet(self, name: str) -> str:
        return "\n".join(self.text(part) for part in SHEETS[name])

    @cached_property
    def _paths(self) -> dict[str, Path]:
        """Every file there is; what others ask for is only looked up in it."""
        return dict(sorted(_listed()))


def _listed() -> Iterator[tuple[str, Path]]:
    for root, folder in ROOTS.items():
        for path in folder.rglob("*"):
            if path.suffix in _ENDINGS and path.is_file():
                yield f"{root}/{path.relative_to(folder).as_posix()}", path


def _asset(name: str, plain: bytes, changed_ns: int) -> Asset:
    packed = gzip.compress(plain, 9, mtime=0) if Path(name).suffix in _PACKED_ENDINGS else None
    mimetype = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(changed_ns, mimetype, plain, packed, hashlib.sha256(plain).hexdigest()[:20])


def make_blueprint(assets: Assets) -> Blueprint:
    """Routes for ``/static/…`` and ``/art/…``."""
    blueprint = Blueprint("assets", __name__)

    @blueprint.get("/<any(static, art):root>/<path:name>")
    def asset(root: str, name: str) -> Response:
        plain = _VERSIONED.sub("", name, count=1) if _VERSIONED.match(name) else name
        found = assets.find(root, plain)
        if found is None:
            raise Refused("not_found", 404)
        return _answer(found, f"/{root}/{name}" == f"{assets.folder(root)}/{plain}")

    return blueprint


def _answer(asset: Asset, for_good: bool) -> Response:
    packed = asset.packed if asset.packed and "gzip" in request.headers.get("Accept-Encoding", "") else None
    response = Response(packed or asset.plain, mimetype=asset.mimetype)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = _FOR_GOOD if for_good else "no-cache"
    response.set_etag(asset.tag + ("-gz" if packed else ""))
    response.make_conditional(request)
    return response
