"""Switch every mechanism of the eye off in turn, over all sets: what does each one save?

A mechanism stays only if some row is better with it: more cells right, or fewer wrong. Boards
that are set aside are left out, as mechanisms are chosen by these figures; ``--aside`` shows them.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np

from companion.cli.look_tables import Tally, aligned, count
from companion.senses.threads import limit_threads

from .photographs import ASIDE, part_of
from .pictures.robustness import worsened

if TYPE_CHECKING:
    from calibration.read.taught import Taught
    from calibration.teach.scenes import Scene

WORSE = ("glare spot", "half shadow", "dim light", "noise")
HEAD = ("without", "set", "right", "open", "wrong", "hidden and wrong", "refused", "")


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _first(one: Any, *_: Any, **__: Any) -> Any:
    return one


def _zeros(own: Any, *_: Any) -> Any:
    return np.zeros(len(own.cells))


def _never(own: Any, *_: Any) -> Any:
    return np.zeros(len(own.cells), bool)


def _uncleared(levels: Any, *_: Any) -> Any:
    from calibration.read.halo import Cleared

    return Cleared(levels)


def _no_kin(shades: Any, aside: Any, label: Any, sure: Any, labels: int) -> Any:
    from calibration.read.agreement import Kin

    return Kin(np.zeros((len(shades), labels)), np.zeros((len(shades), labels)))


def _no_tint(own: Any, patches: Any, *_: Any) -> Any:
    from calibration.read.tint import Tint

    return Tint(np.zeros((8, 3)), 0.0)


Switch = tuple[str, Any]
"""What is replaced, below ``calibration``, and by what."""
READING: dict[str, tuple[Switch, ...]] = {
    "halo": (("read.reader.cleared", _uncleared),),
    "bare board": (("read.cache.around", _nothing),),
    "second look at what may be hidden": (
        ("read.examine.Examined.look_twice",
         lambda own, verdict, known=None: (own.matches, np.zeros((len(own.cells), 2)))),
    ),
    "melted rims": (("read.examine.Examined.melted", _never),),
    "rims": (("read.examine.strange_rims", lambda full, pose, light, cells, places: (
        np.zeros(len(cells)), np.zeros((len(cells), 3)), np.zeros((len(cells), 3)))),),
    "burnt in part": (
        ("read.decide._burnt_in_part",
         lambda seen, verdict, light, glaring, known: (np.zeros(len(seen.cells), bool), known)),
    ),
    "halfway between back and empty": (
        ("read.decide._halfway", lambda seen, cost: np.zeros(len(cost), bool)),
    ),
    "near twins by what they differ in": (
        ("read.examine.Examined.between",
         lambda own, matches, verdict: (verdict, np.zeros(len(own.cells)))),
    ),
    "left over by the best label": (("read.examine.Examined.left_over", _zeros),),
    "twins searched finely": (("read.compare._search_twins", _nothing),),
    "colours nobody taught": (("read.examine.Examined._strange", lambda own, best: _zeros(own)),),
    "level in the rim's light": (
        ("read.examine.Examined._level",
         lambda own, matches, verdict, best: verdict.level[np.arange(len(best)), best]),
    ),
    "grain": (("read.examine.grain_of", lambda *_: 0.0),),
    "tempting prints under pawns": (
        ("read.pawns._tempting", lambda tiles, *_: np.zeros(len(tiles.cells), bool)),
    ),
    "upside down is rare": (("read.decide.ON_ITS_HEAD", 0.0),),
    "something stands on it": (("read.examine.Examined._stood_on", lambda *_: {}),),
    "kin on this board": (("read.learnt.kinship", _no_kin),),
    "colours of one drawing": (("read.learnt.Learnt._tones", lambda *_: (None, 0.0)),),
    "tint of this light": (("read.learnt.Learnt._tint", _no_tint),),
    "bare look tonight": (
        ("read.learnt.expected",
         lambda colours, looks, known, added: (looks, np.zeros(len(colours)))),
    ),
    "strokes beside the print": (
        ("read.learnt.strokes_beside", lambda patches, prints, known, found: found),
    ),
    "cells without edges": (
        ("read.learnt.without_edges", lambda found, bare, rims: np.zeros(len(found), bool)),
    ),
    "doubt beside strange things": (("read.learnt.doubted", _first),),
    "both tell two labels apart": (("read.agreement._need_both", _nothing),),
    "a name that both confirm": (("read.agreement._need_a_name", _nothing),),
    "flatness of bare cells": (("read.agreement._need_to_be_flat", _nothing),),
    "strangeness of a drawing": (
        ("read.agreement._strangeness", lambda heard, laid: np.zeros(len(heard.nets))),
    ),
    "seek farther aside": (("read.overlay.Overlay._seek_farther", _nothing),),
    "the small net": (("read.cache.CachedRead._asked_the_net", lambda *_: {}),),
    "comparison beside the learnt reader": (
        ("read.cache.CachedRead._compared_too", lambda *_: {}),
    ),
}  # fmt: skip
LEARNING: dict[str, tuple[Switch, ...]] = {
    "one frame for all faces": (
        ("teach.train_set.framed", lambda shades, aside, labels, faces: aside),
    ),
    "bare looks lean on others of their print": (("teach.learnt_reader.leaning", _first),),
    "all lessons in one light": (("teach.learnt_reader._in_one_light", _first),),
    "the learnt reader": (("teach.edition.learn", _nothing),),
}
"""These need the lessons once more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the bench takes."""
    parser.add_argument("photos", type=Path, help="a folder of sets, each with scenes and teach")
    parser.add_argument("scenes", type=Path, help="a folder of scenes with dev and teach")
    parser.add_argument("--only", nargs="+", default=[], help="mechanisms with these words")
    parser.add_argument("--every", type=int, default=1, help="read every so manieth picture only")
    parser.add_argument("--aside", action="store_true", help="read what is set aside instead")


@dataclass(frozen=True)
class Task:
    """Pictures that are read with one teaching."""

    name: str
    boards: tuple[tuple[Scene, str, int], ...]
    """each with what its picture is made worse by, if anything, and the seed of that"""
    lessons: tuple[Scene, ...]


def tasks_in(args: argparse.Namespace) -> Iterator[Task]:
    """Collect every picture of every set."""
    from calibration.teach.scenes import Scene, scenes_in

    def scenes(folder: Path) -> list[Scene]:
        return [one for one in scenes_in(folder) if isinstance(one, Scene)]

    for folder in sorted(path for path in args.photos.iterdir() if path.is_dir()):
        own = [one for one in scenes(folder / "scenes") if (part_of(one) == ASIDE) == args.aside]
        boards = tuple((one, "", 0) for one in own[:: args.every])
        yield Task(folder.name, boards, tuple(scenes(folder / "teach")))
    dev = [one for one in scenes(args.scenes / "dev") if (part_of(one) == ASIDE) == args.aside]
    lessons = tuple(scenes(args.scenes / "teach"))
    for harsh in (False, True):
        own = [one for one in dev if one.harsh == harsh]
        boards = tuple((one, "", 0) for one in own[:: args.every])
        yield Task("scenes, harsh" if harsh else "scenes", boards, lessons)
    for worse in WORSE:
        boards = tuple((one, worse, number) for number, one in enumerate(dev))
        yield Task(f"scenes, {worse}", boards[:: 2 * args.every], lessons)


@contextmanager
def without(switches: tuple[Switch, ...]) -> Iterator[None]:
    """Read with something switched off."""
    with ExitStack() as stack:
        for where, instead in switches:
            stack.enter_context(patch.object(*_owner(where), instead))
        yield


def _owner(where: str) -> tuple[Any, str]:
    """Return the module or class that holds a name below ``calibration``, and its last part."""
    path, _, name = where.rpartition(".")
    place, _, holder = path.rpartition(".")
    if holder[:1].isupper():
        return getattr(importlib.import_module(f"calibration.{place}"), holder), name
    return importlib.import_module(f"calibration.{path}"), name


class Teachings:
    """What was learnt of each task's lessons, once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], dict[Any, Taught]] = {}

    def of(self, lessons: tuple[Scene, ...]) -> dict[Any, Taught]:
        """Learn them, unless that was done before."""
        from calibration.teach.scenes import teachings_of

        key = tuple(str(one.path) for one in lessons)
        if key not in self._known:
            self._known[key] = teachings_of(lessons)
        return self._known[key]


