"""Over HTTPS: a certificate of this machine's own that phones accept, and plain HTTP only where it must be."""

import base64
import hashlib
import ssl
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPSConnection
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, expect

from tests.webui.conftest import BROWSER_ARGS, PHONE, SETTINGS, WAIT_MS, Device, Screens, chromium
from webui.app import create_app
from webui.house import House
from webui.http.certificates import LEAF_DAYS, Certificates, ready_certificates
from webui.http.server import Running
from webui.settings import Settings

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
HOME = ["192.168.1.20", "fe80::1"]
NAMES = ["bazaar.local"]
SECURE = "https://127.0.0.1:8484"


def made(folder: Path, addresses: list[str] = HOME, now: datetime = NOW) -> Certificates:
    return ready_certificates(folder, addresses, NAMES, now)


def leaf(files: Certificates) -> x509.Certificate:
    return x509.load_pem_x509_certificate(files.leaf.read_bytes())


def test_the_certificate_names_every_address_of_this_machine(tmp_path: Path) -> None:
    told = leaf(made(tmp_path)).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {*map(ip_address, HOME), ip_address("127.0.0.1")} <= set(told.get_values_for_type(x509.IPAddress))
    assert "bazaar.local" in told.get_values_for_type(x509.DNSName)


def test_phones_accept_how_long_it_runs(tmp_path: Path) -> None:
    one = leaf(made(tmp_path))
    assert one.not_valid_after_utc - one.not_valid_before_utc <= timedelta(days=397) and LEAF_DAYS < 397


def test_the_authority_is_barred_from_everything_but_home_networks(tmp_path: Path) -> None:
    files = made(tmp_path, [*HOME, "203.0.113.7"])
    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    networks = [name.value for name in limits.value.permitted_subtrees or () if isinstance(name, x509.IPAddress)]
    assert limits.critical and not any(ip_address("203.0.113.7") in network for network in networks)
    told = leaf(files).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert ip_address("203.0.113.7") not in told.get_values_for_type(x509.IPAddress)


def test_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    made(tmp_path)
    keys = list((tmp_path / "https").glob("*.key"))
    assert len(keys) == 2 and all(stat.S_IMODE(key.stat().st_mode) == 0o600 for key in keys)


@pytest.mark.parametrize(
    ("addresses", "days", "same"), [(HOME, 1, True), (["10.0.0.5"], 1, False), (HOME, LEAF_DAYS - 20, False)]
)
def test_it_is_renewed_when_addresses_change_or_it_grows_old(
    tmp_path: Path, addresses: list[str], days: int, same: bool
) -> None:
    first = made(tmp_path)
    before, trusted = first.leaf.read_bytes(), first.authority.read_bytes()
    again = made(tmp_path, addresses, NOW + timedelta(days=days))
    assert (again.leaf.read_bytes() == before) is same and again.authority.read_bytes() == trusted


