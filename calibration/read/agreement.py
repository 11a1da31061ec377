"""Turn votes into chances: how far they agree says how sure the learnt reader may be. Every vote
speaks in nats for or against a label. No vote counts as much as it claims; what each is worth was
measured on boards, lamps and cameras it had never seen.

Every voice speaks in nats for or against a label. No voice is believed as much as it believes
itself; what each is worth was measured on boards, lamps and cameras it had never seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chances import SURE
from .features import REACH, TEMPLATE, spots_at
from .overlay import SAME, STEPS, OverlaidTile
from .straight import agreements, unit

# Cells of one board that look alike: what is surely read there says what the others show.
#
# One lamp, one camera and one print made them all, so two letters of a kind agree better with each
# other than with any picture of another evening. A cell that is unlike its own kind is doubted. Of
# labels that nobody is sure of on this board, nothing can be said.

Numbers = NDArray[np.int64]

FEWEST = 4
"""With fewer sure pairs of a kind nothing is known of how alike they are here."""
LOOSE_ALIKE = 0.02
"""How much less alike than usual two cells of a kind may be, at least."""


@dataclass(frozen=True)
class Kin:
    """How some cells stand to the sure cells of the same board."""

    behind: Array
    """(cells, labels): how far each label is behind the most similar one, 0 to 1; zero if no cell
    is surely of that label"""
    unlike: Array
    """(cells, labels): how many spreads less alike than cells of that kind are; zero if no cell is
    surely of that label"""


def kinship(
    shades: Array, aside: Numbers, label: Numbers, sure: NDArray[np.bool_], labels: int
) -> Kin:
    """Compare cells (in grey), each seen *aside* and taken for a *label*,
    with those that are *sure*."""
    count, known = len(shades), np.flatnonzero(sure)
    behind, unlike = np.zeros((count, labels)), np.zeros((count, labels))
    if not len(known) or count < 2:
        return Kin(behind, unlike)
    tries = np.clip(aside[:, None] + STEPS, -REACH, REACH)
    moved = spots_at(shades - shades.mean(axis=(1, 2), keepdims=True), tries, TEMPLATE)
    still = unit(moved[known, len(STEPS) // 2])
    rows = moved.reshape(count * len(STEPS), -1)
    alike = agreements(rows, still).reshape(count, len(STEPS), -1).max(axis=1)
    alike[known, np.arange(len(known))] = -1  # nobody is his own kin
    kinds = np.unique(label[known])
    members = [np.flatnonzero(label[known] == kind) for kind in kinds]
    nearest = np.stack([own[alike[:, own].argmax(axis=1)] for own in members], axis=1)
    score = np.take_along_axis(alike, nearest, axis=1)
    n, first = np.arange(count), score.argmax(axis=1)
    apart = 1 - (still @ still.T)[nearest[n, first][:, None], nearest]
    behind[:, kinds] = np.clip((score[n, first][:, None] - score) / np.maximum(apart, SAME), 0, 1)
    behind[n, kinds[first]] = 0
    usual, spread = _usual(score, kinds, label, known)
    alone = score < 0  # the only one of its kind
    unlike[:, kinds] = np.where(alone, 0, np.clip((usual - score) / spread, 0, 9))
    behind[:, kinds] = np.where(alone, 0, behind[:, kinds])
    return Kin(behind, unlike)


def _usual(score: Array, kinds: Numbers, label: Numbers, known: Numbers) -> tuple[float, float]:
    """Return the usual likeness of sure cells of one kind on this board, and its spread."""
    own = score[known, np.searchsorted(kinds, label[known])]
    own = own[own > 0]
    if len(own) < FEWEST:
        return -1.0, 1.0
    usual = float(np.median(own))
    return usual, max(LOOSE_ALIKE, 2 * float(np.median(np.abs(own - usual))))


Array = NDArray[np.floating[Any]]

NETS = 0.7
"""What a nat of the nets is worth."""
BARE, LEAST_BARE, MOST_BARE = 1.0, -6.0, 6.9
"""What a nat of the bare look is worth, and how far it may go: unlike light may make a bare cell
look unlike itself, hardly anything makes another look so."""
LAID = 4.0
"""What a rival of the best taught picture loses that is as far behind as it can be."""
PAPER, OFF_PAPER = 0.12, 12.0
"""What a face without a drawing loses for the distance of its colour from all that were taught,
beyond some (white = 1)."""
DRAWN, OVER_DRAWN = 0.6, 12.0
"""What it loses where a taught drawing agrees better than this."""
NETS_LESS, LAID_LESS, LOOSE_LESS = 0.1, 1.0, 0.13
UNLIKE_MORE, SMOOTH_MORE = 20.0, 0.3
"""How much less these are, or more, where pictures of one label differ much."""
KIN = 5.0
"""What a label loses that is as far as can be behind another, among the sure cells of the board."""
STRANGE, USUAL = 0.5, 3.0
"""What a label loses for each spread by which a cell is less alike than its kind, beyond some."""
AWAY, ASTRAY = 1.0, 1.0
"""What a texture's label loses for each spread of distance, beside the nearest label and beyond
what is usual."""
UNNAMED, UNSURE = 2.0, -0.33
"""How far a drawing may lead something else that taught pictures take for another one, or of which
the nets themselves are less sure than this (a logarithm)."""
THOUGHT_OF, CLEAR, LEAST = 0.02, 0.5, -1.1
"""Labels the nets think of; how far behind these must be where a taught picture explains all, so
that unsure nets don't matter; and how unsure they may be (a logarithm)."""
FREE, PER_SHARE, PER_TONE = 1.5, 20.0, 2.0
"""Lead in nats that the nets alone may give where taught pictures can't tell two labels apart; how
much more per share the other is behind, and per nat that colours tell them apart."""
ELSE, UNLIKE, LOOSE = 1.0, 20.0, 0.15
"""What speaks for something else beforehand, and for what the best taught picture agrees less than
pictures of one face usually do, beyond some."""
LUMPY, SMOOTH, WHOLE = 25.0, 0.36, -2.0
"""What a lump speaks for something else that the best taught picture leaves unexplained, beyond the
size at which it says nothing; and how much a picture that explains all speaks against it."""
OFF_BARE = 10.0
STROKES = 10.0
"""A cell that is too far from how it would look tonight if it were bare, or in which there is too
strong a stroke, is just not sure to have no drawing: what more or less of each is worth."""
AGAINST, MOST_AGAINST = 3.0, 6.0
"""What a stroke speaks against all labels without a drawing, beyond what is too strong."""
JUST_SURE = 3.0
"""How far the best label leads where it is just sure."""


