"""What the workshop's pages are given: the bench, and where the weights go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.verdict import Saying
from companion.wiring import Wiring

from .bench import Bench
from .parts import Opened
from .teaching import Shot, Teacher


@dataclass(frozen=True)
class Nothing:
    """A house without parts, as in a test."""

    faults: dict[str, Saying | str]

    def close(self) -> None: ...


def _nothing(_: Wiring) -> Opened:
    return Nothing({})


@dataclass(frozen=True)
class Tools:
    """The bench of this house, and what to do with what was weighed there."""

    bench: Bench
    boulders: Callable[[], tuple[str, ...]] = tuple
    """The colours of the boulders in this house's box."""
    weighed: Callable[[Mapping[str, Any]], None] = lambda _: None
    """Keeps the weights for every evening from now on."""
    view: Callable[[str, Sequence[tuple[float, float]]], Any] = lambda room, corners: None
    """What the camera sees now over the board of a room, between corners that were tapped; None
    without a camera. Heavy."""
    shot: Callable[[str], Shot] = lambda room: Shot()
    """One picture of the camera as it is, for a lesson. Heavy."""
    teacher: Teacher | None = None
    """Who holds lessons and editions."""
    camera: Callable[[], Mapping[str, Any]] = dict
    """Which camera this house has, and how it is held: light and focus locked or not."""


def no_tools() -> Tools:
    return Tools(Bench(Wiring, _nothing))
