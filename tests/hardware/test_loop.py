"""A driver's thread outlives errors, logs each kind once, and ends when it is told to."""

from __future__ import annotations

import itertools
import logging
import threading

import pytest

from hardware.real import loop
from hardware.real.loop import DriverLoop


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "PAUSES", (0.001,))
    monkeypatch.setattr(loop, "START_PAUSES", (0.001,))


def test_a_loop_outlives_errors_and_logs_each_once(caplog: pytest.LogCaptureFixture) -> None:
    steps, done = itertools.count(), threading.Event()

    def step() -> None:
        if next(steps) < 5:
            raise OSError("no more files")
        done.set()

    with caplog.at_level(logging.ERROR):
        tried = DriverLoop("voice", step)
        tried.start()
        assert done.wait(20)
        assert tried.stop(20)
    assert [record.getMessage() for record in caplog.records] == ["the voice failed and goes on"]
    assert "no more files" in caplog.text


def test_a_quiet_loop_leaves_the_report_to_its_step(caplog: pytest.LogCaptureFixture) -> None:
    steps, done = itertools.count(), threading.Event()

    def step() -> None:
        if next(steps) < 2:
            raise OSError("unplugged")
        done.set()

    tried = DriverLoop("camera", step, quiet=True)
    tried.start()
    assert done.wait(20)
    assert tried.stop(20)
    assert caplog.records == []


def test_a_loop_that_was_never_started_stops_at_once() -> None:
    assert DriverLoop("voice", int).stop(20)


def test_a_step_that_hangs_is_left_behind() -> None:
    begun, released = threading.Event(), threading.Event()

    def step() -> None:
        begun.set()
        released.wait(20)

    tried = DriverLoop("camera", step)
    tried.start()
    assert begun.wait(20)
    assert not tried.stop(0.01)
    released.set()
    assert tried.stop(20)


def test_a_machine_short_of_threads_is_given_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[None] = []

    def full(thread: threading.Thread) -> None:
        tries.append(None)
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", full)
    with pytest.raises(RuntimeError):
        DriverLoop("voice", int).start()
    assert len(tries) == 2
