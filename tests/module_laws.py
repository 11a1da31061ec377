"""Laws for names: no small module with a single importer, none named -ing, no class name twice."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

from tests.architecture import imports, modules, place_of

SMALL = 60
"""Lines; a module with fewer and one importer belongs into that importer."""
LONG = 350
"""Lines an importer may grow to by taking a small module in."""

GAMES = "companion.games"
"""Rooms keep their own names and cuts."""
LISTS = (
    *("companion.cli", "companion.web.all_house_pages", "companion.web.table.app"),
    "hardware.drivers",
)
"""Lists of commands, pages and kinds of parts: each has a file of its own, named as what it is."""

SMALL_BUT_APART = {
    "calibration.teach.bare_store": "a file format beside learnt_file, with the same four names",
    "companion.workshop.printables.clauses": "lays out text; kinds lists what can be printed",
    "companion.table.clock": "time of play, pure; the table itself holds locks and threads",
    "companion.table.expected": "pure; the table itself holds locks and threads",
    "companion.web.hall.live_picture": "the one request a hall makes, read alone in a review",
    "companion.web.server.proxied": "whom to trust behind a proxy, read alone in a review",
    "companion.web.table.colour_letters": "pure, with its own doctest",
}
NOUNS = {
    "annealing": "the algorithm is called so",
    "evening": "a part of the day",
    "seating": "who sits where",
    "wiring": "what is wired to which pin",
}


def lonely(root: Path) -> dict[str, str]:
    """Find every small module with one importer that could take it in: both names."""
    sources = modules(root)
    importers: dict[str, set[str]] = {name: set() for name in sources}
    for name, path in sources.items():
        for each in imports(name, path, sources):
            if each.target in sources and each.target != name:
                importers[each.target].add(name)
    lines = {name: len(path.read_text().splitlines()) for name, path in sources.items()}
    return {
        name: importer
        for name, those in importers.items()
        if len(those) == 1 and sources[name].name != "__init__.py" and lines[name] < SMALL
        for importer in those
        if lines[name] + lines[importer] <= LONG
        and importer not in LISTS
        and not name.startswith(f"{GAMES}.")
        and place_of(name, sources) == place_of(importer, sources)
    }


def lonely_modules(root: Path) -> list[str]:
    """Name every small module with a single importer and no written reason."""
    return [
        f"{name} has fewer than {SMALL} lines and one importer: fold it into {importer}"
        for name, importer in lonely(root).items()
        if name not in SMALL_BUT_APART
    ]


def gerunds(root: Path) -> list[str]:
    """Name every module called something-ing that is not a noun of its field."""
    return [
        f"{name} is named by a gerund: name the thing"
        for name in modules(root)
        if name.endswith("ing")
        and name.rpartition(".")[2] not in NOUNS
        and not name.startswith(f"{GAMES}.")
    ]


def twice_named(root: Path) -> list[str]:
    """Name every public class outside the games that another module defines too."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, path in modules(root).items():
        if not name.startswith(f"{GAMES}."):
            for node in ast.parse(path.read_text(), str(path)).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(name)
    return [
        f"{each} means two things: {' and '.join(those)}"
        for each, those in sorted(places.items())
        if len(those) > 1
    ]
