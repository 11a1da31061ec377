"""Contacts on pins: buttons, the ball that notices a tilt, and the mat under the bowl."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from .part import OnePin, PinHeader

if TYPE_CHECKING:
    from hardware.ports import Buttons, Tilt
    from hardware.real.switches import PinSwitches

TIPPING_SECONDS = 0.5
"""One tilt, one touch of the mat per half second: a rolling ball is one event."""


class Push(OnePin, frozen=True, kw_only=True):
    """A push button."""

    part: ClassVar[str] = "button"
    kind: ClassVar[str] = "push"
    name: str

    @classmethod
    def open(cls, parts: Sequence[Push], header: PinHeader) -> PinSwitches:
        from hardware.real.switches import PinButtons

        return PinButtons({button.name: button.pin for button in parts}, header.factory)

    @classmethod
    def join(cls, rows: Sequence[Buttons]) -> Buttons:
        from hardware.real.switches import JoinedButtons

        return JoinedButtons(rows)


class Contact(OnePin, frozen=True, kw_only=True):
    """A mat that closes a contact."""

    part: ClassVar[str] = "mat"
    kind: ClassVar[str] = "contact"

    @classmethod
    def open(cls, parts: Sequence[OnePin], header: PinHeader) -> PinSwitches:
        from hardware.real.switches import PinSwitches

        return PinSwitches({one.part: one.pin for one in parts}, header.factory, TIPPING_SECONDS)


class Ball(OnePin, frozen=True, kw_only=True):
    """A ball switch that opens when it leans."""

    part: ClassVar[str] = "tilt"
    kind: ClassVar[str] = "ball"

    @classmethod
    def open(cls, parts: Sequence[Ball], header: PinHeader) -> Tilt:
        from hardware.real.switches import PinTilt

        return PinTilt(Contact.open(parts, header), cls.part)
