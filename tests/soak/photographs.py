"""Games played by photograph: one every few moves, each explained by what happened since.

``script/soak photographs [--games 200] [--first 0] [--rooms wall,kheops] [--painted 10] [--turn]
[--kept FILE]``

People play a game by its rules alone and photograph the table after every k-th move that shows.
Where the table asks, they answer as it was; where it cannot follow, they enter the next move by
hand. The table may stand behind the truth, but never beside it. Every N-th game is photographed
in painted pictures, the others are read as path-traced pictures are (``traced.py``), or with
``--plain`` as well as can be. Each game is kept in FILE, and the campaign goes on from there.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from companion.core.game import ROOMS, Game, load_room
from companion.core.observation import Answered, Reading, Reply, Said, Seen
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import DOUBT, Move, Refused
from companion.journal import Journal
from companion.rooms import board_of, room_of
from companion.table import Table
from companion.table.explain.referee import after, needs_people
from tests.soak.traced import traced

NAMES = ("Anna", "Ben", "Cleo", "David")
MOST_STEPS = 600
SIZE = (1280, 720)
Look = Callable[[Mapping[str, str]], Mapping[str, Reading]]


@dataclass
class Tale:
    """A game as it really went: every move, and the state it led to."""

    game: Game
    moves: list[Move] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)

    def shows(self, n: int) -> bool:
        return bool(self.game.shown_by(self.states[n], self.moves[n]))


@dataclass
class Count:
    """What became of the photographs of one k."""

    photographs: int = 0
    silently: int = 0
    """Explained to the end without a question of the referee's own."""
    doubts: int = 0
    by_hand: int = 0
    """Moves people had to enter themselves."""
    moves: int = 0
    """Moves that show something."""
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0


@lru_cache(maxsize=4)
def tale(room: str, seed: int) -> Tale:
    """Let rehearsed people play by the rules alone."""
    game, around = load_room(room), room_of(room)
    box = game.load_box(None)
    least, most = box.players
    names = NAMES[: max(least, min(most, 2 + seed % 3))]
    seats = tuple(map(Seat, names, around.worn(box)))
    people, state = around.people(seed), game.opening(box, seats, game.house_rules())
    told = Tale(game, [], [state])
    while game.is_over(state) is None and len(told.moves) < MOST_STEPS:
        move = _as_entered(game, state, _next(game, people, state, len(told.moves)))
        ruling = game.decide(state, move)
        assert not isinstance(ruling, Refused), (move, ruling)
        state = after(game, state, ruling)
        told.moves.append(move)
        told.states.append(state)
    return told


def _next(game: Game, people: Any, state: Any, at: float) -> Move:
    asked = game.questions(state)
    strict = [question for question in asked if not question.by_sight]
    move = None if strict else people.move(state)
    if move is None:
        question = (strict or list(asked))[0]
        move = game.answer(state, question, people.reply(state, question), float(at))
    assert not isinstance(move, Refused)
    return move


def _as_entered(game: Game, state: Any, move: Move) -> Move:
    """Of cards that look alike the table knows only one."""
    shows = game.shown_by(state, move)
    legal = list(game.legal_moves(state)) if shows else []
    if move in legal or not shows:
        return move
    alike = (o for o in legal if type(o) is type(move) and game.shown_by(state, o) == shows)
    return next(alike, move)


