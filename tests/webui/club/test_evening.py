"""A club evening: three tables, phones by HTTPS through nginx, two servers and a worker.

One server is renewed in the middle, the other one killed.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.sync_api import Page

from tests.webui.club.conftest import PICTURES, AtTable, golden, upload, worker
from tests.webui.conftest import PHONE, Screens, wait_until
from webui.club.engines import HERE
from webui.club.trial import Trial
from webui.http.doors import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]
MakeTable = Callable[[int], AtTable]
LEARNING_MS = 200_000
SHOWN = "() => Number(document.documentElement.dataset.moment.split('/')[1])"
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
    user = "user root; " if os.geteuid() == 0 else ""  # the folder is open to whoever runs the test, and nobody else
    return f"{user}daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}} {http}"


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


@pytest.fixture
def proxy(club: Trial, tmp_path: Path) -> Iterator[str]:
    with nginx(tmp_path, [server.port for server in club.servers]) as address:
        yield address


def test_the_proxy_keeps_what_is_the_servers_own(club: Trial, screens: Screens, proxy: str) -> None:
    page = screens.open(f"{proxy}/", ignore_https_errors=True)
    ask = "path => fetch(path).then((answer) => answer.status)"
    assert page.evaluate(ask, "/healthz") == 200
    for path in ("/metrics", "/club/metrics", "/club/peer/board"):
        assert page.evaluate(ask, path) == 404


def test_an_evening_at_three_tables_with_a_server_renewed_and_one_killed(
    club: Trial, table: MakeTable, screens: Screens, proxy: str
) -> None:
    tables = [table(server) for server in (0, 1, 0)]
    phones = [Phone(one, screens, proxy, 2) for one in tables]

    def everybody_plays(server: int) -> None:
        for one, phone in zip(tables, phones, strict=True):
            version = one.act(one.at(server))
            phone.sees(version)
            back = {"version": version, "keep": 0}  # so that it is the first player's turn again
            assert one.at(server).ask("POST", f"{one.path}/api/undo", back)[0] == 200

    with worker(club):
        assert upload(tables[2].at(0), f"{tables[2].path}/api/copy/photo", golden("photo_enroll"))[0] == 200
        everybody_plays(0)
        phones[2].page.wait_for_selector(".photo", timeout=LEARNING_MS)
        phones[2].page.locator(".photo input").set_input_files(PICTURES / "photo_035.jpg")
        wait_until(lambda: look_of(tables[2], 1))
        club.servers[0].end()
        everybody_plays(1)
        wait_until(lambda: look_of(tables[2], 1) == "read", LEARNING_MS / 1000)
        club.servers[0].start()
        club.servers[0].wait()
        club.servers[1].kill()
        everybody_plays(0)
    assert all(phone.page.locator(".photo").count() == (phone is phones[2]) for phone in phones), "its copy alone"


def look_of(one: AtTable, server: int) -> str:
    """How the newest photo of a table stands, as one of its phones is told; nothing where there is none."""
    photos: Any = one.view(one.at(server))["photos"]
    return str(photos["look"]["state"]) if photos["look"] else ""
