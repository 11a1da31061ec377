"""What is measured on a page: its weight, what axe finds, what Lighthouse says."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Response

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
LIGHTHOUSE = ROOT / "node_modules" / ".bin" / "lighthouse"
CHROMIUM = "/usr/bin/chromium"
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


class Weight:
    """Counts what a page loads, gzipped as a proxy or the server would send it."""

    def __init__(self, page: Page) -> None:
        self._answers: list[Response] = []
        page.on("response", lambda answer: self._answers.append(answer))

    def bytes(self) -> int:
        return sum(self._of(answer) for answer in self._answers)

    @staticmethod
    def _of(answer: Response) -> int:
        if "event-stream" in answer.headers.get("content-type", "") or answer.status != 200:
            return 0
        try:
            return len(gzip.compress(answer.body(), 6))
        except Exception:  # a redirect has no body
            return 0


def update_bytes(page: Page, origin: str) -> int:
    """A whole snapshot, gzipped: what a change costs at most."""
    return len(gzip.compress(page.request.get(origin + "state").body(), 6))


def axe(page: Page) -> list[str]:
    """The rules of axe that a page breaks; evaluated, as the policy forbids foreign scripts."""
    if not AXE.is_file():
        return ["axe is not installed"]
    page.evaluate(AXE.read_text() + "\n;undefined")
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']} ({len(one['nodes'])})" for one in found["violations"]]


def lighthouse(url: str) -> dict[str, int]:
    """The categories of Lighthouse in hundredths; empty where it cannot be run."""
    if not LIGHTHOUSE.is_file():
        return {}
    flags = "--headless=new --no-sandbox --disable-gpu"
    command = [str(LIGHTHOUSE), url, "--output=json", "--quiet", f"--chrome-flags={flags}"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=240, check=False, env=_environment()
    )
    try:
        categories = json.loads(done.stdout)["categories"]
    except (ValueError, KeyError):
        return {}
    return {name: round((one["score"] or 0) * 100) for name, one in categories.items()}


def _environment() -> dict[str, str]:
    return {**os.environ, "CHROME_PATH": CHROMIUM}
