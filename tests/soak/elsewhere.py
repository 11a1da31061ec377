"""The eye of another checkout in a process of its own, so that both play the same games."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from calibration.geometry.board import Board
from calibration.read.taught import Taught
from companion.core.cells import Hint
from companion.core.observation import Reading, Seen
from companion.core.verdict import Saying
from hardware.ports import Camera

SCRIPT = Path(__file__).with_name("elsewhere_eye.py")


class EyeElsewhere:
    """Looks as that checkout's eye looks; hints and looks of the evening are not for it."""

    rest = 0.0
    outlook = None

    def __init__(self, checkout: Path, camera: Camera, board: Board, taught: Taught) -> None:
        python = checkout / ".venv" / "bin" / "python"
        self._camera, self._again = camera, False
        self.complaints: tuple[Saying, ...] = ()
        self._process = subprocess.Popen(
            [python, SCRIPT],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": str(checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        faces = np.stack([lesson.face for lesson in taught.lessons]).astype(np.float32)
        told = _told(board) | {
            "lessons": [[lesson.kind, lesson.label] for lesson in taught.lessons],
            "face": faces.shape[1:],
        }
        self._write(told, faces.tobytes())

    def _write(self, told: Mapping[str, Any], raw: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(told).encode() + b"\n")
        self._process.stdin.write(raw)
        self._process.stdin.flush()

    def step(self) -> Seen | None:
        frame = self._camera.read()
        if frame is None:
            return None
        asked = {"at": frame.at, "shape": frame.picture.shape, "again": self._again}
        self._again = False
        self._write(asked, frame.picture.tobytes())
        assert self._process.stdout is not None
        said = json.loads(self._process.stdout.readline())
        self.complaints = tuple(Saying("eye.trouble", {"what": what}) for what in said["says"])
        if said["readings"] is None:
            return None
        readings = {name: Reading(*each) for name, each in said["readings"].items()}
        return Seen(readings=readings, at=frame.at)

    def look_again(self) -> None:
        self._again = True

    def expect(self, hint: Hint | None) -> None:
        """It was never told what the rules expect."""

    def learn(self, number: int, shows: Mapping[str, str]) -> bool:
        return False

    def unlearn(self, number: int) -> None:
        pass

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)


def _told(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "size_mm": [board.width_mm, board.height_mm],
        "markers": {str(key): corners for key, corners in board.markers.items()},
        "cells": [[c.id, c.kind, c.polygon_mm, c.rise_mm, c.stands_on] for c in board.cells],
        "alike": dict(board.alike),
    }
