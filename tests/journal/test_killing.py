"""The process is killed at random moments: what was acknowledged is there, and once."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.journal.scenes import NAME

KILLS_PER_JOURNAL = 50


def play_until_killed(path: Path, acknowledged: int, seed: int) -> None:
    """Append for ever, reporting each number once it is acknowledged."""
    luck = random.Random(seed)
    with Journal.open(path) as journal:
        while True:
            entry = journal.append("made", {"n": journal.head[0] + 1})
            os.write(acknowledged, entry.number.to_bytes(4))
            if luck.random() < 0.2:
                journal.checkpoint()


def kill_a_player(path: Path, luck: random.Random) -> list[int]:
    """Let a child play and kill it some time after a few entries, or while it still opens.

    Give the numbers it had seen acknowledged.
    """
    few, moment, seed = luck.randrange(8), luck.uniform(0, 0.005), luck.getrandbits(32)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            play_until_killed(path, writer, seed)
        finally:
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        reported = pipe.read(4 * few)
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        reported += pipe.read()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, "it ended before it was killed"
    return [int.from_bytes(reported[at : at + 4]) for at in range(0, len(reported), 4)]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("seed", range(4))
def test_a_killed_table_loses_nothing_it_acknowledged_and_keeps_nothing_twice(
    tmp_path: Path, seed: int
) -> None:
    luck = random.Random(seed)
    kept = 0
    for _ in range(KILLS_PER_JOURNAL):
        reported = kill_a_player(tmp_path / NAME, luck)
        acknowledged = reported[-1] if reported else kept
        assert acknowledged == kept + len(reported)
        with Journal.open(tmp_path / NAME) as journal:
            assert journal.recovery is None
            assert acknowledged <= journal.head[0] <= acknowledged + 1
            kept = journal.head[0]
            assert [entry.body for entry in journal.entries()] == [
                {"n": number} for number in range(1, kept + 1)
            ]
