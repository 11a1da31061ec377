"""A room is named in its own files alone; everybody else asks its record."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.game import ROOMS
from tests.room_names import breaches

ROOT = Path(__file__).parent.parent

PLANTED = {
    "a string": ("companion/web/table/pages.py", 'if game.name == "sphinx":\n    pass\n', "sphinx"),
    "a key of the words": ("companion/cli/scan.py", 'KEY = "page.sphinx_done"\n', "sphinx"),
    "an import": ("companion/senses/eye.py", "from companion.games.kheops import box\n", "kheops"),
    "an import inside": (
        "companion/app/table_page.py",
        "def read():\n    from ..games.kheops.box import Box\n",
        "kheops",
    ),
    "an identifier": ("companion/outputs/lights.py", "dig_lamps = ()\n", "dig"),
    "a class": ("companion/app/parts.py", "class BowlScale:\n    pass\n", "bowl"),
    "a constant": ("companion/config/wiring.py", 'DIG_KEYS = ("stop",)\n', "dig"),
    "a clause": ("companion/table/dispatch.py", 'WHY = ("WALL-26",)\n', "wall"),
    "a command": ("companion/cli/look.py", 'WHY = "teach it: companion teach wall"\n', "wall"),
    "a table of players": ("script/tables.py", 'PLAYERS = {"wall": 3}\n', "wall"),
    "another room's own file": ("companion/rooms/dig.py", 'LIKE = "kheops"\n', "kheops"),
    "a painter of another room": (
        "calibration/paint/bowl/tiles.py",
        "from ..wall.faces import bgr\n",
        "wall",
    ),
    "a module where the word is a thing": (
        "companion/senses/scale/watch.py",
        "from companion.games.bowl import moves\n",
        "bowl",
    ),
    "the page's shell": (
        "companion/web/static/shell/app.js",
        'if (room === "dig") hide();\n',
        "dig",
    ),
    "a style of all rooms": (
        "companion/web/static/shell/style.css",
        ".wall { margin: 0 }\n",
        "wall",
    ),
    "a thing elsewhere": ("companion/web/table/snapshots.py", "bowl = None\n", "bowl"),
}

ALLOWED = {
    "the register": ("companion/core/game.py", 'ROOMS = ("wall", "bowl")\n'),
    "the rules of a room": ("companion/games/wall/rules.py", 'NAME = "wall"\n'),
    "its record": ("companion/rooms/bowl.py", "from companion.games.bowl import moves\n"),
    "its people": ("companion/rehearsal/dig_show.py", "class DigPerformance:\n    pass\n"),
    "a sentence about a thing": ("companion/senses/eye.py", 'WHY = "a hand before the wall"\n'),
    "a docstring": ("companion/table/table.py", '"""Used by the sphinx and the dig."""\n'),
    "a room's own page": ("companion/web/static/rooms/dig/index.js", "export const dig = 1;\n"),
    "a comment of the shell": ("companion/web/static/shell/app.js", "// as the wall does\n"),
    "a longer word": ("companion/web/server/serve.py", "digest = wallet = None\n"),
    "the clock on the wall": ("companion/journal/hash_chain.py", "wall_time = 0\n"),
    "the bowl on the scale": ("companion/senses/scale/verdict.py", 'GONE = "bowl_gone"\n'),
}


def plant(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return root


def test_only_a_rooms_own_files_name_it() -> None:
    assert breaches(ROOT, ROOMS) == []


@pytest.mark.parametrize(("name", "text", "room"), PLANTED.values(), ids=PLANTED)
def test_a_planted_name_is_noticed(tmp_path: Path, name: str, text: str, room: str) -> None:
    (found,) = breaches(plant(tmp_path, name, text), ROOMS)
    assert found.startswith(f"{name}:")
    assert f"names the room {room}" in found


@pytest.mark.parametrize(("name", "text"), ALLOWED.values(), ids=ALLOWED)
def test_a_name_where_it_belongs_is_no_breach(tmp_path: Path, name: str, text: str) -> None:
    assert breaches(plant(tmp_path, name, text), ROOMS) == []
