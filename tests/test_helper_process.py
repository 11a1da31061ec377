"""Heavy work and foreign files in another process: whatever becomes of it is reported."""

from __future__ import annotations

import itertools
import os
import resource
import time
from collections.abc import Callable

from companion.util.helper_process import ProcessLimits, WorkLost, WorkRefused, apart
from tests.saying import refuses


def doubled(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refuse(words: str) -> None:
    raise ValueError(words)


def die() -> None:
    os._exit(9)


def test_work_is_done_in_another_process() -> None:
    number, process = apart(doubled, 21)
    assert number == 42
    assert process != os.getpid()


def test_what_is_wrong_is_reported_in_its_own_words() -> None:
    with refuses(ValueError, match="too dark, light the table"):
        apart(refuse, "too dark, light the table")


def test_a_process_that_dies_is_reported() -> None:
    with refuses(WorkLost, match="without an answer"):
        apart(die)


def test_what_takes_too_long_is_given_up() -> None:
    with refuses(WorkLost, match="longer than"):
        apart(time.sleep, 60, limits=ProcessLimits(patience=0.2))


def fill(size: int) -> int:
    return len(bytes(size))


def compute() -> None:
    for _ in itertools.count():
        pass


def limits_here() -> tuple[int, int, int, str]:
    limits = (resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_CORE)
    memory, processor, core = (resource.getrlimit(each)[1] for each in limits)
    return memory, processor, core, os.environ["OPENBLAS_NUM_THREADS"]


def test_what_takes_too_much_memory_is_given_up_with_a_sentence() -> None:
    assert apart(fill, 50 << 20) == 50 << 20
    with refuses(WorkRefused, match="more memory than I have to spare"):
        apart(fill, 1 << 30)


def test_what_computes_for_ever_is_given_up() -> None:
    with refuses(WorkLost, match="longer than 1 second"):
        apart(compute, limits=ProcessLimits(processor=1))


def test_the_limits_stand_before_anything_foreign_is_touched() -> None:
    """They fit a machine of 512 MB, and nothing over there can raise them again."""
    memory, processor, core, threads = apart(limits_here)
    assert memory <= 320 << 20
    assert processor < ProcessLimits().patience
    assert (core, threads) == (0, "1")


def count_to(number: int, tell: Callable[[int], None]) -> str:
    for step in range(number):
        tell(step)
    return "done"


def test_work_tells_meanwhile_how_far_it_is() -> None:
    heard: list[int] = []
    assert apart(count_to, 3, heard=heard.append) == "done"
    assert heard == [0, 1, 2]
