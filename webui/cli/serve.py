"""``bazaar serve``: the companion. Table screen, phones, camera."""

import signal
import sys
import webbrowser
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import click
import qrcode

from calibration.store import profile_names
from companion.data_dir import data_dir
from vision.sources.choose import SPECS
from vision.sources.network import without_secrets
from webui.camera.lookout import CameraChoice, check_choice, choice_of
from webui.camera.webcams import likeliest
from webui.cli.https import certifier
from webui.cli.output import fail, say
from webui.house import House
from webui.http.doors import usual_port
from webui.http.errors import REASONS, Refused
from webui.http.logs import begin_logging
from webui.http.server import Running, run
from webui.keepsakes.claim import Claim, InUse
from webui.keepsakes.restore import clear_scratch
from webui.rights.links import ONLY_HERE
from webui.settings import Settings


@click.command()
@click.option("--host", default=Settings().host, show_default=True, help="Address to listen on.")
@click.option("--port", type=int, help="Port to listen on [8484, or the next free one]; 0 takes any free one.")
@click.option("--url", default="", help="Where phones come in through a proxy of yours: https://bazaar.example")
@click.option("--camera", help="virtual, none, a number, /dev/videoN, rtsp://…, http://…, a video, a folder.")
@click.option("--profile", help="The copy of the game, as learnt on the pages or with bazaar learn.")
@click.option("--data-dir", "folder", type=click.Path(path_type=Path), help="Where games and profiles lie.")
@click.option("--https", is_flag=True, help="Serve phones over HTTPS, for their camera, screen and app: see /ca.")
@click.option("--no-browser", is_flag=True, help="Do not open the table page.")
@click.option("--verbose", is_flag=True, help="Say on the terminal what the server does.")
@click.option("--log", "log_form", type=click.Choice(["text", "json"]), default="text", help="json: a line an object.")
def serve(
    host: str,
    port: int | None,
    url: str,
    camera: str | None,
    profile: str | None,
    folder: Path | None,
    https: bool,
    no_browser: bool,
    verbose: bool,
    log_form: Literal["text", "json"],
) -> None:
    """Run the companion until Ctrl-C, or until the system ends it."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begin_logging(verbose, log_form)
    place, url = data_dir(folder), _checked(url)
    asked = _asked_for(camera, profile, place)
    try:
        claim = Claim(place)
        clear_scratch(place)
    except InUse as error:
        fail(str(error))
    port = usual_port(host) if port is None else port
    try:
        certify = certifier(place) if https else None
        settings = Settings(host=host, port=port, url=url)
        run(House(place), settings, lambda running: _ready(running, asked, no_browser), certify)
    except OSError as error:
        claim.release()
        why = error.strerror or error
        fail(f"port {port} cannot be used ({why}); another program may have it: try --port {port + 1}")


def _checked(url: str) -> str:
    """The address of a proxy without anything behind the host."""
    scheme, host, path, *_ = urlsplit(url)
    if url and (scheme not in ("http", "https") or not host or path.strip("/")):
        fail(f"--url {url}: it takes http:// or https:// and a host, as https://bazaar.example")
    return f"{scheme}://{host}" if url else ""


def _asked_for(camera: str | None, profile: str | None, place: Path) -> CameraChoice | None:
    """What the options say; None where they leave it to what was chosen on the pages."""
    if profile is not None and profile not in profile_names(place):
        known = ", ".join(profile_names(place)) or "none yet: learn your copy on the pages, or with bazaar learn"
        fail(f"there is no copy {profile!r} (known: {known})")
    if camera is None and profile is None:
        return None
    choice = choice_of(camera or _found_camera(), profile or _only_profile(place))
    try:
        check_choice(choice)
    except Refused as error:
        spec = without_secrets(choice.spec) if "://" in choice.spec else choice.spec
        fail(f"--camera {spec}: {_why(error)}; it takes {SPECS}")
    return choice


def _why(error: Refused) -> str:
    """The reason in words: the system's, else the sentence that pages have for it."""
    words = REASONS.get(error.code, error.code).format(**error.facts)
    return str(error.facts.get("why") or words.rstrip("."))


def _only_profile(place: Path) -> str:
    names = profile_names(place)
    return names[0] if len(names) == 1 else ""


def _found_camera() -> str:
    return likeliest() or "virtual"


def _look(running: Running, asked: CameraChoice | None) -> None:
    """Begin to look: as the options say, as was chosen the last time, or through the first camera there is."""
    place = running.house.data_dir
    choice = asked or running.lookout.remembered() or choice_of(_found_camera(), _only_profile(place))
    try:
        running.lookout.choose(choice, keep=False)
    except Refused as error:
        say(f"The camera cannot be used ({_why(error)}): choose another under /setup")


def _ready(running: Running, asked: CameraChoice | None, no_browser: bool) -> None:
    only_here = running.settings.host in ONLY_HERE and not running.settings.url
    reached = "127.0.0.1" if only_here else running.ways.address()
    scheme = "https" if running.settings.secure else "http"
    address = running.settings.url or f"{scheme}://{reached}:{running.port}"
    host_page = running.host_link()
    say(f"Only this computer reaches {address}; for phones leave out --host" if only_here else f"Phones: {address}")
    if running.settings.secure:
        say(f"Phones that warn of the line: http://{reached}:{running.settings.plain_port}/ca")
        say(f"Fingerprint of the certificate to trust: {running.fingerprint}")
    say(f"This laptop: {host_page}")
    pin = running.house.access.pin
    pin.keep = lambda number: say(f"The PIN of the host is now {number}")
    say(f"PIN of the host, for another device: {pin.number}")
    if not only_here:
        _draw(address)
    running.announce(lambda name: say(f"Phones that know such names: {scheme}://{name}:{running.port}"))
    say("Ctrl-C ends it; the game is kept.")
    if not no_browser:
        webbrowser.open(host_page)
    _look(running, asked)


def _draw(address: str) -> None:
    """The address as a QR code, on the terminal."""
    code = qrcode.QRCode(border=1)
    code.add_data(address)
    code.print_ascii(sys.stderr, invert=True)
