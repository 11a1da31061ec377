"""Look at the product in every state a person meets: pictures, complaints, contact sheets.

script/gallery                      everything; pictures and sheets in var/gallery
script/gallery wall lobby           the states of these groups
script/gallery "wall start"         the states whose name contains this
script/gallery --size 390           only this width; 320, 390, 768, 1366 or 1920
script/gallery --lang de            everything in German
script/gallery --theme light        everything by day; otherwise it is sampled
script/gallery --list               the names of all states
script/gallery --jobs 1             one browser only
Ends with 1 if there is a complaint without a reason in tests/gallery/reasons.toml.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections import Counter
from pathlib import Path

from companion.words import LANGUAGES

from .look import Looked
from .reasons import load, open_complaints
from .run import Wanted, run
from .sheets import lay_out
from .state import THEMES

INTO = Path(__file__).parents[2] / "var" / "gallery"


def main() -> int:
    asked = _asked()
    wanted = Wanted(
        *(tuple(asked.pages), tuple(asked.size), tuple(asked.lang), tuple(asked.theme)),
        asked.into / "pictures",
    )
    states = wanted.states()
    if asked.list:
        for state in states:
            say(state.title)
        return 0
    assert wanted.into is not None
    if not asked.keep:
        shutil.rmtree(asked.into, ignore_errors=True)
    wanted.into.mkdir(parents=True, exist_ok=True)
    total = sum(len(wanted.looks(state)) for state in states)
    say(f"{len(states)} states, {total} pictures, into {asked.into}")
    begun, seen = time.monotonic(), []
    for one in run(wanted, asked.jobs):
        seen.append(one)
        _progress(one, len(seen), total)
    failed = _report(seen, asked.into)
    made = lay_out(seen, wanted.into, asked.into)
    say(f"{len(made)} contact sheets in {asked.into}, {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="script/gallery",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("pages", nargs="*", metavar="state", help="groups, or parts of names")
    parser.add_argument("--size", type=int, action="append", default=[], help="only this width")
    parser.add_argument("--lang", action="append", default=[], choices=LANGUAGES, help="language")
    parser.add_argument("--theme", action="append", default=[], choices=THEMES, help="theme")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at once; 2 unless said")
    parser.add_argument("--list", action="store_true", help="name the states and stop")
    parser.add_argument("--keep", action="store_true", help="keep what is in the folder")
    parser.add_argument("--into", type=Path, default=INTO, help="folder, not var/gallery")
    return parser.parse_args()


def _progress(one: Looked, number: int, total: int) -> None:
    left = open_complaints(one, load())
    title = f"{one.page} {one.name}, {one.size[0]} px, {one.language}, {one.theme}"
    say(f"[{number}/{total}] {title}: {len(left) or 'fine'}")
    for complaint in left:
        say(f"    {complaint}")


def _report(seen: list[Looked], into: Path) -> int:
    """Write down all complaints, and count those without a reason."""
    reasons = load()
    rules: Counter[str] = Counter()
    lines = []
    for one in sorted(seen, key=lambda one: (one.page, one.name, one.size, one.language)):
        looked = f"{one.page} {one.name} {one.size[0]} {one.language} {one.theme}"
        for complaint in open_complaints(one, reasons):
            rules[complaint.rule] += 1
            lines.append(f"{looked}: {complaint}")
    (into / "complaints.txt").write_text("\n".join([*lines, ""]))
    (into / "seen.json").write_text(json.dumps([one.plain() for one in seen], indent=1))
    for rule, count in rules.most_common():
        say(f"{count:5} {rule}")
    say(f"{len(lines)} complaints without a reason: {into / 'complaints.txt'}")
    return len(lines)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
