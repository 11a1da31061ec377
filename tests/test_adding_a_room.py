"""docs/adding-a-room.md is followed word by word in a copy of the tree; then the room is played."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.architecture import violations
from tests.room_names import breaches

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adding-a-room.md").read_text("utf-8")
FILE = re.compile(r"^`(?P<path>[\w./]+)`\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^In `(?P<path>[\w./]+)`.*?```\w+\n(?P<line>[^\n]+)\n```", re.M | re.S)
ROOM = "marbles"


def followed(root: Path) -> list[str]:
    """Do what the page says, in a copy of the tree; which files it told us to write."""
    for part in ("companion", "hardware", "calibration"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    files = {match["path"]: match["text"] for match in FILE.finditer(PAGE)}
    for name, text in files.items():
        path = root / name
        assert not path.exists(), f"{name} is there already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for match in LINE.finditer(PAGE):
        path, start = root / match["path"], match["line"].partition("=")[0]
        lines = path.read_text("utf-8").splitlines(keepends=True)
        (at,) = (n for n, line in enumerate(lines) if line.startswith(start))
        lines[at] = match["line"] + "\n"
        path.write_text("".join(lines), "utf-8")
    return list(files)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sixth")
    promised = re.search(r"needs (\d+) new files", PAGE)
    assert promised
    assert len(followed(root)) == int(promised[1])
    return root


PLAYED = """
import json, sys
from pathlib import Path
from companion import words
from companion.core.game import load_room
from companion.core.observation import Answered, Reading, Reply, Seen
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.journal import Journal
from companion.rooms import every_room, room_of
from companion.table import Table
from companion.web import create_app

room = sys.argv[1]
game = load_room(room)
box = game.load_box(None)
seats = [Seat("Anna", "red"), Seat("Ben", "blue")]
found = {"rooms": [each.name for each in every_room()]}
with Journal.open(Path(sys.argv[2])) as journal:
    table = Table.begin(journal, game, box, seats, game.house_rules())

    def take(count):
        (question,) = table.questions()
        reply = Reply(option=f"take:{count}")
        return table.submit(
            Answered(by=TABLE, question=question.id, reply=reply, at=table.clock())
        ).kind

    found["kinds"] = [take(3), take(9)]
    shown = dict(game.visible(table.state)) | {"3": "empty", "4": "empty"}
    seen = {cell: Reading({label: 0.999, "?": 0.001}) for cell, label in shown.items()}
    found["kinds"].append(table.submit(Seen(readings=seen, at=table.clock())).kind)
    app = create_app(table, words={"en": words.load("en", strict=True)}, tokens={})
    client = app.test_client()
    found["page"] = client.get("/", headers={"Host": "localhost"}).text
    found["state"] = client.get("/state", headers={"Host": "localhost"}).json
    found["kinds"].append(take(2))
    found["end"] = client.get("/state", headers={"Host": "localhost"}).json
    found["board"] = [cell.id for cell in room_of(room).board(box).cells]
with Journal.open(Path(sys.argv[2])) as journal:
    again = Table.resume(journal)
    found["resumed"] = [past.made.move.count for past in again.timeline.past]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def played(tree: Path) -> Any:
    """The room played by hand, in a process that knows only the copy."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", PLAYED, ROOM, str(tree / "game.sqlite")],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_sixth_room_is_one_of_the_rooms(played: Any) -> None:
    assert played["rooms"][-1] == ROOM
    assert played["board"] == [str(place) for place in range(7)]


def test_the_sixth_room_is_played_by_hand_and_by_eye(played: Any) -> None:
    assert played["kinds"] == ["accepted", "refused", "accepted", "accepted"]
    assert played["resumed"] == [3, 2, 2]


def test_the_plain_page_shows_the_sixth_room(played: Any) -> None:
    assert f'data-room="{ROOM}"' in played["page"]
    assert "data-drawn" not in played["page"]
    (question,) = played["state"]["questions"]
    assert question["ask"] == "Anna takes one to three marbles."
    (last, *_) = played["state"]["rulings"]
    assert last["sentences"][0]["say"] == "Ben takes 2."
    assert last["sentences"][0]["because"] == ["MARBLES-02"]
    assert played["end"]["view"]["outcome"]["say"] == "Anna has taken the last marble and wins."


def test_the_sixth_room_keeps_the_laws_of_the_house(tree: Path) -> None:
    assert violations(tree) == []
    assert breaches(tree, (ROOM,)) == []
