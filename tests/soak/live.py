"""Rehearses whole evenings live, unattended: stage, eye, people, journal and page at once.

Every game has to reach its end. How often the people had to help by hand is counted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion import app
from companion.cli.evenings import NAMES
from companion.core.game import ROOMS, load_room
from companion.core.seats import Seat
from companion.rooms import room_of

GAME_MINUTES = 30.0
"""A game that takes longer has not ended."""


@dataclass(frozen=True)
class Evening:
    """What became of one rehearsed game."""

    room: str
    seed: int
    over: bool
    entries: int
    helped: int
    minutes: float

    def __str__(self) -> str:
        end = "over" if self.over else "NOT OVER"
        return (
            f"{self.room:7} seed {self.seed:4}  {end:8} {self.entries:4} entries  "
            f"helped {self.helped:2}  {self.minutes:5.1f} min"
        )


def rehearsed(room: str, seed: int, speed: float, folder: Path) -> Evening:
    """Rehearse one game to its end; two people, or as many as the seed asks for."""
    game = load_room(room)
    box = game.load_box(None)
    around = room_of(room)
    people = min(around.people_most, 2 + seed % 3)
    seats = tuple(map(Seat, NAMES[:people], around.worn(box)))
    evening = app.GameSession(game, box, seats, game.house_rules(), folder / "live.sqlite", port=0)
    begun = time.monotonic()
    running = app.rehearse(evening, app.Rehearsing(seed=seed, speed=speed))
    try:
        while not (over := game.is_over(running.table.state) is not None):
            time.sleep(0.5)
            if time.monotonic() - begun > GAME_MINUTES * 60:
                break
        assert running.live is not None
        minutes = (time.monotonic() - begun) / 60
        return Evening(room, seed, over, running.table.number, running.live.helped, minutes)
    finally:
        running.stop()


def one(arguments: argparse.Namespace) -> int:
    """The process of one game: its line, and 1 when it did not end."""
    with tempfile.TemporaryDirectory(prefix="soak-live-") as folder:
        evening = rehearsed(arguments.one, arguments.first, arguments.speed, Path(folder))
    print(evening, flush=True)
    return 0 if evening.over else 1


def soak(arguments: argparse.Namespace) -> int:
    """Every room with every seed, a few games at a time, each in a process of its own."""
    waiting, failed, helped = list(_games(arguments)), 0, 0
    running: list[subprocess.Popen[str]] = []
    total = len(waiting)
    while waiting or running:
        while waiting and len(running) < arguments.at_once:
            running.append(subprocess.Popen(waiting.pop(0), stdout=subprocess.PIPE, text=True))
        for process in [p for p in running if p.poll() is not None]:
            running.remove(process)
            line = (process.stdout.read() if process.stdout else "").strip()
            print(line or "a game crashed; see above", flush=True)
            failed += process.returncode != 0
            helped += int(line.partition("helped")[2].split()[0]) if "helped" in line else 0
        time.sleep(0.5)
    print(f"{total} games, {total - failed} ended, {failed} did not; helped by hand {helped} times")
    return 1 if failed else 0


def _games(arguments: argparse.Namespace) -> Iterator[list[str]]:
    for seed in range(arguments.first, arguments.first + arguments.games):
        for room in arguments.rooms or ROOMS:
            yield [
                sys.executable,
                *("-m", "tests.soak.live"),
                *("--one", room, "--first", str(seed), "--speed", str(arguments.speed)),
            ]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="script/soak live", description=__doc__)
    parser.add_argument("rooms", nargs="*", help="which rooms; default all")
    parser.add_argument("--games", type=int, default=30, help="seeds for each room")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--speed", type=float, default=20.0, help="times faster than life")
    parser.add_argument("--at-once", type=int, default=2, help="games side by side")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    return one(arguments) if arguments.one else soak(arguments)


if __name__ == "__main__":
    sys.exit(main())
