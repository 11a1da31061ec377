"""Play whole nights in one process, each from a seed, with faults from the same seed.

script/simulate --seeds 1:1000     play them all; say how many broke, and what happened in them
script/simulate --replay 17        tell the story of one seed, step by step
script/simulate --bugs 1:200       plant every known bug, and look which seed finds it
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from .invariants import Broken
from .night import FAULTS, SimulatedNight
from .planted import BUGS


class PlayedSeed(NamedTuple):
    seed: int
    wrong: str
    happened: dict[str, int]
    seconds: float
    steps: int
    head: str


def played(seed: int) -> PlayedSeed:
    began = time.process_time()
    night, wrong = SimulatedNight(seed), ""
    try:
        night.run()
    except Exception as broken:
        wrong = f"{type(broken).__name__}: {broken}"
    spent = time.process_time() - began
    head = sha256(repr(night.heads()).encode()).hexdigest() if not wrong else ""
    return PlayedSeed(seed, wrong, dict(night.world.happened), spent, night.steps, head)


class FoundBug(NamedTuple):
    seed: int = 0
    what: str = ""


def found_by(name: str, seeds: Iterable[int]) -> FoundBug:
    """The first seed that notices a planted bug and holds without it, with what it has noticed;
    an exception that no invariant has raised is no finding."""
    for seed in seeds:
        with BUGS[name]():
            noticed = played(seed).wrong
        if noticed.startswith(f"{Broken.__name__}:") and not played(seed).wrong:
            return FoundBug(seed, noticed.partition(": ")[2])
    return FoundBug()


def _span(text: str) -> range:
    first, _, last = text.partition(":")
    return range(int(first), int(last or first) + 1)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/simulate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seeds", type=_span)
    parser.add_argument("--replay", type=int)
    parser.add_argument("--bugs", type=_span)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args(words)
    if wanted.replay is not None:
        return _replay(wanted.replay)
    if wanted.bugs is not None:
        return _bugs(wanted.bugs)
    return _all(wanted.seeds or range(1, 101), wanted.jobs)


def _all(seeds: range, jobs: int) -> int:
    happened: Counter[str] = Counter()
    broken: list[PlayedSeed] = []
    seconds, steps, heads = 0.0, 0, sha256()
    with multiprocessing.Pool(jobs) as pool:
        for one in pool.imap(played, seeds):
            happened.update(one.happened)
            seconds, steps = seconds + one.seconds, steps + one.steps
            heads.update(one.head.encode())
            if one.wrong:
                broken.append(one)
                print(f"seed {one.seed}: {one.wrong}", flush=True)
    print(f"{len(seeds)} nights, {steps} steps, {seconds / len(seeds):.2f} s of processor each")
    print(f"{len(broken)} broken: {[one.seed for one in broken]}")
    print(f"heads of all chains: {heads.hexdigest()[:16]}")
    for fault in FAULTS:
        print(f"  {happened[fault]:7d} {fault}")
    missing = [fault for fault in FAULTS if not happened[fault]]
    if missing and len(seeds) >= len(FAULTS) * 5:
        print(f"never happened: {', '.join(missing)}")
        return 1
    return 1 if broken else 0


def _bugs(seeds: range) -> int:
    missed = 0
    for name in BUGS:
        found = found_by(name, seeds)
        missed += not found.seed
        told = f"seed {found.seed}: {found.what}" if found.seed else "NOT FOUND"
        print(f"{name}\n    {told}", flush=True)
    print(f"{len(BUGS) - missed} of {len(BUGS)} found")
    return 1 if missed else 0


def _replay(seed: int) -> int:
    night, wrong = SimulatedNight(seed), ""
    try:
        night.run()
    except (Broken, Exception) as broken:
        wrong = f"{type(broken).__name__}: {broken}"
    faults = ", ".join(sorted(night.drawn))
    print(f"seed {seed}: {night.tables} tables, {night.rounds} rounds; faults: {faults}")
    print("\n".join(night.world.story))
    print(f"after {night.steps} steps: {wrong or 'everything held'}")
    print("heads of all chains:", *night.heads(), sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
