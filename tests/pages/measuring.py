"""What is measured on a page: its weight, what axe finds, what Lighthouse says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Request

from tests.conftest import CHROMIUM_NAMES

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
BEHIND = Path(__file__).parent / "behind.js"
LEGIBLE = Path(__file__).parent / "legible.js"
LETTERS = ROOT / "tests" / "web" / "letters.js"
LIGHTHOUSE = ROOT / "node_modules" / ".bin" / "lighthouse"
CHROMIUM = next(filter(None, map(shutil.which, reversed(CHROMIUM_NAMES))), "chromium")
"""Lighthouse wants a whole browser; the rest is content with the headless shell."""
TRIES, ENOUGH = 3, 95
SLOWER = 2
"""How much slower a phone is than this machine: what Lighthouse's own table says for a low-end
desktop (a benchmark index of 800 to 1500). Its default of 4 is meant for machines twice as fast."""
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
SLOW_PHONE = 6
"""How much slower the processor of a phone is made where a change is timed until it is painted."""
ARRIVALS = """
window.painted = [];
const Source = window.EventSource;
window.EventSource = class extends Source {
  constructor(...given) {
    super(...given);
    for (const kind of ["table", "patch", "snapshot", "message", "change"]) {
      this.addEventListener(kind, () => {
        const came = performance.now();
        requestAnimationFrame(() => setTimeout(() => painted.push(performance.now() - came)));
      });
    }
  }
};
"""
"""Milliseconds from the arrival of each change until it has been painted."""


class Weight:
    """Counts what the server sends to a page until it is drawn: bodies as they come, compressed."""

    def __init__(self, page: Page) -> None:
        self._finished: list[Request] = []
        page.on("requestfinished", lambda request: self._finished.append(request))

    def bytes(self) -> int:
        return sum(request.sizes()["responseBodySize"] for request in self._finished)


class Updates:
    """Counts what the stream of a page brings: each change of the table, by its length."""

    def __init__(self, page: Page) -> None:
        self.bytes: list[int] = []
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.eventSourceMessageReceived", self._heard)

    def _heard(self, message: dict[str, Any]) -> None:
        if message["eventName"] in ("table", "patch"):
            self.bytes.append(len(message["data"].encode()))


class AxeMissing(RuntimeError):
    """There is no node here, or its packages were not installed."""


def axe(page: Page) -> list[str]:
    """The rules of axe that a page breaks; evaluated: the policy forbids foreign scripts."""
    if not AXE.is_file():
        raise AxeMissing(
            "axe is not installed: script/setup --page-tools, which needs node and npm"
        )
    page.evaluate(AXE.read_text() + "\n;undefined")
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']} ({len(one['nodes'])})" for one in found["violations"]]


@cache
def joined(call: str, *paths: Path) -> str:
    """Put scripts into one function that ends with a call, without what joins them as modules."""
    texts = "\n".join(path.read_text() for path in paths)
    plain = re.sub(r"^import [^;]*;|^export ", "", texts, flags=re.M)
    return f"(how) => {{\n{plain}\nreturn {call};\n}}"


def illegible(page: Page) -> list[str]:
    """Words with too little contrast, on gradients too, and targets too small for a finger."""
    found: dict[str, Any] = page.evaluate(joined("legible()", BEHIND, LEGIBLE))
    return [f"contrast {one}" for one in found["contrast"]] + list(found["small"])


def too_small(page: Page) -> list[str]:
    """Letters of a screen below 1/45 of its height; long lists of the hall roll, so that some of
    them is outside."""
    found: list[str] = page.evaluate(LETTERS.read_text())
    rolls = page.evaluate("document.documentElement.dataset.shows !== undefined")
    return [one for one in found if not rolls or "outside" not in one]


def lighthouse(page: Page, url: str) -> dict[str, int]:
    """The categories of Lighthouse in hundredths, for the role of *page*; empty where it fails.

    A busy machine makes a page slow: the best of three runs counts, and most pages need one.
    """
    best: dict[str, int] = {}
    for _ in range(TRIES if LIGHTHOUSE.is_file() else 0):
        found = _lighthouse(page, url)
        best = {name: max(score, best.get(name, 0)) for name, score in found.items()} or best
        if best and min(best.values()) >= ENOUGH:
            break
    return best


def _lighthouse(page: Page, url: str) -> dict[str, int]:
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies(url))
    flags = "--headless=new --no-sandbox --disable-gpu"
    command = [
        *(str(LIGHTHOUSE), url, "--output=json", "--quiet", f"--chrome-flags={flags}"),
        f"--only-categories={','.join(CATEGORIES)}",
        f"--throttling.cpuSlowdownMultiplier={SLOWER}",
        *([f"--extra-headers={json.dumps({'Cookie': cookies})}"] if cookies else []),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=240, check=False, env=_environment()
    )
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return {}
    return {name: round((one["score"] or 0) * 100) for name, one in found["categories"].items()}


def _environment() -> dict[str, str]:
    return {**os.environ, "CHROME_PATH": CHROMIUM}
