"""What every command does that opens a page: serve until it is stopped, and end in order."""

from __future__ import annotations

import argparse
import signal
import threading
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.core.verdict import Saying

from .speaking import say


def add_address(parser: argparse.ArgumentParser) -> None:
    """Where the settings lie, and where the page is served."""
    parser.add_argument("--settings", type=Path, help=say("option.settings"))
    parser.add_argument("--host", help=say("option.host"))
    parser.add_argument("--port", type=int, help=say("option.port"))


def add_safe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--safe",
        action="store_true",
        help=say("option.safe"),
    )


def announce(notices: Iterable[Saying], *lines: str) -> None:
    """What the person who started it should know."""
    for notice in notices:
        print(say("playing.note", say=notice))
    print(*lines, sep="\n", flush=True)


def until_stopped(
    stuck: Callable[[], str],
    status: Callable[[], str],
    stop: Callable[[], None],
    woken: threading.Event | None = None,
) -> bool:
    """Serve until somebody stops the program, or *woken* is set; then close everything.

    Says whether it was stopped.
    """
    from companion.daemon.notifying import pulse_of

    stopped, over = threading.Event(), woken or threading.Event()

    def end(*_: object) -> None:
        stopped.set()
        over.set()

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, end)
    pulse = pulse_of(stuck, status)
    if pulse:
        pulse.start()
    over.wait()
    if pulse:
        pulse.stop()
    try:
        stop()
    except Exception:  # everything else was closed; a part that sticks is freed with the process
        traceback.print_exc()
    return stopped.is_set()
