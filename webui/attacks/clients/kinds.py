"""Which attacks are there?  By name: what is done, on how many lines at once, and in words."""

from webui.attacks.clients import greedy, slow
from webui.attacks.clients.places import Attack

LINES, STREAMS, UNREAD = 300, 200, 100
MEGABYTES = 200
_MANY, _MEDIUM_MB = 40, 10

ATTACKS: dict[str, Attack] = {
    "silent": Attack(slow.silence, LINES, "lines that say nothing", patient=True),
    "half-header": Attack(slow.half_header, LINES, "half a header each", patient=True),
    "half-body": Attack(slow.half_body, LINES, "half a body each", patient=True),
    "drip-header": Attack(slow.drip_header, LINES, "a header that grows by a byte a second", patient=True),
    "drip-headers": Attack(slow.drip_headers, LINES, "headers, one short line a second", patient=True),
    "drip-body": Attack(slow.drip_body, LINES, "a body that grows by a byte a second", patient=True),
    "silent-tls": Attack(slow.silence, LINES, "silent lines on the TLS port", tls_only=True, patient=True),
    "one-silent-tls": Attack(slow.silence, 1, "one silent line on the TLS port", tls_only=True),
    "half-handshake": Attack(slow.half_handshake, LINES, "half a TLS handshake each", tls_only=True, patient=True),
    "unread-answers": Attack(slow.unread_answers, UNREAD, "large answers asked for and not read"),
    "streams": Attack(slow.streams, STREAMS, "event streams of one stranger"),
    "streams-left": Attack(slow.streams_left, STREAMS, "event streams opened and left, again and again"),
    "streams-unread": Attack(slow.streams_unread, STREAMS, "event streams never read"),
    "head-events": Attack(slow.head_streams, STREAMS, "HEAD of the event stream"),
    "body-page": Attack(greedy.body("/", MEGABYTES), 1, f"{MEGABYTES} MB posted to a page"),
    "body-action": Attack(greedy.body("/api/act", MEGABYTES), 1, f"{MEGABYTES} MB posted as an action"),
    "chunked-page": Attack(greedy.chunked_body("/", MEGABYTES), 1, f"{MEGABYTES} MB in chunks to a page"),
    "chunked-action": Attack(greedy.chunked_body("/api/act", MEGABYTES), 1, f"{MEGABYTES} MB in chunks as an action"),
    "long-header": Attack(greedy.long_header(MEGABYTES), 1, f"a header line of {MEGABYTES} MB"),
    "short-headers": Attack(greedy.short_headers(MEGABYTES), 1, f"{MEGABYTES} MB of short header lines"),
    "many-bodies": Attack(greedy.body("/api/act", _MEDIUM_MB), _MANY, f"bodies of {_MEDIUM_MB} MB at once"),
    "many-photos": Attack(greedy.body("/api/photo", _MEDIUM_MB), _MANY, f"photos of {_MEDIUM_MB} MB at once"),
    "pipeline": Attack(greedy.pipeline, 1, "ten thousand requests, no answer read"),
}


def fitting(tls: bool) -> tuple[str, ...]:
    """The names of all attacks that make sense against a server with or without TLS."""
    return tuple(name for name, attack in ATTACKS.items() if tls or not attack.tls_only)
