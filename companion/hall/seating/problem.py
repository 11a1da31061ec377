"""A night as numbers: who is there in which round, and which tables stand there.

Columns of a round are its tables in their order, and one more for waiting. Whoever is away has
column -1 and is never moved.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]

AWAY = -1


@dataclass(frozen=True)
class Laid:
    """The tables of one round: box by box, which game and how many people."""

    boxes: tuple[str, ...]
    games: tuple[int, ...]
    sizes: tuple[int, ...]
    waiting: int = 0

    @property
    def idle(self) -> int:
        """The column of whoever waits."""
        return len(self.sizes)


@dataclass(frozen=True)
class Problem:
    """Everything a search needs. The rounds before are in the counts, not in ``laid``."""

    people: int
    games: int
    laid: tuple[Laid, ...]
    there: npt.NDArray[np.bool_]
    """Rounds x people: who can play."""
    met: Numbers
    """People x people: meetings in published rounds."""
    played: Numbers
    """People x games, in published rounds."""
    sized: Numbers
    """People x table sizes, in published rounds."""
    waited: Numbers
    last: Numbers
    """People x people: 1 for those who sat together in the last published round."""
    apart: Weights
    together: Weights
    unfit: tuple[npt.NDArray[np.bool_], ...]
    """Per round, people x tables: a need that this table does not meet."""
    score: Weights | None = None
    bound_pairs: int = 0
    bound_games: int = 0
    size_caps: Numbers = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    """People x sizes: how often somebody may sit at a table of this size before it is uneven."""
    wait_floor: Numbers = field(default_factory=lambda: np.zeros(0, np.int32))
    """How often everybody who is there all night waits at least."""
    wait_cap: Numbers = field(default_factory=lambda: np.zeros(0, np.int32))

    @property
    def largest(self) -> int:
        return max((size for laid in self.laid for size in laid.sizes), default=0)
