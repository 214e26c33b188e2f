"""A club evening: three tables, phones by HTTPS through nginx, two servers; one of them is renewed in the middle."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.sync_api import Page

from tests.webui.club.conftest import AtTable
from tests.webui.conftest import PHONE, Screens, wait_until
from webui.club.engines import HERE
from webui.club.trial import Trial
from webui.http.doors import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(400)]
MakeTable = Callable[[int], AtTable]
SHOWN = "() => Number(document.documentElement.dataset.moment.split('/')[1])"
TAP = """async () => {
  const at = location.pathname.replace(/[^/]*$/, "api/");
  const headers = {"X-Bazaar": "1", "Content-Type": "application/json"};
  const view = await (await fetch(`${at}view`)).json();
  if (!view.choices?.length) return [];
  const body = JSON.stringify({do: view.choices.at(-1).do, version: view.version, game_id: view.game_id});
  const answer = await fetch(`${at}act`, {method: "POST", headers, body});
  return answer.ok ? [(await answer.json()).version] : [];
}"""
"""One tap; what is refused, or lost on the way, is tried again by whoever taps."""
CONFIG = Path(__file__).parents[3] / "installers/club/nginx.conf"


def certificate(folder: Path) -> None:
    """A certificate that nobody has signed but itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a club")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
    (folder / "fullchain.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "privkey.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))


def configured(folder: Path, servers: list[int], port: int) -> str:
    """The configuration as it is shipped; ports and the certificate's place are this test's."""
    text = CONFIG.read_text().replace("/etc/ssl/bazaar", str(folder))
    for shipped, own in zip((8484, 8485), servers, strict=True):
        assert f":{shipped} " in text
        text = text.replace(f":{shipped} ", f":{own} ")
    text = text.replace("listen 80;", f"listen {HERE}:{free_port(HERE)};").replace(
        "listen 443 ", f"listen {HERE}:{port} "
    )
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    http = f"http {{ access_log off; {places} {text} }}"
    return f"daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}} {http}"


@contextmanager
def nginx(folder: Path, servers: list[int]) -> Iterator[str]:
    """nginx before these servers; its address."""
    program = shutil.which("nginx") or next((one for one in ("/usr/sbin/nginx",) if Path(one).exists()), None)
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("nginx is not installed, and CI must not skip the club's evening")
        pytest.skip("nginx is not installed")
    certificate(folder)
    port, file = free_port(HERE), folder / "whole.conf"
    file.write_text(configured(folder, servers, port))
    subprocess.run([program, "-t", "-e", "stderr", "-c", str(file)], check=True, capture_output=True)
    process = subprocess.Popen([program, "-e", "stderr", "-c", str(file)], stderr=subprocess.DEVNULL)
    try:
        yield f"https://{HERE}:{port}"
    finally:
        process.terminate()
        process.wait(20)


class Phone:
    """A phone at a seat, by way of the proxy."""

    def __init__(self, table: AtTable, screens: Screens, address: str, seat: int) -> None:
        link = f"{address}{table.path}/#{table.code_of(seat)['link'].partition('#')[2]}"
        self.page: Page = screens.open(link, ignore_https_errors=True, **PHONE)
        self.page.wait_for_selector(".mat")

    def sees(self, version: int) -> None:
        """The phone shows this version, or a later one, without having been touched."""
        wait_until(lambda: self.page.evaluate(SHOWN) >= version)

    def tap(self) -> int:
        """Play something, if it is this phone's turn and its line is there; the version after it, else 0."""
        told: list[int] = self.page.evaluate(TAP)
        return told[0] if told else 0


@pytest.fixture
def proxy(club: Trial, tmp_path: Path) -> Iterator[str]:
    with nginx(tmp_path, [server.port for server in club.servers]) as address:
        yield address


def played(phones: list[Phone]) -> int:
    """The version after a tap of whoever's turn it is, as soon as one is accepted."""
    versions = [0]
    wait_until(lambda: versions.append(max(phone.tap() for phone in phones)) or versions[-1])  # type: ignore[func-returns-value]
    return versions[-1]


def test_an_evening_at_three_tables_with_every_server_renewed(
    club: Trial, table: MakeTable, screens: Screens, proxy: str
) -> None:
    tables = [table(server) for server in (0, 1, 0)]
    phones = [[Phone(one, screens, proxy, seat) for seat in range(3)] for one in tables]

    def everybody_plays() -> None:
        for one in phones:
            version = played(one)
            for phone in one:
                phone.sees(version)

    everybody_plays()
    for server in club.servers:
        server.end()
        everybody_plays()
        server.start()
        server.wait()
    club.servers[0].kill()
    everybody_plays()


def test_the_proxy_keeps_what_is_the_servers_own(club: Trial, screens: Screens, proxy: str) -> None:
    page = screens.open(proxy, ignore_https_errors=True)
    ask = "path => fetch(path).then((answer) => answer.status)"
    assert page.evaluate(ask, "/healthz") == 200
    for path in ("/metrics", "/club/metrics", "/club/peer/board"):
        assert page.evaluate(ask, path) == 404
