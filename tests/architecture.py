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
    {"table", "explain", "journal", "games", "room", "core", "util", "config", "words"}
)

GEOMETRY = frozenset({"calibration", "calibration.geometry"})
PAINTED = frozenset({f"calibration.{each}" for each in ("art", "boards", "kit", "read", "teach")})

MAY_IMPORT: dict[str, frozenset[str]] = {
    "companion": frozenset(),
    "__main__": frozenset({"cli"}),
    "web": INWARDS | {"house", "workshop"},
    "workshop": INWARDS | {"house"},
    "house": frozenset({"table", "journal", "core", "util", "config", "words"}),
    "outputs": INWARDS,
    "rehearsal": INWARDS,
    "senses": INWARDS,
    # Never a game's rules, never a table: what a game means is for its own table to say.
    "hall": frozenset({"wire", "journal", "core", "util", "config", "words"}),
    "uplink": frozenset({"wire", "table", "journal", "core", "util"}),
    # Both ends of the line speak the same messages.
    "wire": frozenset({"core"}),
    "table": frozenset({"explain", "journal", "core"}),
    # What was seen, explained by moves: the search through the rules, and the referee.
    "explain": frozenset({"core"}),
    "journal": frozenset({"core", "util"}),
    "config": frozenset({"util", "core"}),
    "words": frozenset({"core"}),
    "games": frozenset({"room", "core"}),
    "room": frozenset({"core"}),
    "core": frozenset(),
    "util": frozenset({"core"}),
    # Errors and ports lie below the folders; who opens a camera by name knows both kinds.
    "hardware": frozenset(),
    "hardware.real": frozenset({"hardware"}),
    "hardware.simulated": frozenset({"hardware", "hardware.real"}),
    "hardware.cameras": frozenset({"hardware", "hardware.real", "hardware.simulated"}),
    # Records of what can be wired; each opens its driver.
    "hardware.drivers": frozenset({"hardware", "hardware.real", "hardware.simulated"}),
    # Errors lie below the folders; then geometry < find < read < teach.
    "calibration": frozenset(),
    "calibration.geometry": frozenset({"calibration"}),
    "calibration.boards": GEOMETRY,
    "calibration.find": GEOMETRY,
    "calibration.read": GEOMETRY | {"calibration.find"},
    "calibration.teach": GEOMETRY | {"calibration.find", "calibration.read"},
    # What is printed, and what is painted of it.
    "calibration.art": frozenset({"calibration"}),
    "calibration.kit": GEOMETRY | {"calibration.art"},
    "calibration.paint": GEOMETRY | PAINTED,
}
# Where things are wired together: these may import everything, and nobody imports them.
WIRING = frozenset({"cli", "app", "rooms"})

EXCEPTIONS = (
    ("companion.cli", "companion.app"),
    ("companion.cli", "companion.rooms"),
    ("companion.app", "companion.rooms"),
    ("companion.house", "companion.rooms"),
    ("companion.workshop", "companion.rooms"),
    # What an owner prints and teaches is drawn and read by the eye's own package.
    ("companion.workshop", "calibration"),
    # The names rooms give their lamps and buttons; their records are light.
    ("companion.config.wiring", "companion.rooms"),
    # What can be wired is what there is a driver for; their records load nothing.
    ("companion.config.wiring", "hardware.drivers"),
    ("companion.__main__", "companion.cli"),
    ("companion.senses", "calibration"),
    # A picture is measured in one way, by whoever takes it in and by whoever unpacks it.
    ("companion.web", "calibration.geometry.picture_size"),
    ("companion.senses", "hardware.ports"),
    ("companion.rehearsal", "calibration.paint"),
    ("companion.rehearsal", "hardware.simulated"),
    ("companion.outputs.lights", "hardware.ports"),
    # The pages of a hall show a hall, and nothing else of the web does.
    ("companion.web.hall", "companion.hall"),
    ("companion.web.hall", "companion.wire"),
)

# Folders inside a package that have a rule of their own.
INNER_PLACES = ("companion.table.explain",)

