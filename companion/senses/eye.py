"""The eye of the table: waits until the board is still and free of hands, then says once what
it shows. Everything with pixels is asked of calibration.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.observation import Reading, Seen
from companion.core.verdict import Saying

from .steady import Stillness, asked, sighted, watched
from .viewing import View, viewed

if TYPE_CHECKING:
    from calibration.read.look import Glance, Look
    from hardware.ports import Camera, Frame

COVERED = "covered"
BLANK, REPEATS = Saying("eye.blank"), Saying("eye.repeats")


class Reader(Protocol):
    """What the eye asks of a looker."""

    def glance(self, picture: Any) -> Glance: ...

    def look(self, picture: Any) -> Look: ...

    def shown(self, picture: Any) -> bytes: ...

    def forget(self) -> None: ...


class Eye:
    """One camera over one board.

    ``step()`` takes one frame and returns a sighting when something is new.
    Errors of the camera pass through: the caller decides when to try again.
    """

    def __init__(
        self,
        camera: Camera,
        looker: Reader,
        settle_seconds: float = 0.4,
        patience_seconds: float = 6.0,
        frozen_seconds: float = 2.0,
        noise_expected: bool = False,
        pictured: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*noise_expected*: no two pictures of this camera are ever equal, as with real ones.

        *pictured*: a sighting brings a picture of the board along, for people to look at.
        """
        self._camera = camera
        self._looker = looker
        self._settle = settle_seconds
        self._patience = patience_seconds
        self._frozen = frozen_seconds
        self._noise_expected = noise_expected
        self._pictured = pictured
        self._clock = clock
        self._stillness = Stillness()
        self._sequence: int | None = None
        self._picture: Any = None
        self._alive_at: float | None = None
        self._came_at = clock()
        self._waiting_since: float | None = None
        self._fresh = False
        self._said: tuple[object, ...] | None = None
        self.complaints: tuple[Saying, ...] = ()
        """What disturbs the eye right now, as a person can act on it."""

    def look_again(self) -> None:
        """Read everything again, and report it at the next rest."""
        self._stillness = asked(self._stillness)
        self._fresh = True
        self._said = None

    def step(self) -> Seen | None:
        """Take the newest frame; a sighting when the board is still and something is due."""
        frame = self._camera.read()
        if frame is None or frame.sequence == self._sequence:
            self._hangs()
            return None
        self._sequence, self._came_at = frame.sequence, self._clock()
        self._picture = frame.picture
        if self.complaints == (REPEATS,):
            self.complaints = ()
        glance = self._looker.glance(frame.picture)
        if self._lifeless(frame, glance):
            return None
        self._stillness = watched(self._stillness, frame.at, glance.moving, glance.changed)
        if not self._stillness.settled(self._settle):
            return None
        return self._sight(frame)

    def view(self) -> bytes:
        """What the camera sees just now: the board alone, or all of it where no board is found."""
        return b"" if self._picture is None else self._looker.shown(self._picture)

    def aimed(self) -> View:
        """The whole picture as it is just now, with the board and its cells in it."""
        if self._picture is None:
            return View(trouble="no_picture")
        looker: Any = self._looker
        return viewed(self._picture, looker.board, looker, ())

    def _hangs(self) -> None:
        """Notice a camera that hands out no picture, or the same one again and again."""
        if self._clock() - self._came_at >= self._frozen:
            self.complaints = (REPEATS,)

    def _lifeless(self, frame: Frame, glance: Glance) -> bool:
        """Notice a camera that shows nothing, or a film of one picture."""
        if glance.blank:
            self.complaints = (BLANK,)
            self._stillness = watched(self._stillness, frame.at, ("picture",), ())
            return True
        if not (glance.same_picture and self._noise_expected) or self._alive_at is None:
            self._alive_at = frame.at
            return False
        if frame.at - self._alive_at < self._frozen:
            return False
        self.complaints = (REPEATS,)
        return True

    def _sight(self, frame: Frame) -> Seen | None:
        if self._fresh:
            self._looker.forget()
        look = self._looker.look(frame.picture)
        self.complaints = _said(look)
        if not look.found or self._hands(look, frame.at):
            return None
        self._fresh = False
        self._waiting_since = None
        self._stillness = sighted(self._stillness)
        return self._said_once(_seen(look, frame.at, self._pictured))

    def _hands(self, look: Look, at: float) -> bool:
        """Whether to wait for a hand to go away; not for ever, it may be a cup."""
        covered = [key for key, cell in look.cells.items() if cell.disturbed == COVERED]
        if not covered:
            return False
        if self._waiting_since is None:
            self._waiting_since = at
        if at - self._waiting_since >= self._patience:
            return False
        self.complaints = (*_said(look), Saying("eye.hand", {"cells": covered[:4]}))
        return True

    def _said_once(self, seen: Seen) -> Seen | None:
        """Pass a sighting on unless it says what the last one said."""
        says = tuple(
            (key, reading.disturbed, _likeliest(reading)) for key, reading in seen.readings.items()
        )
        if says == self._said:
            return None
        self._said = says
        return seen


def _likeliest(reading: Reading) -> str:
    return max(reading.chances, key=lambda label: reading.chances[label], default="")


def _seen(look: Look, at: float, pictured: bool) -> Seen:
    return Seen(
        readings={
            key: Reading(chances=cell.chances, disturbed=cell.disturbed)
            for key, cell in look.cells.items()
        },
        at=at,
        picture=look.jpeg() if pictured else b"",
        complaints=_said(look),
    )


def _said(look: Look) -> tuple[Saying, ...]:
    return tuple(Saying(each.key, each.values) for each in look.complaints)
