"""What every command does that opens a page: serve until it is stopped, and end in order."""

from __future__ import annotations

import argparse
import logging
import signal
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.core.verdict import Saying

from .command import say

LOG = logging.getLogger(__name__)


def add_address(parser: argparse.ArgumentParser) -> None:
    """Add the options for the settings file and the page's address."""
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
    """Tell the person who started it what they should know."""
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
    from companion.app.systemd import pulse_of

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
        LOG.exception("Something could not be closed in order")
    return stopped.is_set()
