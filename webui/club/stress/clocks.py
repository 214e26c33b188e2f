"""What if a server's clock is wrong?  libfaketime lets a process believe in another time; how fast it runs stays."""

from pathlib import Path

from webui.club.engines import NotHere

_LIBRARIES = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib*/faketime/libfaketimeMT.so.1")


def off_by(seconds: float) -> dict[str, str]:
    """The environment of a process whose wall clock is ahead by so much.  Raises NotHere without libfaketime."""
    found = [path for pattern in _LIBRARIES for path in Path("/").glob(pattern[1:])]
    if not found:
        raise NotHere("libfaketime is not installed")
    fixed = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
    return {"LD_PRELOAD": str(found[0]), "FAKETIME": f"{seconds:+.0f}", **fixed}
