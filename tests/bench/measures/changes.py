"""Two readings of the same scenes held against each other: cell by cell, better or worse."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.cli.look_tables import LookOutcome, aligned, verdict

Before = Mapping[tuple[str, str], Mapping[str, str | None]]
"""For every scene, by set and name, what each cell was said to show."""
RANK = {"wrong": 0, "abstained": 1, "right": 2}


def read_before(path: Path) -> Before:
    """What an earlier look wrote."""
    try:
        rows: list[dict[str, Any]] = json.loads(path.read_bytes())["scenes"]
        return {
            (str(row.get("set", "")), str(row["id"])): {c["id"]: c["label"] for c in row["cells"]}
            for row in rows
        }
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise ValueError(f"{path}: not what a look wrote: {wrong}") from wrong


def changes(outcomes: Sequence[LookOutcome], before: Before) -> list[str]:
    """What became better or worse, cell by cell, and a table of it."""
    moves: dict[str, Counter[tuple[str, str]]] = {}
    lines: list[str] = []
    for outcome in outcomes:
        name = outcome.scene.id
        old = before.get((outcome.group, name), before.get(("", name)))
        if old is None:
            continue
        for key, label, said in outcome.told():
            then, now = verdict(old.get(key), label), verdict(said, label)
            moves.setdefault(outcome.group, Counter())[then, now] += 1
            if RANK[then] != RANK[now]:
                way = "better" if RANK[now] > RANK[then] else "worse"
                told = f"{old.get(key) or then} -> {said or now}"
                lines.append(f"{way}: {outcome.group} {name} {key}, {label}: {told}")
    return [*sorted(lines), *_table(moves)]


def _table(moves: Mapping[str, Counter[tuple[str, str]]]) -> list[str]:
    kinds = [(a, b) for a in RANK for b in RANK if a != b]
    head = ("set", "same", *(f"{a} -> {b}" for a, b in kinds), "better", "worse")
    rows = [head]
    for name, counted in moves.items():
        better = sum(n for (a, b), n in counted.items() if RANK[b] > RANK[a])
        worse = sum(n for (a, b), n in counted.items() if RANK[b] < RANK[a])
        same = sum(n for (a, b), n in counted.items() if a == b)
        rows.append((name, *(str(n) for n in (same, *(counted[k] for k in kinds), better, worse))))
    return aligned(rows)
