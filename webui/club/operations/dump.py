"""How is a running club put away in one file, and brought back?  By PostgreSQL's own ``pg_dump`` and ``psql``.

A backup is one moment of the whole database, while everybody plays on.  What is brought back replaces everything in one
transaction, and raises the fencing numbers above all that were ever given out: servers that run meanwhile let go of
their tables and open them anew.
"""

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from companion.session.postgres.schema import bring_up_to_date
from webui.club.work.queue import make_queue

_FOLDERS = "usr/lib/postgresql/*/bin"
_BEFORE = """
CREATE TEMP TABLE fences AS SELECT coalesce(max(fence), 0) AS highest FROM public.board;
DROP SCHEMA public CASCADE;
CREATE SCHEMA public;
GRANT USAGE ON SCHEMA public TO PUBLIC;
"""
_AFTER = """
UPDATE public.board SET owner = NULL, fence = fence + (SELECT highest FROM pg_temp.fences) + 1;
DELETE FROM public.server;
"""


class NotDone(RuntimeError):
    """It could not be done and nothing was changed; the text says why."""


def back_up(url: str, file: Path) -> None:
    """Write the whole club into a file that only its owner reads, whole or not at all.  Raises NotDone."""
    fresh = file.with_name(f".{file.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={fresh}")
        fresh.replace(file)
    except OSError as error:
        raise NotDone(f"{file}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def bring_back(url: str, file: Path) -> None:
    """Make the club what it was when ``file`` was written.  Raises NotDone, OutOfReach."""
    if not file.is_file():
        raise NotDone(f"{file}: there is no such file")
    script = _run("pg_restore", "", "--no-owner", "--no-privileges", "--file=-", str(file))
    if b" public.board " not in script or b" public.entry " not in script:
        raise NotDone(f"{file} is a backup of something else than a club")
    bring_up_to_date(url)
    work = _BEFORE.encode() + script + _AFTER.encode()
    _run("psql", url, "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", given=work)
    bring_up_to_date(url)
    make_queue(url)


def _run(program: str, url: str, *arguments: str, given: bytes = b"") -> bytes:
    """What a program of PostgreSQL says.  The password goes by its environment: others see the command line."""
    environment = dict(os.environ)
    command = [_found(program), *arguments]
    if url:
        try:
            parts = conninfo_to_dict(url)
        except ProgrammingError as error:
            raise NotDone(f"postgres: {error}") from error
        password = parts.pop("password", None)
        environment |= {"PGPASSWORD": str(password)} if password else {}
        command += [
            "--dbname",
            make_conninfo(**{name: str(value) for name, value in parts.items() if value is not None}),
        ]
    done = subprocess.run(command, input=given, capture_output=True, env=environment, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NotDone(f"{program}: {said[0] if said else f'ended with {done.returncode}'}")
    return done.stdout


def _found(program: str) -> str:
    """The newest one: it reads the databases of older servers as well."""
    newest = sorted(Path("/").glob(f"{_FOLDERS}/{program}"), key=lambda path: _number(path.parts[-3]))
    found = str(newest[-1]) if newest else shutil.which(program)
    if found is None:
        raise NotDone(f"{program} is not installed: it comes with PostgreSQL (on Debian: postgresql-client)")
    return found


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0
