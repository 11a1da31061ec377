"""Path-traced scenes under another lamp: people name every second cell that stays open, and a later
picture of the same board is read without the looks of the evening and with them.

    script/soak looks ../scenes
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from calibration.geometry.board import DOWN, EMPTY
from calibration.read.reader import Look, Looker, use_threads
from calibration.read.taught import Taught
from calibration.teach.scenes import Scene, scenes_in, teachings_in
from tests.bench.pictures.robustness import worsened

LAMPS = ("warm light", "half shadow", "dim light", "blur")
HIDDEN, SEED = 0.2, 2002


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak looks", description=__doc__)
    parser.add_argument("folder", type=Path, help="with dev/ and teach/ in it")
    parser.add_argument("--lamps", nargs="*", default=LAMPS)
    wanted = parser.parse_args(words)
    use_threads(1)
    taught = teachings_in(wanted.folder / "teach")
    scenes = [one for one in scenes_in(wanted.folder / "dev") if isinstance(one, Scene)]
    wrong = 0
    for lamp in wanted.lamps:
        count = Counter[str]()
        for number, scene in enumerate(scenes):
            count += _shown(scene, taught[scene.edition], lamp, SEED + number)
        print(
            f"{lamp:12} named {count['named']:3}, then read {count['then']:3}; later open "
            f"{count['alone open']:3} without and {count['looks open']:3} with, wrong "
            f"{count['alone wrong']} and {count['looks wrong']}",
            flush=True,
        )
        wrong += count["looks wrong"] + (not count["named"])  # nothing named proves nothing
    return 1 if wrong else 0


def _shown(scene: Scene, taught: Taught, lamp: str, seed: int) -> Counter[str]:
    """One board: people name something in one picture, another is taken later."""
    truth = {cell: label for cell, (label, hidden) in scene.truth().items() if hidden < HIDDEN}
    first = worsened(lamp, scene.picture(), seed)
    later = worsened(lamp, worsened("noise", scene.picture(), 9), seed)
    looker = Looker(scene.board, taught, scene.told_corners)
    look = looker.look(first)
    named = _named(look, truth) if look.found else {}
    if not named:
        return Counter()
    looker.learn(1, first, named)
    then = looker.look(first)
    looker.forget()
    alone = Looker(scene.board, taught, scene.told_corners).look(later)
    looks = looker.look(later)
    counts = Counter(named=len(named), then=sum(then.cells[n].label == t for n, t in named.items()))
    if alone.found and looks.found:
        counts += _counted("alone", alone, truth) + _counted("looks", looks, truth)
    return counts


def _named(look: Look, truth: Mapping[str, str]) -> dict[str, str]:
    """Every second cell that stays open, with what really lies there."""
    open_ = [
        name
        for name, label in truth.items()
        if label not in (EMPTY, DOWN)
        and look.cells[name].label is None
        and not look.cells[name].disturbed
    ]
    return {name: truth[name] for name in open_[::2]}


def _counted(name: str, look: Look, truth: Mapping[str, str]) -> Counter[str]:
    read = {cell: look.cells[cell].label for cell in truth}
    wrong = sum(label not in (None, truth[cell]) for cell, label in read.items())
    return Counter({f"{name} open": list(read.values()).count(None), f"{name} wrong": wrong})
