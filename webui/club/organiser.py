"""Who is the organiser?  Whoever knows the password; a signed cookie says so for an evening, at every server alike."""

import hashlib
import hmac
import secrets

from flask import Response, request

from companion.session.clock import Clock
from webui.club.settings import ClubSettings
from webui.http.errors import Refused
from webui.locales.words import cookies_of

COOKIE = "bazaar_organiser"
PATH = "/club"
_LASTS_S = 16 * 60 * 60


class Organiser:
    """Signs the organiser in and knows him again.  Signing out everywhere is another secret in the settings."""

    def __init__(self, settings: ClubSettings, clock: Clock) -> None:
        self._password = settings.password
        self._key = hashlib.sha256(f"organiser {settings.secret} {settings.password}".encode()).digest()
        self._clock = clock

    def sign_in(self, password: str, response: Response) -> Response:
        """Give the asking browser the organiser's cookie.  Raises Refused."""
        if not secrets.compare_digest(password.encode(), self._password.encode()):
            raise Refused("bad_password", 403)
        until = str(int(self._clock.now_s() + _LASTS_S))
        response.set_cookie(
            COOKIE,
            f"{until}.{self._sign(until)}",
            max_age=_LASTS_S,
            path=PATH,
            httponly=True,
            samesite="Strict",
            secure=request.is_secure,
        )
        return response

    def sign_out(self, response: Response) -> Response:
        """Take the cookie back."""
        response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="Strict", secure=request.is_secure)
        return response

    def is_asking(self) -> bool:
        """Whether the present request is the organiser's."""
        until, _, signed = cookies_of(request.headers.get("Cookie", "")).get(COOKIE, "").partition(".")
        right = secrets.compare_digest(signed.encode(), self._sign(until).encode())
        return right and until.isdigit() and int(until) > self._clock.now_s()

    def need(self) -> None:
        """Raise Refused unless the organiser asks."""
        if not self.is_asking():
            raise Refused("not_organiser", 403)

    def _sign(self, until: str) -> str:
        return hmac.new(self._key, until.encode(), hashlib.sha256).hexdigest()
