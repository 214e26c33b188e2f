"""What happens to a request before Flask sees it?  The whole way from the line to the page, put together.

Line (deadlines, head) ─▶ Front ─▶ Intake (limits, body) ─▶ Flask in a thread
                               └▶ Streams (event streams) ─▶ Intake ─▶ Flask
"""

from collections.abc import Callable
from typing import Any

from webui.house import House
from webui.http.answers import App, Receive, Scope, Send, header
from webui.http.bridge import Bridge
from webui.http.intake import Allowance, Client, Intake, IntakeRoom
from webui.http.streams import Streams
from webui.locales.words import cookies_of
from webui.play.views import Views
from webui.rights.access import Device
from webui.settings import Settings

EVENTS = "/events"
UPLOADS = frozenset(
    {
        "/api/photo",
        "/api/copy/photo",
        "/api/lesson/photo",
        "/api/phone_camera/picture",
        "/api/dice/photo",
        "/api/dice/icons",
    }
)
"""Where pictures are sent; everywhere else a body is small."""
UPLOADS_BELOW = ("/api/profiles/",)
EYE_HEADER = b"x-bazaar-eye"
LESSON_HEADER = b"x-lesson"
RESTORE = "/api/restore"


class Front:
    """The ASGI application of one house: ``flask`` with everything that stands before it.

    ``bridge`` brings the threads of several houses that share them; an eye that the house knows is no stranger.
    """

    def __init__(
        self,
        flask: Any,
        house: House,
        settings: Settings,
        lesson_code: Any = lambda: "",
        bridge: Bridge | None = None,
        knows_eye: Callable[[str], bool] = lambda id: False,
    ) -> None:
        self._house, self._settings, self._lesson_code = house, settings, lesson_code
        self._knows_eye = knows_eye
        self._bridge = bridge or Bridge(flask, settings.threads)
        self.intake = Intake(self._bridge, IntakeRoom(), self._client, self._allows)
        views = Views(house, self._bridge.executor)
        self._streams = Streams(self.intake, house.hub, house.pulse, settings.heartbeat_s, views)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        app: App = self._streams if scope["path"] == EVENTS else self.intake
        await app(scope, receive, send)

    def close(self) -> None:
        """Take no more work; what is going on in threads ends by itself."""
        self._bridge.executor.shutdown(wait=False, cancel_futures=True)

    def _client(self, scope: Scope) -> Client:
        eye = header(scope, EYE_HEADER)
        if eye and self._knows_eye(eye):
            return Client(f"eye {eye}", True)
        token = self._token(scope)
        known = self._house.access.device(token).is_known
        return Client(token if known else f"at {(scope.get('client') or ('',))[0]}", known)

    def _allows(self, scope: Scope) -> Allowance:
        """What is expected there, and from this device."""
        path, settings = scope["path"], self._settings
        device: Device = self._house.access.device(self._token(scope))
        if path == RESTORE and device.host:
            return Allowance(settings.restore_max_bytes, settings.restore_s, is_upload=True)
        lesson = self._lesson_code()
        invited = device.is_known or (bool(lesson) and header(scope, LESSON_HEADER) == lesson)
        if invited and (path in UPLOADS or path.startswith(UPLOADS_BELOW)):
            return Allowance(settings.upload_max_bytes, settings.upload_s, is_upload=True)
        return Allowance(settings.body_max_bytes, settings.body_s)

    def _token(self, scope: Scope) -> str:
        """The device's token, as its cookie says."""
        name = self._settings.cookie_name(scope["scheme"] == "https")
        return cookies_of(header(scope, b"cookie")).get(name, "")
