"""The plug is pulled: a rehearsed table is killed at random moments and goes on as it stood."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import time
from pathlib import Path

import msgspec
import pytest

from companion.core.game import load_room
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import Question
from companion.journal import Journal, read
from companion.table import Table
from companion.table import record as table_record
from tests.bench.campaign import Scenery, Swift
from tests.bench.campaign.wall import scenery_of
from tests.small import SIZE, small_box

KILLS = int(os.environ.get("KILLS", "15"))
EVENINGS = int(os.environ.get("KILL_EVENINGS", "1"))
"""script/soak kills plays ten of them, with fifty kills each."""
GAME = load_room("wall")
BOX = small_box()
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Carla", "green"))
RULES = GAME.house_rules(eyes_of_the_sphinx=True)


@pytest.fixture(scope="module")
def scenery() -> Scenery:
    return scenery_of(BOX, SIZE)


@pytest.mark.parametrize("evening", range(EVENINGS))
def test_no_acknowledged_event_is_lost_when_the_table_is_killed_again_and_again(
    evening: int, scenery: Scenery, tmp_path: Path
) -> None:
    dice = random.Random(evening)
    acknowledged = games = 0
    seed = 100 * evening
    path = tmp_path / f"game-{seed}.sqlite"
    for _ in range(KILLS):
        saved, over = _killed(path, scenery, seed, dice)
        if saved:
            acknowledged += len(saved)
            _check(path, *saved[-1])
        if over:
            games += 1
            seed += 1
            path = tmp_path / f"game-{seed}.sqlite"
    assert acknowledged >= KILLS
    assert games >= 1


def _killed(
    path: Path, scenery: Scenery, seed: int, dice: random.Random
) -> tuple[list[tuple[int, str]], bool]:
    """Play in a child, kill it a moment after some news; return what it reported as saved."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        _play(path, scenery, seed, theirs)
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as pipe:
        heard = b"".join(pipe.readline() for _ in range(dice.randint(1, 4)))
        time.sleep(dice.choice((0.0, dice.uniform(0.0, 0.01), dice.uniform(0.0, 0.15))))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        heard += pipe.read()
    whole = [
        line.decode().split() for line in heard.splitlines(keepends=True) if line.endswith(b"\n")
    ]
    saved = [(int(words[0]), words[1]) for words in whole if len(words) == 2]
    return saved, ["over"] in whole


def _play(path: Path, scenery: Scenery, seed: int, pipe: int) -> None:
    """In the child: play on, and report everything that is saved."""
    try:
        swift = Swift(GAME, BOX, SEATS, RULES, path, scenery, seed, harshness=0.2)
        os.write(pipe, b"open\n")
        for _ in swift.steps():
            mark = fingerprint(swift.table.state, swift.table.questions())
            os.write(pipe, f"{swift.journal.head[0]} {mark}\n".encode())
        os.write(pipe, b"over\n")
        time.sleep(60)
    finally:
        os._exit(1)


def _check(path: Path, number: int, mark: str) -> None:
    """What was acknowledged is there, and the game goes on at the same turn and question."""
    entries = read(path)
    assert len(entries) >= number
    record = table_record.read_back(entries[:number])
    doubt = (record.doubt,) if record.doubt else ()
    assert (
        fingerprint(record.timeline.state, (*doubt, *GAME.questions(record.timeline.state))) == mark
    )
    with Journal.open(path) as journal:
        assert journal.recovery is None
        table = Table.resume(journal)
        assert journal.head[0] >= number
        if journal.head[0] == number:
            assert fingerprint(table.state, table.questions()) == mark


def fingerprint(state: object, questions: tuple[Question, ...]) -> str:
    shown = msgspec.json.encode((GAME.view(state, TABLE), [q.id for q in questions]))
    return hashlib.sha256(shown).hexdigest()
