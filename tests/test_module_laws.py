"""Modules are neither crumbs nor riddles, and a planted one is named."""

from __future__ import annotations

from pathlib import Path

from tests.architecture import modules
from tests.module_laws import (
    LONG,
    NOUNS,
    SMALL,
    SMALL_BUT_APART,
    gerunds,
    lonely,
    lonely_modules,
    twice_named,
)
from tests.test_architecture import plant

ROOT = Path(__file__).parent.parent


def test_no_small_module_has_a_single_importer_without_a_reason() -> None:
    assert lonely_modules(ROOT) == []


def test_no_reason_is_kept_for_a_module_that_needs_none() -> None:
    """A module that grew, was folded or found a second importer leaves the lists."""
    small = lonely(ROOT)
    assert [name for name in SMALL_BUT_APART if name not in small] == []


def test_a_planted_crumb_is_named(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            "companion/senses/eye.py": "from .blink import blink\n",
            "companion/senses/blink.py": "def blink() -> None: ...\n",
        },
    )
    assert lonely_modules(tmp_path) == [
        "companion.senses.blink has fewer than 60 lines and one importer: "
        "fold it into companion.senses.eye"
    ]


def test_a_module_has_other_reasons_to_be(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            # another place may not know what this one knows
            "companion/rooms/wall.py": "import companion.rehearsal.wall\n",
            "companion/rehearsal/wall.py": "",
            # two importers
            "companion/house/power.py": "from . import card\n",
            "companion/house/shelf.py": "from . import card\n",
            "companion/house/card.py": "",
            # long enough
            "companion/core/seats.py": "from . import roles\n",
            "companion/core/roles.py": "\n" * SMALL,
            # its importer is long already
            "companion/senses/eye.py": "from . import steady\n" + "\n" * LONG,
            "companion/senses/steady.py": "",
            # a command, and a room
            "companion/cli/__init__.py": "from . import rules\n",
            "companion/cli/rules.py": "",
            "companion/games/wall/rules.py": "from . import finding\n",
            "companion/games/wall/finding.py": "",
        },
    )
    assert lonely_modules(tmp_path) == []


def test_no_module_is_named_by_a_gerund() -> None:
    assert gerunds(ROOT) == []


def test_every_noun_that_ends_so_is_in_use() -> None:
    used = {name.rpartition(".")[2] for name in modules(ROOT)}
    assert NOUNS.keys() <= used


def test_a_planted_gerund_is_named(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            "companion/app/housing.py": "",
            "calibration/read/telling/lumps.py": "",
            "companion/hall/seating/annealing.py": "",
            "companion/games/wall/answering.py": "",
        },
    )
    assert gerunds(tmp_path) == [
        "calibration.read.telling is named by a gerund: name the thing",
        "companion.app.housing is named by a gerund: name the thing",
    ]


def test_a_public_class_name_means_one_thing() -> None:
    assert twice_named(ROOT) == []


def test_a_planted_second_meaning_is_named(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            "companion/house/power.py": "class Machine: ...\nclass _Own: ...\n",
            "hardware/real/machine.py": "class Machine: ...\nclass _Own: ...\n",
            "companion/games/wall/box.py": "class Box: ...\n",
            "companion/games/bowl/box.py": "class Box: ...\n",
        },
    )
    assert twice_named(tmp_path) == [
        "Machine means two things: companion.house.power and hardware.real.machine"
    ]
