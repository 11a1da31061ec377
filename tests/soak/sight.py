"""Whole games of every room in the light of a living room, taught in plain light: another lamp, dim
and noisy light, a half shadow, a glaring spot, a lens out of focus, two of them or none, and in
some games another light from some turn on. Counts what is wrong, and what people were asked because
of what was seen. What was played is kept in a file, and a campaign goes on where it ended.

    script/soak sight --games 20 wall bowl --kept sight.jsonl
    script/soak sight --games 20 --kept before.jsonl --eye ../before    the eye of another checkout
    script/soak sight --against before.jsonl --kept sight.jsonl --games 0
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from calibration.read.reader import use_threads
from companion.core.game import ROOMS, load_room

from . import bowl, dig, kheops, sphinx, wall
from .lamps import evening_of
from .living import AT_HOME, Counts

Game = dict[str, Any]
SIZE = (960, 540)
PLAYED: Mapping[str, Any] = {
    "wall": wall,
    "bowl": bowl,
    "dig": dig,
    "kheops": kheops,
    "sphinx": sphinx,
}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak sight", description=__doc__)
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}; all where none is named")
    parser.add_argument("--games", type=int, default=20, help="of each room")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--kept", type=Path, default=Path("sight.jsonl"))
    parser.add_argument("--eye", type=Path, help="a checkout whose eye looks instead")
    parser.add_argument("--unlearning", action="store_true", help="nothing is learnt in an evening")
    parser.add_argument("--against", type=Path, help="what another eye made of the same games")
    parser.add_argument("--notes", action="store_true", help="say what every question was about")
    wanted = parser.parse_args(words)
    if wanted.eye and not (wanted.eye / ".venv" / "bin" / "python").exists():
        parser.error(f"{wanted.eye} has no .venv; run script/setup there first")
    use_threads(1)
    rooms = tuple(wanted.rooms or ROOMS)
    seeds = range(wanted.first, wanted.first + wanted.games)
    done = {(game["room"], game["seed"]) for game in kept(wanted.kept)}
    for number, seed in enumerate(seeds, 1):
        for room in rooms:
            if (room, seed) not in done:
                game = played(room, seed, wanted.eye, learning=not wanted.unlearning)
                with wanted.kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(game) + "\n")
                sys.stderr.write(f"{number} of {len(seeds)}: {said(game)}\n")
    games = [game for game in kept(wanted.kept) if game["room"] in rooms]
    before = [game for game in kept(wanted.against) if game["room"] in rooms]
    for line in figures(games, before):
        print(line)
    for game in games:
        for what in game["wrong"] + ([game["stuck"]] if game["stuck"] else []):
            print(f"  {game['room']} {game['seed']} ({game['lights']}): {what}")
        for note in game["notes"] if wanted.notes else ():
            print(f"  {game['room']} {game['seed']} {note}")
    return 1 if not games or any(game["wrong"] or game["stuck"] for game in games) else 0


def kept(path: Path | None) -> list[Game]:
    """The games that were played so far."""
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


_SCENERY: dict[tuple[str, bool], tuple[Any, Any]] = {}


def scenery_of(room: str, seed: int) -> tuple[Any, Any]:
    """A box and its scenery, taught in plain light; most pyramids are small."""
    large = room == "kheops" and seed % kheops.LARGE == 0
    if (room, large) not in _SCENERY:
        _SCENERY[room, large] = _made(room, large)
    return _SCENERY[room, large]


def _made(room: str, large: bool) -> tuple[Any, Any]:
    box = load_room(room).load_box(None)
    if room == "kheops" and not large:
        box = kheops.small_box()
    made: dict[str, Any] = {
        "wall": lambda: wall.scenery_of(box, SIZE),
        "bowl": lambda: bowl.bowl_scenery(box, SIZE),
        "dig": lambda: dig.dig_scenery(box, SIZE),
        "kheops": lambda: kheops.kheops_scenery(box, kheops.SIZES[not large]),
        "sphinx": lambda: sphinx.sphinx_scenery(box, SIZE),
    }
    return box, made[room]()


def played(room: str, seed: int, elsewhere: Path | None = None, learning: bool = True) -> Game:
    """One game, to its end or as far as it went."""
    box, scenery = scenery_of(room, seed)
    lights, counts, begun = evening_of(room, seed), Counts(), time.process_time()
    how: dict[str, Any] = {"elsewhere": elsewhere, "learning": learning}
    at = partial(AT_HOME[room], lights=lights, counts=counts, **how)
    report, stuck = None, ""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        try:
            report = PLAYED[room].played(box, seed, scenery, Path(folder), at)
        except Exception as error:  # a game that cannot go on is a finding, not the end of all
            stuck = f"{error!r} {traceback.format_exc().splitlines()[-3].strip()}"
    game = asdict(counts) | {"room": room, "seed": seed, "lights": str(lights), "stuck": stuck}
    game["wrong"] = [] if report is None else [*report.wrong, *_fell(report)]
    game["again"] = getattr(report, "again", 0)
    game["seconds"] = round(time.process_time() - begun, 1)
    return game


def _fell(report: Any) -> list[str]:
    return list(getattr(report, "wrong_landslides", ()))


def said(game: Game) -> str:
    """One game in a line."""
    return (
        f"{game['room']} {game['seed']} ({game['lights']}): {game['rulings']} rulings, "
        f"wrong {len(game['wrong'])}, asked {game['asked']}, by hand {game['by_hand']}, again "
        f"{game['again']}, complaints {game['refused']} ({game['misread']} misread), "
        f"open {game['open']} of {game['cells']}, "
        f"{game['seconds']:.0f} s{' STUCK ' + game['stuck'] if game['stuck'] else ''}"
    )


def figures(games: Iterable[Game], before: Iterable[Game] = ()) -> list[str]:
    """A table of all rooms, with what another eye made of the very same games."""
    by_room: dict[str, dict[int, Game]] = {}
    for game in games:
        by_room.setdefault(game["room"], {})[game["seed"]] = game
    others = {(game["room"], game["seed"]): game for game in before}
    lines = [
        f"{'room':8}{'games':>6}{'ended':>7}{'rulings':>9}{'wrong':>7}{'asked':>12}{'by hand':>14}"
        f"{'again':>12}{'complaints':>14}{'misread':>14}{'open cells':>18}"
    ]
    for room, own in by_room.items():
        same = [others[room, seed] for seed in own if (room, seed) in others]
        if same:
            own = {seed: game for seed, game in own.items() if (room, seed) in others}
        lines.append(_line(room, list(own.values()), same))
    return lines


def _line(room: str, own: list[Game], same: list[Game]) -> str:
    def total(name: str) -> str:
        now = sum(game.get(name, 0) for game in own)
        return f"{sum(game.get(name, 0) for game in same)} > {now}" if same else f"{now}"

    ended, wrong = sum(not game["stuck"] for game in own), sum(len(game["wrong"]) for game in own)
    rulings = sum(game["rulings"] for game in own)
    return (
        f"{room:8}{len(own):6}{ended:7}{rulings:9}{wrong:7}{total('asked'):>12}"
        f"{total('by_hand'):>14}{total('again'):>12}{total('refused'):>14}{total('misread'):>14}{total('open'):>18}"
    )
