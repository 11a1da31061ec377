"""Every page, role and room in one table: weight, updates, taps, axe, Lighthouse, shifts.

script/pages                 all rooms, without Lighthouse
script/pages --lighthouse    with it (half a minute a page)
script/pages --shift         how far live pages move in five minutes of play
script/pages wall dig        some rooms

The pictures in docs/ are renewed on the way.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from . import measuring
from .shifting import shifts
from .tables import PAGES, PEOPLE, a_page_of
from .tapping import taps_per_turn

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"table": (1280, 800), "seat": (360, 740), "referee": (1280, 800), "screen": (1920, 1080)}
SETTLED = 900
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/pages", description=__doc__)
    parser.add_argument("rooms", nargs="*", help="only these rooms")
    parser.add_argument("--lighthouse", action="store_true", help="ask Lighthouse as well")
    parser.add_argument("--no-pictures", action="store_true", help="leave docs/pictures alone")
    parser.add_argument("--shift", action="store_true", help="measure live shifts instead")
    wanted = parser.parse_args()
    if wanted.shift:
        return shifts(wanted.rooms or list(PEOPLE), say)
    head = ("room", "page", "first kB", "update kB", "taps", "axe", "lighthouse")
    say("{:8} {:8} {:>9} {:>10} {:>6}  {:40} {}".format(*head))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=measuring.CHROMIUM, args=ARGUMENTS)
        for room in wanted.rooms or PEOPLE:
            look_at(browser, room, wanted)
        browser.close()
    return 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def look_at(browser: Browser, room: str, wanted: argparse.Namespace) -> None:
    """All pages of one room, a line each."""
    with a_page_of(room) as (server, table):
        origin = server.urls[0]
        for name, (link, path) in PAGES.items():
            width, height = SIZES.get(name, (320, 568))
            context = browser.new_context(viewport={"width": width, "height": height})
            page = context.new_page()
            if link:
                page.request.get(f"{origin}join/{link}")
            weight = measuring.Weight(page)
            page.goto(origin + path[1:])
            if name != "error":
                page.wait_for_selector("html[data-number]")
            page.wait_for_timeout(SETTLED)
            first = weight.bytes() / 1000
            update = measuring.update_bytes(page, origin) / 1000
            if not wanted.no_pictures and name != "error":
                picture = PICTURES / f"{room}-{name}.jpg"
                page.screenshot(path=picture, type="jpeg", quality=70)
            broken = ", ".join(measuring.axe(page)) or "0"
            asked = wanted.lighthouse and name in ("table", "screen", "error")
            scores = measuring.lighthouse(origin + path[1:]) if asked else {}
            taps = taps_per_turn(page, table) if name == "table" else None
            said = "" if taps is None else f"{taps:.1f}"
            marks = " ".join(f"{key[:4]} {value}" for key, value in scores.items())
            say(f"{room:8} {name:8} {first:9.1f} {update:10.1f} {said:>6}  {broken:40} {marks}")
            context.close()


if __name__ == "__main__":
    sys.exit(main())
