"""A table that does not answer: its phones notice within seconds and say what is known."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.journal import read

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    """A table in a process of its own, with its address and its journal."""
    journal = tmp_path / "x.sqlite"
    words = [sys.executable, "-m", "companion", "run", "wall", "--port", "0"]
    process = subprocess.Popen(
        [*words, "--journal", str(journal)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    found = None
    while found is None:
        found = re.search(r"The table is open: (\S+)", process.stdout.readline())
    yield process, found[1], journal
    process.send_signal(signal.SIGCONT)
    process.terminate()
    process.communicate(timeout=30)


def test_a_frozen_table_is_noticed_and_a_late_tap_does_nothing(
    page: Page, daemon: tuple[subprocess.Popen[str], str, Path]
) -> None:
    process, address, journal = daemon
    page.goto(address)
    page.wait_for_selector(".question button")
    os.kill(process.pid, signal.SIGSTOP)
    page.wait_for_selector("#lost:not([hidden])", timeout=20_000)
    page.locator(".question button").first.click()
    page.wait_for_selector("#sheet:has-text('not sure')", timeout=30_000)
    os.kill(process.pid, signal.SIGCONT)
    page.wait_for_selector("#sheet:has-text('save that: it took too long')", timeout=30_000)
    page.wait_for_selector("#lost[hidden]", state="attached", timeout=20_000)
    assert [entry.kind for entry in read(journal)] == ["opened"]
    page.locator(".question button").first.click()
    page.wait_for_selector("html[data-phase='play']")
