"""How long from the code to the seat?  A phone that was never here follows a code's link, until its page can be used.

Usage: python tools/time_seats.py [N]   (needs Chromium; N codes on each network; writes docs/results/seats.md)
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from webui.cli.bench.child import a_house
from webui.cli.bench.pages import ARGUMENTS
from webui.http.server import Running
from webui.settings import Settings

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "results" / "seats.md"
SEATS, SITS = 5, ".mat"
PHONE = {"width": 360, "height": 740}
BITS_PER_BYTE = 8
HEAD = """# From the code to the seat

Seconds from following the link of a seat's code, as scanning it does, until the own wheelbarrow is seen, each time in
a browser that has nothing kept. The yardstick is a reload of the same page on the same network in the same run. Two
cores, Linux; other work ran on them too. Nothing here is asserted by a test.

```
python tools/time_seats.py {n}      # commit {commit}, N = {n} on each network
```

| network | N | median | slowest | reload, median |
|---|---|---|---|---|
"""


class Network(NamedTuple):
    """Megabits a second both ways, and milliseconds added to each request."""

    name: str
    mbit: float
    latency_ms: float


NETWORKS = (
    Network("WLAN at home", 30, 5),
    Network("weak WLAN", 3, 100),
    Network("a phone network at its edge", 0.4, 200),
)


def main() -> None:
    """Every network, and the page that tells of it."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(host="127.0.0.1", port=0, join_limit="1000 per minute")
        running = Running(a_house(Path(folder), SEATS), settings)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        rows = [
            row(network, [seated(browser, running, network, at % SEATS) for at in range(times)]) for network in NETWORKS
        ]
        browser.close()
        running.stop()
    words = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    FILE.write_text(HEAD.format(n=times, commit=commit) + "".join(rows), "utf-8")
    print("".join(rows))


def row(network: Network, found: list[tuple[float, float]]) -> str:
    sat, again = zip(*found, strict=True)
    name = f"{network.name} ({network.mbit:g} Mbit/s, {network.latency_ms:g} ms)"
    return f"| {name} | {len(sat)} | {median(sat):.2f} s | {max(sat):.2f} s | {median(again):.2f} s |\n"


def seated(browser: Browser, running: Running, network: Network, seat: int) -> tuple[float, float]:
    """Seconds until a new phone sits, and until its page is back after a reload."""
    page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
    slow(page, network)
    code = running.house.access.seat_code(seat, take_over=True).secret
    began_s = time.perf_counter()
    page.goto(f"{running.here}/#j={code}", wait_until="commit")
    page.wait_for_selector(SITS)
    sat_s = time.perf_counter() - began_s
    page.wait_for_load_state("networkidle")
    began_s = time.perf_counter()
    page.reload(wait_until="commit")
    page.wait_for_selector(SITS)
    again_s = time.perf_counter() - began_s
    page.context.close()
    return sat_s, again_s


def slow(page: Page, network: Network) -> None:
    """The page's line is as that network's from now on."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    rate = network.mbit * 1e6 / BITS_PER_BYTE
    shape = {"offline": False, "latency": network.latency_ms, "downloadThroughput": rate, "uploadThroughput": rate}
    line.send("Network.emulateNetworkConditions", shape)


if __name__ == "__main__":
    main()
