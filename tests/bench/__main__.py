"""Benchmarks: how long things take here, each beside a baseline measured in the same run.

Milliseconds of a busy machine say little; the ratio to the baseline says more. The baseline is
a fixed amount of plain Python work.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.core.game import Game, load_room
from companion.core.observation import Reading, Seen
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Move
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import record
from companion.table.explain.referee import after, judge
from tests.bench import hall, large_hall, strangers
from tests.bench.campaign import Swift
from tests.bench.campaign.wall import scenery_of
from tests.bench.eye import looks

Figure = tuple[str, float, str]


def main() -> int:
    if sys.argv[1:2] and sys.argv[1] in APART:
        return APART[sys.argv[1]][0](sys.argv[2:])
    if sys.argv[1:2] and sys.argv[1] in FOLDERS:
        return _of_folders(*sys.argv[1:])
    arguments = _help().parse_args()
    rounds = 3 if arguments.quick else 15
    baseline = _median_ms(_plain_python, rounds)
    print(f"{'baseline: a fixed loop of plain Python':58} {baseline:9.3f} ms   1.00")
    for name, bench in BENCHES.items():
        if not arguments.only or any(word in name for word in arguments.only):
            for label, value, unit in bench(rounds):
                ratio = f"{value / baseline:8.2f}" if unit == "ms" else ""
                print(f"{label:58} {value:9.3f} {unit:4} {ratio}", flush=True)
    return 0


FOLDERS = {
    "look": ("scenes, as they are or worse, against truth", "tests.bench.look"),
    "photographs": ("photographs with few lessons and many", "tests.bench.photographs"),
    "otherwise": ("scenes as other evenings would show them", "tests.bench.other_evenings"),
    "worse": ("scenes made worse in every way", "tests.bench.worse_pictures"),
    "ablation": ("what each mechanism of the eye saves", "tests.bench.ablation"),
    "traces": ("weight traces of the bowl", "tests.bench.weigh_traces"),
}


def _of_folders(name: str, *words: str) -> int:
    """Run a bench that reads folders somebody has."""
    about, where = FOLDERS[name]
    bench = importlib.import_module(where)
    parser = argparse.ArgumentParser(prog=f"script/bench {name}", description=about)
    bench.add_arguments(parser)
    code: int = bench.main(parser.parse_args(words))
    return code


def lines() -> dict[str, str]:
    """Say in one line what each bench measures."""
    short = {name: (bench.__doc__ or "").partition("\n")[0] for name, bench in BENCHES.items()}
    apart = {name: line for name, (_, line) in APART.items()}
    return short | apart | {name: about for name, (about, _) in FOLDERS.items()}


def _help() -> argparse.ArgumentParser:
    listed = "\n".join(f"  {name:12} {line}" for name, line in lines().items())
    apart = ", ".join((*APART, *FOLDERS))
    parser = argparse.ArgumentParser(
        prog="script/bench",
        description=f"{__doc__}\nbenches:\n{listed}\n\n{apart}: only if named.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, rougher figures")
    parser.add_argument("only", nargs="*", help="run only benches whose name contains a word")
    return parser


def _plain_python() -> None:
    total = 0
    for number in range(100_000):
        total += number * number % 7


def _median_ms(work: Callable[[], object], rounds: int) -> float:
    return statistics.median(_ms(work) for _ in range(rounds))


def _ms(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return 1000 * (time.process_time() - before)


def _wall() -> tuple[Game, Any, tuple[Seat, ...]]:
    game = load_room("wall")
    box = game.load_box(None)
    return game, box, tuple(Seat(n, c) for n, c in zip("ABC", box.colours, strict=False))


def _played(seed: int) -> Iterator[tuple[Any, Move, Accepted]]:
    """A whole game by the rules alone: state, move, ruling."""
    game, box, seats = _wall()
    people = room_of("wall").people(seed)
    state = game.opening(box, seats, game.house_rules())
    for at in itertools.count():
        questions = game.questions(state)
        if game.is_over(state):
            return
        reply = people.reply(state, questions[0]) if questions else None
        move = game.answer(state, questions[0], reply, float(at)) if reply else people.move(state)
        assert isinstance(move, Move)
        ruling = game.decide(state, move)
        assert isinstance(ruling, Accepted)
        yield state, move, ruling
        state = after(game, state, ruling)


def bench_replay(rounds: int) -> Iterator[Figure]:
    """Bring a finished game of the wall back from its journal."""
    game, box, seats = _wall()
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "bench.sqlite") as journal,
    ):
        journal.append("opened", record.opened(game, box, seats, game.house_rules()))
        for at, (_, move, ruling) in enumerate(_played(1)):
            journal.append("made", record.made("table", float(at), move, ruling.events))
        entries = tuple(journal.entries())
        read = _median_ms(lambda: record.read_back(entries), rounds)
        yield "replay: bring a finished game back from its entries", read, "ms"
        opened = _median_ms(lambda: record.read_back(journal.entries()), rounds)
        yield "replay: the same from the file, every hash checked", opened, "ms"


def bench_judge(rounds: int) -> Iterator[Figure]:
    """Explain what was seen, without vision: a new card, and nothing new."""
    game, _, _ = _wall()
    positions = [(s, m) for s, m, _ in _played(2) if type(m).__name__ == "InsertCard"]
    looks = [(state, _seen(game, state, move)) for state, move in positions]
    every = itertools.cycle(looks)
    yield (
        "judge: explain a new card without vision",
        _median_ms(lambda: judge(game, *next(every)), rounds * 10),
        "ms",
    )
    still = itertools.cycle([(state, _seen(game, state, None)) for state, _ in positions])
    yield (
        "judge: a still frame in which nothing is new",
        _median_ms(lambda: judge(game, *next(still)), rounds * 10),
        "ms",
    )


def _seen(game: Game, state: Any, move: Move | None) -> Seen:
    labels = {**game.visible(state), **(game.shown_by(state, move) if move else {})}
    return Seen(
        readings={cell: Reading({label: 0.99, "?": 0.01}) for cell, label in labels.items()}, at=0.0
    )


def bench_playouts(rounds: int) -> Iterator[Figure]:
    """Play whole games of the wall by the rules alone."""
    seeds = itertools.count(100)
    seconds = _median_ms(lambda: sum(1 for _ in _played(next(seeds))), rounds) / 1000
    yield "playouts: whole games a second by the rules alone", 1 / seconds, "/s"


def bench_eye(rounds: int) -> Iterator[Figure]:
    """Look at painted pictures: a rehearsed game, a wall of 1920 x 1080, a board of letters."""
    game, box, seats = _wall()
    with tempfile.TemporaryDirectory() as folder:
        swift = Swift(
            game, box, seats, game.house_rules(), Path(folder) / "b.sqlite", scenery_of(box), seed=3
        )
        report = swift.play()
        swift.close()
    yield (
        "eye: one frame of a rehearsed game, on average",
        1000 * report.seeing_seconds / report.frames,
        "ms",
    )
    yield from looks(rounds)
    yield (
        "paint: one frame of a rehearsed game, on average",
        1000 * report.painting_seconds / report.frames,
        "ms",
    )


def bench_journal(rounds: int) -> Iterator[Figure]:
    """Commit and witness journal entries."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "j.sqlite") as journal,
    ):
        before = time.perf_counter()
        count = 20 * rounds
        for number in range(count):
            journal.append("made", {"number": number})
        yield (
            "journal: committed and witnessed entries a second",
            count / (time.perf_counter() - before),
            "/s",
        )


