"""The build guide can be followed: its tables are read, its picture shows the same pins."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from companion.settings import read_settings
from companion.wiring import KEYS, SHAPES, pins_of

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "build.md").read_text("utf-8")
PICTURE = (ROOT / "docs" / "pictures" / "wiring.svg").read_text("utf-8")


def tables(text: str) -> list[str]:
    return re.findall(r"```toml\n(.*?)```", text, re.DOTALL)


def test_every_settings_table_of_the_guides_can_be_read() -> None:
    found = [*tables(GUIDE), *tables((ROOT / "README.md").read_text("utf-8"))]
    assert len(found) >= 3
    for table in found:
        read_settings(tomllib.loads(table))


def test_the_picture_shows_every_pin_of_the_table() -> None:
    wiring = read_settings(tomllib.loads(tables(GUIDE)[0])).wiring
    for part in wiring.parts:
        for pin, _ in pins_of(part):
            assert f">GPIO {pin}</text>" in PICTURE
    assert len([part for part in wiring.parts if part.part == "lamp"]) == 7


def test_every_part_kind_and_key_is_explained() -> None:
    for sort, kinds in SHAPES.items():
        assert f"`{sort}`" in GUIDE
        for kind, (needed, may) in kinds.items():
            assert f"`{kind}`" in GUIDE
            for name in (*needed, *may):
                assert f"`{name}" in GUIDE, (sort, kind, name)
    assert all(f"`{key}`" in GUIDE for key in KEYS)


def test_the_picture_is_the_one_the_script_draws() -> None:
    source: dict[str, object] = {"__name__": "drawn"}
    exec((ROOT / "script" / "wiring_picture").read_text("utf-8"), source)
    drawn = source["picture"]
    assert callable(drawn)
    assert drawn() == PICTURE.rstrip("\n")
