"""What every test may ask for: a real browser, and examples that are never timed."""

from __future__ import annotations

import gc
import logging
import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import hypothesis
import pytest

from companion.util.log import StandardError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IN_CI = os.environ.get("CI") == "true"
# The shell without windows does the same in half the time.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
NO_CHROMIUM = (
    "no Chromium was found; script/setup --browser installs Debian's, "
    "or set CHROMIUM to the path of one"
)

# The workers share the cores: on small patches numpy's own threads would only spin.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# A busy machine is slow, not wrong: no example is judged by the clock.
hypothesis.settings.register_profile("table", deadline=None, derandomize=IN_CI)
hypothesis.settings.load_profile("table")


def pytest_collection_finish() -> None:
    """Leave ten thousand collected tests out of every search for garbage: it took a quarter of the
    suite's processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """Give the mask for new files back, whatever a command run by a test has made of it."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


@pytest.fixture(autouse=True)
def _log() -> Iterator[None]:
    """Log warnings of ours to standard error, as every command does, without time and place."""
    handler, root = StandardError(logging.WARNING), logging.getLogger()
    level = root.level
    own = [logging.getLogger(name) for name in ("companion", "hardware", "calibration")]
    for log in own:
        log.addHandler(handler)
    yield
    for log in own:
        log.removeHandler(handler)
    for started in [one for one in root.handlers if isinstance(one, StandardError)]:
        root.removeHandler(started)
    root.setLevel(level)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Skip what needs axe on a machine without node; fail where CI=true."""
    try:
        yield
    except RuntimeError as missing:
        if type(missing).__name__ != "AxeMissing" or IN_CI:
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Give the path of a Chromium; without one, skip with the reason, or fail where CI=true."""
    chosen = os.environ.get("CHROMIUM")
    if chosen and not shutil.which(chosen):
        pytest.fail(f"CHROMIUM is {chosen!r}, which is no program; unset it or correct it")
    names = (chosen,) if chosen else CHROMIUM_NAMES
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None and IN_CI:
        pytest.fail(NO_CHROMIUM)
    if path is None:
        pytest.skip(NO_CHROMIUM)
    return path


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """Start one Chromium for all the tests of this process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page with a history and cookies of its own."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


HASTY = """(() => {
  const FASTER = 10, now = performance.now.bind(performance), after = window.setTimeout;
  performance.now = () => now() * FASTER;
  window.setTimeout = (act, ms = 0, ...given) => after(act, ms / FASTER, ...given);
})()"""
"""Let the page's own time run ten times as fast: at each tap it waits for people."""


@pytest.fixture
def hasty_page(page: Page) -> Page:
    page.add_init_script(HASTY)
    return page
