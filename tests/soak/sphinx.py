"""Plays many seeded games of the sphinx through painted pictures, and counts what went wrong: 2 to
4 players, the simplified rules by turns, every die, pawn and claim seen.
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
from tests.bench.campaign.sphinx import SphinxReport, SphinxSwift, sphinx_scenery

NAMES = ("Anna", "Ben", "Carla", "David")
SIZE = (1280, 720)
SIMPLER = ("two_dice", "doors_optional", "keep_cards", "any_order")


def played(
    box: Any,
    seed: int,
    scenery: Scenery,
    folder: Path,
    at: Callable[..., SphinxSwift] = SphinxSwift,
) -> SphinxReport:
    """One game to its end; every other one with one of the simplified rules."""
    seats = [Seat(NAMES[n], box.pawns[n]) for n in range(2 + seed % 3)]
    simpler = {SIMPLER[seed // 2 % len(SIMPLER)]: True} if seed % 2 else {}
    rules = load_room("sphinx").house_rules(**simpler)
    swift = at(box, seats, rules, folder / f"{seed}.sqlite", scenery, seed)
    try:
        swift.play()
        return swift.report
    finally:
        swift.close()


def figures(reports: list[SphinxReport], busy: float) -> list[str]:
    """The figures, line by line."""
    made = sum((r.made for r in reports), Counter[str]())
    claims = sum((r.claims for r in reports), Counter[bool]())
    lines = [
        f"{len(reports)} games, {sum(r.turns for r in reports)} turns, "
        f"{sum(r.frames for r in reports)} frames in {busy / 60:.1f} minutes of processor",
        f"  moves seen                 {made.total():6}  {dict(made)}",
        f"  asked because of doubt     {sum(r.asked for r in reports):6}",
        f"  refused sightings          {sum(r.refused for r in reports):6}",
        f"  claims answered            {claims.total():6}  right {claims[True]}",
        f"  wrong rulings              {sum(len(r.wrong) for r in reports):6}",
    ]
    return lines + [f"  seed {r.seed}: wrong: {what}" for r in reports for what in r.wrong]


def soak(games: int, first: int, pictures: int) -> int:
    """Play and report; 1 when something was ruled wrongly. Every game is seen."""
    box = load_room("sphinx").load_box(None)
    scenery = sphinx_scenery(box, SIZE)
    begun, reports = time.process_time(), []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        for seed in range(first, first + games):
            reports.append(played(box, seed, scenery, Path(folder)))
            so_far = f"{len(reports)} games, {sum(len(r.wrong) for r in reports)} wrong rulings"
            sys.stderr.write(f"\r{so_far}" if sys.stderr.isatty() else f"{so_far}\n")
    sys.stdout.write("\n".join(figures(reports, time.process_time() - begun)) + "\n")
    return 1 if not reports or any(r.wrong for r in reports) else 0
