"""How much of everything each language says, and where it leaves the words of the box.

script/words             the table: keys, clauses, glossary
script/words --missing   also every key that is missing, and every sentence without its word
"""

from __future__ import annotations

import argparse
import sys

from companion.core.game import ROOMS
from companion.words import FALLBACK, LANGUAGES, NAMES

from .glossary import misses, spared
from .keys import OTHERS, PARTS, clauses, lacking, misplaced, repeated, sentences


def shares(language: str) -> list[str]:
    """Per part, how many of English's sentences there are."""
    cells = []
    for part in PARTS:
        wanted = sentences(FALLBACK, part).keys()
        cells.append(_share(len(wanted & sentences(language, part).keys()), len(wanted)))
    for room in ROOMS:
        wanted = clauses(FALLBACK, room).keys()
        cells.append(_share(len(wanted & clauses(language, room).keys()), len(wanted)))
    return cells


def faults(language: str) -> list[str]:
    """What is wrong with a language, a line each."""
    found = []
    for part in PARTS:
        found += [f"{key}: missing, or only here" for key in lacking(language, part)]
        found += [f"{key}: speaks of something else" for key in misplaced(language, part)]
        found += [f"{key}: still English" for key in repeated(language, part)]
    for room in ROOMS:
        unlike = clauses(FALLBACK, room).keys() ^ clauses(language, room).keys()
        found += [f"{key}: missing, or only here" for key in sorted(unlike)]
    return found


def _share(there: int, wanted: int) -> str:
    return f"{100 * there / wanted:.0f} %" if wanted else "-"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="script/words", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--missing", action="store_true", help="list what is missing")
    given = parser.parse_args(arguments)
    heads = [*(f"{part} {len(sentences(FALLBACK, part))}" for part in PARTS)]
    heads += [f"law of {room} {len(clauses(FALLBACK, room))}" for room in ROOMS]
    width = max(map(len, heads))
    print(" " * width, *(f"{NAMES[one]:>10}" for one in LANGUAGES))
    columns = [shares(language) for language in LANGUAGES]
    for row, head in enumerate(heads):
        print(f"{head:{width}}", *(f"{column[row]:>10}" for column in columns))
    wrong = {language: faults(language) for language in OTHERS}
    missed = {language: [*misses(language)] for language in OTHERS}
    _row("faults", width, {FALLBACK: 0} | {one: len(found) for one, found in wrong.items()})
    _row("glossary misses", width, {FALLBACK: 0} | {one: len(all_) for one, all_ in missed.items()})
    _row("spared by name", width, {one: len(spared(one)) for one in LANGUAGES})
    if given.missing:
        for language in OTHERS:
            for line in (*wrong[language], *missed[language]):
                print(f"{language}: {line}")
    return int(any(wrong.values()) or any(missed.values()))


def _row(head: str, width: int, values: dict[str, int]) -> None:
    print(f"{head:{width}}", *(f"{values[one]:>10}" for one in LANGUAGES))


if __name__ == "__main__":
    sys.exit(main())
