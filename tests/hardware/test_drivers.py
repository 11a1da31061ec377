"""A new lamp, button, scale or camera is one file and one registration; nothing else changes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.config.wiring import read_wiring
from hardware.drivers import DRIVERS, PinHeader, WiredPart, open_device
from hardware.real.switches import JoinedButtons, PinButtons
from hardware.simulated.mock_parts import mock_pins
from tests.architecture import violations

ROOT = Path(__file__).parents[2]
MOST_FIELDS = 5
"""A record with more would have to stand for several kinds."""

LANTERN = '''
"""A lantern, a keypad and a spring balance on a bus of their own."""

from collections.abc import Sequence
from typing import Any, ClassVar

from .lamps import LampPart
from .part import PinHeader, WiredPart
from .scales import ScalePart


class Row:
    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    def show(self, levels: object) -> None: ...

    def on_press(self, tell: object) -> None: ...

    def read(self) -> tuple[float, float]:
        return 42.0, 0.0

    def close(self) -> None: ...


class Lantern(LampPart, frozen=True, kw_only=True):
    part: ClassVar[str] = "lamp"
    kind: ClassVar[str] = "lantern"
    name: str
    wick: int

    @classmethod
    def open(cls, parts: Sequence["Lantern"], header: PinHeader) -> Any:
        return Row([one.name for one in parts])


class Keypad(WiredPart, frozen=True, kw_only=True):
    part: ClassVar[str] = "button"
    kind: ClassVar[str] = "keypad"
    name: str

    @classmethod
    def open(cls, parts: Sequence["Keypad"], header: PinHeader) -> Any:
        return Row([one.name for one in parts])


class Spring(ScalePart, frozen=True, kw_only=True):
    kind: ClassVar[str] = "spring"

    def opened(self, header: PinHeader) -> Any:
        return Row([])
'''
PARROT = '''
"""A camera that only repeats what it has seen."""


class ParrotCamera:
    def __init__(self, which: str, *more: object) -> None:
        self.which = which
'''
TRIED = """
import json, tomllib
from companion.app.parts import open_parts
from companion.config.wiring import read_wiring
from hardware.cameras import open_camera

parts = open_parts(read_wiring(tomllib.loads('''
parts = [
  { part = "lamp", kind = "lantern", name = "1", wick = 3 },
  { part = "strip", names = ["2"], device = "/nowhere" },
  { part = "button", kind = "keypad", name = "seat 1" },
  { part = "scale", kind = "spring" },
]
''')))
lantern = {"part": "lamp", "kind": "lantern", "name": "1", "wick": 3}
lit = open_parts(read_wiring({"parts": [lantern]}))
print(json.dumps({
    "lamps": lit.lamps.names,
    "faults": {name: why.key for name, why in parts.faults.items()},
    "buttons": parts.buttons.names,
    "scale": parts.scale.read(),
    "camera": type(open_camera("parrot:1")).__name__,
}))
"""


def registered(path: Path, imported: str, marker: str, line: str) -> None:
    """Add one import and one line to the list of what there is."""
    text = path.read_text("utf-8")
    at = text.index("\nfrom hardware.real.pi_camera" if "real" in imported else "\nfrom .lamps")
    text = f"{text[:at]}\n{imported}{text[at:]}"
    assert marker in text
    path.write_text(text.replace(marker, f"{marker}\n    {line}", 1), "utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for part in ("companion", "calibration"):
        (tmp_path / part).symlink_to(ROOT / part)
    shutil.copytree(
        ROOT / "hardware", tmp_path / "hardware", ignore=shutil.ignore_patterns("__pycache__")
    )
    drivers, real = tmp_path / "hardware/drivers", tmp_path / "hardware/real"
    (drivers / "lantern.py").write_text(LANTERN)
    (real / "parrot_camera.py").write_text(PARROT)
    registered(
        drivers / "__init__.py",
        "from .lantern import Keypad, Lantern, Spring",
        "DRIVERS = _by_name(",
        "*(Lantern, Keypad, Spring),",
    )
    registered(
        tmp_path / "hardware/cameras.py",
        "from hardware.real.parrot_camera import ParrotCamera",
        "KINDS = (",
        'CameraKind(lambda which: which.startswith("parrot:"), ParrotCamera),',
    )
    return tmp_path


def test_new_parts_are_one_file_and_one_registration_each(tree: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", TRIED],
        cwd=tree,
        env={"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "lamps": ["1"],
        "faults": {"lamps": "fault.lamp.no_strip"},
        "buttons": ["seat 1"],
        "scale": [42.0, 0.0],
        "camera": "ParrotCamera",
    }


KINDS = tuple(kind for sort in DRIVERS.values() for kind in sort.values())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.part} {kind.kind}")
def test_a_kind_has_only_fields_of_its_own(kind: type[WiredPart]) -> None:
    assert DRIVERS[kind.part][kind.kind] is kind
    assert len(msgspec.structs.fields(kind)) <= MOST_FIELDS
    assert not {"part", "kind"} & {one.name for one in msgspec.structs.fields(kind)}


def test_plain_and_coloured_lamps_are_one_row_in_the_order_they_are_wired() -> None:
    wiring = read_wiring(
        {
            "pins": "mock",
            "parts": [
                {"part": "lamp", "name": "3", "pin": 4},
                {"part": "lamp", "name": "1", "kind": "rgb", "pins": [5, 6, 7]},
                {"part": "lamp", "name": "2", "pin": 8},
            ],
        }
    )
    lamps = open_device(wiring.of("lamp"), PinHeader("mock", factory=mock_pins()))
    assert lamps.names == ("3", "1", "2")
    lamps.close()


def test_buttons_that_are_wired_in_several_ways_are_one_row() -> None:
    pins = mock_pins()
    rows = [PinButtons({"seat 1": 4}, pins), PinButtons({"seat 2": 5}, pins)]
    both, heard = JoinedButtons(rows), list[str]()
    both.on_press(lambda name, at: heard.append(name))
    pins.pin(5).drive_low()
    assert both.names == ("seat 1", "seat 2")
    assert (both.is_closed("seat 1"), both.is_closed("seat 2")) == (False, True)
    assert heard == ["seat 2"]
    both.close()
    both.close()


def test_what_drives_a_part_is_loaded_when_it_is_opened() -> None:
    code = "import sys, hardware.drivers; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"gpiozero", "cv2", "numpy", "hardware.real"} & set(loaded)


def test_a_planted_driver_breaks_no_rule_of_the_tree(tree: Path) -> None:
    for part in ("companion", "calibration"):
        (tree / part).unlink()
    assert [one for one in violations(tree) if "lantern" in one] == []