@dataclass(frozen=True)
class VoteResult:
    """What the voices say of some cells."""

    nets: Array
    """(cells, labels + 1): logarithms of chances, the last for something else"""
    plain: NDArray[np.bool_]
    """which labels have no drawing"""
    bare_label: int
    """-1 if nothing is known of bare cells"""
    bare: Array
    """(cells,): log odds of being bare"""
    laid: OverlaidTile | None = None
    off_paper: Array | None = None
    """(cells, labels): how far the colour is from those of faces without a drawing"""
    short: Array | float = 0.0
    """(cells,): how much less the best taught picture agrees than is usual"""
    away: Array | None = None
    """(cells, labels): how far a texture is from the nearest taught one of each label"""
    usual: float = 0.0
    """how far that is at most, as a rule"""
    tones: Array | None = None
    """(cells, labels): how far the colours of a drawn thing are from those of each label"""
    tone: float = 0.0
    """what a spread of that is worth"""
    family: NDArray[np.int64] | None = None
    """(labels,): the first label with the same drawing"""
    off_bare: Array | float = 0.0
    """(cells,): how far cells are from how they would look tonight if bare; 1 is too far"""
    strokes: Array | float = 0.0
    """(cells,): the strongest stroke in each; 1 is too strong for a face without a drawing"""
    varied: float = 0.0
    """0 where all pictures of a label agree, 1 where they differ as much as prints of many houses:
    then a new one may differ as well, and every voice is worth less"""

    def some(self, cells: NDArray[np.int64]) -> VoteResult:
        """Select some of the cells."""
        return replace(
            self,
            nets=self.nets[cells],
            bare=self.bare[cells],
            laid=None if self.laid is None else self.laid.some(cells),
            off_paper=None if self.off_paper is None else self.off_paper[cells],
            tones=None if self.tones is None else self.tones[cells],
            short=_some(self.short, cells),
            off_bare=_some(self.off_bare, cells),
            strokes=_some(self.strokes, cells),
        )


def _some(told: Array | float, cells: NDArray[np.int64]) -> Array | float:
    return told if isinstance(told, float) else told[cells]


