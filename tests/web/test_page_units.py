"""The pure parts of the page's scripts, by node's own test runner: one test for each file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "page").glob("*.test.js"))
OLDEST = (20, 0)
NO_NODE = "no node was found; the page needs none, but its unit tests run in one (20 or newer)"


@pytest.fixture(scope="module")
def node() -> str:
    """Give the path of a node that has a test runner; without one, skip with the reason."""
    path = shutil.which("node")
    if path is None:
        pytest.skip(NO_NODE)
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None or tuple(map(int, found.groups())) < OLDEST:
        pytest.skip(f"{NO_NODE}; this one is {version.strip()}")
    return path


def test_there_are_unit_tests_of_the_page() -> None:
    assert len(FILES) > 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.js"))
def test_the_scripts_do_what_their_tests_say(node: str, file: Path) -> None:
    done = subprocess.run(
        [node, "--test", "--test-reporter=spec", str(file)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_tools_of_the_page_are_pinned_and_their_lock_names_no_host() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert "dependencies" not in wanted, "the page needs nothing to run"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", v) for v in wanted["devDependencies"].values())
    locked = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all("resolved" not in package for package in locked.values())
    assert all(package.get("integrity") for name, package in locked.items() if name)
