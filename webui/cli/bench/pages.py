"""``bazaar bench pages``: what does a phone load, and how soon does it show?  A real browser over a slowed network.

Needs the packages of the tests (Playwright) and a Chromium on this machine.
"""

import importlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from webui.cli.bench.child import a_house
from webui.cli.output import fail, json_line
from webui.http.server import Running
from webui.settings import Settings

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
BITS_PER_BYTE = 8
PAGES = {"/": ".mat", "/table": ".table-head", "/new": "[data-key=comfort]", "/guide": "main"}
"""What is asked for, and what is there when it shows something of use."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@click.command("pages")
@click.option("--mbit", default=3.0, show_default=True, help="Megabits a second of the phone's network.")
@click.option("--latency", default=100.0, show_default=True, help="Milliseconds added to each request.")
@click.option(
    "--times", default=5, show_default=True, type=click.IntRange(min=1), help="How often each page is loaded."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_pages(mbit: float, latency: float, times: int, as_json: bool) -> None:
    """Load each page afresh over a slow network; print its weight, its first paint, and the way back to one's seat."""
    found = measure(mbit, latency, times)
    if as_json:
        json_line(found)
        return
    click.echo(f"{mbit:g} Mbit/s and {latency:g} ms, nothing kept from before, each page {times} times, the worst")
    for path, one in found["pages"].items():
        click.echo(
            f"{path:<8} {one['kb']:6.0f} kB   first paint {one['paint_s']:5.2f} s   of use {one['use_s']:5.2f} s"
        )
    click.echo(f"back to the own seat after a reload, no slowing: {found['back_s']:.2f} s (worst of {times})")


def measure(mbit: float, latency: float, times: int) -> dict[str, Any]:
    """All figures of one run; the worst of each."""
    try:
        playwright = importlib.import_module("playwright.sync_api").sync_playwright
    except ImportError:
        fail("bench pages needs Playwright: pip install playwright (make test installs it)")
    with _a_game() as running, playwright() as started:
        browser = started.chromium.launch(executable_path=_browser(), args=ARGUMENTS)
        pages = {path: _worst([_load(browser, running, path, mbit, latency) for _ in range(times)]) for path in PAGES}
        back_s = max(_return(browser, running, seat) for seat in range(times))
        browser.close()
    return {"mbit": mbit, "latency_ms": latency, "times": times, "pages": pages, "back_s": round(back_s, 2)}


def _worst(loads: list[dict[str, float]]) -> dict[str, float]:
    return {name: round(max(load[name] for load in loads), 2) for name in loads[0]}


def _load(browser: Any, running: Running, path: str, mbit: float, latency: float) -> dict[str, float]:
    """One page in a browser that has never been here, behind a slow network."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    if path == "/":
        context.add_cookies([{"name": f"bazaar_{running.port}", "value": _token(running), "url": running.here}])
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    slow = mbit * 1e6 / BITS_PER_BYTE
    shape = {"offline": False, "latency": latency, "downloadThroughput": slow, "uploadThroughput": slow}
    line.send("Network.emulateNetworkConditions", shape)
    received: list[float] = []
    line.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    start = perf_counter()
    page.goto(running.here + path, wait_until="commit")
    page.wait_for_selector(PAGES[path])
    use_s = perf_counter() - start
    page.wait_for_timeout(1500)  # what comes after the first paint is counted too
    paint_ms = page.wait_for_function(PAINTED).json_value()
    context.close()
    return {"kb": sum(received) / 1000, "paint_s": paint_ms / 1000, "use_s": use_s}


def _token(running: Running) -> str:
    """A phone that has sat down already."""
    access = running.house.access
    return access.redeem(access.seat_code(0, take_over=True).secret, None, loopback=True)[0]


def _return(browser: Any, running: Running, seat: int) -> float:
    """Seconds from a reload to the own wheelbarrow."""
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{running.here}/#j={running.house.access.seat_code(seat % 5, take_over=True).secret}")
    page.wait_for_selector(".mat")
    start = perf_counter()
    page.reload(wait_until="commit")
    page.wait_for_selector(".mat")
    back_s = perf_counter() - start
    page.context.close()
    return back_s


@contextmanager
def _a_game() -> Iterator[Running]:
    with tempfile.TemporaryDirectory(prefix="bazaar-pages-") as folder:
        running = Running(a_house(Path(folder), 5), Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
        try:
            yield running
        finally:
            running.stop()


def _browser() -> str:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    return found or fail("bench pages needs a Chromium on this machine")
