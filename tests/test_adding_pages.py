"""Pages on adding a page, language, lamp or house rule are followed in copies of the tree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.architecture import violations
from tests.following import CannotFollow, copy_tree, follow, page, run

HOUSE = """
import json, sys
from pathlib import Path
from werkzeug.test import Client
from companion.house import FOLDER, House
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from companion.words import load_all
from tests.house.evenings import Tables

folder = Path(sys.argv[1])
site = HouseSite(Notifier())
house = House(folder, Tables())
owner = Owner(folder / FOLDER / "owner.json")
create_house_app(house, site, words=load_all(), owner=owner, senses=lambda room: {"eye": "none"})
client = Client(site)
said = {path: client.get(path, headers={"Host": "localhost"}).text for path in sys.argv[2:]}
print(json.dumps(said))
"""


def done(root: Path, name: str) -> int:
    copy_tree(root)
    steps = follow(page(name), root)
    assert violations(root) == []
    return steps


def asked(root: Path, folder: Path, *paths: str) -> dict[str, Any]:
    """Ask a house of the copy for some addresses."""
    folder.mkdir()
    found = run(root, "-c", HOUSE, str(folder), *paths)
    assert found.returncode == 0, found.stderr
    said: dict[str, Any] = json.loads(found.stdout)
    return said


def passes(root: Path, *tests: str) -> str:
    found = run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests)
    assert found.returncode == 0, found.stdout
    return found.stdout


def test_the_page_about_a_page_adds_one(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    assert done(root, "adding-a-page.md") == 5
    paths = ("/longest", "/longest.json", "/house/words.json")
    shell, data, words = asked(root, tmp_path / "house", *paths).values()
    assert 'data-page="longest"' in shell
    assert "house/longest.js" in shell
    assert json.loads(data) == {"moves": 0, "people": []}
    assert json.loads(words)["page"]["longest_heading"] == "The longest game"


def test_the_page_about_a_language_begins_one(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    assert done(root, "adding-a-language.md") == 5
    (shell,) = asked(root, tmp_path / "house", "/?lang=pt").values()
    assert '<html lang="pt"' in shell
    assert ">Português</option>" in shell
    said = (
        "from companion.words import load; print(load('pt', strict=True).put('referee.which', {}))"
    )
    assert run(root, "-c", said).stdout.strip() == "Não tenho certeza do que vi. O que aconteceu?"
    missing = run(root, "-m", "tests.languages", "--missing")
    assert missing.returncode == 1
    assert "pt: referee.which_first: still English" in missing.stdout
    assert "pt: referee.which: " not in missing.stdout


def test_the_page_about_a_lamp_adds_one(tmp_path: Path) -> None:
    assert done(tmp_path, "adding-a-lamp.md") == 5
    assert "1 passed" in passes(tmp_path, "tests/hardware/test_low_lamps.py")
    opened = """
from companion.app.parts import open_parts
from companion.config.wiring import read_wiring
plain = {"part": "lamp", "name": "1", "pin": 17}
low = {"part": "lamp", "kind": "low", "name": "2", "pin": 27}
parts = open_parts(read_wiring({"pins": "mock", "parts": [plain, low]}))
print(parts.faults, sorted(parts.lamps.names))
parts.lamps.show({"1": 1.0, "2": 1.0})
print(parts.pins.pin(17).state, parts.pins.pin(27).state)
parts.close()
"""
    found = run(tmp_path, "-c", opened)
    assert found.stdout.splitlines() == ["{} ['1', '2']", "1.0 0.0"], found.stderr


def test_the_page_about_a_house_rule_adds_one(tmp_path: Path) -> None:
    assert done(tmp_path, "adding-a-house-rule.md") == 9
    assert "2 passed" in passes(tmp_path, "tests/rooms/dig/test_dear_skips.py")
    missing = run(tmp_path, "-m", "tests.languages", "--missing")
    assert "dear_skips" not in missing.stdout
    shown = run(tmp_path, "-m", "companion", "rules", "dig").stdout
    assert "dear_skips = false" in shown
    assert "true: Twice the fee" in shown


def test_a_page_the_tree_has_left_behind_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("one = 1\n")
    gone = "In `old.py`, replace\n\n```python\ntwo = 2\n```\n\nwith\n\n```python\ntwo = 3\n```\n"
    with pytest.raises(CannotFollow, match="0 times"):
        follow(gone, tmp_path)
    with pytest.raises(CannotFollow, match="there already"):
        follow("`old.py`\n\n```python\ntwo = 2\n```\n", tmp_path)
    assert follow("`new.py`\n\n```python\ntwo = 2\n```\n", tmp_path) == 1
