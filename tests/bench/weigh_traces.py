"""Reads a folder of weight traces sample by sample, as live, and reports what it makes of them."""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.teach.weights import BadWeights, read_weights
from companion.senses.scale.health import Ailment
from companion.senses.scale.landslide import Phase, ScaleState, armed, disarmed, step, watch
from companion.senses.scale.outcomes import WeightFinding
from companion.senses.scale.stillness import Sample
from companion.senses.scale.verdict import ScaleVerdict, Why


class BadTrace(ValueError):
    """A trace that cannot be read: which, where, and what was expected."""


@dataclass(frozen=True)
class Wanting:
    """What the software knew at a moment: a colour wanted, or none any more."""

    at: float
    wanted: str | None


@dataclass(frozen=True)
class Trace:
    """One trace as it is fed."""

    name: str
    about: dict[str, Any]
    samples: tuple[Sample, ...]
    wantings: tuple[Wanting, ...]


@dataclass(frozen=True)
class Read:
    """What came of one trace."""

    trace: Trace
    verdict: ScaleVerdict
    seconds: float
    """Processor time it took."""
    faults: tuple[str, ...] = ()


def read_trace(path: Path) -> Trace:
    """Read bowl_NNN.json with the samples beside it. Events and truth are not looked at here."""
    try:
        about = json.loads(path.read_text())
        with path.with_suffix(".csv").open(newline="") as lines:
            samples = tuple(_samples(csv.DictReader(lines)))
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise BadTrace(
            f"{path.name}: {wrong!r}; expected JSON, and a CSV beside it with t_ms, raw, tilt"
        ) from wrong
    wantings = sorted(_wantings(about), key=lambda each: each.at)
    return Trace(about.get("id", path.stem), about, samples, tuple(wantings))


def _samples(rows: csv.DictReader[str]) -> Iterator[Sample]:
    for row in rows:
        raw = row["raw"].strip()
        number = int(float(raw)) if raw and raw.lower() not in ("nan", "none") else None
        yield Sample(float(row["t_ms"]) / 1000, number, row.get("tilt", "0").strip() == "1")


def _wantings(about: dict[str, Any]) -> Iterator[Wanting]:
    for each in about.get("told", ()):
        wanted = each.get("wanted") if each.get("kind") == "armed" else None
        yield Wanting(each["t_ms"] / 1000, wanted)


def follow(trace: Trace) -> Read:
    """Feed a trace as live and keep the verdict that stands at its end."""
    begun = time.process_time()
    try:
        state = watch(read_weights(trace.about.get("enrolment")))
    except BadWeights:
        at = trace.samples[-1].at if trace.samples else 0.0
        return Read(trace, _without_scale(trace, at), 0.0, (Ailment.NO_WEIGHTS,))
    said: list[ScaleVerdict] = []
    ailing: list[str] = []
    waiting = list(trace.wantings)
    for sample in trace.samples:
        while waiting and waiting[0].at <= sample.at:
            state = _follow(state, waiting.pop(0))
        state, verdict = step(state, sample)
        if verdict:
            said.append(verdict)
        for fault in state.story.faults:
            if fault.ailment not in ailing:
                ailing.append(fault.ailment)
    verdict = _standing(trace, state, said)
    return Read(trace, verdict, time.process_time() - begun, tuple(ailing))


def _follow(state: ScaleState, wanting: Wanting) -> ScaleState:
    if wanting.wanted is None:
        return disarmed(state, wanting.at)
    return armed(state, wanting.at, wanting.wanted)


def _standing(trace: Trace, state: ScaleState, said: list[ScaleVerdict]) -> ScaleVerdict:
    """What stands at the end; where nothing was said, a person must be asked."""
    end = trace.samples[-1].at if trace.samples else 0.0
    if not any(each.wanted for each in trace.wantings):
        return said[-1] if said else ScaleVerdict(WeightFinding.NO_LANDSLIDE, end, said_at=end)
    explored = [v for v in said if v.finding != WeightFinding.NO_LANDSLIDE]
    last_touch = state.story.touched_at or 0.0
    if explored and (state.story.judged or end - last_touch < 1.0):
        return explored[-1]
    if state.story.phase == Phase.ARMED:
        return ScaleVerdict(WeightFinding.NOTHING, end, said_at=end)
    return ScaleVerdict(WeightFinding.ASK, end, why=Why.RESTLESS, said_at=end)


def _without_scale(trace: Trace, at: float) -> ScaleVerdict:
    if not any(each.wanted for each in trace.wantings):
        return ScaleVerdict(WeightFinding.NO_LANDSLIDE, at, said_at=at)
    return ScaleVerdict(WeightFinding.ASK, at, why=Why.FAULT, said_at=at)


