"""The eye of the table: waits until the board is still and free of hands, then says once what
it shows. Everything with pixels is asked of calibration."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from companion.core.cells import Hint
from companion.core.observation import Reading, Seen
from companion.core.verdict import Saying

from .camera_view import CameraView, viewed
from .expectations import (
    EARLY,
    Evidence,
    ExpectedWeight,
    Expecting,
    Prospect,
    Sort,
    ahead,
    doubtful,
    rest_needed,
    seconds_until_sure,
)
from .expectations import waiting as wait_told
from .steady import ROUNDING, Stillness, asked, sighted, watched

if TYPE_CHECKING:
    from calibration.read.reader import Glance, Look
    from hardware.ports import Camera, Frame

COVERED, HAND = "covered", "eye.hand"
FEWEST_LOOKS, MOST_LOOKS = 3, 8
"""How often a doubtful cell is looked at again before and after its evidence says how it grows."""
AT_ONCE = 24
"""How many doubtful cells one closer look is for; those a legal move may change come first."""
NOISY = 2.0
"""With a calmer camera one more picture of a still board shows nothing new."""
BLANK, REPEATS = Saying("eye.blank"), Saying("eye.repeats")


class Reader(Protocol):
    """What the eye asks of a looker."""

    @property
    def noise(self) -> float: ...

    def glance(self, picture: Any) -> Glance: ...

    def look(self, picture: Any) -> Look: ...

    def closer(self, picture: Any, names: Collection[str]) -> Look: ...

    def learn(self, number: int, picture: Any, shows: Mapping[str, str]) -> bool: ...

    def unlearn(self, number: int) -> None: ...

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
        self._sighted: Any = None
        self._alive_at: float | None = None
        self._came_at = clock()
        self._waiting_since: float | None = None
        self._fresh = False
        self._said: tuple[tuple[str, str, str], ...] | None = None
        self._expecting: Expecting | None = None
        self._hint: Hint | None = None
        self._doubts: tuple[str, ...] = ()
        self._asked: tuple[str, ...] = ()
        self._closer = 0
        self._lasting: frozenset[str] = frozenset()
        self._evidence: list[Evidence] = []
        self._prospect = Prospect()
        self.complaints: tuple[Saying, ...] = ()
        """What disturbs the eye right now, as a person can act on it."""

    @property
    def outlook(self) -> Saying | None:
        """How long the eye would need to be sure, where that is worth a word."""
        return self._prospect.say

    @property
    def rest(self) -> float:
        """How long nothing has moved on the board, in seconds."""
        return self._stillness.seconds()

    def expect(self, hint: Hint | None) -> None:
        """Take a hint: what the rules expect. It says how long to look, never what is seen."""
        if hint != self._hint:
            self._hint = hint
            self._expecting = None if hint is None else Expecting(hint)

    def look_again(self) -> None:
        """Read everything again, and report it at the next rest."""
        self._stillness = asked(self._stillness)
        self._fresh = True
        self._said = None

    def learn(self, number: int, shows: Mapping[str, str]) -> bool:
        """Take what a ruling settled as looks for the rest of the evening, where that is safe."""
        if self._sighted is None:
            return False
        return self._looker.learn(number, self._sighted, shows)

    def unlearn(self, number: int) -> None:
        """Forget what a ruling taught that was taken back."""
        self._looker.unlearn(number)

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
        if glance.moving:
            self._start_over()
        if not self._stillness.settled(self._settle * (EARLY if self._expecting else 1.0)):
            self._prospect = self._prospect.then(frame.at, None)
            return None
        return self._sight(frame)

    def view(self) -> bytes:
        """Return what the camera sees just now: the board alone,
        or all of it if no board is found."""
        return b"" if self._picture is None else self._looker.shown(self._picture)

    def aimed(self) -> CameraView:
        """Return the whole picture as it is just now, with the board and its cells in it."""
        if self._picture is None:
            return CameraView(trouble="no_picture")
        looker: Any = self._looker
        view = viewed(self._picture, looker.board, looker, ())
        hand = next((each for each in self.complaints if each.key == HAND), None)
        return msgspec.structs.replace(view, outlook=hand or self.outlook)

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

    def _start_over(self) -> None:
        self._doubts, self._asked, self._evidence, self._closer = (), (), [], 0

    def _sight(self, frame: Frame) -> Seen | None:
        look = self._looked(frame.picture)
        self.complaints = _said(look)
        if not look.found or self._hands(look, frame.at):
            self._prospect = self._prospect.then(frame.at, None)
            return None
        weighed = self._weighed(look)
        if self._wait(weighed, look, frame.at) > ROUNDING:
            return None
        self._waiting_since = None
        self._sighted = frame.picture
        self._stillness = sighted(self._stillness)
        self._start_over()
        hinted = weighed.hinted if weighed else {}
        return self._said_once(_seen(look, frame.at, self._pictured, hinted))

    def _weighed(self, look: Look) -> ExpectedWeight | None:
        """Weigh the look against the rules, if it says something new."""
        if self._expecting is None:
            return None
        return self._expecting.weigh(look.cells, {name: best for name, _, best in self._said or ()})

    def _looked(self, picture: Any) -> Look:
        if self._fresh:
            self._looker.forget()
        elif self._doubts and self._closer < MOST_LOOKS and self._looker.noise >= NOISY:
            self._closer += 1
            return self._looker.closer(picture, self._first())
        look = self._looker.look(picture)
        self._fresh = self._fresh and not look.found
        return look

    def _first(self) -> tuple[str, ...]:
        """Choose the doubtful cells of this look: those a legal move may change,
        then others in turn."""
        may = self._expecting.may_change if self._expecting else frozenset()
        stake = [name for name in self._doubts if name in may]
        rest = [name for name in self._doubts if name not in may]
        room = max(0, AT_ONCE - len(stake))
        start = (self._closer - 1) * room % len(rest) if rest else 0
        return (*stake, *(rest[start:] + rest[:start])[:room])

    def _wait(self, weighed: ExpectedWeight | None, look: Look, at: float) -> float:
        """Return how many seconds more the board must be still; say so if it is long."""
        still = self._stillness.seconds()
        self._doubts = _doubtful(weighed, look, noisy=self._looker.noise >= NOISY)
        if self._doubts:
            return self._until_sure(look, at, still)
        sort = Sort.SAME if weighed is None else weighed.sort
        wait = rest_needed(sort, self._settle) - still
        self._foresee(at, wait_told(wait))
        return wait

    def _until_sure(self, look: Look, at: float, still: float) -> float:
        """Return how long a doubtful look is worth another one."""
        self._asked = self._asked or self._doubts
        margins = [ahead(look.cells[name].chances) for name in self._asked]
        self._evidence.append((at, sum(margins) / len(margins)))
        wait, looks = seconds_until_sure(self._evidence), len(self._evidence)
        noisy = self._looker.noise >= NOISY
        if noisy and looks < FEWEST_LOOKS:
            return max(self._settle - still, self._settle / FEWEST_LOOKS)
        if wait is None or not noisy or looks > MOST_LOOKS:
            may = self._expecting.may_change if self._expecting else frozenset()
            at_stake = [name for name in self._doubts if name in may]
            self._foresee(at, doubtful(at_stake) if at_stake else None)
            return self._settle - still
        wait = min(wait, rest_needed(Sort.OPEN, self._settle) - still)
        self._foresee(at, wait_told(wait))
        return wait

    def _foresee(self, at: float, say: Saying | None) -> None:
        self._prospect = self._prospect.then(at, say)

    def _hands(self, look: Look, at: float) -> bool:
        """Whether to wait for a hand to go away; not for ever, and once only for a cup."""
        covered = [key for key, cell in look.cells.items() if cell.disturbed == COVERED]
        self._lasting &= frozenset(covered)
        if self._lasting.issuperset(covered):
            return False
        if self._waiting_since is None:
            self._waiting_since = at
        if at - self._waiting_since >= self._patience:
            self._lasting = frozenset(covered)
            return False
        if self._looker.noise >= NOISY:
            self._doubts = tuple(covered)  # noise, too, hides what a cell shows
        self.complaints = (*_said(look), Saying(HAND, {"cells": covered[:4]}))
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


def _doubtful(weighed: ExpectedWeight | None, look: Look, *, noisy: bool) -> tuple[str, ...]:
    """Return the cells worth a closer look: those that changed and, in noisy pictures, all unread
    ones.

    Where one legal thing explains everything, or something surely cannot be, none is.
    """
    if weighed is not None and weighed.sort in (Sort.LEGAL, Sort.SURPRISING):
        return ()
    unread = [key for key, cell in look.cells.items() if noisy and cell.chances and not cell.label]
    return tuple(dict.fromkeys((*(weighed.open if weighed else ()), *unread)))


def _likeliest(reading: Reading) -> str:
    return max(reading.chances, key=lambda label: reading.chances[label], default="")


def _seen(look: Look, at: float, pictured: bool, hinted: Mapping[str, Mapping[str, float]]) -> Seen:
    return Seen(
        readings={
            key: Reading(chances=cell.chances, disturbed=cell.disturbed)
            for key, cell in look.cells.items()
        },
        at=at,
        picture=look.jpeg() if pictured else b"",
        complaints=_said(look),
        hinted=hinted,
    )


def _said(look: Look) -> tuple[Saying, ...]:
    return tuple(Saying(each.key, each.values) for each in look.complaints)
