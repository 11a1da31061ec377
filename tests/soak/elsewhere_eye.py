"""Runs inside another checkout: its own eye looks at pictures that come through a pipe.

It knows the checkout's older and newer folders, and nothing of the table.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

MODULES = (
    ("calibration.geometry.board", "calibration.board"),
    ("calibration.read.reader", "calibration.look"),
    ("calibration.read.taught", "calibration.taught"),
)
"""Where the parts of the eye are, and where they used to be."""


def _found(names: tuple[str, ...]) -> Any:
    """The first of some modules that this checkout has."""
    here = (name for name in names if Path(*name.split(".")).with_suffix(".py").exists())
    return import_module(next(here))


class Pipe:
    """A camera that hands out the picture that came last."""

    def __init__(self) -> None:
        self.frame: Any = None
        self.now = 0.0

    def read(self) -> Any:
        return self.frame

    def close(self) -> None:
        pass


def opened(told: dict[str, Any], faces: Any, camera: Pipe) -> Any:
    """The eye of this checkout on the board it is told of."""
    from companion.senses.eye import Eye

    board_at, look_at, taught_at = map(_found, MODULES)
    Cell, Lesson = board_at.Cell, taught_at.Lesson
    look_at.use_threads(1)
    cells = tuple(
        Cell(name, kind, tuple(map(tuple, polygon)), rise, stands_on)
        for name, kind, polygon, rise, stands_on in told["cells"]
    )
    markers = {int(key): tuple(map(tuple, corners)) for key, corners in told["markers"].items()}
    board = board_at.Board(told["name"], *told["size_mm"], markers, cells, told["alike"])
    lessons = tuple(
        Lesson(kind, label, face)
        for (kind, label), face in zip(told["lessons"], faces, strict=True)
    )
    taught = taught_at.Taught(told["name"], "", lessons)
    return Eye(camera, look_at.Looker(board, taught), clock=lambda: camera.now, pictured=False)


def main(source: BinaryIO, sink: BinaryIO) -> None:
    from hardware.ports import Frame

    camera, told = Pipe(), json.loads(source.readline())
    shape = (len(told["lessons"]), *told["face"])
    size = 4 * int(np.prod(shape))
    faces = np.frombuffer(source.read(size), np.float32).reshape(shape).copy()
    eye, sequence = opened(told, faces, camera), 0
    while line := source.readline():
        asked = json.loads(line)
        if asked["again"]:
            eye.look_again()
        raw = source.read(int(np.prod(asked["shape"])))
        picture = np.frombuffer(raw, np.uint8).reshape(asked["shape"])
        sequence, camera.now = sequence + 1, asked["at"]
        camera.frame = Frame(sequence, camera.now, picture)
        seen = eye.step()
        readings = seen and {
            name: [dict(each.chances), each.disturbed] for name, each in seen.readings.items()
        }
        says = [str(each) for each in eye.complaints]
        sink.write(json.dumps({"readings": readings, "says": says}).encode() + b"\n")
        sink.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
