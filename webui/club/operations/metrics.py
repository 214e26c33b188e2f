"""What can Prometheus watch?  Figures of one server, in its text form, for the addresses that the settings name."""

from collections.abc import Iterable
from time import monotonic

from flask import Blueprint, Response, current_app, request
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from webui.club.board_api import only_from_the_club
from webui.club.operations.state import State
from webui.http.answers import App, Message, Receive, Scope, Send
from webui.http.errors import Refused
from webui.http.parts import part

blueprint = Blueprint("metrics", __name__)
METRICS = "/club/metrics"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_EVENTS = "/events"
_PEERS = "/club/peer/"
blueprint.before_request(only_from_the_club)


class Figures:
    """The figures of one server: requests as they are answered, and its state whenever it is asked."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "bazaar_requests", "Requests answered, by what was asked.", ("kind", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "bazaar_request_seconds", "How long answers took.", ("kind",), buckets=_SECONDS, registry=self.registry
        )
        ProcessCollector(registry=self.registry)
        self.registry.register(self)

    def collect(self) -> Iterable[Metric]:
        """The state now."""
        state = self._state
        gauges = {
            "bazaar_tables": ("Tables that this server has.", len(state.tables.open)),
            "bazaar_pages": ("Open pages that listen here.", state.pages()),
            "bazaar_draining": ("Whether it hands its tables on.", int(state.draining)),
            "bazaar_database_silence_seconds": ("Since PostgreSQL heard this server.", state.silent_s()),
        }
        for name, (meaning, value) in gauges.items():
            yield GaugeMetricFamily(name, meaning, value=value)
        yield CounterMetricFamily("bazaar_tables_taken", "Tables taken since the start.", value=state.tables.taken)
        yield CounterMetricFamily("bazaar_tables_lost", "Tables lost to others.", value=state.tables.lost)

    def note(self, kind: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(kind, str(status)).inc()
        self._seconds.labels(kind).observe(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


def measured(app: App, figures: Figures) -> App:
    """``app``, each of whose answers is counted; a page's line counts when it opens."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        began_s, kind = monotonic(), _kind(scope["path"])

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                figures.note(kind, message["status"], monotonic() - began_s)
            await send(message)

        await app(scope, receive, noted)

    return answer


@blueprint.get(METRICS)
def metrics() -> Response:
    """The figures, for those who watch over the club; anybody else finds nothing here."""
    if request.remote_addr not in part("club").watchers:
        raise Refused("not_found", 404)
    return Response(current_app.extensions["figures"].text(), content_type=CONTENT_TYPE_LATEST)


def _kind(path: str) -> str:
    """Few kinds, so that Prometheus keeps few series: no code of a table is among them."""
    if path.startswith(_PEERS):
        return "peer"
    if not path.startswith("/t/"):
        return "club"
    return "events" if path.endswith(_EVENTS) else "table"