class Photographed:
    """One game at a table that sees nothing but photographs."""

    def __init__(self, told: Tale, every: int, look: Look, turn: bool, folder: Path) -> None:
        self._told, self._every, self._look, self._turn = told, every, look, turn
        self._journal = Journal.open(folder / "game.sqlite")
        first = told.states[0]
        self._table = Table.begin(
            self._journal, told.game, first.box, first.seats, first.rules, clock=lambda: 0.0
        )
        self._at = 0
        self.count = Count()

    def play(self, most: int) -> Count:
        for due in islice(self._moments(), most):
            self._photograph(due)
            if self.count.wrong:
                break
        self._journal.close()
        return self.count

    def _moments(self) -> Iterator[int]:
        """The states that are photographed; before the first turn everything is said."""
        shown = 0
        for n in range(len(self._told.moves)):
            if self._told.game.turn(self._told.states[n]) == 0:
                self._say(n)
                continue
            shown += self._told.shows(n)
            self.count.moves += self._told.shows(n)
            if shown == self._every:
                shown = 0
                yield n + 1

    def _say(self, n: int) -> None:
        answer = self._table.submit(Said(by=TABLE, move=self._told.moves[n], at=0.0))
        assert answer.kind == "accepted", (self._told.moves[n], answer)
        self._at = n + 1

    def _photograph(self, due: int) -> None:
        target = self._told.states[due]
        self.count.photographs += 1
        silent = True
        readings = self._look(self._told.game.visible(target))
        turn = target.turn if self._turn else None
        self._timed(Seen(readings=readings, at=0.0, late=True, turn=turn))
        while not self.count.wrong and not self._is_there(due):
            silent &= self._tell_on(due)
        self.count.silently += silent

    def _timed(self, seen: Seen) -> None:
        before = time.process_time()
        self._table.submit(seen)
        took = time.process_time() - before
        self.count.seconds += took
        self.count.slowest = max(self.count.slowest, took)
        self._compare()

    def _is_there(self, due: int) -> bool:
        """Whether all that shows is known; what is said afterwards is said in its time."""
        rest = range(self._at, due)
        return not any(map(self._told.shows, rest)) and not self._doubts()

    def _doubts(self) -> list[Any]:
        return [one for one in self._table.questions() if one.topic == DOUBT]

    def _tell_on(self, due: int) -> bool:
        """Say the next thing as it was; whether it was no trouble the photograph made."""
        move, doubts = self._told.moves[self._at], self._doubts()
        if doubts:
            named = [o.name for o in doubts[0].options if o.move == move]
            reply = Reply(option=named[0] if named else "none")
            self.count.doubts += 1
            self._table.submit(Answered(by=TABLE, question=doubts[0].id, reply=reply, at=0.0))
            self._compare()
            return False
        asked = needs_people(self._told.game.questions(self._table.state))
        self.count.by_hand += self._told.shows(self._at)
        answer = self._table.submit(Said(by=TABLE, move=move, at=0.0))
        if answer.kind != "accepted":
            self.count.wrong.append(f"cannot go on with {move}: {answer}")
        self._compare()
        return asked

    def _compare(self) -> None:
        """The table has to stand where the game has been."""
        state = self._table.state
        here = [n for n in range(self._at, len(self._told.states)) if self._told.states[n] == state]
        if here:
            self._at = here[0]
            return
        made = [past.made.move for past in self._table.timeline.past][-4:]
        self.count.wrong.append(f"after {self._at}: {made}")


def plainly(game: Game) -> Look:
    """Readings as good as they get."""
    return lambda shown: {c: Reading({label: 0.997, "?": 0.003}) for c, label in shown.items()}


@cache
def _scenery(room: str) -> tuple[Any, Any]:
    from calibration.read.reader import use_threads

    use_threads(1)
    box = load_room(room).load_box(None)
    return board_of(load_room(room), box), room_of(room).taught(box, SIZE)


def painted(room: str, seed: int) -> Look:
    """Readings of painted pictures, each under a light of its own."""
    from calibration.read.reader import Looker
    from tests.soak.painting import studio_of

    board, taught = _scenery(room)
    exposures = iter(range(10_000))

    def look(shown: Mapping[str, str]) -> Mapping[str, Reading]:
        studio = studio_of(room, board, seed * 1000 + next(exposures), SIZE)
        studio.set({cell: label for cell, label in shown.items() if cell in studio.labels()})
        found = Looker(board, taught).look(studio.frame())
        return {
            key: Reading(chances=cell.chances, disturbed=cell.disturbed)
            for key, cell in found.cells.items()
        }

    return look


