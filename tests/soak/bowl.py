"""Plays many seeded games of the bowl through its senses and counts what went wrong: 2 to 6
players, three rule sets, boulders of other weights each time.

    script/soak bowl --games 200
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.core.game import load_room
from companion.core.seats import Seat
from tests.bench.campaign import Scenery
from tests.bench.campaign.bowl import BowlReport, BowlSwift, bowl_scenery

NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Farid")
VARIANTS = ("base", "adventurous", "quick")


def played(
    box: Any,
    seed: int,
    scenery: Scenery | None,
    folder: Path,
    at: Callable[..., BowlSwift] = BowlSwift,
) -> BowlReport:
    """One game to its end."""
    game = load_room("bowl")
    seats = [Seat(NAMES[n], box.colours[n]) for n in range(2 + seed % 5)]
    rules = game.house_rules(variant=VARIANTS[seed % 3])
    swift = at(box, seats, rules, folder / f"{seed}.sqlite", seed, scenery)
    try:
        return swift.play()
    finally:
        swift.close()


def figures(reports: list[BowlReport], busy: float) -> list[str]:
    """The figures, line by line."""
    hands = sum((r.hands for r in reports), Counter[str]())
    asked = sum((r.asked for r in reports), Counter[str]())
    traps = sum((r.traps for r in reports), Counter[str]())
    explored = sum(hands.values())
    hours = sum(r.played_seconds for r in reports) / 3600
    lines = [
        f"{len(reports)} games, {sum(r.turns for r in reports)} turns, {hours:.1f} hours of play "
        f"in {busy / 60:.1f} minutes of processor",
        f"  hands in the bowl          {explored:6}",
        f"  ruled by the scale alone   {sum(r.ruled for r in reports):6}",
        f"  asked                      {asked.total():6}  {dict(asked)}",
        f"  ended by people's word     {sum(r.spoken for r in reports):6}",
        f"  overruled by people        {sum(r.overruled for r in reports):6}",
        f"  tiles flipped              {sum(r.flips for r in reports):6}"
        f"  (frames seen {sum(r.frames for r in reports)})",
        f"  rebuilt traps              {traps.total():6}  {dict(traps)}",
        f"  wrong landslides           {sum(len(r.wrong_landslides) for r in reports):6}",
        f"  wrong otherwise            {sum(len(r.wrong) for r in reports):6}",
    ]
    lines.append("  " + ", ".join(f"{name} {count}" for name, count in hands.most_common()))
    for r in reports:
        lines += [f"  seed {r.seed}: {what}" for what in (*r.wrong_landslides, *r.wrong)]
    return lines


def soak(games: int, first: int, pictures: int) -> int:
    """Play and report; 1 when something was ruled wrongly. One game in *pictures* is seen."""
    box = load_room("bowl").load_box(None)
    scenery = bowl_scenery(box) if pictures else None
    begun, reports = time.process_time(), []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        for seed in range(first, first + games):
            seen = scenery if pictures and seed % pictures == 0 else None
            reports.append(played(box, seed, seen, Path(folder)))
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{len(reports)} games")
    sys.stdout.write("\n".join(figures(reports, time.process_time() - begun)) + "\n")
    return 1 if not reports or any(r.wrong or r.wrong_landslides for r in reports) else 0