def bench_memory(rounds: int) -> Iterator[Figure]:
    """Measure the resident memory of a real table, by hand and watching a folder of pictures."""
    from tests.bench.memory import with_eye, without_eye

    yield "memory: the daemon by hand (at most 90)", without_eye(), "MB"
    yield "memory: daemon and eye together, watching (at most 240)", with_eye(), "MB"


def bench_pyramid(rounds: int) -> Iterator[Figure]:
    """Count full pyramids of Kheops: tiles shuffled and turned, a pawn on every other one."""
    from companion.games.kheops.settling import settle
    from companion.games.kheops.state import Laid, Pawn

    game, dice = load_room("kheops"), random.Random(5)
    box, rules = game.load_box(None), game.house_rules()

    def full() -> tuple[Laid, ...]:
        tiles = dice.sample([tile.face for tile in box.tiles], len(box.cells))
        pawns = itertools.cycle([Pawn("white", "worker"), None, Pawn("blue", "worker"), None])
        return tuple(Laid(face, dice.randrange(3), next(pawns)) for face in tiles)

    pyramids = [full() for _ in range(20)]
    whole = _median_ms(lambda: [settle(box, rules, one) for one in pyramids], rounds)
    yield "count a full pyramid of 49 tiles", whole / len(pyramids), "ms"


def bench_tap(rounds: int) -> Iterator[Figure]:
    """Ask and answer on a kept connection, beside the same over a bare socket."""
    from tests.bench.tap import answered, echoed

    yield "tap: an echo over a bare kept connection, wall time", echoed(20 * rounds), "ms"
    yield "tap: the page answers on a kept connection, wall time", answered(20 * rounds), "ms"


def bench_shelf(rounds: int) -> Iterator[Figure]:
    """Read a shelf of a thousand games; measured once, since it takes minutes."""
    from .shelf import figures

    yield from figures()


BENCHES: dict[str, Callable[[int], Iterator[Figure]]] = {
    "replay": bench_replay,
    "judge": bench_judge,
    "playouts": bench_playouts,
    "journal": bench_journal,
    "pyramid": bench_pyramid,
    "eye": bench_eye,
    "memory": bench_memory,
    "tap": bench_tap,
    "shelf": bench_shelf,
}
APART: dict[str, tuple[Callable[[list[str]], int], str]] = {
    "hall": (hall.main, "An event night: 200 and 2,000 tables, 1,000 spectators."),
    "large": (large_hall.main, "The pages of a hall with 2,000 tables and 6,000 people."),
    "strangers": (strangers.main, "A seat's taps while 40 strangers ask for one address."),
}
"""Benches with options of their own, and minutes of their own."""

if __name__ == "__main__":
    sys.exit(main())
