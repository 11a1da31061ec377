"""The build guide can be followed: its tables are read, its picture shows the same pins."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.config.settings import read_settings
from companion.config.wiring import KEYS, SHAPES, pins_of
from hardware.field_of_view import LENSES

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


def source_of(script: str) -> dict[str, Any]:
    source: dict[str, Any] = {"__name__": "drawn"}
    exec((ROOT / "script" / script).read_text("utf-8"), source)
    return source


@pytest.mark.parametrize(
    ("script", "name"), [("wiring_picture", "wiring"), ("camera_picture", "camera-distance")]
)
def test_the_picture_is_the_one_the_script_draws(script: str, name: str) -> None:
    shown = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8")
    assert source_of(script)["picture"]() == shown.rstrip("\n")


MOUNTED = ("bowl-mount", "camera-stand", "lamps", "breadboard")


@pytest.mark.parametrize("name", MOUNTED)
def test_the_pictures_of_how_things_are_mounted_are_those_the_script_draws(name: str) -> None:
    shown = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8")
    assert source_of("build_pictures")["PICTURES"][name]() == shown.rstrip("\n")
    assert f"pictures/{name}.svg" in GUIDE


Box = tuple[float, float, float, float]


def texts(name: str) -> list[tuple[str, Box]]:
    """Every line of a drawing with the room it takes in a wide serif face."""
    drawn = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8")
    found = []
    pattern = r'<text x="([^"]+)" y="([^"]+)" font-size="(\d+)" text-anchor="(\w+)"[^>]*>([^<]*)<'
    for x, y, size, anchor, words in re.findall(pattern, drawn):
        font = serif(int(size))
        wide = font.getlength(words)
        left = float(x) - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        found.append((words, (left, float(y) - 0.78 * int(size), wide, 0.9 * int(size))))
    return found


def serif(size: int) -> Any:
    from PIL import ImageFont

    for name in ("DejaVuSerif.ttf", "LiberationSerif-Regular.ttf"):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


@pytest.mark.parametrize("name", [*MOUNTED, "wiring", "camera-distance"])
def test_words_stay_inside_their_drawing_and_off_each_other(name: str) -> None:
    drawn = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8")
    view = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
    assert view
    wide, high = (int(side) for side in view.groups())
    placed = texts(name)
    assert len(placed) > 5
    for words, (x, y, w, h) in placed:
        assert x >= 0, words
        assert x + w <= wide, words
        assert 0 <= y <= y + h <= high, words
    for n, (words, (x, y, w, h)) in enumerate(placed):
        for others, (a, b, c, d) in placed[n + 1 :]:
            apart = x + w <= a or a + c <= x or y + h <= b or b + d <= y
            assert apart, (words, others)


def test_the_pixels_of_the_guide_are_those_of_its_picture() -> None:
    (strip,) = (
        part
        for table in tables(GUIDE)
        for part in read_settings(tomllib.loads(table)).wiring.of("strip")
    )
    columns = [pixel for name in "1234567" for pixel in strip.runs[name]]  # type: ignore[attr-defined]
    assert tuple(columns) == source_of("build_pictures")["PIXELS"]


def test_the_distances_are_those_that_follow_from_the_boards() -> None:
    camera = source_of("camera_picture")
    assert camera["table"]() in GUIDE
    narrow = [
        (room, lens.name)
        for room in camera["TITLES"]
        for lens in LENSES
        if camera["centimetres"](room, lens) is None
    ]
    assert narrow == [("sphinx", "Camera Module 3 Wide"), ("kheops", "Camera Module 3 Wide")]
