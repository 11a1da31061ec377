"""The pure parts of the page's scripts, by node's own test runner: one test for each file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.words import LANGUAGES
from companion.words.plurals import plural_category, plural_rules

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "page").glob("*.test.js"))
OLDEST = (20, 0)
NO_NODE = "no node was found; the page needs none, but its unit tests run in one (20 or newer)"


@pytest.fixture(scope="module")
def node() -> str:
    """Give the path of a node that has a test runner; without one, skip with the reason."""
    path = shutil.which("node")
    if path is None:
        pytest.skip(NO_NODE)
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None or tuple(map(int, found.groups())) < OLDEST:
        pytest.skip(f"{NO_NODE}; this one is {version.strip()}")
    return path


def test_there_are_unit_tests_of_the_page() -> None:
    assert len(FILES) > 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.js"))
def test_the_scripts_do_what_their_tests_say(node: str, file: Path) -> None:
    done = subprocess.run(
        [node, "--test", "--test-reporter=spec", str(file)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


IMPORTED = re.compile(r'^(?:import|export)\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)"', re.M)
DECLARED = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.M)
LISTED = re.compile(r"^export \{([^}]*)\}", re.M)


def missing_names(folder: Path) -> list[str]:
    """Names that a script imports and the other one does not export: the page would stay empty."""
    found = []
    for script in sorted(folder.rglob("*.js")):
        for names, source in IMPORTED.findall(script.read_text("utf-8")):
            other = script.parent / source
            known = _exported(other.read_text("utf-8")) if other.is_file() else set()
            wanted = {name.partition(" as ")[0].strip() for name in names.split(",")} - {""}
            found += [f"{script.relative_to(folder)}: {name}" for name in sorted(wanted - known)]
    return found


def _exported(text: str) -> set[str]:
    listed = (name for names in LISTED.findall(text) for name in names.split(","))
    return {*DECLARED.findall(text), *(name.split(" as ")[-1].strip() for name in listed)}


def test_every_name_a_script_imports_is_there() -> None:
    assert missing_names(ROOT / "companion" / "web" / "static") == []


def test_a_name_that_is_not_there_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("export const one = 1;\nconst two = 2;\nexport { two as to };\n")
    (tmp_path / "b.js").write_text('import {\n  one,\n  to,\n  two,\n} from "./a.js";\n')
    (tmp_path / "c.js").write_text('import { gone } from "./gone.js";\n')
    assert missing_names(tmp_path) == ["b.js: two", "c.js: gone"]


def test_both_twins_choose_the_same_plural(node: str) -> None:
    counts = [*range(1201), -1, 1_000_000]
    asks = (
        'import { pluralCategory } from "./companion/web/static/shell/plurals.js";'
        "const [table, counts] = process.argv.slice(1).map(JSON.parse);"
        "const of = (rules) => counts.map((count) => pluralCategory(count, rules));"
        "console.log(JSON.stringify(Object.values(table).map(of)));"
    )
    table = {language: dict(plural_rules(language)) for language in (*LANGUAGES, "pl", "ar")}
    done = subprocess.run(
        [node, "--input-type=module", "-e", asks, json.dumps(table), json.dumps(counts)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    ours = [[plural_category(count, rules) for count in counts] for rules in table.values()]
    assert json.loads(done.stdout) == ours


def test_the_tools_of_the_page_are_pinned_and_their_lock_names_no_host() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert "dependencies" not in wanted, "the page needs nothing to run"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", v) for v in wanted["devDependencies"].values())
    locked = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all("resolved" not in package for package in locked.values())
    assert all(package.get("integrity") for name, package in locked.items() if name)


REBUILT = re.compile(r"replaceChildren\(\s*\.\.\.(?:\([^)]*\?)?\s*[\w.]+\.map\(")
REBUILT_FOR_A_REASON = {
    "house/seating.js": "every row of the form depends on how many there are",
}


def rebuilt_lists(folder: Path) -> list[str]:
    """Scripts that draw a whole list again instead of updating it in place by key."""
    found = {
        str(script.relative_to(folder))
        for script in folder.rglob("*.js")
        if REBUILT.search(script.read_text("utf-8"))
    }
    return sorted(found)


def test_lists_are_updated_in_place_by_key() -> None:
    static = ROOT / "companion" / "web" / "static"
    assert rebuilt_lists(static) == sorted(REBUILT_FOR_A_REASON)


@pytest.mark.parametrize(
    "fill", ["...found.map((one) => row(one))", "\n    ...here.people.map(row),\n  ",
             "...(people.length ? people.map(row) : [none])"],
)  # fmt: skip
def test_a_list_drawn_again_would_be_noticed(tmp_path: Path, fill: str) -> None:
    (tmp_path / "list.js").write_text(f"export const show = () => list.replaceChildren({fill});")
    assert rebuilt_lists(tmp_path) == ["list.js"]
