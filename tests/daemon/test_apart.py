"""Heavy work is done in another process, and whatever becomes of it is reported."""

from __future__ import annotations

import os
import time

from companion.helper_process import WorkLost, apart
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
        apart(time.sleep, 60, patience=0.2)
