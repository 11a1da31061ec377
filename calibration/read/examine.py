"""Examine cells: compare their patches with every taught face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult
from ..geometry.board import UPSIDE_DOWN, Board, Cell
from ..geometry.light import BURNT, Light
from ..geometry.patches import SIDE, Patch, axes_of, cut, magnified, middles_of, search_for
from ..geometry.pictures import Levels
from .chances import BURNT_LIMIT, SURE, Evidence, believable, weights_of
from .compare import Matches, compare
from .covered import Doubtful, Found, foreign, second_looks
from .faces import Bank
from .judge import CellVerdict
from .noise import LEAST, grain_of, quieted
from .occlusion_fit import lumps
from .rims import melted, strange_rims
from .rivals import left_over, turned_over

DOUBTFUL_FIT = 2.1
"""A best label that leaves more than this unexplained calls for a second look."""
NOT_BURNT = 0.87
"""What would be darker than this is not burnt out by the exposure alone."""
LEAST_HIDDEN = 0.01
"""A smaller hidden share is not worth a second look."""
STRANGE = 0.04
"""A second look is also due where a larger share of a cell has a colour that was never taught."""
SHADED, UNLIKE = 3.0, 0.5
"""A mean colour that costs more than this may be one in the shade of a hand, where its rim is not
much unlike the board."""
BELIEVED = 0.5
"""And where the best label is believed less than this: a pawn may look like a drawing."""
CHOSEN = 0.1
"""Where more of a drawing was left out for no better reason than that it did not fit, it is asked
whether something stands on it."""
WHOLE = 0.02
"""A cell with a smaller odd share than this is explained to its last corner."""
EDGE = 2
"""Pixels along the edge of a cell that are left out of that."""


@dataclass(frozen=True)
class Examined:
    """What examining some cells of one kind brought; everything in the order of ``cells``."""

    cells: tuple[Cell, ...]
    matches: Matches
    patches: Patch = field(repr=False)
    bank: Bank = field(repr=False)
    burnt: NDArray[np.float64] = field(repr=False)
    """Share of each cell's pixels that are burnt out."""
    rims: NDArray[np.float64] = field(repr=False)
    """How unlike the board the rim around each cell looks; from 1 on something lies over it."""
    rim_light: NDArray[np.float64] = field(repr=False)
    """Difference of the light on each rim from that on the others, as a logarithm."""
    rim_colours: NDArray[np.float64] = field(repr=False)
    """The logarithm of each rim's colour."""
    grain: float = 0.0
    """The mean square that the sensor's grain adds to every pixel."""
    second_looks: dict[Any, Found] = field(default_factory=dict, repr=False)
    """What second looks found, by cell and places: they are made once."""

    def fits(self, matches: Matches, labels: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the residual of one label of each cell, in units of the expected one."""
        n = np.arange(len(labels))
        return (matches.rest[n, labels] / matches.expected()[n, labels]).astype(float)

    def evidence(
        self,
        matches: Matches,
        verdict: CellVerdict,
        parted: NDArray[np.bool_],
        between: NDArray[np.float64] | float = 0.0,
        left_over: NDArray[np.float64] | float = 0.0,
    ) -> tuple[NDArray[np.int64], Evidence]:
        """Return the best label of every cell with all evidence for and against it."""
        best = verdict.cost.argmin(axis=1)
        n = np.arange(len(best))
        return best, Evidence(
            fit=self.fits(matches, best),
            level=self._level(matches, verdict, best),
            gain=matches.gain[n, best].astype(float),
            gain_cost=verdict.gain[n, best],
            explained=matches.explained()[n, best].astype(float),
            burnt=self.burnt,
            drawn=self.bank.drawn[best] > 0.5,
            parted=parted,
            between=between,
            left_over=left_over,
            doubted_level=self.cells[0].manner.doubted_level,
        )

    def _level(
        self, matches: Matches, verdict: CellVerdict, best: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the cost of each best label's mean colour, in the light its rim shows: a
        hand beside a window leaves its shadow on both."""
        n = np.arange(len(best))
        level = verdict.level[n, best]
        if not self.rims.any() or len(self.rims) != len(best):
            return level
        doubted = (level > SHADED) & (self.rims < UNLIKE)
        if not doubted.any():
            return level
        lit = verdict.level_in(self.rim_light, matches.seen[n, best].astype(float), best)
        return np.where(doubted, np.minimum(level, lit), level)

    @property
    def upside_down(self) -> NDArray[np.bool_]:
        """Which labels stand on their heads."""
        return np.array([name.endswith(UPSIDE_DOWN) for name in self.bank.names])

    def between(
        self, matches: Matches, verdict: CellVerdict
    ) -> tuple[CellVerdict, NDArray[np.float64]]:
        """Return how far each cell lies on the way to a rival that a drawing tells apart, and the
        verdict once near twins were compared by what they differ in."""
        if not self.cells[0].manner.told_by_drawing:
            return verdict, np.zeros(len(self.cells))
        cost, share = turned_over(self.patches, self.bank, matches, verdict.cost)
        return replace(verdict, cost=cost), share

    def left_over(
        self, matches: Matches, verdict: CellVerdict, parted: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return the share of each drawing that its best label leaves unexplained, if nothing hides
        it.

        Where there are rims, hands come near, and their shadows leave as much over.
        """
        if self.cells[0].manner.visited or self.rims.any():
            return np.zeros(len(self.cells))
        best = verdict.cost.argmin(axis=1)
        return np.where(parted, 0.0, left_over(self.patches, self.bank, matches, best))

    def burnt_out(self, light: Light, some: NDArray[np.bool_]) -> Patch:
        """(cells, side, side): 1 where patches of some cells are burnt out."""
        lost = np.zeros(self.patches.shape[:3], np.float32)
        white = light.at_all(middles_of(self.cells))[some][:, None, None]
        lost[some] = (self.patches[some] * white > BURNT / 255).all(axis=3)
        return lost

    def melted(self, matches: Matches, best: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which cells can't be told from their own rim although they should."""
        if not self.rims.any() or len(self.rims) != len(best):
            return np.zeros(len(best), bool)
        seen = matches.seen[np.arange(len(best)), best].astype(float)
        return melted(seen, self.rim_colours, self.rim_light)

    def glaring(self, light: Light) -> bool:
        """Whether more is burnt out anywhere than the exposure alone would burn out of any face."""
        most = float(self.burnt.max())
        if most <= BURNT_LIMIT:
            return False
        white = light.at_all(middles_of(self.cells)).max(axis=0)
        bright = (self.bank.faces * white > NOT_BURNT).all(axis=3)
        usual = (bright * self.bank.mask).sum(axis=(1, 2)) / self.bank.mask.sum()
        return most > BURNT_LIMIT + float(usual.max())

    def look_twice(
        self, verdict: CellVerdict, known: Patch | None = None
    ) -> tuple[Matches, NDArray[np.float64]]:
        """Look again at cells that nothing explains well, or of which a part is hidden.

        *known* is 1 where the patches are known to be hidden.
        What is found then, and for each cell its hidden share and the part of it that is hidden
        only by choice. What was found at first stays as it is.
        """
        hidden = np.zeros((len(self.cells), 2))
        best, seen = self.evidence(self.matches, verdict, np.zeros(len(self.cells), bool))
        doubtful = self._doubtful(verdict, best, seen)
        if known is not None:
            behind = (self.at_best(known, best) * self.bank.mask).sum(axis=(1, 2))
            doubtful = doubtful | (behind > LEAST_HIDDEN * self.bank.mask.sum())
        if not doubtful.any():
            return self.matches, hidden
        agreed = self._agreed_places(best, seen.fit)
        whole = self.odd_shares(self.odd(best)) < WHOLE
        hidden[(self.rims > 1) & (seen.fit >= DOUBTFUL_FIT)] = (1.0, 1.0)
        matches = self.matches.copy()
        again: dict[int, Doubtful] = {}
        for cell in np.flatnonzero(doubtful & (self.rims <= 1)).tolist():
            own = self.matches.place[cell, best[cell]]
            places = [(int(agreed[cell, 0]), int(agreed[cell, 1]))]
            if np.abs(own - agreed[cell]).max() > 1:
                places.append((int(own[0]), int(own[1])))
            part = None if known is None else known[cell]
            again[cell] = Doubtful(self.patches[cell], tuple(places), part, bool(whole[cell]))
        found = self._found_again(again)
        found |= self._found_again(self._stood_on(again, found))
        for cell, parts in found.items():
            hidden[cell] = self._part(matches, cell, parts)
        return matches, hidden

    def _stood_on(self, again: dict[int, Doubtful], found: dict[int, Found]) -> dict[int, Doubtful]:
        """Cells with a drawing of which much was left out by choice: a pawn may stand there."""
        if not self.cells[0].manner.visited:
            return {}
        best = {
            cell: min(parts.items(), key=lambda each: each[1][0].structure)
            for cell, parts in found.items()
        }
        return {
            cell: replace(again[cell], stood_on=True)
            for cell, (label, (part, _, _)) in best.items()
            if part.chosen > CHOSEN and not self.bank.bare[label]
        }

    def _found_again(self, again: dict[int, Doubtful]) -> dict[int, Found]:
        """Take a second look at doubtful cells, without repeating earlier ones."""
        keys = {
            cell: (
                self.cells[cell].id,
                x.places,
                (b"" if x.known is None else x.known.tobytes()) + bytes([x.stood_on]),
            )
            for cell, x in again.items()
        }
        new = [cell for cell, key in keys.items() if key not in self.second_looks]
        looks = second_looks([again[cell] for cell in new], self.bank, self.grain)
        for cell, found in zip(new, looks, strict=True):
            self.second_looks[keys[cell]] = found
        return {cell: self.second_looks[key] for cell, key in keys.items()}

    def _doubtful(
        self, verdict: CellVerdict, best: NDArray[np.int64], seen: Evidence
    ) -> NDArray[np.bool_]:
        """Return the cells a second look may help: badly explained, or with odd pixels."""
        doubtful: NDArray[np.bool_] = seen.fit >= DOUBTFUL_FIT
        if not self.cells[0].manner.visited:
            return doubtful
        # a drawing turned by a sixth lacks what the tile's edge cut off, and leaves more over
        belief = believable(seen)
        weight = weights_of(verdict.cost, belief, np.zeros(len(best)))
        doubtful &= weight.max(axis=1) < SURE
        return doubtful | (belief < BELIEVED) | (self._strange(best) > STRANGE)

    def _strange(self, best: NDArray[np.int64]) -> NDArray[np.float64]:
        """Share of every cell whose colour no taught face has.

        A cell that its best face explains to the last corner has none: it lies in other light.
        """
        strange = np.zeros(len(self.cells))
        area = float(self.bank.mask.sum())
        squares = self.at_best(self.patches, best)
        for cell in np.flatnonzero(self.odd_shares(self.odd(best)) >= WHOLE).tolist():
            strange[cell] = float((foreign(squares[cell], self.bank) * self.bank.mask).sum()) / area
        return strange

    def at_best(self, patches: Patch, best: NDArray[np.int64]) -> Patch:
        """Return the square of every patch that fits its best face."""
        place = self.matches.place[np.arange(len(best)), best]
        return np.stack(
            [p[y : y + SIDE, x : x + SIDE] for p, (x, y) in zip(patches, place, strict=True)]
        )

    def odd(self, best: NDArray[np.int64]) -> Patch:
        """(cells, SIDE, SIDE): where the best face does not explain what is seen, 0 or 1."""
        n = np.arange(len(best))
        face, gain = self.matches.face[n, best], self.matches.gain[n, best]
        veil = self.matches.seen[n, best] - gain[:, None] * self.matches.taught[n, best]
        seen = self.at_best(self.patches, best)
        faces, slack = self.bank.faces[face], self.bank.slack[face]
        return lumps(seen, faces, gain, veil, slack, self.grain) * self.bank.mask

    def odd_shares(self, odd: Patch) -> NDArray[np.float64]:
        """Return the odd share of each cell without its very edge:
        a piece may lie a little aside."""
        inner = cv2.erode(self.bank.mask, np.ones((3, 3), np.uint8), iterations=EDGE)
        return np.asarray((odd * inner).sum(axis=(1, 2)) / inner.sum())

    def _part(self, matches: Matches, cell: int, found: Found) -> tuple[float, float]:
        """Take over what a second look found; what is hidden, and chosen, in the best of it."""
        for label, (part, face, place) in found.items():
            matches.structure[cell, label] = part.structure
            matches.rest[cell, label] = max(part.rest - self.grain, LEAST)
            matches.power[cell, label] = max(part.power - self.grain, LEAST)
            matches.gain[cell, label] = part.gain
            matches.seen[cell, label] = part.seen
            matches.taught[cell, label] = self.bank.fine.mean[face]
            matches.face[cell, label] = face
            matches.contrast[cell, label] = self.bank.fine.power[face]
            matches.place[cell, label] = place
        others = [label for label in range(matches.structure.shape[1]) if label not in found]
        worst = max(part.structure for part, _, _ in found.values())
        matches.structure[cell, others] = np.maximum(matches.structure[cell, others], worst)
        best = min((part for part, _, _ in found.values()), key=lambda p: p.structure)
        # where no pawns stand, what hides a cell is a hand, and a hand casts shadows
        visited = self.cells[cell].manner.visited
        return max(best.hidden, 1e-3), best.chosen if visited else 1.0

    def _agreed_places(
        self, best: NDArray[np.int64], fits: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        """Return the offset each cell's face should have, by the trend of the well read cells."""
        cells = np.arange(len(self.cells))
        place = self.matches.place[cells, best].astype(float)
        power = self.bank.fine.power[self.matches.face[cells, best]]
        good = (fits < DOUBTFUL_FIT) & (power > 0.004)
        limit = self.patches.shape[1] - SIDE
        if good.sum() < 4:
            middle = place[good].mean(axis=0) if good.any() else np.full(2, limit / 2)
            return np.tile(np.rint(middle).astype(int), (len(cells), 1))
        middles = middles_of(self.cells)
        middles = (middles - middles.mean(axis=0)) / max(float(np.ptp(middles)), 1.0)
        turned = axes_of(self.cells).transpose(0, 2, 1)
        design = np.column_stack([np.ones(len(cells)), middles])
        offset = np.einsum("nij,nj->ni", turned, place - limit / 2)
        answer = np.linalg.lstsq(design[good], offset[good], rcond=None)[0]
        back = np.einsum("nji,nj->ni", turned, design @ answer) + limit / 2
        return np.clip(np.rint(back), 0, limit).astype(int)

    def updated(self, fresh: Examined) -> Examined:
        """Examine some cells again and keep the others."""
        if len(fresh.cells) == len(self.cells):
            return fresh
        at = [self.cells.index(cell) for cell in fresh.cells]
        again = {cell.id for cell in fresh.cells}
        matches = Matches(
            *(
                _put(getattr(self.matches, name), getattr(fresh.matches, name), at)
                for name in Matches.__dataclass_fields__
            )
        )
        return replace(
            self,
            matches=matches,
            patches=_put(self.patches, fresh.patches, at),
            burnt=_put(self.burnt, fresh.burnt, at),
            rims=fresh.rims,
            rim_light=fresh.rim_light,
            rim_colours=fresh.rim_colours,
            second_looks={k: v for k, v in self.second_looks.items() if k[0] not in again},
        )


def _put(old: NDArray, new: NDArray, at: list[int]) -> NDArray:
    both = old.copy()
    both[at] = new
    return both


def examine(
    levels: Levels,
    board: Board,
    sight: LocateResult,
    cells: Sequence[Cell],
    bank: Bank,
    margin: int | None = None,
) -> Examined:
    """Cut cells of one kind out and compare them with everything that was taught for it.

    They are searched within *margin* pixels where that is given, else as far as need be.
    """
    search = search_for(cells, sight.pose, margin)
    raw, burnt = cut(levels, sight.pose, cells, search.margin)
    patches = relit(raw, sight.light, cells)
    grain = grain_of(patches, magnified(sight.pose, cells))
    matches = quieted(compare(patches, bank, search), grain)
    whole = [cell for cell in board.cells if cell.kind == cells[0].kind]
    rims = strange_rims(levels.full, sight.pose, sight.light, whole, places_of(board, whole))
    return Examined(tuple(cells), matches, patches, bank, burnt, *rims, grain=grain)


def relit(patches: NDArray[np.uint8], light: Light, cells: Sequence[Cell]) -> Patch:
    """Take the light off: what white paper would show becomes 1."""
    count, side = patches.shape[:2]
    share = np.tile(1 / (255 * light.at_all(middles_of(cells))), (1, side))[:, None, :]
    rows = patches.reshape(count, side, side * 3)
    return np.multiply(rows, share, dtype=np.float32).reshape(patches.shape)


def places_of(board: Board, cells: Sequence[Cell]) -> NDArray[np.float64]:
    """Return the cells' middles, from -1 to 1 over the board."""
    return 2 * middles_of(cells) / np.array([board.width_mm, board.height_mm]) - 1