def read(task: Task, teachings: Teachings) -> Tally:
    """Read all pictures of a task."""
    from calibration.errors import CalibrationError
    from calibration.read.reader import Looker
    from companion.cli.look_tables import LookOutcome

    taught, found = teachings.of(task.lessons), Tally()
    for scene, worse, seed in task.boards:
        if scene.edition in taught:
            picture = scene.picture()
            picture = worsened(worse, picture, seed) if worse else picture
            try:
                looker = Looker(scene.board, taught[scene.edition], scene.told_corners)
            except CalibrationError:
                continue
            count(found, LookOutcome(scene, looker.look(picture), 0.0, 0.0))
    return found


def main(args: argparse.Namespace) -> int:
    """Read everything as it is, then without each mechanism, and print what differs."""

    limit_threads(1)
    tasks = [task for task in tasks_in(args) if task.boards]
    taught = Teachings()
    whole = {task.name: read(task, taught) for task in tasks}
    rows = [_row("nothing", name, own) for name, own in whole.items()]
    print("\n".join(aligned([HEAD, *rows])), flush=True)
    for name, switches in {**READING, **LEARNING}.items():
        if args.only and not any(word in name for word in args.only):
            continue
        with without(switches):
            other = {
                task.name: read(task, Teachings() if name in LEARNING else taught)
                for task in tasks
                if name not in LEARNING or not task.name.startswith("scenes")
            }
        changed = [
            _row(name, key, own, whole[key])
            for key, own in other.items()
            if _figures(own) != _figures(whole[key])
        ]
        print("\n".join(aligned(changed or [(name, "nothing changes")])), flush=True)
    return 0


def _figures(own: Tally) -> tuple[int, ...]:
    return own.right, own.abstained, own.wrong, own.hidden_wrong, own.refused


def _row(name: str, task: str, own: Tally, whole: Tally | None = None) -> tuple[str, ...]:
    figures = _figures(own)
    if whole is None:
        return (name, task, *map(str, figures), "")
    apart = [now - then for now, then in zip(figures, _figures(whole), strict=True)]
    saves = apart[0] < 0 or apart[2] > 0 or apart[3] > 0
    told = (f"{n} ({d:+d})" if d else str(n) for n, d in zip(figures, apart, strict=True))
    return name, task, *told, "saves" if saves else ""
