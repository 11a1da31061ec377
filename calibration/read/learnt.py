"""The learnt reader: where an edition was shown in several pictures, it knows how its faces vary.

Four voices are heard on every cell, and one chance per label comes of them: what the cell looks
like when it is bare, small nets trained on the owner's own pictures, the taught pictures themselves
laid over what is seen, and the cells of this very board that are surely read. Where they disagree,
the cell stays open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import EMPTY, SOMETHING_ELSE, Board, Cell
from ..geometry.patches import cut
from ..geometry.pictures import Levels
from .agreement import Kin, VoteResult, chances_of, kinship, surely_bare
from .chances import BURNT_LIMIT
from .empty_tonight import expected, how_far, left_over
from .examine import places_of, relit
from .features import (
    MARGIN,
    SEEN,
    STRONG,
    WIDE,
    bare_colours,
    coarse,
    cues,
    edges,
    from_bare,
    strokes,
    strokes_beside,
    too_strong,
    windows_at,
    without_edges,
)
from .overlay import OverlaidTile, Overlay
from .result import CellReading
from .texture_colours import Hues
from .tint import Tint, tint_of

if TYPE_CHECKING:
    from ..find.locate import LocateResult

STRANGE, COMPANY = 0.5, 2
"""Chance from which a neighbour counts as something else, and how many of them count together."""
AT_MOST = 0.9
"""How sure a face without a drawing may be in such company."""
BESIDE = 1.6
"""Cells nearer than this, in distances of the nearest ones, are neighbours."""


def doubted(chances: Array, doubtful: NDArray[np.bool_], places: Array) -> Array:
    """Lower the chances (the last column is for something else) of *doubtful* cells."""
    about = np.flatnonzero(doubtful & (chances[:, :-1].max(axis=1) > AT_MOST))
    strange = np.flatnonzero(chances[:, -1] >= STRANGE)
    if not len(about) or len(strange) < COMPANY:
        return chances
    step = _step(places)
    away = np.linalg.norm(places[about][:, None] - places[strange][None], axis=2)
    found = about[(away < BESIDE * step).sum(axis=1) >= COMPANY]
    chances = chances.copy()
    chances[found, :-1] *= AT_MOST / chances[found, :-1].max(axis=1, keepdims=True)
    chances[found, -1] = 1 - chances[found, :-1].sum(axis=1)
    return chances


def _step(places: Array) -> float:
    """Return the median distance between neighbouring cells."""
    away = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return float(np.median(away.min(axis=1)))


Array = NDArray[np.floating[Any]]

BORROWED_BARE, BORROWED = 2.2, 1.2
"""The log odds at most of a cell being bare that nobody ever saw bare, and how much farther it
seems to be from the look of another."""
LIKE = 0.7
"""A taught picture that agrees less than this with what is seen is not the place to look."""
ONE_DRAWING, TOLD_BY_COLOUR = 0.92, 3.0
"""Labels whose pictures agree this well in grey have one drawing, if their colours lie apart by so
many times what those of one label usually do."""
FAR_TONES = 30.0
"""Colours farther from those of a label are just not its colours."""
KNOWN = 0.98
"""Cells at least this sure say what other cells of the same board show."""
USUAL = 0.9
"""How well two pictures of a face agree, if nothing else is known."""
ONE_PRINT = (0.9, 0.78)
"""Faces of one print agree like this from evening to evening, and those of many like that."""
UNFRAMED = 0.1
"""How much less the best picture agrees, so to say, where faces were not cut out in one frame."""
COVERED = 2.0
"""A cell without edges around it is as unlike a face without a drawing as one with strokes of this
strength, where 1 is too strong."""
NEARLY = 0.75
"""A bare cell this far from how it would look tonight is doubted beside strange things."""
PALE = 6
"""Pixels along the edge of a cell that are left out of its colour."""


@dataclass(frozen=True)
class Net:
    """One hidden layer."""

    first: Array
    first_bias: Array
    last: Array
    last_bias: Array
    middle: Array
    spread: Array

    def said(self, seen: Array) -> Array:
        """Return one figure per label from features; the last is for everything else."""
        first, bias = self._evened
        hidden = seen @ first
        hidden += bias
        return np.maximum(hidden, 0, out=hidden) @ self.last + self.last_bias

    @cached_property
    def _evened(self) -> tuple[Array, Array]:
        """The first layer for raw features, which aren't standardised yet."""
        first = self.first / self.spread[:, None]
        return first, self.first_bias - self.middle @ first


