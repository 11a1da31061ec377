"""Stories of an event night in a real Chromium, each from an empty folder.

``script/soak evenings [organiser] [referee] [spectator] [late] [swap] [published] [folder] [rounds]
[table] [--size phone|laptop|projector|all] [--keyboard] [--shots FOLDER]``
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.hall.evenings import NOBODYS_BROKER, STORIES, Evening, at_the_table, hall
from tests.hall.long_evenings import LONG_STORIES
from tests.web.house_stories import SIZES

from .stories import _chromium

ALL = {**STORIES, **LONG_STORIES}
TABLE = "table"
"""The story with a real house and a real broker."""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak evenings", description=__doc__)
    parser.add_argument("stories", nargs="*", help="which; all without one")
    parser.add_argument("--size", choices=[*SIZES, "all"], default="all")
    parser.add_argument("--keyboard", action="store_true", help="by keys alone")
    parser.add_argument("--shots", type=Path, help="a folder for pictures of the pages")
    wanted = parser.parse_args(words)
    sizes = list(SIZES) if wanted.size == "all" else [wanted.size]
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or _chromium()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for size in sizes:
            for name in wanted.stories or (*ALL, TABLE):
                begun = time.monotonic()
                shots = wanted.shots and wanted.shots / f"{name}-{size}"
                broker = "" if name == TABLE else NOBODYS_BROKER
                with tempfile.TemporaryDirectory() as made:
                    folder = Path(made)
                    with hall(folder / "hall", broker) as (halled, url):
                        told = Evening(browser, halled, url, SIZES[size], wanted.keyboard, shots)
                        if name == TABLE:
                            at_the_table(told, folder / "house")
                        else:
                            ALL[name](told)
                        assert told.complaints == [], told.complaints
                print(f"{name} on a {size}: {time.monotonic() - begun:.0f} s", flush=True)
        browser.close()
    return 0
