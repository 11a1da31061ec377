"""Plays many seeded games of Kheops through painted pictures, and counts what went wrong: pyramids
of side 7, and seven times as often of side 3; house rules by dice; hands that pass, slips and
haste.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.core.game import load_room
from companion.core.house import switches
from companion.core.seats import Seat
from tests.bench.campaign import Scenery
from tests.bench.campaign.kheops import KheopsReport, KheopsSwift, kheops_scenery, small_box

LARGE = 8
"""One game in this many is played on the large pyramid."""
SIZES = ((1280, 720), (640, 360))
"""A small pyramid is seen as large in a small picture."""
CHANGED = 0.25
"""How often a switch is turned away from its default."""


def rules_of(seed: int) -> Any:
    """House rules of one game; every third is played by the book."""
    kind, dice = load_room("kheops").house_rules, Random(f"rules {seed}")
    if seed % 3 == 0:
        return kind()
    turned = {s.name: _settings(s.choices) for s in switches(kind) if dice.random() < CHANGED}
    # on a small base without a whole ground row stones that fall find no place
    turned.pop("needs_support", None)
    return kind(**{name: dice.choice(settings) for name, settings in turned.items()})


def _settings(choices: str) -> list[Any]:
    plain = choices.split(" | ")
    return [True, False] if plain == ["true", "false"] else plain


def played(
    box: Any,
    seed: int,
    scenery: Scenery,
    folder: Path,
    at: Callable[..., KheopsSwift] = KheopsSwift,
) -> KheopsReport:
    """One game to its end."""
    seats = [Seat("Anna", box.colours[0]), Seat("Ben", box.colours[1])]
    path = folder / f"{seed}.sqlite"
    swift = at(box, seats, rules_of(seed), path, scenery, seed, harshness=0.5)
    try:
        return swift.play()
    finally:
        swift.close()


def figures(reports: list[KheopsReport], busy: float) -> list[str]:
    """The figures, line by line."""
    made = sum((r.made for r in reports), Counter[str]())
    frames = sum(r.frames for r in reports)
    read, unread = sum(r.read for r in reports), sum(r.unread for r in reports)
    lines = [
        f"{len(reports)} games, {made.total()} moves, {frames} frames in {busy / 60:.1f} minutes "
        "of processor",
        f"  moves that were seen        {sum(r.moves for r in reports):6}  {dict(made)}",
        f"  asked because of doubt      {sum(r.asked for r in reports):6}",
        f"  made again                  {sum(r.again for r in reports):6}",
        f"  told by word                {sum(r.spoken for r in reports):6}",
        f"  pawn and tile at once       {sum(r.hasty for r in reports):6}",
        f"  slips, none accepted        {sum(r.slips for r in reports):6}"
        f"  ({sum(r.unclear for r in reports)} without the clause)",
        f"  read without history        {read:6}  cells right, {unread} in doubt, "
        f"{sum(r.questions for r in reports)} asked about",
        f"  paint, see                  {_ms(reports, 'painting')}, {_ms(reports, 'seeing')} "
        "ms a frame",
        f"  wrong                       {sum(len(r.wrong) for r in reports):6}",
    ]
    return lines + [f"  seed {r.seed}: {what}" for r in reports for what in r.wrong]


def _ms(reports: list[KheopsReport], what: str) -> str:
    frames = sum(r.frames for r in reports)
    return f"{1000 * sum(getattr(r, f'{what}_seconds') for r in reports) / max(1, frames):.1f}"


def soak(games: int, first: int, pictures: int) -> int:
    """Play and report; 1 when something was ruled wrongly. Every game is seen."""
    boxes = (load_room("kheops").load_box(None), small_box())
    sceneries = [kheops_scenery(box, size) for box, size in zip(boxes, SIZES, strict=True)]
    begun, reports = time.process_time(), []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        for seed in range(first, first + games):
            which = int(seed % LARGE != 0)
            reports.append(played(boxes[which], seed, sceneries[which], Path(folder)))
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{len(reports)} games")
    sys.stdout.write("\n".join(figures(reports, time.process_time() - begun)) + "\n")
    return 1 if not reports or any(r.wrong for r in reports) else 0