@dataclass(frozen=True)
class Learnt:
    """What was learnt of the cells of one kind."""

    kind: str
    names: tuple[str, ...]
    nets: tuple[Net, ...] = field(repr=False)
    templates: Array = field(repr=False)
    """(templates, TEMPLATE, TEMPLATE): taught pictures of drawn faces, in grey"""
    template_of: NDArray[np.int64] = field(repr=False)
    papers: Array = field(repr=False)
    """(papers, 3): colours of faces without a drawing"""
    paper_of: NDArray[np.int64] = field(repr=False)
    textured: bool
    """Whether one label has many looks, so that no taught picture need agree with what is seen."""
    cells: tuple[str, ...] = ()
    """The cells whose bare look is known; none if that says nothing."""
    looks: Array = field(default_factory=lambda: np.empty((0, 16, 3), np.float32), repr=False)
    """(cells, 16, 3): their colours then"""
    bare: Array = field(default_factory=lambda: np.zeros(3), repr=False)
    """How differences from that look speak against being bare."""
    likeness: Array = field(default_factory=lambda: np.array(USUAL), repr=False)
    """How well faces of each label agree with those in other pictures, or one figure for all."""
    hues: Hues | None = field(default=None, repr=False)
    """The taught things by their colours."""
    prints: Array = field(default_factory=lambda: np.empty((0, 1, 1), np.float32), repr=False)
    """(cells, PRINT, PRINT): the middle of every cell when it is bare, in grey"""
    rims: Array = field(default_factory=lambda: np.empty(0, np.float32), repr=False)
    """(cells,): how strong the edges around every cell are when it is bare"""
    framed: bool = False
    """Whether all faces were cut out in one frame, so that a thing may be sought farther aside."""

    @cached_property
    def plain(self) -> NDArray[np.bool_]:
        """Which labels have no drawing."""
        return np.isin(np.arange(len(self.names)), self.paper_of)

    @property
    def without_drawing(self) -> tuple[str, ...]:
        """Return the labels that have no drawing."""
        return tuple(name for name, plain in zip(self.names, self.plain, strict=True) if plain)

    @cached_property
    def bare_label(self) -> int:
        return self.names.index(EMPTY) if self.cells else -1

    @cached_property
    def varied(self) -> float:
        """How much pictures of one label differ, 0 to 1."""
        alike, unlike = ONE_PRINT
        return float(np.clip((alike - np.median(self.likeness)) / (alike - unlike), 0, 1))

    @cached_property
    def family(self) -> NDArray[np.int64]:
        """Return for each label the first with the same drawing, told apart by its colour only.

        What is grey says nothing about which of them is seen.
        """
        first = np.arange(len(self.names))
        drawn = np.unique(self.template_of)
        if self.hues is None or not self.hues.worth:
            return first
        apart = self.hues.between(len(self.names)) > TOLD_BY_COLOUR * max(self.hues.usual, 1.0)
        alike = self._overlay.alike()
        for one in drawn.tolist():
            for other in drawn[drawn > one].tolist():
                if alike[one, other] > ONE_DRAWING and apart[one, other]:
                    first[first == first[other]] = first[one]
        return first

    @cached_property
    def _overlay(self) -> Overlay:
        return Overlay.of(self.templates, self.template_of, len(self.names))

    def chances(self, patches: Array, cells: Sequence[Cell], places: Array) -> Array:
        """(cells, labels + 1): the chance of every label, the last for something else.

        *patches* are WIDE, relieved of the light.
        """
        patches, bare, off_bare, spots = self._calibrated(patches, cells, places)
        if self.textured:
            return self._by_colours(patches, bare)
        said = self._nets_say(windows_at(patches, np.zeros((len(cells), 2), int), SEEN))
        heard = VoteResult(
            said, self.plain, self.bare_label, bare, off_bare=off_bare, strokes=spots
        )
        chances = chances_of(heard)
        open_ = np.flatnonzero(~surely_bare(chances, self.bare_label))
        if len(open_):
            chances[open_] = self._looked_closely(patches[open_], heard.some(open_))
        best = chances[:, :-1].argmax(axis=1)
        doubtful = self.plain[best] & ((best != self.bare_label) | (off_bare > NEARLY))
        return doubted(chances, doubtful, places)

    def _by_colours(self, patches: Array, bare: Array) -> Array:
        """Return the chances of textures; the nets see them in four turns, colours have no turn."""
        still = np.zeros((len(patches), 2), int)
        turns = [np.ascontiguousarray(np.rot90(patches, turn, (1, 2))) for turn in range(4)]
        said = np.mean([self._nets_say(windows_at(turn, still, SEEN)) for turn in turns], axis=0)
        away = None if self.hues is None else self.hues.away(patches, len(self.names))
        usual = 0.0 if self.hues is None else self.hues.usual
        nobody = np.zeros(len(self.names), bool)
        return chances_of(VoteResult(said, nobody, -1, bare, away=away, usual=usual))

    def _looked_closely(self, patches: Array, heard: VoteResult) -> Array:
        """Return the chances of cells that aren't just bare: by taught pictures,
        then by each other."""
        said = heard.nets
        paper = self._unlike_paper(patches)
        laid = self._overlay.laid_over(patches, anyhow=self.framed)
        family = self.family
        members = family[:, None] == family[None]
        if members.sum() > len(members):
            behind = [laid.behind[:, own].min(axis=1) for own in members]
            laid = replace(laid, behind=np.stack(behind, axis=1))
        elsewhere = laid.aside.any(axis=1) | laid.changed
        moved = np.flatnonzero((laid.like >= LIKE) & elsewhere)
        if len(moved):
            said[moved] = self._nets_say(windows_at(laid.straight[moved], laid.aside[moved], SEEN))
        usual = np.broadcast_to(self.likeness, len(self.names))
        short = np.maximum(usual[laid.label] - laid.like, 0) + (0 if self.framed else UNFRAMED)
        tones, worth = self._tones(laid)
        heard = replace(
            heard, laid=laid, off_paper=paper, short=short, varied=self.varied, tones=tones,
            tone=worth, family=family,
        )  # fmt: skip
        chances = chances_of(heard)
        best = chances[:, :-1].argmax(axis=1)
        drawn = np.flatnonzero(~self.plain[best] & (family[laid.label] == family[best]))
        if len(drawn) < 2:
            return chances
        sure = chances[drawn, best[drawn]] >= KNOWN
        drawing = family[best[drawn]]
        kin = kinship(laid.shades[drawn], laid.aside[drawn], drawing, sure, len(self.names))
        kin = Kin(kin.behind[:, family], kin.unlike[:, family])
        chances[drawn] = chances_of(heard.some(drawn), kin)
        return chances

    def _tones(self, laid: OverlaidTile) -> tuple[Array | None, float]:
        """Measure how far colours are from those taught for each label, and what a spread of
        it is worth in this light: where it is unlike all that was taught, less.

        Only where some labels have one drawing; else how much ink there is would pass for colour.
        """
        if self.hues is None or len(np.unique(self.family)) == len(self.names):
            return None, 0.0
        away = self.hues.away(windows_at(laid.straight, laid.aside, SEEN), len(self.names))
        usual = max(self.hues.usual, 1.0)
        foreign = max(1.0, float(np.median(away.min(axis=1))) / usual)
        return np.minimum(away, FAR_TONES), self.hues.worth / foreign

    def _unlike_paper(self, patches: Array) -> Array:
        """(cells, labels): how far each cell's colour is from that of faces without a drawing."""
        edge = MARGIN + PALE
        own = patches[:, edge:-edge, edge:-edge].sum(axis=1).mean(axis=1).astype(float)
        own /= WIDE - 2 * edge
        away = np.zeros((len(patches), len(self.names)))
        for label in np.flatnonzero(self.plain):
            papers = self.papers[self.paper_of == label].astype(float)
            squares = (papers * papers).sum(axis=1) - 2 * (own @ papers.T)
            away[:, label] = squares.min(axis=1) + (own * own).sum(axis=1)
        return np.sqrt(np.maximum(away, 0))

    def _calibrated(
        self, patches: Array, cells: Sequence[Cell], places: Array
    ) -> tuple[Array, Array, Array, Array]:
        """Bring patches into the light they were taught in; return also, for each
        cell, the log odds of being bare, how far it is from its predicted look tonight, and its
        strongest stroke."""
        if not self.cells:
            return patches, np.zeros(len(cells)), np.zeros(len(cells)), strokes(patches) / STRONG[1]
        number = {name: n for n, name in enumerate(self.cells)}
        at = np.array([number.get(cell.id, -1) for cell in cells])
        known = at >= 0
        looks = self.looks[np.maximum(at, 0)]
        tint = self._tint(patches, looks, known, places)
        patches = tint.taken_off(patches, places)
        seen = windows_at(patches, np.zeros((len(cells), 2), int), SEEN)
        colours = bare_colours(seen)
        bare = self._bare(from_bare(colours, looks))
        found = strokes(patches)
        prints = self.prints[np.maximum(at, 0)] if len(self.prints) else self.prints
        spots = strokes_beside(patches, prints, known, found)
        odds = np.where(known & (spots < STRONG[1]), bare, -np.inf)
        added = left_over(colours.mean(axis=1), looks.mean(axis=1), odds, places)
        tonight, strayed = expected(colours, looks, known, added)
        bare = self._bare(from_bare(colours, tonight))
        bare[~known] = np.minimum(BORROWED_BARE, bare[~known])
        away = np.linalg.norm(colours - tonight, axis=2).mean(axis=1) + strayed
        away[~known] *= BORROWED
        spots = spots / too_strong(found, odds > 0)
        rims = np.where(known, self.rims[np.maximum(at, 0)], np.inf) if len(self.rims) else None
        spots[without_edges(edges(patches), odds > 0, rims)] = COVERED
        return patches, bare, how_far(away, odds), spots

    def _tint(self, patches: Array, looks: Array, known: NDArray[np.bool_], places: Array) -> Tint:
        if known.sum() < len(known) / 5:
            return Tint(np.zeros((8, 3)), 0.0)
        inner = patches[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
        return tint_of(coarse(inner).mean(axis=1), looks.mean(axis=1), known, places)

    def _bare(self, away: Array) -> Array:
        return np.asarray(away @ self.bare[:-1] + self.bare[-1])

    def _nets_say(self, seen: Array) -> Array:
        """Return the median logarithms of the nets' chances."""
        shown = cues(seen)
        return np.asarray(np.mean([log_softmax(net.said(shown)) for net in self.nets], axis=0))

    def readings(
        self, patches: Array, cells: Sequence[Cell], places: Array
    ) -> dict[str, CellReading]:
        """Return the reading of every cell with its chances."""
        names = (*self.names, SOMETHING_ELSE)
        return {
            cell.id: CellReading(dict(zip(names, row.tolist(), strict=True)))
            for cell, row in zip(cells, self.chances(patches, cells, places), strict=True)
        }


def log_softmax(figures: Array) -> Array:
    """Logarithms of chances that sum to one."""
    lifted = figures - figures.max(axis=1, keepdims=True)
    return np.asarray(lifted - np.log(np.exp(lifted).sum(axis=1, keepdims=True)))


def read_learnt(
    levels: Levels, board: Board, sight: LocateResult, kind: str, learnt: Learnt
) -> dict[str, CellReading]:
    """Read every cell of one kind; unsure burnt-out ones count as blinded by glare."""
    cells = tuple(cell for cell in board.cells if cell.kind == kind)
    if not cells:
        return {}
    raw, burnt = cut(levels, sight.pose, cells, MARGIN)
    patches = relit(raw, sight.light, cells)
    readings = learnt.readings(patches, cells, places_of(board, cells))
    for cell, share in zip(cells, burnt.tolist(), strict=True):
        if share > BURNT_LIMIT and readings[cell.id].label is None:
            readings[cell.id] = CellReading({}, "glare")
    return readings
