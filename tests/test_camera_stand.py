"""The printed stand: closed surfaces, battens that fit, screws where the camera has them."""

from __future__ import annotations

import struct
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SOURCE: dict[str, Any] = {"__name__": "stand"}
exec((ROOT / "script" / "camera_stand").read_text("utf-8"), SOURCE)

Point = tuple[float, ...]


def triangles(data: bytes) -> list[tuple[Point, Point, Point]]:
    (count,) = struct.unpack("<I", data[80:84])
    assert len(data) == 84 + 50 * count
    found = []
    for n in range(count):
        values = struct.unpack("<12fH", data[84 + 50 * n : 134 + 50 * n])
        points = [tuple(round(v, 4) for v in values[at : at + 3]) for at in (3, 6, 9)]
        found.append((points[0], points[1], points[2]))
    return found


@pytest.mark.parametrize("batten", [(20.0, 10.0), (18.0, 9.0), (25.0, 15.0)])
@pytest.mark.parametrize("name", SOURCE["PARTS"])
def test_every_part_is_watertight_and_the_right_way_out(
    name: str, batten: tuple[float, float]
) -> None:
    """Each edge is walked once in either direction, and the volume is that of its blocks."""
    solid = SOURCE["PARTS"][name](batten)
    faces = triangles(SOURCE["stl"](solid))
    edges = Counter((face[n], face[(n + 1) % 3]) for face in faces for n in range(3))
    assert set(edges.values()) == {1}
    assert all((there, here) in edges for here, there in edges)
    volume = sum(
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
         + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        for a, b, c in faces
    )  # fmt: skip
    assert volume > 2000
    low = min(point[2] for face in faces for point in face)
    assert low == 0.0, "it is printed as it lies"


def test_a_batten_slides_into_every_socket_and_does_not_rattle() -> None:
    batten = (20.0, 10.0)
    for name in SOURCE["PARTS"]:
        solid = SOURCE["PARTS"][name](batten)
        sockets = [
            sorted(round(high - low, 3) for low, high in block)
            for block in solid.cut
            if min(high - low for low, high in block) > 5
        ]
        assert sockets, name
        for socket in sockets:
            assert 20.0 < socket[1] <= 20.5 or 20.0 < socket[2] <= 20.5
            assert 10.0 < socket[0] <= 10.5


def test_the_holder_has_the_four_screws_of_a_camera_module() -> None:
    solid = SOURCE["holder"]((20.0, 10.0))
    holes = sorted(
        ((x[0] + x[1]) / 2, (y[0] + y[1]) / 2)
        for x, y, _ in solid.cut
        if abs((x[1] - x[0]) - 2.2) < 0.01
    )
    assert [round(holes[2][0] - holes[0][0], 2), round(holes[1][1] - holes[0][1], 2)] == [
        21.0,
        12.5,
    ]


def test_the_script_writes_three_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["camera_stand", "-o", str(tmp_path / "stand")])
    assert SOURCE["main"]() == 0
    assert {file.name for file in (tmp_path / "stand").iterdir()} == {
        "foot.stl", "corner.stl", "holder.stl",
    }  # fmt: skip
