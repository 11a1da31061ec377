"""An eye that starts slowly is waited for; one that hangs is not."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from companion.core.cells import Hint
from companion.core.verdict import Saying
from companion.senses import eye_process
from companion.senses.eye_process import EyeProcess, EyeWindow, Patience, worked_seconds


def test_one_that_works_before_its_first_word_is_waited_for_up_to_the_end() -> None:
    patience = Patience(silent=20.0, most=180.0, now=0.0)
    for now in range(1, 181):
        assert not patience.is_over(float(now), worked=now / 5)
    assert patience.is_over(180.5, worked=37.0)


def test_one_that_does_nothing_before_its_first_word_is_given_up_soon() -> None:
    patience = Patience(silent=20.0, most=180.0, now=0.0)
    assert not patience.is_over(5.0, worked=3.0)
    assert not patience.is_over(25.0, worked=3.01)
    assert patience.is_over(25.5, worked=3.02)


def test_after_its_first_word_only_words_count() -> None:
    patience = Patience(silent=20.0, most=180.0, now=0.0)
    patience.heard(300.0)
    assert not patience.is_over(320.0, worked=1.0)
    assert patience.is_over(320.5, worked=20.0)


def test_where_nobody_says_how_much_was_done_only_the_end_counts() -> None:
    patience = Patience(silent=20.0, most=180.0, now=0.0)
    assert not patience.is_over(170.0, worked=None)
    assert patience.is_over(181.0, worked=None)


def test_work_is_read_off_a_process_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    fields = ["R", *("0" for _ in range(10)), "250", "50", *("0" for _ in range(30))]
    (tmp_path / "7" / "stat").write_text(f"7 (an ) eye) {' '.join(fields)}\n")
    assert worked_seconds(7, tmp_path) == 300 / os.sysconf("SC_CLK_TCK")
    assert worked_seconds(8, tmp_path) is None


def test_a_real_process_that_computes_has_worked() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        worked = worked_seconds(process.pid)
        process.communicate(b"\n")
    assert worked is None or worked >= 0.25


class Listener:
    """Hears how seeing goes."""

    def __init__(self) -> None:
        self.news: queue.Queue[tuple[str, tuple[Saying, ...]]] = queue.Queue()

    def submit(self, observation: object) -> None: ...

    def seeing(self, state: str, complaints: tuple[Saying, ...] = ()) -> None:
        self.news.put((state, complaints))


def never_opens() -> None:
    """Stands for a camera whose driver hangs while it is opened."""
    time.sleep(3600)


def test_an_eye_that_hangs_at_its_start_is_reported_long_before_a_slow_one_would_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(eye_process, "SILENT_SECONDS", 0.5)
    monkeypatch.setattr(eye_process, "START_SECONDS", 3600.0)
    listener = Listener()
    watch = EyeProcess(listener, never_opens)  # type: ignore[arg-type]
    watch.start()
    try:
        assert listener.news.get(timeout=60) == ("paused", (Saying("eye.restarting"),))
    finally:
        watch.stop()


class Beating:
    """An eye that sees nothing and says every second that it is alive."""

    complaints: tuple[Saying, ...] = ()
    outlook = None

    def step(self) -> None:
        time.sleep(0.05)

    def look_again(self) -> None: ...

    def view(self) -> bytes:
        return b"the board just now"


def test_a_picture_comes_while_somebody_watches() -> None:
    listener = Listener()
    watch = EyeProcess(listener, Beating)  # type: ignore[arg-type]
    watch.start()
    try:
        assert listener.news.get(timeout=60) == ("watching", ())
        assert watch.live() == b""
        until = time.monotonic() + 60
        while not watch.live() and time.monotonic() < until:
            time.sleep(0.1)
        assert watch.live() == b"the board just now"
    finally:
        watch.stop()


def counted(builds: Path) -> Beating:
    """An eye that leaves a mark each time it is made."""
    with builds.open("a") as file:
        file.write("x")
    return Beating()


def test_an_eye_is_made_anew_at_once_when_it_was_taught_meanwhile(tmp_path: Path) -> None:
    builds, listener = tmp_path / "builds", Listener()
    watch = EyeProcess(listener, partial(counted, builds))  # type: ignore[arg-type]
    watch.start()
    try:
        assert listener.news.get(timeout=60) == ("watching", ())
        watch.rebuild()
        until = time.monotonic() + 60
        while len(builds.read_text()) < 2 and time.monotonic() < until:
            time.sleep(0.1)
        assert builds.read_text() == "xx"
        heard = {listener.news.get(timeout=60)[0] for _ in range(2)}
        assert heard == {"watching"}
    finally:
        watch.stop()


def test_a_window_is_shown_once_a_second_and_closes_by_itself() -> None:
    window = EyeWindow()
    assert not window.is_due(10.0)
    window.opened(10.0)
    assert window.is_due(10.0)
    assert not window.is_due(10.9)
    assert window.is_due(11.0)
    assert not window.is_due(13.1)


def test_an_eye_that_is_stopped_is_not_said_to_be_watching() -> None:
    listener = Listener()
    watch = EyeProcess(listener, Beating)  # type: ignore[arg-type]
    watch.start()
    try:
        assert listener.news.get(timeout=60) == ("watching", ())
        assert watch.pid is not None
        os.kill(watch.pid, signal.SIGSTOP)
        while (said := listener.news.get(timeout=15))[0] == "watching":
            pass
        assert said == ("waiting", (Saying("eye.slow"),))
        os.kill(watch.pid, signal.SIGCONT)
        while (said := listener.news.get(timeout=15))[0] == "waiting":
            pass
        assert said == ("watching", ())
    finally:
        watch.stop()


class Heeding(Beating):
    """An eye that repeats what it is told."""

    def expect(self, hint: Hint | None) -> None:
        self.complaints = () if hint is None else (Saying("eye.hand", {"cells": [*hint.shows]}),)

    def learn(self, number: int, shows: Mapping[str, str]) -> None:
        self.complaints = (Saying("eye.hand", {"cells": [str(number), *shows]}),)

    def unlearn(self, number: int) -> None:
        self.complaints = (Saying("eye.hand", {"cells": [str(number)]}),)


class Rules:
    number = 1
    cells: tuple[str, ...] = ("a",)

    def hint(self) -> Hint:
        return Hint(dict.fromkeys(self.cells, "empty"))


def test_the_eye_in_its_own_process_hears_what_the_rules_expect_and_what_was_settled() -> None:
    listener, rules = Listener(), Rules()
    watch = EyeProcess(listener, Heeding, rules)  # type: ignore[arg-type]
    watch.start()

    def hears(*cells: str) -> None:
        wanted = ("waiting", (Saying("eye.hand", {"cells": [*cells]}),))
        while listener.news.get(timeout=60) != wanted:
            pass

    try:
        hears("a")
        rules.number, rules.cells = 2, ("b", "c")
        hears("b", "c")
        watch.confirm(5, {"d": "cat"})
        hears("5", "d")
        watch.withdraw(5)
        hears("5")
    finally:
        watch.stop()
