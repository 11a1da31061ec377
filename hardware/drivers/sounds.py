"""What can be heard: a buzzer on a pin, and the voice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from .part import OnePin, PinHeader, WiredPart

if TYPE_CHECKING:
    from hardware.ports import Sounder, Voice

FALLBACK = "en"


class Buzzer(OnePin, frozen=True, kw_only=True):
    """A buzzer that sounds as long as it has current."""

    part: ClassVar[str] = "buzzer"
    kind: ClassVar[str] = "active"

    @classmethod
    def open(cls, parts: Sequence[Buzzer], header: PinHeader) -> Sounder:
        from hardware.real.sounds import PinBuzzer

        return PinBuzzer(parts[0].pin, header.factory)


class Espeak(WiredPart, frozen=True, kw_only=True):
    """A voice from the machine's own loudspeaker."""

    part: ClassVar[str] = "speech"
    kind: ClassVar[str] = "espeak"
    language: str = ""
    length: str = ""
    """How much it says: short, normal or full."""
    speed: int = 0
    """Words a minute; 0 leaves it to the program that speaks."""

    @property
    def elsewhere(self) -> str:
        return self.kind

    @classmethod
    def open(cls, parts: Sequence[Espeak], header: PinHeader) -> Voice:
        from hardware.real.sounds import EspeakVoice

        return EspeakVoice(parts[0].language or FALLBACK, speed=parts[0].speed)
