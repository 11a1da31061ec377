"""A buzzer and a voice that only remember what they were asked for."""

from __future__ import annotations


class SimulatedBuzzer:
    """Remembers its beeps."""

    def __init__(self) -> None:
        self.beeps: list[tuple[int, bool]] = []

    def beep(self, times: int = 1, long: bool = False) -> None:
        self.beeps.append((times, long))

    def close(self) -> None:
        """Nothing to let go of."""


class SimulatedVoice:
    """Remembers its sentences."""

    is_silent = False

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def also(self, sentence: str) -> None:
        self.said.append(sentence)

    def close(self) -> None:
        """Nothing to let go of."""
