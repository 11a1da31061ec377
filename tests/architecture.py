"""The import rule: which place may know which, and where each foreign library has its home.

Read from the source alone: an import inside a function, under TYPE_CHECKING or through
import_module("...") counts like one at the top of a file. Nothing of the product is run here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OURS = ("companion", "hardware", "calibration")

# What the packages at the edge of the companion may know; never each other.
INWARDS = frozenset(
    {
        "table",
        "referee",
        "journal",
        "games",
        "room",
        "core",
        "files",
        "helper_process",
        "settings",
        "supervised",
        "words",
    }
)

MAY_IMPORT: dict[str, frozenset[str]] = {
    "companion": frozenset(),
    "__main__": frozenset({"cli"}),
    "web": INWARDS | {"house", "workshop"},
    "workshop": INWARDS | {"house", "wiring"},
    "house": frozenset(
        {"table", "journal", "core", "files", "helper_process", "settings", "supervised", "words"}
    ),
    "outputs": INWARDS,
    "rehearsal": INWARDS,
    "senses": INWARDS,
    # Never a game's rules, never a table: what a game means is for its own table to say.
    "hall": frozenset({"journal", "core", "files", "settings", "supervised", "words"}),
    "uplink": frozenset({"table", "journal", "core", "files", "supervised"}),
    "table": frozenset({"sequence", "referee", "journal", "core"}),
    # One picture of several moves: the walk through the rules, and what it is held against.
    "sequence": frozenset({"walking", "referee", "core"}),
    "walking": frozenset({"referee", "core"}),
    "referee": frozenset({"core"}),
    "journal": frozenset({"core", "files"}),
    "settings": frozenset({"wiring", "webbing", "files", "core"}),
    "webbing": frozenset({"core"}),
    "wiring": frozenset({"core"}),
    "words": frozenset({"core"}),
    "games": frozenset({"room", "core"}),
    "room": frozenset({"core"}),
    "core": frozenset(),
    "files": frozenset(),
    "helper_process": frozenset({"core"}),
    "certificates": frozenset({"files"}),
    "supervised": frozenset(),
    "hardware": frozenset(),
    "calibration": frozenset(),
}
# Where things are wired together: these may import everything, and nobody imports them.
WIRING = frozenset({"cli", "daemon", "campaign", "rooms"})

EXCEPTIONS = (
    ("companion.cli", "companion.daemon"),
    ("companion.cli", "companion.campaign"),
    ("companion.cli", "companion.rooms"),
    ("companion.daemon", "companion.rooms"),
    ("companion.house", "companion.rooms"),
    ("companion.workshop", "companion.rooms"),
    # What an owner prints and teaches is drawn and read by the eye's own package.
    ("companion.workshop", "calibration"),
    ("companion.campaign", "companion.rooms"),
    # The names rooms give their lamps and buttons; their records are light.
    ("companion.wiring", "companion.rooms"),
    ("companion.__main__", "companion.cli"),
    ("companion.senses", "calibration"),
    # A picture is measured in one way, by whoever takes it in and by whoever unpacks it.
    ("companion.web", "calibration.read.picture_size"),
    ("companion.senses", "hardware.ports"),
    ("companion.rehearsal", "calibration.paint"),
    ("companion.rehearsal", "hardware.simulated"),
    ("companion.outputs.lights", "hardware.ports"),
    # Both ends of the line speak the same messages.
    ("companion.uplink", "companion.hall.wire"),
    # One shell, one server, one look for every page of ours.
    ("companion.hall.web", "companion.web"),
    # A driver's thread has to outlive a passing error like any other.
    ("hardware.real", "companion.supervised"),
    # Machine, page and installer name the same keys.
    ("hardware.real", "companion.house.package_file"),
)

# Modules beside table.py that are the table too, and bound by its rule.
PARTS_OF_THE_TABLE = frozenset({"chronicle", "snapshot", "timeline"})

# The one place that reaches a room it does not know, by the name the players chose.
DOOR = ("companion.core.game", "companion.games.*")

HOMES: dict[str, tuple[str, ...]] = {
    "picamera2": ("hardware.real",),
    "libcamera": ("hardware.real",),
    "RPi": ("hardware.real",),
    "lgpio": ("hardware.real",),
    "gpiozero": ("hardware.real", "hardware.simulated"),
    "cv2": ("hardware", "calibration"),
    "numpy": ("hardware", "calibration", "companion.hall.seating"),
    "flask": ("companion.web", "companion.hall"),
    "werkzeug": ("companion.web", "companion.hall"),
    "gevent": ("companion.web", "companion.hall"),
    "segno": ("companion.web", "companion.workshop", "companion.hall"),
    "reportlab": ("companion.web", "companion.workshop", "companion.hall"),
    "PIL": ("companion.web",),
    "paho": ("companion.hall.wire",),
    "psycopg": ("companion.hall.store",),
    "cryptography": ("companion.journal", "companion.certificates"),
    "msgspec": OURS,
    "typing_extensions": ("companion.core",),
}


@dataclass(frozen=True)
class Import:
    """One import as it stands in a file.

    The target ends in `.*` where only running it would tell which module of a package it is, and
    is None where it would not even tell the package.
    """

    line: int
    target: str | None


def violations(root: Path) -> list[str]:
    """List every breach of the import rule in the source tree at *root*, one sentence each."""
    sources = modules(root)
    found = [f"{folder}: has modules but no __init__.py" for folder in _bare_folders(root)]
    graph: dict[str, set[str]] = {name: set() for name in sources}
    for name, path in sources.items():
        if _kind(_place(name, sources)) not in MAY_IMPORT.keys() | WIRING:
            found.append(f"{path.relative_to(root)}: {name} has no place in the import rule")
            continue
        for each in imports(name, path, sources):
            breach = _breach(name, each.target, sources)
            if breach:
                found.append(f"{path.relative_to(root)}:{each.line}: {breach}")
            if each.target in sources and each.target != name:
                graph[name].add(each.target)
    return found + [f"import cycle: {' -> '.join(ring)}" for ring in _rings(graph)]


def modules(root: Path) -> dict[str, Path]:
    """Name every module of the product under *root*."""
    paths = sorted(path for ours in OURS for path in (root / ours).rglob("*.py"))
    return {_dotted(path.relative_to(root)): path for path in paths}


def imports(name: str, path: Path, sources: dict[str, Path]) -> Iterator[Import]:
    """Find every import in a file, wherever it is."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _resolve("." * node.level + (node.module or ""), package)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield Import(node.lineno, inner if inner in sources else base)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            yield Import(node.lineno, _written_target(node, package))


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _bare_folders(root: Path) -> list[Path]:
    folders = {path.parent for path in modules(root).values()}
    return sorted(each.relative_to(root) for each in folders if not (each / "__init__.py").exists())


