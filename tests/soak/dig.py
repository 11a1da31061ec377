"""Plays many seeded games of the dig through painted pictures, and counts what went wrong: 2 to 6
players, house rules by turns, layers laid wrongly, cards that stick to the cup, fall back or are
pushed askew, lifts after STOP. Every journal is counted again from its moves.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.core.game import load_room
from companion.core.seats import Seat
from tests.bench.campaign.dig import DigReport, DigScenery, DigSwift, dig_scenery
from tests.rooms.dig.recount import recount

NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Farid")
SIZE = (960, 540)
STOP_SECONDS = 1.0
"""STOP has to be shown this soon after the hand has left."""


def played(
    box: Any, seed: int, scenery: DigScenery, folder: Path, at: Callable[..., DigSwift] = DigSwift
) -> DigReport:
    """One game to its end."""
    game = load_room("dig")
    seats = [Seat(NAMES[n], box.colours[n]) for n in range(2 + seed % 5)]
    rules = game.house_rules(
        assist=seed % 2 == 1,
        mask_last=("pay", "free_skip", "ends")[seed % 3],
        forced_skip_counts=seed % 5 == 1,
        never_obliged=seed % 7 == 1,
    )
    path = folder / f"{seed}.sqlite"
    swift = at(box, seats, rules, path, scenery, seed, steps=1, pictured=False)
    try:
        report = swift.play()
        opening = msgspec.to_builtins({"box": box, "seats": seats, "rules": rules})
        moves = [msgspec.to_builtins(past.made.move) for past in swift.table.timeline.past]
        again = tuple(recount(opening, moves).purses)
        if again != report.scores:
            report.wrong.append(f"counted again: {again}, not {report.scores}")
        return report
    finally:
        swift.close()


def figures(reports: list[DigReport], busy: float) -> list[str]:
    """The figures, line by line."""
    mishaps = sum((r.mishaps for r in reports), Counter[str]())
    refused = sum((r.refused for r in reports), Counter[str]())
    stops = [seconds for r in reports for seconds in r.stop_seconds]
    late = sum(seconds > STOP_SECONDS for seconds in stops)
    hours = sum(r.played_seconds for r in reports) / 3600
    frames = sum(r.frames for r in reports)
    lines = [
        f"{len(reports)} games, {sum(r.turns for r in reports)} turns, {frames} frames, "
        f"{hours:.1f} hours of play in {busy / 60:.1f} minutes of processor",
        f"  layers checked by the eye  {sum(r.layers for r in reports):6}",
        f"  layers it could not read   {sum(r.unchecked for r in reports):6}",
        f"  lifts seen                 {sum(r.lifts for r in reports):6}",
        f"  lifts told instead         {sum(r.spoken for r in reports):6}",
        f"  barricades seen            {sum(r.barricades for r in reports):6}",
        f"  asked because of doubt     {sum(r.asked for r in reports):6}",
        f"  mishaps                    {mishaps.total():6}  {dict(mishaps)}",
        f"  refused by their clause    {refused.total():6}  {dict(refused)}",
        f"  not noticed                {sum(len(r.unseen) for r in reports):6}",
        f"  hazards                    {len(stops):6}  STOP after at most "
        f"{max(stops, default=0.0):.1f} s, later than {STOP_SECONDS:g} s: {late}",
        f"  wrong rulings              {sum(len(r.wrong) for r in reports):6}",
        f"  endings {dict(Counter(r.over for r in reports))}",
    ]
    for r in reports:
        lines += [f"  seed {r.seed}: wrong: {what}" for what in r.wrong]
        lines += [f"  seed {r.seed}: not noticed: {what}" for what in r.unseen]
    return lines


def soak(games: int, first: int, pictures: int) -> int:
    """Play and report; 1 when something was ruled wrongly. Every game is seen."""
    box = load_room("dig").load_box(None)
    scenery = dig_scenery(box, SIZE)
    begun, reports = time.process_time(), []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        for seed in range(first, first + games):
            reports.append(played(box, seed, scenery, Path(folder)))
            so_far = f"{len(reports)} games, {sum(len(r.wrong) for r in reports)} wrong rulings"
            sys.stderr.write(f"\r{so_far}" if sys.stderr.isatty() else f"{so_far}\n")
    sys.stdout.write("\n".join(figures(reports, time.process_time() - begun)) + "\n")
    return 1 if not reports or any(r.wrong for r in reports) else 0
