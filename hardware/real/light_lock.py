"""When a camera's light may be locked, and when it must be let go again. Knows no camera."""

from __future__ import annotations

from dataclasses import dataclass, field

SETTLE_SECONDS = 2.0
"""Exposure and white balance have settled by then."""
CHANGED = 1.6
"""How many times brighter or darker counts as another light: a curtain, a lamp, dusk."""
PATIENCE_SECONDS = 3.0
"""How long that must last; a sleeve over the board is soon gone."""
SOON_SECONDS = 10.0
"""Light that changes this soon after it was locked was changed by the locking."""
MOST_SPOILT = 2
"""Give up locking after this many failed locks."""


@dataclass
class LightLock:
    """Takes the brightness of every picture, answers with ``lock``, ``free`` or nothing."""

    since: float | None = None
    """When it was last locked or let go."""
    locked_at: float | None = None
    """The brightness at which it was locked."""
    _odd_since: float | None = field(default=None, repr=False)
    _spoilt: int = field(default=0, repr=False)

    def step(self, at: float, bright: float) -> str:
        """What to do now."""
        if self.since is None:
            self.since = at
        if self.locked_at is None:
            if at - self.since < SETTLE_SECONDS or self._spoilt >= MOST_SPOILT:
                return ""
            self.since, self.locked_at, self._odd_since = at, max(bright, 1.0), None
            return "lock"
        return self._watched(at, bright, self.locked_at)

    def _watched(self, at: float, bright: float, locked: float) -> str:
        if 1 / CHANGED <= max(bright, 1.0) / locked <= CHANGED:
            self._odd_since = None
            return ""
        if self._odd_since is None:
            self._odd_since = at
        if at - self._odd_since < PATIENCE_SECONDS:
            return ""
        soon = self.since is not None and at - self.since < SOON_SECONDS
        self._spoilt = self._spoilt + 1 if soon else 0
        self.since, self.locked_at, self._odd_since = at, None, None
        return "free"
