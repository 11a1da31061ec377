"""One seeded game of the wall through painted pictures: 2 to 4 players, the variants by turns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.journal import read
from tests.bench.campaign import Report, Scenery, Swift
from tests.bench.campaign.wall import scenery_of
from tests.recount import recount_journal

__all__ = ["played", "scenery_of"]

NAMES = ("Anna", "Ben", "Carla", "David")
VARIANTS = ("curse_of_the_pharaoh", "eyes_of_the_sphinx")


def played(
    box: Any, seed: int, scenery: Scenery, folder: Path, at: Callable[..., Swift] = Swift
) -> Report:
    """One game to its end, counted again from its journal."""
    game, path = load_room("wall"), folder / f"{seed}.sqlite"
    seats = [Seat(name, box.colours[n]) for n, name in enumerate(NAMES[: 2 + seed % 3])]
    chosen = {name: True for n, name in enumerate(VARIANTS) if seed // 3 >> n & 1}
    swift = at(game, box, seats, game.house_rules(**chosen), path, scenery, seed)
    try:
        report = swift.play()
    finally:
        swift.close()
    again = tuple(recount_journal(read(path)).scores)
    if again != report.scores:
        report.wrong.append(f"counted again: {again}, not {report.scores}")
    return report
