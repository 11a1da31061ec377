"""Heavy work done apart: in a process of its own, which gives way and takes its memory with it."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from ..core.errors import TableError
from ..core.faults import why
from ..core.verdict import Saying

PATIENCE_SECONDS = 180.0
POLITE = 10
"""How far such a process gives way to the game's own."""


class WorkLost(TableError, ValueError):
    """The process ended without an answer, or took too long."""


class WorkRefused(ValueError):
    """What the work raised, in its own words."""

    def __init__(self, say: Saying | str) -> None:
        super().__init__(say)
        self.key, self.values = (say.key, say.values) if isinstance(say, Saying) else ("", {})


def apart(work: Callable[..., Any], *given: Any, patience: float = PATIENCE_SECONDS) -> Any:
    """Do *work* in a new process; what it raises as a ValueError is raised here with its words."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_do, args=(theirs, work, given), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(patience):
            raise WorkLost("fault.work.late", seconds=patience)
        done, found = ours.recv()
    except EOFError:
        raise WorkLost("fault.work.lost") from None
    finally:
        process.kill()
        process.join()
        ours.close()
    if not done:
        raise WorkRefused(found)
    return found


def _do(answer: Connection, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    os.nice(POLITE)
    try:
        answer.send((True, work(*given)))
    except ValueError as wrong:
        answer.send((False, why(wrong)))
