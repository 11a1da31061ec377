"""A buzzer on a pin, and a voice that reads sentences out; neither ever makes the table wait."""

from __future__ import annotations

import shutil
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition

from gpiozero import Buzzer
from gpiozero.pins import Factory

from hardware.errors import PinsMissing
from hardware.real.loop import DriverLoop

BEEP_SECONDS, GAP_SECONDS = 0.08, 0.07
LONG_SECONDS = 0.6
PROGRAMS = ("espeak-ng", "espeak")
SLOWEST_SECONDS = 30.0
"""A sentence that is not over by then is cut off: the sound card hangs."""


class PinBuzzer:
    """A buzzer that sounds by itself, between its pin and ground, through a transistor if loud."""

    def __init__(self, pin: int, factory: Factory) -> None:
        try:
            self._buzzer = Buzzer(pin, pin_factory=factory)
        except Exception as wrong:  # gpiozero and the library below each have their own
            raise PinsMissing("fault.buzzer.pin", pin=pin, why=wrong) from wrong

    def beep(self, times: int = 1, long: bool = False) -> None:
        """Sound this many times; returns at once."""
        on = LONG_SECONDS if long else BEEP_SECONDS
        self._buzzer.beep(on, GAP_SECONDS, n=times, background=True)

    def close(self) -> None:
        """Be silent and let go; closing twice is harmless."""
        if not self._buzzer.closed:
            self._buzzer.off()
            self._buzzer.close()


Run = Callable[[Sequence[str], float], object]


class EspeakVoice:
    """Speaks line by line, always to the end of one; newer words drop the lines that wait.

    *speed* is in words a minute; 0 leaves it to the program.
    """

    def __init__(
        self,
        language: str = "en",
        run: Run | None = None,
        program: str = "",
        speed: int = 0,
    ) -> None:
        self._program = program or voice_program()
        self._manner = ["-v", language, *(["-s", str(speed)] if speed else [])]
        self._run = run or _run
        self._waiting: deque[str] = deque()
        self._arrived = Condition()
        self._loop = DriverLoop("voice", self._speak)
        if self._program:
            self._loop.start()

    @property
    def is_silent(self) -> bool:
        """Whether no program is there to speak."""
        return not self._program

    def say(self, sentence: str) -> None:
        """Speak these lines when the one before is over, instead of those that wait."""
        with self._arrived:
            self._waiting = deque(sentence.splitlines())
            self._arrived.notify()

    def also(self, sentence: str) -> None:
        """Speak these lines too, after those that wait."""
        with self._arrived:
            self._waiting.extend(sentence.splitlines())
            self._arrived.notify()

    def close(self) -> None:
        """Finish the sentence and stop; closing twice is harmless."""
        with self._arrived:
            self._waiting.clear()
            self._loop.stopping.set()
            self._arrived.notify()
        self._loop.stop(1.0)

    def _speak(self) -> None:
        """Wait for a line and speak it."""
        with self._arrived:
            while not self._waiting and not self._loop.stopping.is_set():
                self._arrived.wait()
            line = self._waiting.popleft() if self._waiting else ""
        if line:
            self._run([self._program, *self._manner, "--", line], SLOWEST_SECONDS)


def voice_program() -> str:
    """Return the program that speaks; empty if none is installed."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), "")


def _run(command: Sequence[str], seconds: float) -> None:
    """Run it quietly; a voice that fails is silence, not a fault of the game."""
    try:
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return
