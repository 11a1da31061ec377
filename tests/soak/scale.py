"""Plays thousands of simulated explorations of the bowl through the senses and counts mistakes.

script/soak scale                      1000 ordinary and 1000 harsh ones
script/soak scale --count 5000 --harsh --first 50000
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

from companion.senses.scale.stillness import Sample
from hardware.simulated.bowl_stories import play
from tests.bench.weigh_traces import (
    Mark,
    Read,
    Trace,
    Wanting,
    follow,
    latency,
    line_about,
    mark,
    read_trace,
    report,
)

LATE = {"bumped", "staff_falls_late", "tipped", "dropped_back"}
"""Stories in which something happens after the hand left: they do not measure speed."""


def trace(seed: int, harsh: bool, rate: float) -> Trace:
    """One simulated exploration as a trace."""
    played = play(seed, harsh=harsh, rate=rate)
    wantings = tuple(Wanting(each["t_ms"] / 1000, each["wanted"]) for each in played.about["told"])
    samples = tuple(Sample(at, raw, bool(tilt)) for at, raw, tilt in played.samples)
    return Trace(played.about["id"], played.about, samples, wantings)


SPOILS = {
    "noise 0.15 g, drift 0.02 g/s, 5 % wild, 2 % lost": (0.15, 0.02, 0.05, 0.02, 1),
    "20 % wild, noise 0.03 g, drift 0.01 g/s": (0.03, 0.01, 0.2, 0.0, 1),
    "drift 0.03 g/s, 2 % wild": (0.0, 0.03, 0.02, 0.0, 1),
    "every eighth sample, 2 % wild": (0.0, 0.0, 0.02, 0.0, 8),
}
"""Added noise, drift (one deviation), wild and lost shares, and which samples are kept."""


def spoiled(trace: Trace, seed: int, how: tuple[float, float, float, float, int]) -> Trace:
    """A trace as a worse cell would have written it."""
    noise, drift, wild, lost, every = how
    rng = Random(seed)
    per_gram, slope = trace.about["enrolment"]["counts_per_gram"], rng.gauss(0, drift)
    samples = []
    for sample in trace.samples[::every]:
        if rng.random() < lost or sample.raw is None:
            continue
        raw = sample.raw + round(per_gram * (rng.gauss(0, noise) + slope * sample.at))
        if rng.random() < wild:
            raw = rng.choice((2 * raw, -1, 2 ** rng.randrange(8, 24) - 1, raw >> 1))
        samples.append(Sample(sample.at, raw, sample.tilted))
    return Trace(trace.name, trace.about, tuple(samples), trace.wantings)


def spoil(folder: Path) -> int:
    """Read a folder's traces, spoiled in every way."""
    traces = [read_trace(path) for path in sorted(folder.glob("*.json"))]
    wrong = 0
    for name, how in SPOILS.items():
        reads = [follow(spoiled(each, seed, how)) for seed, each in enumerate(traces)]
        print(name, *report(reads), sep="\n")
        wrong += sum(mark(read) == Mark.WRONG for read in reads)
    return 1 if wrong else 0


def show(reads: list[Read]) -> None:
    """Print the figures of one run."""
    marks = Counter(mark(read) for read in reads)
    twins = sum(bool(read.trace.about["truth"].get("twins")) for read in reads)
    unsaid = sum("undecidable_by_scale" in read.trace.about["truth"] for read in reads)
    print(f"  decidable {len(reads) - twins - unsaid}, twins {twins}, undecidable {unsaid}")
    for name in sorted(marks):
        print(f"  {name:26} {marks[name]:6}  {100 * marks[name] / len(reads):6.2f} %")
    _speed(reads)
    _by_story(reads)
    for read in reads:
        if mark(read) in (Mark.WRONG, Mark.MISTAKEN):
            print(line_about(read), read.trace.about["kind"])


def _speed(reads: list[Read]) -> None:
    late = [latency(read) for read in reads if read.trace.about["kind"] not in LATE]
    known = sorted(each for each in late if each is not None)
    high = known[int(0.95 * len(known))]
    middle = statistics.median(known)
    print(f"  hand out to verdict        median {middle:.2f} s, 95 % {high:.2f} s")
    lasted = sum(read.trace.samples[-1].at for read in reads)
    print(f"  processor per second       {1000 * sum(r.seconds for r in reads) / lasted:.2f} ms")


def _by_story(reads: list[Read]) -> None:
    stories: dict[str, Counter[str]] = defaultdict(Counter)
    for read in reads:
        stories[read.trace.about["kind"]][mark(read)] += 1
    for kind, counts in sorted(stories.items()):
        print(f"    {kind:18}", ", ".join(f"{n} {c}" for n, c in sorted(counts.items())))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak scale", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=100_000, help="the first seed")
    parser.add_argument("--harsh", action="store_true", help="harsh ones only")
    parser.add_argument("--rate", type=float, default=80.0, help="samples a second")
    parser.add_argument("--spoil", type=Path, metavar="FOLDER", help="spoil a folder's traces")
    args = parser.parse_args(words)
    if args.spoil:
        return spoil(args.spoil)
    wrong = 0
    for harsh in (True,) if args.harsh else (False, True):
        kind = "harsh" if harsh else "ordinary"
        print(f"{args.count} {kind} explorations, seeds from {args.first}, {args.rate:g} a second")
        seeds = range(args.first, args.first + args.count)
        reads = [follow(trace(seed, harsh, args.rate)) for seed in seeds]
        show(reads)
        wrong += sum(mark(read) == Mark.WRONG for read in reads)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
