"""Every import points towards the rules, and nothing happens merely because a file is loaded."""

# ruff: noqa: E501 (a planted file is easier to read on one line)
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.architecture import KNOTTED, folder_graph, modules, violations
from tests.silence import silent_excepts
from tests.topics import id_readers

ROOT = Path(__file__).parent.parent
LOADING = Path(__file__).with_name("loading.py")


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write a small source tree of ours, with a package file in every folder."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in (path.parent, *path.parent.parents):
            if folder == root:
                break
            (folder / "__init__.py").touch()
        path.write_text(text)
    return root


def load(root: Path, task: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Load modules of the tree at *root*, before any of the same name, in a fresh interpreter."""
    return subprocess.run(
        [sys.executable, "-P", str(LOADING), task, str(root), *words],
        capture_output=True,
        text=True,
        check=False,
    )


# ---- the tree as it stands -------------------------------------------------------------------


def test_every_import_points_towards_the_rules() -> None:
    assert violations(ROOT) == []


def test_the_rule_is_held_against_the_real_tree() -> None:
    names = modules(ROOT)
    assert {"companion.core.verdict", "companion.games", "hardware", "calibration"} <= set(names)


def test_no_code_tells_questions_apart_by_the_beginning_of_their_id() -> None:
    assert id_readers(ROOT, "companion", "script", "tests") == []


CUT_APART = {
    "a beginning": ("companion/web/acts.py", 'left = question.id.startswith("left-")\n'),
    "a first word": ("companion/rehearsal/wall.py", 'topic = q.id.partition("-")[0]\n'),
    "a slice": ("script/soak.py", 'doubted = question.id[:5] == "doubt"\n'),
    "a helper of the tests": ("tests/web/scenes.py", 'any(one.id.split("-") for one in asked)\n'),
    "a script of the page": (
        "companion/web/static/may.js",
        'if (question.id.startsWith("left-")) return may.left;\n',
    ),
}


@pytest.mark.parametrize(("name", "text"), CUT_APART.values(), ids=CUT_APART.keys())
def test_an_id_that_is_cut_apart_is_reported(tmp_path: Path, name: str, text: str) -> None:
    plant(tmp_path, {name: text})
    found = id_readers(tmp_path, "companion", "script", "tests")
    assert found == [f"{name}:1: a question is told apart by its topic, not by its id"]


# ---- planted violations ------------------------------------------------------------------------

PLANTED: dict[str, tuple[Any, ...]] = {
    "web knows rehearsal": (
        {"companion/web/pages.py": "import companion.rehearsal.player\n",
         "companion/rehearsal/player.py": ""},
        "companion/web/pages.py:1: companion.web.pages may not import companion.rehearsal.player",
    ),
    "outputs knows web": (
        {"companion/outputs/publish.py": "from companion import web\n", "companion/web/a.py": ""},
        "companion/outputs/publish.py:1: companion.outputs.publish may not import companion.web",
    ),
    "senses knows rehearsal": (
        {"companion/senses/eye.py": "from companion.rehearsal import stage\n",
         "companion/rehearsal/stage.py": ""},
        "companion/senses/eye.py:1: companion.senses.eye may not import companion.rehearsal.stage",
    ),
    "hall knows web": (
        {"companion/hall/uplink.py": "from companion.web.pages import x\n",
         "companion/web/pages.py": ""},
        "companion/hall/uplink.py:1: companion.hall.uplink may not import companion.web.pages",
    ),
    "table knows web": (
        {"companion/table/table.py": "from companion.web import pages\n", "companion/web/pages.py": ""},
        "companion/table/table.py:1: companion.table.table may not import companion.web.pages",
    ),
    "a part of the table knows web": (
        {"companion/table/record.py": "import companion.web.pages\n", "companion/web/pages.py": ""},
        "companion/table/record.py:1: companion.table.record may not import companion.web.pages",
    ),
    "table knows a room": (
        {"companion/table/table.py": "from companion.games.wall import GAME\n",
         "companion/games/wall/rules.py": ""},
        "companion/table/table.py:1: companion.table.table may not import companion.games.wall",
    ),
    "referee knows journal": (
        {"companion/table/explain/referee.py": "from companion.journal import append\n",
         "companion/journal.py": ""},
        "companion/table/explain/referee.py:1: companion.table.explain.referee may not import companion.journal",
    ),
    "journal knows referee": (
        {"companion/journal/store.py": "import companion.table.explain.referee\n", "companion/table/explain/referee.py": ""},
        "companion/journal/store.py:1: companion.journal.store may not import companion.table.explain.referee",
    ),
    "referee knows games": (
        {"companion/table/explain/referee.py": "import companion.games\n", "companion/games/__init__.py": ""},
        "companion/table/explain/referee.py:1: companion.table.explain.referee may not import companion.games",
    ),
    "one room knows another": (
        {"companion/games/wall/rules.py": "from companion.games.bowl import state\n",
         "companion/games/bowl/state.py": ""},
        "companion/games/wall/rules.py:1: "
        "companion.games.wall.rules may not import companion.games.bowl.state",
    ),
    "a room knows the list of rooms": (
        {"companion/games/wall/rules.py": "from companion.games import ROOMS\n"},
        "companion/games/wall/rules.py:1: "
        "companion.games.wall.rules may not import companion.games",
    ),
    "a room knows the referee": (
        {"companion/games/wall/rules.py": "import companion.table.explain.referee\n", "companion/table/explain/referee.py": ""},
        "companion/games/wall/rules.py:1: "
        "companion.games.wall.rules may not import companion.table.explain.referee",
    ),
    "core knows games": (
        {"companion/core/game.py": "from companion.games.wall import GAME\n",
         "companion/games/wall/rules.py": ""},
        "companion/core/game.py:1: companion.core.game may not import companion.games.wall",
    ),
    "somebody imports the daemon": (
        {"companion/web/pages.py": "import companion.app\n", "companion/app.py": ""},
        "companion/web/pages.py:1: companion.web.pages may not import companion.app",
    ),
    "the daemon imports the command line": (
        {"companion/app.py": "import companion.cli\n", "companion/cli.py": ""},
        "companion/app.py:1: companion.app may not import companion.cli",
    ),
    "calibration knows companion": (
        {"calibration/paint.py": "from companion.core import cells\n",
         "companion/core/cells.py": ""},
        "calibration/paint.py:1: calibration.paint may not import companion.core.cells",
    ),
    "calibration knows hardware": (
        {"calibration/teach.py": "import hardware.ports\n", "hardware/ports.py": ""},
        "calibration/teach.py:1: calibration.teach may not import hardware.ports",
    ),
    "hardware knows calibration": (
        {"hardware/real/camera.py": "import calibration.rectify\n", "calibration/rectify.py": ""},
        "hardware/real/camera.py:1: hardware.real.camera may not import calibration.rectify",
    ),
    "hardware knows companion": (
        {"hardware/ports.py": "import companion\n", "companion/__init__.py": ""},
        "hardware/ports.py:1: hardware.ports may not import companion",
    ),
    "senses reaches past the ports": (
        {"companion/senses/eye.py": "import hardware.real.camera\n", "hardware/real/camera.py": ""},
        "companion/senses/eye.py:1: companion.senses.eye may not import hardware.real.camera",
    ),
    "rehearsal reaches past the painter": (
        {"companion/rehearsal/stage.py": "import calibration.teach\n", "calibration/teach.py": ""},
        "companion/rehearsal/stage.py:1: "
        "companion.rehearsal.stage may not import calibration.teach",
    ),
    "an output other than the lights knows the ports": (
        {"companion/outputs/sounds.py": "from hardware import ports\n", "hardware/ports.py": ""},
        "companion/outputs/sounds.py:1: companion.outputs.sounds may not import hardware.ports",
    ),
    "cv2 in senses": (
        {"companion/senses/eye.py": "import cv2\n"},
        "companion/senses/eye.py:1: "
        "companion.senses.eye may not import cv2, whose home is hardware and calibration",
    ),
    "numpy in a room": (
        {"companion/games/wall/reader.py": "from numpy.linalg import norm\n"},
        "companion/games/wall/reader.py:1: "
        "companion.games.wall.reader may not import numpy, "
        "whose home is hardware and calibration and companion.hall.seating",
    ),
    "flask in core": (
        {"companion/core/roles.py": "from flask import Flask\n"},
        "companion/core/roles.py:1: "
        "companion.core.roles may not import flask, whose home is companion.web and companion.hall",
    ),
    "gevent in the table": (
        {"companion/table.py": "import gevent\n"},
        "companion/table.py:1: "
        "companion.table may not import gevent, whose home is companion.web and companion.hall",
    ),
    "flask in the command line": (
        {"companion/cli.py": "import flask\n"},
        "companion/cli.py:1: "
        "companion.cli may not import flask, whose home is companion.web and companion.hall",
    ),
    "gpiozero among the lights": (
        {"companion/outputs/lights.py": "import gpiozero\n"},
        "companion/outputs/lights.py:1: companion.outputs.lights may not import gpiozero, "
        "whose home is hardware.real and hardware.simulated",
    ),
    "picamera2 in the simulation": (
        {"hardware/simulated/camera.py": "import picamera2\n"},
        "hardware/simulated/camera.py:1: "
        "hardware.simulated.camera may not import picamera2, whose home is hardware.real",
    ),
    "a library nobody has spoken for": (
        {"companion/web/pages.py": "import pydantic\n"},
        "companion/web/pages.py:1: "
        "companion.web.pages imports pydantic, which has no home in this project",
    ),
    "the product knows its tests": (
        {"hardware/ports.py": "import tests.architecture\n"},
        "hardware/ports.py:1: hardware.ports imports tests, which has no home in this project",
    ),
    "finding knows reading": (
        {"calibration/find/locate.py": "from ..read import compare\n",
         "calibration/read/compare.py": ""},
        "calibration/find/locate.py:1: "
        "calibration.find.locate may not import calibration.read.compare",
    ),
    "geometry knows finding": (
        {"calibration/geometry/pose.py": "from calibration.find import locate\n",
         "calibration/find/locate.py": ""},
        "calibration/geometry/pose.py:1: "
        "calibration.geometry.pose may not import calibration.find.locate",
    ),
    "reading knows teaching": (
        {"calibration/read/cache.py": "from ..teach.course import Course\n",
         "calibration/teach/course.py": ""},
        "calibration/read/cache.py:1: calibration.read.cache may not import calibration.teach.course",
    ),
    "boards know teaching": (
        {"calibration/boards/dig.py": "import calibration.teach.course\n",
         "calibration/teach/course.py": ""},
        "calibration/boards/dig.py:1: calibration.boards.dig may not import calibration.teach.course",
    ),
    "the printed kit knows what is painted of it": (
        {"calibration/kit/plates.py": "from ..paint.flat import marker\n",
         "calibration/paint/flat.py": ""},
        "calibration/kit/plates.py:1: calibration.kit.plates may not import calibration.paint.flat",
    ),
    "what lies below the folders knows a folder": (
        {"calibration/errors.py": "from .geometry import board\n",
         "calibration/geometry/board.py": ""},
        "calibration/errors.py:1: calibration.errors may not import calibration.geometry.board",
    ),
    "a folder of the eye nobody planned": (
        {"calibration/guess/dice.py": ""},
        "calibration/guess/__init__.py: calibration.guess has no place in the import rule",
        "calibration/guess/dice.py: calibration.guess.dice has no place in the import rule",
    ),
    "hardware knows a loop of ours": (
        {"hardware/real/sounds.py": "from companion.util.worker import Supervised\n",
         "companion/util/worker.py": ""},
        "hardware/real/sounds.py:1: hardware.real.sounds may not import companion.util.worker",
    ),
    "a real driver knows a simulated one": (
        {"hardware/real/camera.py": "from ..simulated import camera\n",
         "hardware/simulated/camera.py": ""},
        "hardware/real/camera.py:1: hardware.real.camera may not import hardware.simulated.camera",
    ),
    "two folders that need each other": (
        {"companion/hall/night/fold.py": "from ..seating.swaps import swapped\n",
         "companion/hall/records.py": "",
         "companion/hall/seating/swaps.py": "from ..night.records import Round\n"},
        "folders import each other: "
        "companion.hall.night -> companion.hall.seating -> companion.hall.night",
    ),
    "a ring of three folders": (
        {"companion/senses/a/one.py": "from ..b import two\n",
         "companion/senses/b/two.py": "from ..c import three\n",
         "companion/senses/c/three.py": "def f():\n    from ..a import four\n    return four\n",
         "companion/senses/a/four.py": ""},
        "folders import each other: companion.senses.a -> companion.senses.b -> "
        "companion.senses.c -> companion.senses.a",
    ),
    "inside a function": (
        {"companion/core/cues.py": "def glow():\n    import numpy\n    return numpy\n"},
        "companion/core/cues.py:2: "
        "companion.core.cues may not import numpy, "
        "whose home is hardware and calibration and companion.hall.seating",
    ),
    "for the type checker only": (
        {"companion/core/game.py": "from typing import TYPE_CHECKING\n"
         "if TYPE_CHECKING:\n    from companion.table.explain.referee import judge\n",
         "companion/table/explain/referee.py": ""},
        "companion/core/game.py:3: companion.core.game may not import companion.table.explain.referee",
    ),
    "where it is caught": (
        {"companion/core/game.py": "try:\n    import cv2\nexcept ImportError:\n    cv2 = None\n"},
        "companion/core/game.py:2: "
        "companion.core.game may not import cv2, whose home is hardware and calibration",
    ),
    "by two dots": (
        {"companion/table/explain/referee.py": "from ...journal import append\n", "companion/journal.py": ""},
        "companion/table/explain/referee.py:1: companion.table.explain.referee may not import companion.journal",
    ),
    "by many dots": (
        {"companion/games/wall/rules.py": "from ...web import pages\n",
         "companion/web/pages.py": ""},
        "companion/games/wall/rules.py:1: "
        "companion.games.wall.rules may not import companion.web.pages",
    ),
    "by dots alone": (
        {"companion/games/wall/__init__.py": "from .. import bowl\n",
         "companion/games/bowl/state.py": ""},
        "companion/games/wall/__init__.py:1: "
        "companion.games.wall may not import companion.games.bowl",
    ),
    "under another name": (
        {"companion/core/cells.py": "import numpy as np, json\n"},
        "companion/core/cells.py:1: "
        "companion.core.cells may not import numpy, "
        "whose home is hardware and calibration and companion.hall.seating",
    ),
    "by import_module": (
        {"companion/core/game.py": 'import importlib\nweb = importlib.import_module("flask")\n'},
        "companion/core/game.py:2: "
        "companion.core.game may not import flask, whose home is companion.web and companion.hall",
    ),
    "by a bare import_module with dots": (
        {"companion/table/explain/referee.py": "from importlib import import_module\n"
         'journal = import_module("...journal", __package__)\n', "companion/journal.py": ""},
        "companion/table/explain/referee.py:2: "
        "companion.table.explain.referee may not import companion.journal",
    ),
    "by __import__": (
        {"calibration/colours.py": '__import__("companion.core")\n', "companion/core/a.py": ""},
        "calibration/colours.py:1: calibration.colours may not import companion.core",
    ),
    "by a name half made up at run time": (
        {"companion/table/explain/referee.py": "from importlib import import_module\n"
         'def load(room):\n    return import_module(f"companion.games.{room}")\n'},
        "companion/table/explain/referee.py:3: "
        "companion.table.explain.referee may not import companion.games.*",
    ),
    "one room opens another by name": (
        {"companion/games/wall/rules.py": "import importlib\n"
         'def other(room):\n    return importlib.import_module(f"companion.games.{room}")\n'},
        "companion/games/wall/rules.py:3: "
        "companion.games.wall.rules may not import companion.games.*",
    ),
    "by a name wholly made up at run time": (
        {"companion/web/pages.py": "from importlib import import_module\n"
         "def load(name):\n    return import_module(name)\n"},
        "companion/web/pages.py:3: companion.web.pages imports by a name that is not written down",
    ),
    "a place nobody planned": (
        {"companion/utils.py": ""},
        "companion/utils.py: companion.utils has no place in the import rule",
    ),
    "two modules that need each other": (
        {"companion/core/cells.py": "from . import cues\n",
         "companion/core/cues.py": "def f():\n    from .cells import Cells\n    return Cells\n"},
        "import cycle: companion.core.cells -> companion.core.cues -> companion.core.cells",
    ),
    "a ring of three through a package file": (
        {"hardware/__init__.py": "from .ports import Camera\n",
         "hardware/ports.py": "from .errors import Missing\n",
         "hardware/errors.py": "import hardware\n"},
        "import cycle: hardware -> hardware.ports -> hardware.errors -> hardware",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_violation_is_named(tmp_path: Path, name: str) -> None:
    files, *told = PLANTED[name]
    assert violations(plant(tmp_path, files)) == told


def test_no_knot_is_let_pass_that_is_none() -> None:
    """What has been untied leaves the list."""
    graph = folder_graph(modules(ROOT))
    assert [pair for pair in KNOTTED if pair[1] not in graph[pair[0]]] == []


def test_a_folder_without_its_package_file_is_named(tmp_path: Path) -> None:
    plant(tmp_path, {"companion/web/pages.py": ""})
    (tmp_path / "companion/web/__init__.py").unlink()
    assert violations(tmp_path) == ["companion/web: has modules but no __init__.py"]


ALLOWED = {
    "the daemon wires everything": {
        "companion/app.py": "import companion.web.pages, companion.senses.eye\n"
        "import hardware.real.camera, calibration.rectify, companion.games.wall.rules\n",
        "companion/cli.py": "from companion.app import build\nimport importlib\n"
        "def command(name):\n    return importlib.import_module(name)\n",
        "companion/__main__.py": "from companion.cli import main\n",
        "companion/web/pages.py": "import flask, gevent.pywsgi, msgspec\nfrom ..table import T\n",
        "companion/table/table.py": "from .explain.referee import judge\nfrom . import record\n",
        "companion/table/record.py": "import companion.journal\n",
        "companion/table/explain/referee.py": "from ...core.verdict import Verdict\n",
        "companion/journal.py": "import sqlite3, msgspec\nfrom companion.core import verdict\n",
        "companion/core/verdict.py": "import dataclasses, msgspec\n",
        "companion/games/wall/rules.py": "from . import state\nfrom ...core import verdict\n",
        "companion/games/wall/state.py": "",
        "companion/senses/eye.py": "import calibration.rectify, hardware.ports\n",
        "companion/rehearsal/stage.py": "import calibration.paint, hardware.simulated.camera\n",
        "companion/outputs/lights.py": "from hardware import ports\nfrom . import publish\n",
        "companion/outputs/publish.py": "",
        "hardware/ports.py": "",
        "hardware/real/camera.py": "def open():\n    import picamera2, lgpio, gpiozero, numpy\n",
        "hardware/simulated/camera.py": "import gpiozero, cv2\nfrom .. import ports\n",
        "calibration/rectify.py": "import cv2, numpy\n",
        "calibration/paint.py": "from .rectify import flat\n",
    },
    "the door to the rooms opens by name": {
        "companion/games/__init__.py": "import importlib\n"
        'def room(name):\n    return importlib.import_module(f"companion.games.{name}")\n',
        "companion/core/game.py": "import importlib\n"
        'def room(name):\n    return importlib.import_module(f"companion.games.{name}")\n',
    },
    "a package opens its own parts by name": {
        "companion/rehearsal/performance.py": "import importlib\n"
        'def of(room):\n    return importlib.import_module(f"companion.rehearsal.{room}")\n',
    },
}


@pytest.mark.parametrize("files", ALLOWED.values(), ids=ALLOWED.keys())
def test_what_the_rule_allows_is_not_reported(tmp_path: Path, files: dict[str, str]) -> None:
    assert violations(plant(tmp_path, files)) == []


# ---- loading -----------------------------------------------------------------------------------

PURE = ("core", "games", "journal", "table")


def pure_places() -> list[str]:
    """Name each pure place that there is, every room separately."""
    names = modules(ROOT)
    rooms = [name for name in names if name.startswith("companion.games.") and name.count(".") == 2]
    return [name for name in (*(f"companion.{each}" for each in PURE), *rooms) if name in names]


@pytest.mark.parametrize("place", pure_places())
def test_the_rules_load_where_no_foreign_library_is(place: str) -> None:
    inside = [name for name in modules(ROOT) if name == place or name.startswith(f"{place}.")]
    assert load(ROOT, "blocked", *inside).stderr == ""


@pytest.mark.parametrize("library", ["flask", "cv2", "numpy", "gpiozero", "gevent"])
def test_a_blocked_library_stops_what_needs_it(tmp_path: Path, library: str) -> None:
    plant(tmp_path, {"companion/core/cells.py": f"import {library}\n"})
    outcome = load(tmp_path, "blocked", "companion.core.cells")
    assert f"import of {library} halted" in outcome.stderr


def test_nothing_happens_when_a_module_is_loaded() -> None:
    names = [name for name in modules(ROOT) if not name.endswith("__main__")]
    outcome = load(ROOT, "watched", *names)
    assert (outcome.stdout, outcome.stderr) == ("", "")


HAPPENINGS = {
    "reads a file": ("from pathlib import Path\nhere = Path(__file__).read_text()\n", "open"),
    "opens a database": ("import sqlite3\nat = sqlite3.connect(':memory:')\n", "sqlite3.connect"),
    "opens a socket": ("import socket\nline = socket.socket()\n", "socket.__new__"),
    "starts a program": ("import subprocess\nsubprocess.run(['true'])\n", "subprocess.Popen"),
    "starts a thread": (
        "import threading\nt = threading.Thread(target=print, daemon=True)\nt.start()\n",
        "Thread.start",
    ),
    "configures logging": ("import logging\nlogging.basicConfig()\n", "configured logging"),
    "sets the environment": ("import os\nos.environ['A'] = 'b'\n", "os.putenv"),
    "waits": ("from time import sleep\nsleep(0.001)\n", "sleep"),
    "lets gevent patch": (
        "from gevent import monkey\nmonkey.patch_time()\n",
        "let gevent patch the standard library",
    ),
}


@pytest.mark.parametrize(("text", "told"), HAPPENINGS.values(), ids=HAPPENINGS.keys())
def test_something_happening_at_import_is_reported(tmp_path: Path, text: str, told: str) -> None:
    plant(tmp_path, {"hardware/real/camera.py": text})
    outcome = load(tmp_path, "watched", "hardware.real.camera")
    assert told in outcome.stdout


def test_every_file_the_picture_of_the_tree_names_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = re.findall(r"`((?:companion|calibration|hardware|tests|script|systemd)/[\w./]*)`", page)
    assert len(named) > 50
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_whoever_catches_every_error_logs_it() -> None:
    assert silent_excepts(ROOT) == []


SILENCES = {
    "swallows": "try:\n    work()\nexcept Exception:\n    found = None\n",
    "swallows under a name": "try:\n    work()\nexcept Exception as wrong:\n    found = str(wrong)\n",
    "swallows anything": "try:\n    work()\nexcept:\n    pass\n",
    "swallows one of two": "try:\n    work()\nexcept (OSError, BaseException):\n    pass\n",
    "raises now and then": "try:\n    work()\nexcept Exception as wrong:\n    if wrong.args:\n        raise\n",
    "suppresses": "from contextlib import suppress\nwith suppress(OSError, Exception):\n    work()\n",
    "tells somebody else": "try:\n    work()\nexcept Exception as wrong:\n    tell(wrong)\n",
}


@pytest.mark.parametrize("text", SILENCES.values(), ids=SILENCES.keys())
def test_a_swallowed_error_is_reported(tmp_path: Path, text: str) -> None:
    plant(tmp_path, {"hardware/real/scale.py": f"def read() -> None:\n{indented(text)}"})
    assert len(silent_excepts(tmp_path)) == 1


SPOKEN = {
    "logs": "try:\n    work()\nexcept Exception:\n    LOG.exception('broken')\n",
    "raises": "try:\n    work()\nexcept BaseException:\n    close()\n    raise\n",
    "expects it": "try:\n    work()\nexcept OSError:\n    found = None\n",
}


@pytest.mark.parametrize("text", SPOKEN.values(), ids=SPOKEN.keys())
def test_an_error_that_is_logged_or_raised_is_no_breach(tmp_path: Path, text: str) -> None:
    plant(tmp_path, {"hardware/real/scale.py": f"def read() -> None:\n{indented(text)}"})
    assert silent_excepts(tmp_path) == []


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())