# Folders beside each other may not import each other in a ring. These imports are let pass.
KNOTTED = {
    ("companion.core", "companion.games"): "core.game opens a room by the name players chose",
}

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
    "pillow_heif": ("calibration.geometry.pictures",),
    "flask": ("companion.web", "companion.hall"),
    "werkzeug": ("companion.web", "companion.hall"),
    "gevent": ("companion.web", "companion.hall"),
    "segno": ("companion.web", "companion.workshop", "companion.hall"),
    "reportlab": (
        *("companion.web", "companion.workshop", "companion.hall", "companion.util.printed_text"),
    ),
    "bidi": ("companion.util.printed_text",),
    "arabic_reshaper": ("companion.util.printed_text",),
    "PIL": ("companion.web",),
    "paho": ("companion.wire",),
    "psycopg": ("companion.hall.store",),
    "cryptography": ("companion.journal", "companion.util.tls_certificate"),
    "tomlkit": ("companion.util.toml_edit",),
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
        if _kind(place_of(name, sources)) not in MAY_IMPORT.keys() | WIRING:
            found.append(f"{path.relative_to(root)}: {name} has no place in the import rule")
            continue
        for each in imports(name, path, sources):
            breach = _breach(name, each.target, sources)
            if breach:
                found.append(f"{path.relative_to(root)}:{each.line}: {breach}")
            if each.target in sources and each.target != name:
                graph[name].add(each.target)
    found += [f"import cycle: {' -> '.join(ring)}" for ring in _rings(graph)]
    folders = {side: beside - _let_pass(side) for side, beside in folder_graph(sources).items()}
    return found + [f"folders import each other: {' -> '.join(r)}" for r in _rings(folders)]


def folder_graph(sources: dict[str, Path]) -> dict[str, set[str]]:
    """Say for each folder which folders beside it are imported from anywhere inside it."""
    folders = {name for name, path in sources.items() if path.name == "__init__.py"}
    graph: dict[str, set[str]] = {folder: set() for folder in folders}
    for name, path in sources.items():
        for each in imports(name, path, sources):
            here, there = _parting(name, each.target or "")
            if here in folders and there in folders:
                graph[here].add(there)
    return graph


def _parting(name: str, target: str) -> tuple[str, str]:
    """Cut two names down to where they part: two folders, or modules, that lie side by side."""
    here, there = name.split("."), target.split(".")
    pairs = enumerate(zip(here, there, strict=False))
    same = next((n for n, (one, other) in pairs if one != other), None)
    if same is None:
        return "", ""
    return ".".join(here[: same + 1]), ".".join(there[: same + 1])


def _let_pass(folder: str) -> set[str]:
    return {there for here, there in KNOTTED if here == folder}


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


def place_of(name: str, sources: dict[str, Path]) -> str:
    """Cut a module's name down to the place it belongs to: a package, a room, one of ours."""
    parts = name.split(".")
    if parts[0] != "companion":
        folder = ".".join(parts[:2])
        planned = folder in MAY_IMPORT or _is_folder(folder, sources)
        return folder if planned else parts[0]
    room = ".".join(parts[:3])
    if parts[1:2] == ["games"] and _is_folder(room, sources):
        return room
    inner = next((place for place in INNER_PLACES if _within(name, place)), None)
    if inner:
        return inner
    return ".".join(parts[:2])


def _is_folder(name: str, sources: dict[str, Path]) -> bool:
    return name in sources and sources[name].name == "__init__.py"


def _kind(place: str) -> str:
    """Name the row of a place in the import rule."""
    if not _within(place, "companion"):
        return place
    return "room" if place.startswith("companion.games.") else place.rpartition(".")[2]


def _within(name: str, place: str) -> bool:
    return name == place or name.startswith(f"{place}.")


def _breach(name: str, target: str | None, sources: dict[str, Path]) -> str | None:
    if (name, target) == DOOR:
        return None
    if target is None:
        wires = _kind(place_of(name, sources)) in WIRING
        return None if wires else f"{name} imports by a name that is not written down"
    if target.split(".")[0] not in OURS:
        return _foreign_breach(name, target.split(".")[0])
    return None if _may_import(name, target, sources) else f"{name} may not import {target}"


def _may_import(name: str, target: str, sources: dict[str, Path]) -> bool:
    here, there = place_of(name, sources), place_of(target, sources)
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
