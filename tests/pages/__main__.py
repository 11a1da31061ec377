"""Every page, role and room in one table: weight, updates, taps, axe, Lighthouse, shifts.

script/pages                    everything but the live shifts; renews the pictures in docs/
script/pages --no-lighthouse    without Lighthouse (half a minute a page)
script/pages --shift            how far live pages move in five minutes of play
script/pages wall dig           some rooms, and not the pages of the house
"""

from __future__ import annotations

import argparse
import sys

from playwright.sync_api import Browser, sync_playwright

from . import measuring
from .looking import Line, looked_at
from .shifting import shifts
from .tables import BASE, HOUSE, LAID_OUT, OVER, PEOPLE, SCREEN, TABLES, Look, Place, a_house

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="script/pages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rooms", nargs="*", help="only these rooms")
    parser.add_argument("--no-lighthouse", action="store_true", help="do not ask Lighthouse")
    parser.add_argument("--no-pictures", action="store_true", help="leave docs/pictures alone")
    parser.add_argument("--shift", action="store_true", help="measure live shifts instead")
    wanted = parser.parse_args()
    if wanted.shift:
        return shifts(wanted.rooms or list(PEOPLE), say)
    rooms = tuple(wanted.rooms or PEOPLE)
    say(Line.head())
    with sync_playwright() as playwright, a_house(rooms) as place:
        browser = playwright.chromium.launch(executable_path=measuring.CHROMIUM, args=ARGUMENTS)
        failed = [line for line in _lines(browser, place, rooms, wanted) if not line.holds]
        browser.close()
    say(f"{len(failed)} lines fall short" if failed else "every line holds")
    return 1 if failed else 0


def _lines(
    browser: Browser, place: Place, rooms: tuple[str, ...], wanted: argparse.Namespace
) -> list[Line]:
    lines: list[Line] = []

    def look(room: str, looks: tuple[Look, ...]) -> None:
        for one in looks:
            line = looked_at(browser, place, room, one, wanted)
            say(str(line))
            lines.append(line)

    if not wanted.rooms:
        look("house", (*HOUSE, SCREEN))
    for room in rooms:
        with place.playing(room):
            look(room, TABLES)
        with place.playing(f"{room}-over"):
            look(room, OVER)
        if room == LAID_OUT:
            with place.playing(f"{room}-base"):
                look(room, (BASE,))
    return lines


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
