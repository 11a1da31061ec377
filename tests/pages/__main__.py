"""Every page, role and room in one table: weight, updates, taps, axe in both themes, Lighthouse.

script/pages                        everything; pictures in var/pages, with --docs those in docs too
script/pages wall house             some rooms; house is what belongs to no room
script/pages hall                   the pages of an event night, full and empty
script/pages --only seat,result     some pages, in every room that has them
script/pages --list                 the names of all pages
script/pages --no-lighthouse        without Lighthouse (half a minute a page)
script/pages --language de --into pictures-de      in German; its pictures are kept apart
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.words import LANGUAGES

from . import halls, measuring
from .looking import PICTURES, Line, looked_at
from .tables import HOUSE, PEOPLE, Scene, a_house, scenes

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> int:
    wanted = _wanted()
    chosen = scenes(wanted.rooms, wanted.only)
    if wanted.list:
        say(f"{halls.ROOM:8} {', '.join(look.name for look in (*halls.LOOKS, *halls.EMPTY))}")
        for scene in chosen:
            say(f"{scene.room:8} {', '.join(look.name for look in scene.looks)}")
        return 0
    say(Line.head())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=measuring.CHROMIUM, args=ARGUMENTS)
        failed = 0
        for line in _lines(browser, chosen, wanted):
            say(str(line))
            failed += not line.holds
        browser.close()
    say(f"{failed} lines fall short" if failed else "every line holds")
    return 1 if failed else 0


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="script/pages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rooms", nargs="*", metavar="room", help="only these rooms")
    parser.add_argument("--only", type=lambda text: text.split(","), help="only these pages")
    parser.add_argument("--list", action="store_true", help="name the pages and stop")
    parser.add_argument("--no-lighthouse", action="store_true", help="do not ask Lighthouse")
    parser.add_argument("--docs", action="store_true", help="also refresh docs/pictures")
    parser.add_argument("--language", default="en", choices=LANGUAGES, help="read in this language")
    parser.add_argument("--into", type=Path, default=PICTURES, help="folder, not var/pages")
    wanted = parser.parse_args()
    wanted.rooms = wanted.rooms or [HOUSE, *PEOPLE, halls.ROOM]
    if unknown := set(wanted.rooms) - {HOUSE, *PEOPLE, halls.ROOM}:
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    return wanted


def _lines(browser: Browser, chosen: list[Scene], wanted: argparse.Namespace) -> Iterator[Line]:
    if chosen:
        with a_house(tuple(room for room in wanted.rooms if room in PEOPLE)) as place:
            for scene in chosen:
                with place.playing(scene.game):
                    for look in scene.looks:
                        yield looked_at(browser, place, scene.room, look, wanted)
    if halls.ROOM in wanted.rooms:
        yield from _of_hall(browser, wanted)


def _of_hall(browser: Browser, wanted: argparse.Namespace) -> Iterator[Line]:
    for looks, empty in ((halls.LOOKS, False), (halls.EMPTY, True)):
        with halls.a_hall(empty=empty) as place:
            for look in looks:
                if not wanted.only or look.name in wanted.only:
                    yield looked_at(browser, place, halls.ROOM, look, wanted)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
