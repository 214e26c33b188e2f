"""What does the server write down of what it does?  Plain lines for people, or one JSON object a line for programs.

Nothing secret is ever in a line: no hand, no code, no PIN, no token, no address of a camera with its password.
"""

import json
import logging
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Literal

from flask import Flask, Response, g, request

from webui.http.parts import has_part
from webui.rights.device import device

requests = logging.getLogger("webui.requests")
_PLAIN = "%(levelname)s %(name)s: %(message)s"
_FACTS = ("method", "table", "path", "status", "ms", "who")
"""What a line about a request tells beside its message."""
_QUIET = ("uvicorn.error",)
"""Loggers whose chatter about single lines of strangers nobody needs."""


def begin_logging(verbose: bool, form: Literal["text", "json"]) -> None:
    """Write lines to standard error from now on; ``json`` includes every request."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter(_PLAIN))
    logging.basicConfig(level=logging.INFO if verbose or form == "json" else logging.WARNING, handlers=[handler])
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """``at`` (UTC), ``level``, ``logger``, ``thread``, ``message``, the facts of a request, and ``trace``."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "thread": record.threadName,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _FACTS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def register(app: Flask) -> None:
    """Write a line about every answer; only seen where lines of level INFO are."""

    @app.before_request
    def begin() -> None:
        g.began_s = monotonic()

    @app.after_request
    def note(response: Response) -> Response:
        if requests.isEnabledFor(logging.INFO):
            requests.info("%s %s: %d", request.method, request.path, response.status_code, extra=_facts(response))
        return response


def _facts(response: Response) -> dict[str, Any]:
    ms = round((monotonic() - g.get("began_s", monotonic())) * 1000, 1)
    facts = {"method": request.method, "path": request.path, "status": response.status_code, "ms": ms}
    table = {"table": request.script_root.rpartition("/")[2]} if request.script_root else {}
    return facts | table | {"who": _who()}


def _who() -> str:
    """Who asked, by what he may do; never by a name, a token or an address."""
    if not has_part("house"):
        return "nobody's table"
    asking = device()
    words = [*(f"seat {seat}" for seat in asking.seats), *(["host"] if asking.host else [])]
    return " ".join(words) or "stranger"
