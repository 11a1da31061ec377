"""Seating beside the published figures: what AIM and VEKN print, and nights nobody has printed.

Times are of this machine's processor (process time), so that a busy machine says the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from msgspec.structs import replace

from companion.hall.records import Person, Seating, Wanted
from companion.hall.seating.bounds import bounds_of, fewest_games, fewest_repeats, shapes_of
from companion.hall.seating.quality import sheet
from companion.hall.seating.solver import draw
from tests.bench.proving import OPEN, PROVEN, prove
from tests.hall.checker import complaints, fewest_game_repeats, measures
from tests.hall.nights import boxes, equal, even_supply, people, plain, random_night

AIM = {
    16: {3: 0, 4: 0, 5: 0, 6: 24, 8: 72}, 20: {3: 0, 4: 0, 5: 0, 6: 22, 8: 67},
    24: {3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 33},
}  # fmt: skip
"""Pair repeats of AIM's published tables of 4; from 28 people on all are 0."""
AIM_SEATS = {(24, 3): 1, (28, 3): 1, (28, 4): 4, (32, 3): 1, (32, 4): 4, (40, 3): 1,
             (100, 3): 4, (100, 4): 14}  # fmt: skip
VEKN = {
    8: 12, 9: 17, 10: 22, 12: 9, 13: 12, 14: 18, 15: 18, 16: 0, 17: 12, 18: 12, 19: 12, 20: 12,
    21: 6, 22: 8, 23: 10, 24: 0, 25: 0, 26: 4, 27: 0, 28: 0, 29: 0, 30: 0,
}  # fmt: skip
"""Pair repeats of VEKN's three rounds at tables of 4 and 5."""
Kinds = list[tuple[str, int | tuple[int, ...]]]


def _kinds(text: str) -> Kinds:
    """Boxes from a line such as ``nile 2 2, a 4 4``: a game and the size of each of its boxes."""
    games = (part.split() for part in text.split(","))
    return [(game, int(size)) for game, *sizes in games for size in sizes]


UNEVEN = {
    "24, 4 rounds": (24, 4, _kinds("nile 2 2, a 4 4, b 4, c 4, d 4")),
    "24, with fives": (24, 4, _kinds("nile 2, a 4 4, b 4, c 5, d 5")),
    "30, with sixes": (30, 5, _kinds("nile 2 2 2, a 4 4, b 4, c 6, d 6")),
    "16, 4 rounds": (16, 4, _kinds("nile 2 2, a 4, b 4, c 4")),
    "12, 4 rounds": (12, 4, _kinds("nile 2 2, a 4, b 4")),
    "48, 12 fours": (48, 4, _kinds("a 4 4 4 4, b 4 4 4, c 4 4, d 4 4, e 4")),
    "60, twos to sixes": (60, 5, _kinds("nile 2 2 2 2 2 2, a 4 4 4 4 4, b 4 4 4 4, c 6 6")),
    "74, twos to sixes": (
        74,
        5,
        _kinds("nile 2 2 2 2, a 4 4 4 4 4 4 4, b 4 4 4 4 4, c 4 4 4, d 6"),
    ),
}
"""Five of the shared report (games by its bounds), three larger halls with unlike supply."""