@pytest.fixture
def secure(house: House, certify: Callable[[], Certificates]) -> Iterator[Running]:
    """A real server over HTTPS, with its second, plain port."""
    server = Running(house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute", heartbeat_s=2), certify)
    yield server
    server.stop()


def test_who_trusts_the_authority_reaches_the_server_unwarned(secure: Running) -> None:
    trusting = ssl.create_default_context(cafile=str(secure.house.data_dir / "https" / "authority.crt"))
    line = HTTPSConnection("127.0.0.1", secure.port, context=trusting, timeout=10)
    line.request("GET", "/api/view")
    assert line.getresponse().status == 200
    line.close()


def test_old_kinds_of_encryption_are_not_spoken(secure: Running) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    with pytest.warns(DeprecationWarning):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    line = HTTPSConnection("127.0.0.1", secure.port, context=old, timeout=10)
    with pytest.raises(ssl.SSLError):
        line.connect()


def test_the_own_browser_needs_no_certificate(secure: Running) -> None:
    line = HTTPConnection("127.0.0.1", secure.settings.plain_port, timeout=10)
    line.request("GET", "/api/view")
    assert line.getresponse().status == 200 and secure.here.startswith("http://")
    line.close()


@pytest.fixture
def locked(house: House) -> Device:
    """A device of an app that is served over HTTPS."""
    app = create_app(house, Settings(port=8484, plain_port=8485, secure=True), made(house.data_dir))
    return Device(app.test_client(), app)


FAR = {"REMOTE_ADDR": "192.168.1.77"}


def test_from_elsewhere_plain_http_leads_to_https(locked: Device) -> None:
    answer = locked.client.get("/table", base_url="http://127.0.0.1:8485", environ_base=FAR)
    assert (answer.status_code, answer.headers["Location"]) == (302, "https://127.0.0.1:8484/table")
    refused = locked.client.get("/api/view", base_url="http://127.0.0.1:8485", environ_base=FAR)
    assert (refused.status_code, refused.json["code"]) == (403, "https_only")


@pytest.mark.parametrize("path", ["/ca", "/ca.crt", "/api/https", "/static/js/pages/ca.js"])
def test_the_help_page_needs_no_certificate(locked: Device, path: str) -> None:
    assert locked.client.get(path, base_url="http://127.0.0.1:8485", environ_base=FAR).status_code == 200


def test_the_download_is_the_authority_as_phones_read_it(locked: Device, house: House) -> None:
    answer = locked.client.get("/ca.crt", base_url="http://127.0.0.1:8485", environ_base=FAR)
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(answer.data).extensions.get_extension_for_class(x509.NameConstraints)


def test_the_cookie_goes_over_https_alone(locked: Device, house: House) -> None:
    headers = {"X-Bazaar": "1", "Origin": SECURE}
    code = {"code": house.access.seat_code(0).secret}
    answer = locked.client.post("/api/join", base_url=SECURE, json=code, headers=headers)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-bazaar_8484=") and "Secure" in cookie and "Path=/" in cookie


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_is_refused_by_what_the_browser_says_of_it(locked: Device, site: str) -> None:
    headers = {"X-Bazaar": "1", "Sec-Fetch-Site": site}
    answer = locked.client.post("/api/roll", base_url=SECURE, json={"who": "smuggler"}, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (403, "foreign_origin")


def test_without_https_the_page_says_how_to_get_it(house: House) -> None:
    app = create_app(house, SETTINGS)
    one = Device(app.test_client(), app)
    assert one.get("/api/https").json == {"on": False} and one.get("/ca.crt").json["code"] == "no_https"


@pytest.mark.long
def test_a_missing_package_is_named(tmp_path: Path) -> None:
    blocked = "import sys; sys.modules['cryptography'] = None; from webui.cli import main; main()"
    command = [sys.executable, "-c", blocked, "serve", "--https", "--no-browser", "--data-dir", str(tmp_path)]
    done = subprocess.run([*command, "--camera", "none"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "bazaar-companion[https]" in done.stderr


@pytest.mark.browser
def test_a_phone_that_accepts_the_warning_plays_and_stays_awake(secure: Running, screens: Screens) -> None:
    link = f"https://127.0.0.1:{secure.port}/#j={secure.house.access.seat_code(0).secret}"
    phone = screens.open(link, **PHONE, ignore_https_errors=True)
    expect(phone.locator(".head-turn")).to_have_text("Your turn")
    assert phone.evaluate("isSecureContext && 'wakeLock' in navigator && Boolean(navigator.mediaDevices)")
    phone.locator("[data-key=comfort] summary").tap()
    expect(phone.get_by_label("Screen")).to_have_value("on")


@pytest.mark.long
@pytest.mark.browser
def test_the_installed_app_opens_while_the_computer_is_away(secure: Running, browser: Browser, tmp_path: Path) -> None:
    """A browser that trusts the certificate keeps the page for when the computer is away."""
    trusted = f"--ignore-certificate-errors-spki-list={key_digest(secure.house.data_dir / 'https' / 'server.crt')}"
    app = browser.browser_type.launch_persistent_context(
        str(tmp_path / "browser"), executable_path=chromium(), args=[*BROWSER_ARGS, trusted], **PHONE
    )
    page = app.pages[0]
    page.goto(f"https://127.0.0.1:{secure.port}/#j={secure.house.access.seat_code(0).secret}")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    expect(page.locator(".head-turn")).to_have_text("Your turn", timeout=WAIT_MS)
    secure.stop()
    page.reload()
    expect(page.locator(".offline, .reason")).to_be_visible(timeout=WAIT_MS)
    app.close()


def key_digest(path: Path) -> str:
    """How the browser's switch names a certificate: by its public key."""
    key = x509.load_pem_x509_certificate(path.read_bytes()).public_key()
    der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(der).digest()).decode()
