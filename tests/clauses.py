"""Which test holds the table to which clause: the rooms' lists against the ids in tests/.

A test names a clause when the id is in the test's name (test_wall_26_...), in its docstring,
its markers, a string of its body, or a table of its module that it uses. A test that is skipped
or expected to fail names nothing, and neither does a range such as ROOM-01..09.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINE = re.compile(r"^- \*\*(?P<id>[A-Z][A-Za-z0-9-]*)\*\* (?P<words>\S.*)$", re.MULTILINE)
NOT_RUN = frozenset({"skip", "xfail"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Clause:
    """One line of a room's clauses, and the tests that name it."""

    id: str
    words: str
    tests: tuple[str, ...]


def rooms(root: Path = ROOT) -> list[str]:
    """Name the rooms that are built: every folder of companion/games with a package file."""
    return sorted(path.parent.name for path in root.glob("companion/games/*/__init__.py"))


def listed_rooms(root: Path = ROOT) -> list[str]:
    """Name the rooms whose clauses are listed, built or not."""
    return sorted(path.stem for path in root.glob("companion/words/en/clauses/*.md"))


def clauses(room: str, root: Path = ROOT) -> list[Clause]:
    """List the clauses of a room in the order of its rules, each with its tests."""
    text = (root / "companion" / "words" / "en" / "clauses" / f"{room}.md").read_text()
    words = {line["id"]: line["words"] for line in LINE.finditer(text)}
    named = _named(root, words)
    return [Clause(each, words[each], tuple(named[each])) for each in words]


def _named(root: Path, ids: Iterable[str]) -> dict[str, list[str]]:
    """Find for each id the tests that name it."""
    named: dict[str, list[str]] = {each: [] for each in ids}
    by_text, by_name = _patterns(named)
    for path in sorted(root.glob("tests/**/test_*.py")):
        for label, test, text in _read(path):
            found = set(by_text.findall(text))
            found |= {each for each, name in by_name.items() if name.search(test)}
            for each in found:
                named[each].append(f"{path.relative_to(root)}::{label}")
    return named


@cache
def _read(path: Path) -> list[tuple[str, str, str]]:
    """The tests of a file that run: label, name of the function, and all its texts."""
    module = ast.parse(path.read_text(), str(path))
    return [
        (label, test.name, "\n".join(_strings(module, [test, *markers])))
        for label, test, markers in _tests(module)
    ]


def _patterns(ids: Iterable[str]) -> tuple[re.Pattern[str], dict[str, re.Pattern[str]]]:
    """Make one pattern for ids in texts, and one per id for the names of functions."""
    longest_first = sorted(map(re.escape, ids), key=len, reverse=True)
    range_follows = r"\s*(?:\.\.|…|–|-\w)"
    by_text = re.compile(rf"(?<![\w-])({'|'.join(longest_first)})(?!\w|{range_follows})")
    by_name = {
        each: re.compile(rf"(?<![^_]){each.replace('-', '_')}(?![^_])", re.IGNORECASE)
        for each in ids
    }
    return by_text, by_name


def _tests(module: ast.Module) -> Iterator[tuple[str, Function, list[ast.expr]]]:
    """Find the tests that run, with the markers of the class they are in."""
    for node in module.body:
        if isinstance(node, Function):
            yield from _test(node, node.name, [])
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for inner in node.body:
                if isinstance(inner, Function):
                    yield from _test(inner, f"{node.name}::{inner.name}", node.decorator_list)


def _test(
    node: Function, label: str, markers: list[ast.expr]
) -> Iterator[tuple[str, Function, list[ast.expr]]]:
    decorators = [each for one in (*node.decorator_list, *markers) for each in ast.walk(one)]
    marks = {each.attr for each in decorators if isinstance(each, ast.Attribute)}
    if node.name.startswith("test_") and not marks & NOT_RUN:
        yield label, node, markers


def _strings(module: ast.Module, nodes: list[ast.AST]) -> Iterator[str]:
    """Give every string in *nodes*, and in the tables of the module that they use."""
    tables = _tables(module)
    waiting, seen = list(nodes), set()
    for node in waiting:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                yield inner.value
            elif isinstance(inner, ast.Name) and inner.id in tables and inner.id not in seen:
                seen.add(inner.id)
                waiting.append(tables[inner.id])


def _tables(module: ast.Module) -> dict[str, ast.expr]:
    """Find what a module gives names to at its top."""
    tables: dict[str, ast.expr] = {}
    for node in module.body:
        if isinstance(node, ast.Assign):
            tables |= {name.id: node.value for name in node.targets if isinstance(name, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            tables[node.target.id] = node.value
    return tables


def _print(room: str, listed: list[Clause], only_missing: bool) -> None:
    for clause in listed:
        if only_missing and clause.tests:
            continue
        print(f"{clause.id:14} {clause.words}")
        if not only_missing:
            for test in clause.tests or ("no test names it",):
                print(f"{'':17}{test}")
    missing = sum(not clause.tests for clause in listed)
    print(f"{room}: {len(listed)} clauses, {len(listed) - missing} named by tests, {missing} not")


def main(words: list[str]) -> int:
    """List each clause with the tests that name it; fail when one has none."""
    parser = argparse.ArgumentParser(prog="script/clauses", description=main.__doc__)
    parser.add_argument("room", nargs="*", help="all rooms that are built, if none is given")
    parser.add_argument("--missing", action="store_true", help="only clauses without a test")
    asked = parser.parse_args(words)
    for room in asked.room:
        if room not in listed_rooms():
            parser.error(f"no room called {room!r}; the rooms are {', '.join(listed_rooms())}")
    complete = True
    for room in asked.room or rooms():
        listed = clauses(room)
        _print(room, listed, asked.missing)
        complete &= all(clause.tests for clause in listed)
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