class Bench:
    """Draws, prints, and remembers what fell short."""

    def __init__(self) -> None:
        self.short: list[str] = []

    def drawn(self, name: str, wanted: Wanted) -> tuple[Seating, dict[str, int], float]:
        began = time.process_time()
        seating = draw(wanted)
        took = time.process_time() - began
        for complaint in complaints(plain(wanted), plain(seating)):
            self.fail(f"{name}: {complaint}")
        return seating, measures(plain(wanted), plain(seating)), took

    def fail(self, text: str) -> None:
        self.short.append(text)

    def equal_tables(self) -> None:
        print("\nEqual tables of 4: repeats (AIM's), seat defects (AIM's), seconds")
        for count in range(16, 101, 4):
            cells = []
            for rounds in range(3, 9):
                name = f"{count}/{rounds}"
                _, found, took = self.drawn(name, equal(count, rounds))
                theirs = AIM.get(count, {}).get(rounds, 0 if count >= 24 else None)
                if theirs is not None and found["repeats"] > theirs:
                    self.fail(f"{name}: {found['repeats']} repeats, AIM has {theirs}")
                if found["seats"]:
                    self.fail(f"{name}: {found['seats']} seat defects")
                shown = "-" if theirs is None else theirs
                seats = AIM_SEATS.get((count, rounds), 0)
                cells.append(f"{found['repeats']}({shown}) {found['seats']}({seats}) {took:.1f}s")
            print(f"  {count:3d}  " + "  ".join(f"{cell:>18}" for cell in cells), flush=True)

    def neighbouring_sizes(self) -> None:
        print("\nTables of 4 and 5, 3 rounds: repeats, VEKN's, seconds")
        for count, theirs in VEKN.items():
            kinds: Kinds = [("ankh", (4, 5))] * (count // 4)
            wanted = Wanted(people=people(count), boxes=boxes(*kinds), rounds=3)
            _, found, took = self.drawn(f"VEKN {count}", wanted)
            print(f"  {count:3d}  {found['repeats']:3d}  {theirs:3d}  {took:.1f}s", flush=True)
            if found["repeats"] > theirs:
                self.fail(f"VEKN {count}: {found['repeats']} repeats, the list has {theirs}")

    def mixed_even(self) -> None:
        print("\nFive games, even supply, 5 rounds: repeats, game repeats, seconds")
        for count in (20, 40, 60, 80, 100):
            _, found, took = self.drawn(f"even {count}", even_supply(count))
            print(f"  {count:3d}  {found['repeats']}  {found['games']}  {took:.1f}s", flush=True)
            if found["repeats"] or found["games"] or took > 10:
                self.fail(f"even {count}: {found} in {took:.1f} s")

    def mixed_uneven(self) -> None:
        print("\nUneven supply: repeats of pairs (fewest), game repeats (fewest by seats alone;")
        print("fewest where so few pairs meet, see seating/crowding.py and --prove), seconds")
        for name, (count, rounds, kinds) in UNEVEN.items():
            wanted = Wanted(people=people(count), boxes=boxes(*kinds), rounds=rounds)
            seating, found, took = self.drawn(name, wanted)
            shapes = shapes_of(wanted)
            seats = fewest_game_repeats(plain(wanted), plain(seating))
            pairs, games = PROVEN.get(name, (fewest_repeats(count, shapes), 0))
            games = max(games, fewest_games(count, shapes, found["repeats"]))
            allowed = found["pairs"] // 100
            possible = pairs <= allowed and fewest_games(count, shapes, allowed) <= seats
            share = found["repeats"] / found["pairs"]
            print(
                f"  {name:20} {found['repeats']:3d} of {found['pairs']:4d} ({share:.1%}) ({pairs})"
                f"  {found['games']:3d} ({seats}; {games})  {took:.1f}s"
                f"{'' if possible else '  no night has the fewest by seats alone'}", flush=True,
            )  # fmt: skip
            if found["repeats"] > max(pairs, allowed if possible else 0):
                self.fail(f"uneven {name}: {found['repeats']} repeats, {pairs} would do")
            if found["games"] > (seats if possible else games) and name not in OPEN:
                self.fail(f"uneven {name}: {found['games']} game repeats, {games} would do")

    def drop_outs(self) -> None:
        print("\nReplanned after round 2: repeats, seconds")
        for name, wanted in (("24 of 4s", equal(24, 5)), ("40 mixed", even_supply(40))):
            first, _, _ = self.drawn(name, wanted)
            later = _after_drop_outs(wanted, first)
            _, found, took = self.drawn(f"{name} replanned", later)
            print(f"  {name}  {found['repeats']}  {took:.1f}s", flush=True)
            if took > 5 or found["repeats"] > bounds_of(later).repeats:
                self.fail(f"replanned {name}: {found['repeats']} repeats in {took:.1f} s")

    def eight_hundred(self) -> None:
        print("\n800 people, five games, 5 rounds: repeats, game repeats, seconds")
        _, found, took = self.drawn("800", even_supply(800))
        print(f"  800  {found['repeats']}  {found['games']}  {took:.1f}s", flush=True)
        if took > 60 or found["repeats"] or found["games"]:
            self.fail(f"800: {found} in {took:.1f} s")

    def random_nights(self, nights: int, first: int = 1) -> None:
        wrong = differ = unkept = 0
        for seed in range(first, first + nights):
            wanted = random_night(seed)
            seating = draw(wanted)
            said = complaints(plain(wanted), plain(seating))
            found, ours = measures(plain(wanted), plain(seating)), sheet(wanted, seating)
            same = (ours.repeats, ours.game_repeats, ours.start_defects) == (
                found["repeats"], found["games"], found["starts"],
            )  # fmt: skip
            wrong += bool(said)
            unkept += found["broken"] > 0
            differ += not same
            for text in said:
                self.fail(f"night {seed}: {text}")
            if not same:
                self.fail(f"night {seed}: the sheet says {ours}, the checker {found}")
        print(f"\n{nights} random nights from {first}: {wrong} with a broken rule, "
              f"{differ} where sheet and checker differ, {unkept} with a wish nobody could keep "
              "or the draw did not", flush=True)  # fmt: skip


def _after_drop_outs(wanted: Wanted, first: Seating) -> Wanted:
    """Two leave and one comes after round 2."""
    rest = (*wanted.people[2:], Person("late", "Late"))
    looser = tuple(
        replace(b, sizes=(*(s - 1 for s in b.sizes if s > 2), *b.sizes)) for b in wanted.boxes
    )
    return replace(wanted, people=rest, boxes=looser, fixed=first.rounds[:2])


def parts(bench: Bench) -> Iterator[tuple[str, object]]:
    yield "equal", bench.equal_tables
    yield "vekn", bench.neighbouring_sizes
    yield "even", bench.mixed_even
    yield "uneven", bench.mixed_uneven
    yield "drop", bench.drop_outs
    yield "800", bench.eight_hundred


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/seating-bench", description=__doc__)
    parser.add_argument("--nights", type=int, default=0, help="random nights to draw and check")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first random night")
    parser.add_argument("only", nargs="*", help="equal, vekn, even, uneven, drop, 800")
    parser.add_argument("--prove", help="a night of uneven supply, worked out by a solver")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each proof")
    parser.add_argument("--workers", type=int, default=1, help="threads of the solver")
    chosen = parser.parse_args()
    if chosen.prove:
        count, rounds, kinds = UNEVEN[chosen.prove]
        fixed = [(game, size) for game, size in kinds if isinstance(size, int)]
        again = fewest_repeats(count, [(tuple(fixed), 0)] * rounds)
        prove(count, rounds, fixed, again, chosen.seconds, chosen.workers)
        return 0
    bench = Bench()
    for name, part in parts(bench):
        if name in chosen.only or not (chosen.only or chosen.nights):
            assert callable(part)
            part()
    if chosen.nights:
        bench.random_nights(chosen.nights, chosen.first)
    print("\n" + ("\n".join(f"short: {each}" for each in bench.short) or "Nothing falls short."))
    return 1 if bench.short else 0


if __name__ == "__main__":
    sys.exit(main())
