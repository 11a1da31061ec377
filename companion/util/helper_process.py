"""Run heavy work and open foreign files in a separate process with limits.

It yields to the game, frees its memory when it ends, and a malicious file ends only itself.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import resource
import signal
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from companion.core.errors import TableError, why
from companion.core.verdict import Saying

LOG = logging.getLogger(__name__)
PATIENCE_SECONDS = 180.0
PROCESSOR_SECONDS = 150
"""Before the patience ends: a process that only waits is no burden, one that computes is."""
MEMORY_BYTES = 320 << 20
"""A Pi Zero 2 W has 512 MB, and a third of it is taken. Python, NumPy and OpenCV fill 96 MB of
this before they do anything, the heaviest photograph or lesson 250 MB."""
POLITE = 10
"""Niceness of such a process."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Each further thread keeps about 40 MB and would take a core from the game."""
NO_MEMORY = -4
"""What OpenCV calls it."""


class WorkLost(TableError, ValueError):
    """The process ended without an answer, or took too long or too much."""


class WorkRefused(ValueError):
    """What the work raised, in its own words."""

    def __init__(self, say: Saying | str) -> None:
        super().__init__(say)
        self.key, self.values = (say.key, say.values) if isinstance(say, Saying) else ("", {})


class ProcessLimits(NamedTuple):
    """Most memory and time a piece of work may take."""

    patience: float = PATIENCE_SECONDS
    processor: int = PROCESSOR_SECONDS
    memory: int = MEMORY_BYTES


USUAL = ProcessLimits()


def apart(
    work: Callable[..., Any],
    *given: Any,
    limits: ProcessLimits = USUAL,
    heard: Callable[[Any], None] | None = None,
) -> Any:
    """Do *work* in a new process; what it raises as a ValueError is raised here with its words.

    With *heard*, the work gets a function as its last argument; what it tells that is heard here.
    """
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    # opened over there only behind the limits: even naming the work imports NumPy
    packed = pickle.dumps((work, given, heard is not None))
    process = spawn.Process(target=_do, args=(theirs, packed, limits), daemon=True)
    process.start()
    theirs.close()
    try:
        done, found = _answer(ours, limits.patience, heard)
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


def _answer(
    ours: Connection, patience: float, heard: Callable[[Any], None] | None
) -> tuple[bool, Any]:
    """Wait for the answer, and pass on what is told meanwhile."""
    until = time.monotonic() + patience
    while ours.poll(max(0.0, until - time.monotonic())):
        done, found = ours.recv()
        if done is not None:
            return done, found
        if heard is not None:
            heard(found)
    raise WorkLost("fault.work.late", seconds=patience)


def _do(answer: Connection, packed: bytes, limits: ProcessLimits) -> None:
    os.nice(POLITE)
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    fence(limits)
    try:
        work, given, tells = pickle.loads(packed)
        more = (partial(_tell, answer),) if tells else ()
        answer.send((True, work(*given, *more)))
    except ValueError as wrong:
        answer.send((False, why(wrong)))
    except Exception as wrong:
        if isinstance(wrong, MemoryError) or getattr(wrong, "code", 0) == NO_MEMORY:
            LOG.warning("A file needs more memory than it may have")
            answer.send((False, Saying("fault.work.memory", {})))
            return
        raise


def _tell(answer: Connection, told: Any) -> None:
    answer.send((None, told))


def fence(limits: ProcessLimits) -> None:
    """Limit the memory and processor time of this process for good.

    Counted is what it fills itself (RLIMIT_DATA), not the libraries it maps.
    """
    wanted = ((resource.RLIMIT_DATA, limits.memory), (resource.RLIMIT_CPU, limits.processor))
    for what, most in (*wanted, (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # a second more of the processor, so that the signal that says why comes first
        resource.setrlimit(what, (most, most + (what == resource.RLIMIT_CPU)))
