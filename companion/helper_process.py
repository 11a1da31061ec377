"""Heavy work and foreign files, in a process of their own with limits of memory and processor.

It gives way to the game, takes its memory with it, and where a file is a bomb it ends alone.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import resource
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from .core.errors import TableError
from .core.faults import why
from .core.verdict import Saying

PATIENCE_SECONDS = 180.0
PROCESSOR_SECONDS = 150
"""Before the patience ends: a process that only waits is no burden, one that computes is."""
MEMORY_BYTES = 320 << 20
"""A Pi Zero 2 W has 512 MB, and a third of it is taken. Python, NumPy and OpenCV fill 96 MB of
this before they do anything, the heaviest photograph or lesson 250 MB."""
POLITE = 10
"""How far such a process gives way to the game's own."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Every further thread of theirs keeps some 40 MB, and would take a core from the game."""
NO_MEMORY = -4
"""What OpenCV calls it."""


class WorkLost(TableError, ValueError):
    """The process ended without an answer, or took too long or too much."""


class WorkRefused(ValueError):
    """What the work raised, in its own words."""

    def __init__(self, say: Saying | str) -> None:
        super().__init__(say)
        self.key, self.values = (say.key, say.values) if isinstance(say, Saying) else ("", {})


class Limits(NamedTuple):
    """What a piece of work may take at most."""

    patience: float = PATIENCE_SECONDS
    processor: int = PROCESSOR_SECONDS
    memory: int = MEMORY_BYTES


USUAL = Limits()


def apart(work: Callable[..., Any], *given: Any, limits: Limits = USUAL) -> Any:
    """Do *work* in a new process; what it raises as a ValueError is raised here with its words."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    # opened over there only behind the limits: even naming the work imports NumPy
    packed = pickle.dumps((work, given))
    process = spawn.Process(target=_do, args=(theirs, packed, limits), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(limits.patience):
            raise WorkLost("fault.work.late", seconds=limits.patience)
        done, found = ours.recv()
    except EOFError:
        process.join()
        if process.exitcode == -signal.SIGXCPU:
            raise WorkLost("fault.work.late", seconds=limits.processor) from None
        raise WorkLost("fault.work.lost") from None
    finally:
        process.kill()
        process.join()
        ours.close()
    if not done:
        raise WorkRefused(found)
    return found


def _do(answer: Connection, packed: bytes, limits: Limits) -> None:
    os.nice(POLITE)
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    fence(limits)
    try:
        work, given = pickle.loads(packed)
        answer.send((True, work(*given)))
    except ValueError as wrong:
        answer.send((False, why(wrong)))
    except Exception as wrong:
        if not isinstance(wrong, MemoryError) and getattr(wrong, "code", 0) != NO_MEMORY:
            raise
        answer.send((False, Saying("fault.work.memory", {})))


def fence(limits: Limits) -> None:
    """Give this process no more memory and processor than this, for good.

    Counted is what it fills itself (RLIMIT_DATA), not the libraries it maps.
    """
    wanted = ((resource.RLIMIT_DATA, limits.memory), (resource.RLIMIT_CPU, limits.processor))
    for what, most in (*wanted, (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # a second more of the processor, so that the signal that says why comes first
        resource.setrlimit(what, (most, most + (what == resource.RLIMIT_CPU)))
