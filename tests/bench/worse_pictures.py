"""The robustness bench: scenes made worse on purpose, read, and counted.

What is worse may be read less; it must not be read wrongly.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.cli.look_tables import COVERED_LIMIT
from companion.senses.threads import limit_threads

if TYPE_CHECKING:
    from calibration.read.taught import Taught
    from calibration.teach.scenes import Edition, Scene

HEAD = (
    "made worse by", "scenes", "perfect", "refused", "right", "wrong", "abstained", "hidden wrong",
)  # fmt: skip
MOVES = ("bump 20 px", "turn 5 degrees")
"""These happen to an eye that has already read the board."""
HIDDEN, CLICKED, BARE = "two markers hidden", "corners clicked", "no markers"
"""Ways to find the board that the scenes do not have: the markers are papered over or forgotten."""
NUDGE_PX = 8.0
"""How far the camera moves after the corners were clicked."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the bench takes."""
    parser.add_argument("folder", type=Path, help="a folder of scenes")
    parser.add_argument("--teach", type=Path, required=True, help="a folder of teaching frames")
    parser.add_argument("--seed", type=int, default=1, help="for what is thrown by dice")
    parser.add_argument("--only", help="comma separated kinds of boards")


def main(args: argparse.Namespace) -> int:
    """Print one row per way of making pictures worse."""
    limit_threads(1)
    from calibration.teach.scenes import Scene, scenes_in, teachings_in
    from tests.bench.pictures.robustness import WORSE

    taught = teachings_in(args.teach)
    kinds = set(args.only.split(",")) if args.only else None
    scenes = [
        scene
        for scene in scenes_in(args.folder)
        if isinstance(scene, Scene)
        and scene.edition in taught
        and (kinds is None or scene.kind in kinds)
    ]
    rows = [HEAD]
    for name in (*WORSE, HIDDEN, CLICKED, BARE):
        rows.append(_row(name, scenes, taught, args.seed))
        print(f"{name}: done", flush=True)
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(HEAD))]
    for row in rows:
        cells = [str(text).rjust(width) for text, width in zip(row, widths, strict=True)]
        print("  ".join(cells))
    return 0


def _row(
    name: str, scenes: list[Scene], taught: dict[Edition, Taught], seed: int
) -> tuple[Any, ...]:
    counts = dict.fromkeys(HEAD[1:], 0)
    for number, scene in enumerate(scenes):
        counts["scenes"] += 1
        look = _look(name, scene, taught, seed + number)
        if not look.found:
            counts["refused"] += 1
            continue
        verdicts = list(_verdicts(scene, look))
        counts["perfect"] += all(verdict in ("right", "") for verdict in verdicts)
        for verdict in filter(None, verdicts):
            counts[verdict] += 1
    return (name, *counts.values())


def _look(name: str, scene: Scene, taught: dict[Edition, Taught], seed: int) -> Any:
    from calibration.read.reader import Looker
    from tests.bench.pictures.robustness import worsened

    picture = scene.picture()
    if name in (HIDDEN, CLICKED, BARE):
        return _look_without(name, scene, taught, seed)
    looker = Looker(scene.board, taught[scene.edition], scene.told_corners)
    if name in MOVES:
        looker.look(picture)
    return looker.look(worsened(name, picture, seed))


def _look_without(name: str, scene: Scene, taught: dict[Edition, Taught], seed: int) -> Any:
    """Look at a scene without some of its markers, or all of them."""
    from calibration.read.reader import Looker
    from tests.bench.pictures.robustness import nudged, papered

    if name == HIDDEN:
        covered = papered(scene.picture(), _marker_corners(scene), 2, seed)
        return Looker(scene.board, taught[scene.edition], scene.told_corners).look(covered)
    corners = nudged(scene.true_corners, NUDGE_PX, seed) if name == CLICKED else None
    return Looker(replace(scene.board, markers={}), taught[scene.edition], corners).look(
        scene.picture()
    )


def _marker_corners(scene: Scene) -> dict[int, Any]:
    """Return the true corners of the markers of a scene."""
    seen = scene.raw["markers"].get("corners_px") or {}
    return {int(key): np.asarray(corners, float) for key, corners in seen.items()}


def _verdicts(scene: Scene, look: Any) -> Iterator[str]:
    for key, (label, hidden) in scene.truth().items():
        said = look.cells[key].label
        if hidden > COVERED_LIMIT:
            yield "hidden wrong" if said not in (None, label) else ""
        else:
            yield "abstained" if said is None else ("right" if said == label else "wrong")
