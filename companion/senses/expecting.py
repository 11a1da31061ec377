"""What the rules make of a look before it is told: the same, legal, open or surprising. Pure.

It decides how long the eye goes on looking, and nothing else: what was read is told as it was read.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Protocol

import msgspec

from companion.core.cells import ANYTHING
from companion.core.hint import Hint
from companion.core.observation import SOMETHING_ELSE, SURE

DIFFERS = 0.5
"""Below this chance for what ought to lie there, a cell shows something else."""
RARELY = 0.004
"""How often something lies there that no rule allows, besides what is legal."""


class Sort(Enum):
    """What a look is, held against what the rules expect."""

    SAME = "same"
    LEGAL = "legal"
    OPEN = "open"
    SURPRISING = "surprising"


class Read(Protocol):
    @property
    def chances(self) -> Mapping[str, float]: ...


class Weighed(msgspec.Struct, frozen=True):
    """A look held against a hint."""

    sort: Sort
    changed: tuple[str, ...] = ()
    """The cells that do not show what they ought to."""
    open: tuple[str, ...] = ()
    """Those of them that are not read surely."""
    hinted: Mapping[str, Mapping[str, float]] = {}
    """Their chances in the light of the hint, beside those without; evidence, never a verdict."""


class Expecting:
    """A hint as the eye uses it."""

    def __init__(self, hint: Hint) -> None:
        self._ought = {cell: _names(hint, label) for cell, label in hint.shows.items()}
        self._legal: dict[str, frozenset[str]] = {}
        for cells, labels in hint.may:
            names = frozenset(name for label in labels for name in _names(hint, label))
            self._legal.update(dict.fromkeys(cells, names))

    @property
    def may_change(self) -> frozenset[str]:
        """The cells that a legal move may change now."""
        return frozenset(self._legal)

    def weigh(self, cells: Mapping[str, Read], told: Mapping[str, str] | None = None) -> Weighed:
        """Hold a look against what the rules expect; what was *told* before is nothing new."""
        known = told or {}
        changed = tuple(
            name
            for name in self._ought
            if self._differs(name, cells.get(name)) and _best(cells[name])[0] != known.get(name)
        )
        if not changed:
            return Weighed(Sort.SAME)
        open_ = tuple(name for name in changed if _best(cells[name])[1] < SURE)
        open_ += tuple(name for name in changed if _best(cells[name])[0] == SOMETHING_ELSE)
        hinted = {name: self.hinted(name, cells[name].chances) for name in changed}
        illegal = [
            name
            for name in changed
            if name not in open_ and not self._is_legal(name, _best(cells[name])[0])
        ]
        sort = Sort.SURPRISING if illegal else Sort.OPEN if open_ else Sort.LEGAL
        return Weighed(sort, changed, tuple(dict.fromkeys(open_)), hinted)

    def hinted(self, name: str, chances: Mapping[str, float]) -> dict[str, float]:
        """Chances of a cell where what may legally lie there is likelier than what may not."""
        ought = self._ought.get(name, frozenset())
        weights = {
            label: chance * (1.0 if label in ought or self._is_legal(name, label) else RARELY)
            for label, chance in chances.items()
        }
        total = sum(weights.values())
        return {label: weight / total for label, weight in weights.items()} if total else {}

    def _differs(self, name: str, cell: Read | None) -> bool:
        """Whether a cell changed; something unknown may be a pawn upon what lies there, and is
        nothing to wait for where nothing may change."""
        if cell is None or not cell.chances:
            return False
        hidden = cell.chances.get(SOMETHING_ELSE, 0.0) >= DIFFERS and name not in self._legal
        ought = sum(cell.chances.get(label, 0.0) for label in self._ought[name])
        return ought < DIFFERS and not hidden

    def _is_legal(self, name: str, label: str) -> bool:
        legal = self._legal.get(name, frozenset())
        return label in legal or (ANYTHING in legal and label != SOMETHING_ELSE)


def _names(hint: Hint, label: str) -> frozenset[str]:
    return frozenset(hint.named.get(label, (label,)))


def _best(cell: Read) -> tuple[str, float]:
    return max(cell.chances.items(), key=lambda item: item[1], default=("", 0.0))