class Mark:
    """How a verdict compares with the truth of a trace."""

    RIGHT, WRONG = "right", "wrong"
    NEEDED, UNNEEDED = "asked, needed", "asked, unneeded"
    PROVISIONAL = "undecidable, provisional"
    MISTAKEN = "undecidable, mistaken"
    UNMARKED = "no truth given"


def mark(read: Read) -> str:
    """Compare a verdict with the truth."""
    truth = read.trace.about.get("truth")
    if not truth:
        return Mark.UNMARKED
    asked = read.verdict.finding == WeightFinding.ASK
    if truth.get("undecidable_by_scale"):
        return Mark.NEEDED if asked else _undecidable(read, truth)
    if asked:
        return Mark.NEEDED if truth.get("twins") else Mark.UNNEEDED
    return Mark.RIGHT if _agrees(read.verdict, truth) else Mark.WRONG


def _undecidable(read: Read, truth: dict[str, Any]) -> str:
    if read.verdict.finding == WeightFinding.CLEAN:
        return Mark.PROVISIONAL
    return Mark.RIGHT if _agrees(read.verdict, truth) else Mark.MISTAKEN


def _agrees(verdict: ScaleVerdict, truth: dict[str, Any]) -> bool:
    if verdict.finding != truth["verdict"]:
        return False
    if verdict.finding != WeightFinding.WRONG_COLOUR or not verdict.named_sure:
        return True
    return verdict.colour == truth.get("colour")


def latency(read: Read) -> float | None:
    """Seconds from the hand leaving to the verdict, where the trace says when it left."""
    events = read.trace.about.get("events", ())
    left = [each["t_ms"] / 1000 for each in events if each["kind"] == "hand_out"]
    return read.verdict.at - max(left) if left else None


def as_json(reads: list[Read]) -> dict[str, Any]:
    """The verdicts as the traces' README wants them, and how sure they are."""
    return {
        "traces": [
            {
                "id": read.trace.name,
                "verdict": read.verdict.finding.value,
                "colour": read.verdict.colour,
                "fell": read.verdict.fell,
                "t_ms": round(read.verdict.at * 1000, 1),
                "sure": round(read.verdict.sure, 4),
                "named_sure": read.verdict.named_sure,
                "lost_g": round(read.verdict.lost_g, 2),
                "why": read.verdict.why.value if read.verdict.why else None,
                "faults": list(read.faults),
            }
            for read in reads
        ]
    }


def report(reads: list[Read]) -> list[str]:
    """The figures, line by line."""
    marks = Counter(mark(read) for read in reads)
    lines = [f"{len(reads)} traces"]
    lines += [f"  {name:26} {count:5}" for name, count in sorted(marks.items())]
    late = sorted(x for x in (latency(read) for read in reads) if x is not None)
    if late:
        high = late[min(len(late) - 1, int(0.95 * len(late)))]
        lines.append(
            f"  hand out to verdict        median {statistics.median(late):.2f} s, "
            f"95 % {high:.2f} s, most {late[-1]:.2f} s"
        )
    lasted = sum(_lasted(read.trace) for read in reads)
    if lasted:
        busy = sum(read.seconds for read in reads)
        lines.append(f"  processor per second       {1000 * busy / lasted:.2f} ms")
    ailing = Counter(fault for read in reads for fault in read.faults)
    lines += [f"  fault {name:20} {count:5}" for name, count in sorted(ailing.items())]
    return lines


def _lasted(trace: Trace) -> float:
    return trace.samples[-1].at - trace.samples[0].at if trace.samples else 0.0


def line_about(read: Read) -> str:
    """One line about a trace: what was said, what was true."""
    truth, said = read.trace.about.get("truth", {}), read.verdict
    return (
        f"  {read.trace.name}: {mark(read)}: said {said.finding} {said.colour or said.fell or ''}"
        f" ({said.why or f'lost {said.lost_g:.2f} g'}), was {truth.get('verdict')}"
        f" {truth.get('colour') or truth.get('fell') or ''}"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", type=Path, help="a folder with bowl_NNN.json and bowl_NNN.csv")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the verdicts to a file")
    parser.add_argument("--each", action="store_true", help="list every wrong verdict")


def main(args: argparse.Namespace) -> int:
    """Read all traces of a folder; 0 when they could be read and nothing was wrong."""
    paths = sorted(args.folder.glob("*.json"))
    if not paths:
        sys.stderr.write(f"no traces in {args.folder}: expected pairs of .json and .csv\n")
        return 2
    try:
        reads = [follow(read_trace(path)) for path in paths]
    except BadTrace as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    if args.json:
        args.json.write_text(json.dumps(as_json(reads), indent=1) + "\n")
    lines = report(reads)
    if args.each:
        lines += [line_about(read) for read in reads if mark(read) != Mark.RIGHT]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if any(mark(read) == Mark.WRONG for read in reads) else 0
