"""Heavy work and foreign files, in a process of their own with limits of memory and processor.

It gives way to the game, takes its memory with it, and where a file is a bomb it ends alone.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from .core.errors import TableError
from .core.faults import why
from .core.verdict import Saying

PATIENCE_SECONDS = 180.0
PROCESSOR_SECONDS = 150
"""Before the patience ends: a process that only waits is no burden, one that computes is."""
MEMORY_BYTES = 640 << 20
"""What the work may take; what Python, NumPy and OpenCV take themselves is below 100 MB of it."""
POLITE = 10
"""How far such a process gives way to the game's own."""


class WorkLost(TableError, ValueError):
    """The process ended without an answer, or took too long or too much."""


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
    limit()
    try:
        answer.send((True, work(*given)))
    except MemoryError:
        answer.send((False, Saying("fault.work.memory", {})))
    except ValueError as wrong:
        answer.send((False, why(wrong)))


def limit(memory: int = MEMORY_BYTES, processor: int = PROCESSOR_SECONDS) -> None:
    """Give this process no more memory and processor than this, for good.

    Counted is what it fills itself (RLIMIT_DATA), not the libraries it maps.
    """
    for what, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, processor)):
        _, hard = resource.getrlimit(what)
        fence = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (fence, fence))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