def _resolve(target: str, package: str) -> str:
    """Turn a relative name, dots in front, into a full one as seen from *package*."""
    level = len(target) - len(target.lstrip("."))
    if not level:
        return target
    above = package.split(".")[: len(package.split(".")) - level + 1]
    return ".".join([*above, target[level:]]).rstrip(".")


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _written_target(call: ast.Call, package: str) -> str | None:
    first = call.args[0] if call.args else None
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        return _resolve(first.value, package)
    begin = first.values[0] if isinstance(first, ast.JoinedStr) and first.values else None
    if isinstance(begin, ast.Constant) and "." in str(begin.value).lstrip("."):
        return _resolve(str(begin.value).rpartition(".")[0], package) + ".*"
    return None


def _place(name: str, sources: dict[str, Path]) -> str:
    """Cut a module's name down to the place it belongs to: a package, a room, one of ours."""
    parts = name.split(".")
    if parts[0] != "companion":
        return parts[0]
    room = ".".join(parts[:3])
    if parts[1:2] == ["games"] and room in sources and sources[room].name == "__init__.py":
        return room
    if PARTS_OF_THE_TABLE.intersection(parts[1:2]):
        return "companion.table"
    return ".".join(parts[:2])


def _kind(place: str) -> str:
    return "room" if place.startswith("companion.games.") else place.rpartition(".")[2]


def _within(name: str, place: str) -> bool:
    return name == place or name.startswith(f"{place}.")


def _breach(name: str, target: str | None, sources: dict[str, Path]) -> str | None:
    if (name, target) == DOOR:
        return None
    if target is None:
        wires = _kind(_place(name, sources)) in WIRING
        return None if wires else f"{name} imports by a name that is not written down"
    if target.split(".")[0] not in OURS:
        return _foreign_breach(name, target.split(".")[0])
    return None if _may_import(name, target, sources) else f"{name} may not import {target}"


def _may_import(name: str, target: str, sources: dict[str, Path]) -> bool:
    here, there = _place(name, sources), _place(target, sources)
    if here == there or any(_within(name, a) and _within(target, b) for a, b in EXCEPTIONS):
        return True
    if _kind(there) in WIRING:
        return False
    return _kind(here) in WIRING or _kind(there) in MAY_IMPORT[_kind(here)]


def _foreign_breach(name: str, library: str) -> str | None:
    if library in sys.stdlib_module_names:
        return None
    if library not in HOMES:
        return f"{name} imports {library}, which has no home in this project"
    if any(_within(name, home) for home in HOMES[library]):
        return None
    return f"{name} may not import {library}, whose home is {' and '.join(HOMES[library])}"


def _rings(graph: dict[str, set[str]]) -> list[list[str]]:
    """Find one ring of imports for every knot of modules that import each other."""
    done: set[str] = set()
    rings = []
    for start in sorted(graph):
        ring = None if start in done else _ring_through(start, graph)
        if ring:
            rings.append(ring)
            done.update(ring)
    return rings


def _ring_through(start: str, graph: dict[str, set[str]]) -> list[str] | None:
    """Find the shortest way from *start* back to itself."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for following in sorted(graph[way[-1]]):
            if following == start:
                return [*way, start]
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return None
