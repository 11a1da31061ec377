"""An HX711 read by a process of its own: nothing else there ever holds up a pulse.

It writes ``ready``, then ``count moment`` per reading and once a second ``# good bad``; an error
is one line that begins with ``!``. It ends when nobody listens any more.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from hardware.errors import HardwareError
from hardware.real.hx711 import LONGEST_HIGH, Hx711
from hardware.real.lines import open_lines

BEAT_SECONDS = 1.0


def main(arguments: list[str], write: Callable[[str], Any]) -> int:
    """Open the chip and report what it says until nobody listens."""
    wired = _parser().parse_args(arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(PermissionError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    gc.disable()
    try:
        lines = open_lines(wired.clock, wired.data, wired.pins, wired.chip)
    except HardwareError as wrong:
        values = {name: str(value) for name, value in wrong.values.items()}
        write(f"! {type(wrong).__name__} {json.dumps([wrong.key, values])}\n")
        return 1
    scale = Hx711(lines, wired.gain, rate=wired.rate, longest_high=wired.longest_high)
    write("ready\n")
    try:
        tell(scale, write)
    except BrokenPipeError:
        # what is left in the buffer has nobody to go to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    scale.close()
    return 0


def tell(scale: Hx711, write: Callable[[str], Any]) -> None:
    """Write every reading, and now and then how it goes; ends with a broken pipe."""
    told_at = time.monotonic()
    while True:
        reading = scale.read()
        if reading is not None:
            write(f"{reading[0]:.0f} {reading[1]:.6f}\n")
        if time.monotonic() - told_at >= BEAT_SECONDS:
            told_at = time.monotonic()
            write(f"# {scale.statistics.good} {scale.statistics.bad}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hx711", description=__doc__)
    parser.add_argument("--clock", type=int, required=True)
    parser.add_argument("--data", type=int, required=True)
    parser.add_argument("--chip", default="")
    parser.add_argument("--pins", default="lgpio")
    parser.add_argument("--gain", type=int, default=128)
    parser.add_argument("--rate", type=float, default=80.0)
    parser.add_argument("--longest-high", type=float, default=LONGEST_HIGH)
    return parser


def _write(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], _write))
