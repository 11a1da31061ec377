"""Folders of scenes: one JSON beside one picture, with or without the truth to score against."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import BadScene, CalibrationError
from ..geometry.board import MARKERLESS, Board, board_from_scene
from ..geometry.pictures import read_picture
from ..read.taught import Taught
from .edition import TaughtView, shown_in, taught_by

Edition = tuple[str, str]
"""The kind of board and the name of its deck or palette."""
HIDDEN_TRUTH = 0.05
"""Largest hidden share of a cell that is learnt from teaching frames."""


@dataclass(frozen=True)
class Scene:
    """One scene: what a reader may know, and the truth beside it."""

    path: Path
    raw: Mapping[str, Any] = field(repr=False)

    @property
    def id(self) -> str:
        return str(self.raw.get("id", self.path.stem))

    @property
    def kind(self) -> str:
        return str(self.raw["kind"])

    @property
    def edition(self) -> Edition:
        name = self.raw.get("deck") or self.raw.get("palette") or ""
        return self.kind, str(name)

    @property
    def harsh(self) -> bool:
        return bool(self.raw.get("harsh"))

    @property
    def film(self) -> str:
        """The sequence this is a frame of; empty for a single picture."""
        return f"{self.path.parent.name}" if self.raw.get("seq") is not None else ""

    @property
    def board(self) -> Board:
        return board_from_scene(self.raw)

    @property
    def told_corners(self) -> NDArray[np.float64] | None:
        """The corners an owner clicked, where the scene says so."""
        if self.raw["markers"].get("mode") != "told":
            return None
        return self.true_corners

    @property
    def taught_corners(self) -> NDArray[np.float64] | None:
        """The corners of a teaching frame without markers."""
        return self.true_corners if self.raw["markers"].get("mode") in MARKERLESS else None

    @property
    def true_corners(self) -> NDArray[np.float64]:
        """The corners of the board as they are; truth, not for readers."""
        return _four(self.raw["board"]["corners_px"])

    def picture(self) -> NDArray[np.uint8]:
        name = Path(str(self.raw["image"])).name
        return read_picture(self.path.parent / name)

    def truth(self) -> dict[str, tuple[str, float]]:
        """The true label and hidden share of every cell; empty if unknown."""
        return {
            str(cell["id"]): (str(cell["label"]), float(cell.get("occluded", 0.0)))
            for cell in self.raw["cells"]
            if "label" in cell
        }


def _four(raw: Any) -> NDArray[np.float64]:
    corners = np.asarray(raw, float)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise BadScene(f"four corners were expected, found {raw!r}")
    return corners


def scenes_in(folder: Path) -> Iterator[Scene | BadScene]:
    """Yield every scene below *folder*, sorted; one that can't be read comes as its error."""
    if not folder.is_dir():
        raise BadScene(f"there is no folder {folder}")
    for path in sorted(folder.rglob("*.json")):
        try:
            yield _scene(path)
        except BadScene as wrong:
            yield wrong


def _scene(path: Path) -> Scene:
    try:
        raw = json.loads(path.read_bytes())
        scene = Scene(path, raw)
        missing = [key for key in ("kind", "image", "board", "markers", "cells") if key not in raw]
        if missing:
            raise BadScene(f"{path.name}: a scene needs {', '.join(missing)}")
        if not isinstance(raw["markers"], dict) or not isinstance(raw["board"], dict):
            raise BadScene(f"{path.name}: markers and board should be objects")
    except (OSError, ValueError, TypeError) as wrong:
        if isinstance(wrong, BadScene):
            raise
        raise BadScene(f"{path.name}: not a scene: {wrong}") from wrong
    return scene


def teachings_in(folder: Path) -> dict[Edition, Taught]:
    """Learn every edition shown in a folder of teaching frames; unreadable frames are left out."""
    return teachings_of(scene for scene in scenes_in(folder) if isinstance(scene, Scene))


def teachings_of(shown: Iterable[Scene]) -> dict[Edition, Taught]:
    """Learn every edition shown in some teaching frames."""
    groups: dict[Edition, list[Scene]] = {}
    for scene in shown:
        groups.setdefault(scene.edition, []).append(scene)
    taught: dict[Edition, Taught] = {}
    for edition, scenes in groups.items():
        seen = [one for scene in scenes if (one := _seen(scene)) is not None]
        if any(one.lessons for one in seen):
            taught[edition] = taught_by(seen, "-".join(filter(None, edition)))
    return taught


def _seen(scene: Scene) -> TaughtView | None:
    labels = {key: label for key, (label, hid) in scene.truth().items() if hid <= HIDDEN_TRUTH}
    try:
        return shown_in(scene.board, scene.picture(), labels, scene.taught_corners)
    except CalibrationError:
        return None
