"""Every clause of every room that is built is named by a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses import clauses, listed_rooms, rooms

RULES = """# A room

- **ROOM-01** The door is open.
- **ROOM-02** The lamp burns.
- **ROOM-10** The cat sleeps.
- **RO-1** Unless it is hungry.
"""


@pytest.mark.parametrize("room", rooms())
def test_every_clause_of_a_room_is_named_by_a_test(room: str) -> None:
    assert [clause.id for clause in clauses(room) if not clause.tests] == []


def test_every_room_that_is_built_has_its_clauses_listed() -> None:
    assert set(rooms()) <= set(listed_rooms())


def test_the_list_of_the_wall_is_whole() -> None:
    played = [f"WALL-{n:02}" for n in range(1, 73) if n != 59]
    examples = [f"EX-{name}" for name in ("A1", "A2", "A3", *"BCDEFGHIJKLM")]
    shifts = [f"SH-{n}" for n in range(1, 8)]
    rulings = [f"WO-{n}" for n in range(1, 32)]
    listed = [clause.id for clause in clauses("wall")]
    assert listed == played + examples + shifts + rulings


@pytest.mark.parametrize("room", listed_rooms())
def test_a_list_gives_each_clause_one_line(room: str) -> None:
    text = (
        Path(__file__)
        .parent.parent.joinpath("companion/words/en/clauses", f"{room}.md")
        .read_text()
    )
    assert text.count("\n- ") == len(clauses(room))


def named(root: Path, test_module: str) -> dict[str, tuple[str, ...]]:
    """Say which tests of a small tree name which clause."""
    (root / "companion/words/en/clauses").mkdir(parents=True)
    (root / "companion/words/en/clauses/room.md").write_text(RULES)
    (root / "tests").mkdir()
    (root / "tests/test_room.py").write_text(test_module)
    return {clause.id: clause.tests for clause in clauses("room", root)}


NAMING = {
    "its name": "def test_room_01_the_door_is_open(): pass\n",
    "its docstring": 'def test_door():\n    """ROOM-01: the door."""\n',
    "a marker": '@pytest.mark.clause("ROOM-01")\ndef test_door(): pass\n',
    "a string of its body": 'def test_door():\n    assert because == ("ROOM-01",)\n',
    "a marker of its class": '@pytest.mark.clause("ROOM-01")\nclass TestA:\n'
    " def test_door(self): pass\n",
    "a parameter": '@pytest.mark.parametrize("id", ["ROOM-01"])\ndef test_door(id): pass\n',
    "a table it uses": 'CASES = [("ROOM-01", 3)]\n@pytest.mark.parametrize("c", CASES)\n'
    "def test_door(c): pass\n",
    "a table of tables": 'A = ("ROOM-01",)\nB: list = [A]\ndef test_door():\n    assert B\n',
}  # fmt: skip


@pytest.mark.parametrize("text", NAMING.values(), ids=NAMING.keys())
def test_a_test_names_a_clause_in(tmp_path: Path, text: str) -> None:
    found = named(tmp_path, text)
    assert len(found["ROOM-01"]) == 1
    assert found["ROOM-01"][0].startswith("tests/test_room.py::")
    assert not found["ROOM-02"]
    assert not found["ROOM-10"]
    assert not found["RO-1"]


NOT_NAMING = {
    "a helper": 'def door():\n    return "ROOM-01"\n',
    "a table nobody uses": 'CASES = ["ROOM-01"]\ndef test_door(): pass\n',
    "a comment": "def test_door():\n    pass  # ROOM-01\n",
    "a range": 'def test_door():\n    """ROOM-01..ROOM-09 and ROOM-01–09 and RO-1-3."""\n',
    "a longer id": 'def test_door():\n    """ROOM-011, XROOM-01, SUB-ROOM-01, RO-12."""\n',
    "a longer name": "def test_room_012_and_broom_01_and_ro_11(): pass\n",
    "a skipped test": '@pytest.mark.skip("later")\ndef test_door():\n    """ROOM-01"""\n',
    "a test expected to fail": '@pytest.mark.xfail\ndef test_door():\n    """ROOM-01"""\n',
    "a skipped class": '@pytest.mark.skip\nclass TestA:\n def test_door(s): "ROOM-01"\n',
}


@pytest.mark.parametrize("text", NOT_NAMING.values(), ids=NOT_NAMING.keys())
def test_a_clause_is_not_named_by(tmp_path: Path, text: str) -> None:
    assert not any(named(tmp_path, text).values())
