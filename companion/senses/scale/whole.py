"""What the whole trap weighs, and how that drifts with the cell until it is built again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from calibration.teach.weights import Weights

from .rebuilding import rebuilt
from .story import Watch
from .window import Level


class WholeTrap:
    """The weight of the trap when people last said that it stands."""

    def __init__(self) -> None:
        self._grams: float | None = None
        self._quiet: Level | None = None

    def stands(self, knows: Watch) -> None:
        """People say that the trap stands: what it weighs now is what it weighs whole."""
        level = knows.scale.last
        if level and level.quiet:
            self._grams = level.grams

    def drift(self, knows: Watch) -> None:
        """Follow the cell: as seen while nobody touches it, as expected while somebody does."""
        level, before = knows.scale.last, self._quiet
        if level is None or not level.quiet or level is before:
            return
        self._quiet = level
        if self._grams is None or before is None:
            return
        since = knows.story.still_since
        if since is not None and before.since >= since:
            self._grams += level.grams - before.grams
        else:
            self._grams += knows.story.rest.drift * (level.middle - before.middle)

    def shown(self, weights: Weights, level: Level) -> dict[str, Any]:
        """How the trap stands while it is rebuilt."""
        if not level.quiet:
            return {"state": "unclear", "item": None, "short_g": 0.0}
        found = rebuilt(replace(weights, full_g=self._grams), level.grams, level.error)
        return {"state": str(found.trap), "item": found.item, "short_g": round(found.short_g, 2)}