def played(
    room: str,
    seed: int,
    every: int,
    paint: bool,
    turn: bool,
    most: int = MOST_STEPS,
    trace: bool = False,
) -> Count:
    told = tale(room, seed)
    look = painted(room, seed) if paint else plainly(told.game)
    if trace and not paint:
        look = traced(room, seed, sorted(_labels(told)))
    with tempfile.TemporaryDirectory() as folder:
        return Photographed(told, every, look, turn, Path(folder)).play(most)


def _labels(told: Tale) -> set[str]:
    """Everything cells show in the course of a game."""
    return {label for state in told.states for label in told.game.visible(state).values()}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak photographs", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="in all, for each k")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--rooms", default=",".join(ROOMS))
    parser.add_argument("--every", default="1,2,3,4,5")
    parser.add_argument("--painted", type=int, default=10, help="every N-th game in pictures")
    parser.add_argument("--plain", action="store_true", help="the others as well read as can be")
    parser.add_argument("--turn", action="store_true", help="people say who is on turn")
    parser.add_argument("--kept", type=Path, help="a file to keep every game in, and to go on from")
    wanted = parser.parse_args(words)
    rooms, steps = wanted.rooms.split(","), [*map(int, wanted.every.split(","))]
    seeds = range(wanted.first, wanted.first + max(1, wanted.games // len(rooms)))
    kept = Kept(wanted.kept)
    for seed, room, every in product(seeds, rooms, steps):
        if (room, every, seed) not in kept.games:
            paint = bool(wanted.painted) and seed % wanted.painted == 0
            begun = time.process_time()
            count = played(room, seed, every, paint, wanted.turn, trace=not wanted.plain)
            kept.add(room, every, seed, paint, count, time.process_time() - begun)
    print("room    k games photographs silently questions/photo by-hand/moves  ms slowest wrong")
    wrong = sum(_told(room, k, kept.of(room, k, seeds)) for room in rooms for k in steps)
    return 1 if wrong else 0


class Kept:
    """The games of a campaign, one line each, so that it can be stopped and continued."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.games: dict[tuple[str, int, int], Count] = {}
        if path is not None and path.exists():
            for line in map(json.loads, path.read_text().splitlines()):
                key = (line["room"], line["every"], line["seed"])
                self.games[key] = Count(**line["count"])

    def add(
        self, room: str, every: int, seed: int, paint: bool, count: Count, seconds: float
    ) -> None:
        self.games[room, every, seed] = count
        for say in count.wrong:
            print(f"wrong: {room}, every {every}, seed {seed}: {say[:400]}", flush=True)
        if self._path is not None:
            line = {"room": room, "every": every, "seed": seed, "painted": paint}
            about = {**line, "took": round(seconds, 1), "count": asdict(count)}
            with self._path.open("a") as file:
                file.write(json.dumps(about) + "\n")

    def of(self, room: str, every: int, seeds: Iterable[int]) -> list[Count]:
        return [self.games[room, every, seed] for seed in seeds]


def _told(room: str, every: int, found: list[Count]) -> int:
    total = Counter[str]()
    for one in found:
        for name in ("photographs", "silently", "doubts", "by_hand", "moves"):
            total[name] += getattr(one, name)
    wrong = sum(len(one.wrong) for one in found)
    photographs = max(1, total["photographs"])
    seconds = sum(one.seconds for one in found) / photographs
    print(
        f"{room:7} {every} {len(found):5} {total['photographs']:11} "
        f"{total['silently'] / photographs:7.1%} {total['doubts'] / photographs:12.2f} "
        f"{total['by_hand']:7}/{total['moves']:<6} {1000 * seconds:5.0f} "
        f"{1000 * max(one.slowest for one in found):6.0f} {wrong}",
        flush=True,
    )
    return wrong