def chances_of(heard: VoteResult, kin: Kin | None = None) -> Array:
    """(cells, labels + 1): the chances; *kin* is what the cells of this board say of each other."""
    nats = (NETS - NETS_LESS * heard.varied) * heard.nets
    nats[:, -1] = heard.nets[:, -1] + ELSE
    _tell_plain(nats, heard)
    drawn = np.flatnonzero(~heard.plain)
    if heard.laid is not None:
        tones = np.zeros(nats.shape) if heard.tones is None else heard.tone * heard.tones
        nats[:, drawn] -= tones[:, drawn] - tones[:, drawn].min(axis=1, keepdims=True)
        _need_both(nats, heard.laid, drawn, tones)
        worth = LAID - LAID_LESS * heard.varied
        nats[:, drawn] -= worth * np.maximum(heard.laid.behind[:, drawn], 0)
        nats[:, drawn] -= _strangeness(heard, heard.laid)[:, None]
    if heard.away is not None:
        nearest = heard.away.min(axis=1, keepdims=True)
        nats[:, :-1] -= AWAY * (heard.away - nearest)
        nats[:, :-1] -= ASTRAY * np.maximum(nearest - heard.usual, 0)
    if kin is not None:
        strange = np.maximum(kin.unlike[:, drawn] - USUAL, 0)
        nats[:, drawn] -= KIN * kin.behind[:, drawn] + STRANGE * strange
    if heard.laid is not None:
        _need_a_name(nats, heard, heard.laid)
    _need_to_be_flat(nats, heard)
    powers = np.exp(nats - nats.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def _strangeness(heard: VoteResult, laid: OverlaidTile) -> Array:
    """Return what speaks against every taught drawing."""
    loose = LOOSE - LOOSE_LESS * heard.varied
    lumps = np.maximum(LUMPY * (laid.lumps - _smooth(heard)), WHOLE * (1 - heard.varied))
    unlike = UNLIKE + UNLIKE_MORE * heard.varied
    strange = unlike * np.maximum(heard.short - loose, 0)
    return np.asarray(strange + np.where(strange > 0, np.maximum(lumps, 0), lumps))


def _smooth(heard: VoteResult) -> float:
    """Lumps up to this size say nothing against a drawing."""
    return SMOOTH + SMOOTH_MORE * heard.varied


def _tell_plain(nats: Array, heard: VoteResult) -> None:
    """Nets tell drawings apart; what has none is told by its colour."""
    plain = np.flatnonzero(heard.plain)
    if not len(plain):
        return
    pooled = np.log(np.exp(heard.nets[:, plain]).sum(axis=1) + 1e-9)
    nats[:, plain] = NETS * pooled[:, None]
    if heard.off_paper is not None:
        nats[:, plain] -= OFF_PAPER * np.maximum(heard.off_paper[:, plain] - PAPER, 0)
    if heard.bare_label >= 0:
        odds = np.clip(heard.bare, LEAST_BARE, MOST_BARE)
        nats[:, heard.bare_label] = NETS * pooled + BARE * odds
    if heard.laid is not None:
        nats[:, plain] -= OVER_DRAWN * np.maximum(heard.laid.like - DRAWN, 0)[:, None]


def _need_to_be_flat(nats: Array, heard: VoteResult) -> None:
    """Doubt cells without a drawing that show a stroke,
    or don't look as they would bare tonight."""
    best = nats[:, :-1].argmax(axis=1)
    lead = JUST_SURE + STROKES * (1 - heard.strokes)
    bare = JUST_SURE + OFF_BARE * (1 - heard.off_bare)
    lead = np.where(best == heard.bare_label, np.minimum(lead, bare), lead)
    n = np.flatnonzero(heard.plain[best])
    nats[n, -1] = np.maximum(nats[n, -1], nats[n, best[n]] - np.broadcast_to(lead, len(best))[n])
    against = np.broadcast_to(np.clip(AGAINST * (heard.strokes - 1), 0, MOST_AGAINST), len(best))
    nats[:, :-1] -= against[:, None] * heard.plain


def _need_both(nats: Array, laid: OverlaidTile, drawn: NDArray[np.int64], tones: Array) -> None:
    """Limit a label's lead to how well taught pictures, or colours, can tell the two apart."""
    n = np.arange(len(nats))
    best = drawn[nats[:, drawn].argmax(axis=1)]
    apart = np.abs(laid.behind[:, drawn] - laid.behind[n, best][:, None])
    apart = PER_SHARE * apart + PER_TONE * np.abs(tones[:, drawn] - tones[n, best][:, None])
    least = nats[n, best][:, None] - FREE - apart
    nats[:, drawn] = np.maximum(nats[:, drawn], least)


def _need_a_name(nats: Array, heard: VoteResult, laid: OverlaidTile) -> None:
    """Doubt a drawing that taught pictures or nets don't confirm."""
    best = nats[:, :-1].argmax(axis=1)
    said = heard.nets[np.arange(len(best)), best]
    unsure = (said < UNSURE) & ~((said > LEAST) & _is_clear(heard, laid, best))
    other = laid.label != best
    if heard.family is not None:
        other = heard.family[laid.label] != heard.family[best]
    n = np.flatnonzero(~heard.plain[best] & (other | unsure))
    nats[n, -1] = np.maximum(nats[n, -1], nats[n, best[n]] - UNNAMED)


def _is_clear(heard: VoteResult, laid: OverlaidTile, best: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether taught pictures alone tell the best label from all that the nets think of."""
    thought_of = heard.nets[:, :-1] > np.log(THOUGHT_OF)
    thought_of[np.arange(len(best)), best] = False
    rival = np.where(thought_of, laid.behind, 1).min(axis=1)
    return np.asarray((laid.lumps < _smooth(heard)) & (rival > CLEAR))


def surely_bare(chances: Array, bare_label: int) -> NDArray[np.bool_]:
    """Return the cells that need no closer look."""
    if bare_label < 0:
        return np.zeros(len(chances), bool)
    return np.asarray(chances[:, bare_label] >= SURE)
