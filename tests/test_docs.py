"""What the documents say is so: examples run, commands exist, links lead somewhere."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from webui.cli import COMMANDS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]
RUN_BY_OTHERS = {"companion.session.postgres.migrations.env"}
"""Run by Alembic and imported by nobody."""
MODULES = [one.name for one in pkgutil.walk_packages(companion.__path__, "companion.") if one.name not in RUN_BY_OTHERS]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_one_turn_runs() -> None:
    command = [sys.executable, "examples/one_turn.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "now possible:" in done.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_a_document_names_exists(document: Path) -> None:
    folders = "companion|vision|calibration|webui|tests|docs|examples"
    named = re.findall(rf"`((?:{folders})/[\w/]+\.(?:py|md|js|html))`", document.read_text())
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("document", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.name)
def test_a_page_is_read_in_fifteen_minutes(document: Path) -> None:
    assert document.stat().st_size <= 12 * 1024


def test_every_command_of_the_readme_exists() -> None:
    used = set(re.findall(r"bazaar (\w+)", (ROOT / "README.md").read_text()))
    assert used <= set(COMMANDS)
